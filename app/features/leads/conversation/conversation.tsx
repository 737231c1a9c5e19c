import { Form } from 'react-router'
import { useTexts } from '../../../locales/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { Card } from '../../../ui/content/card.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { FollowedLead } from '../contract.ts'
import styles from './conversation.module.css'
import { LeadMoment } from './lead-moment.tsx'
import { MessageList } from './message-list.tsx'

type Props = {
  messages: FollowedLead['messages']
  mayReply: boolean
  /** Identifies this showing of the form. */
  press: string
  /** A refused message as typed. */
  answer: { failure: FormFailure; body: string } | undefined
}

/** What the institute answered and what the sender wrote, with a form to go on. */
export function Conversation({ messages, mayReply, press, answer }: Props) {
  const { conversation: t } = useTexts('innerPages').enquiries
  if (!mayReply && messages.length === 0) return null
  return (
    <Card as="section" aria-labelledby="conversation">
      <h2 id="conversation">{t.title}</h2>
      <MessageList
        messages={messages.map(({ at, fromSender, body }) => ({
          key: at,
          isOurs: !fromSender,
          who: fromSender ? t.you : t.institute,
          when: <LeadMoment at={at} />,
          body,
        }))}
      />
      {mayReply && (
        // What was sent stands above: the field is empty again.
        <Form key={messages.length} method="post" id="reply" noValidate className={styles.reply}>
          <FormErrors failure={answer?.failure} labels={{ body: t.reply }} />
          <input type="hidden" name="press" value={press} />
          <TextAreaField
            name="body"
            label={t.reply}
            hint={t.replyHint}
            errors={answer?.failure.fields.body}
            defaultValue={answer?.body}
            rows={4}
            required
          />
          <div>
            <SubmitButton>{t.send}</SubmitButton>
          </div>
        </Form>
      )}
    </Card>
  )
}
