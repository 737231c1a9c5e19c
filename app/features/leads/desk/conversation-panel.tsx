import { Form } from 'react-router'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import type { Lead } from '../contract.ts'
import { MessageList } from '../conversation/message-list.tsx'
import styles from './conversation-panel.module.css'

const MAIL_TONES = { waiting: 'sand', sent: 'mint', failed: 'clay' } as const

type Template = { id: number; name: string; body: string }
type Props = {
  /** Identifies this showing of the form. */
  press: string
  templates: Template[]
  /** The id of the one with which the answer begins. */
  template: string | undefined
}

/** What was written to each other, and the form that answers. */
export function ConversationPanel({ enquiry, press, templates, template }: Props & { enquiry: Lead }) {
  const t = useDeskTexts('people')
  return (
    <Panel title={t.conversation.title}>
      <MessageList
        messages={enquiry.messages.map(({ id, at, fromSender, body, by, mail }) => ({
          key: id,
          isOurs: !fromSender,
          who: <bdi>{fromSender ? (enquiry.name ?? t.erased) : (by?.name ?? t.conversation.formerStaff)}</bdi>,
          when: <Moment iso={at} />,
          state: mail ? <Badge tone={MAIL_TONES[mail]}>{t.conversation.mails[mail]}</Badge> : null,
          body,
        }))}
      />
      {enquiry.mergedInto ? null : enquiry.email ? (
        <>
          {templates.length > 0 ? <TemplateChoice templates={templates} template={template} /> : null}
          <AnswerForm
            key={template}
            enquiry={enquiry}
            press={press}
            template={template}
            begun={templates.find(({ id }) => String(id) === template)?.body}
          />
        </>
      ) : (
        <p>{t.conversation.erased}</p>
      )}
    </Panel>
  )
}

/** Opens the page with the answer begun from a template; without scripts, too. */
function TemplateChoice({ templates, template }: Pick<Props, 'templates' | 'template'>) {
  const t = useDeskTexts('enquiries').templates
  return (
    <Form method="get" preventScrollReset>
      <FieldRow width="search">
        <SelectField
          name="template"
          label={t.use}
          defaultValue={template ?? ''}
          options={[{ value: '', label: t.choose }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <FieldRowControl>
          <SubmitButton variant="quiet" size="small">
            {t.insert}
          </SubmitButton>
        </FieldRowControl>
      </FieldRow>
    </Form>
  )
}

function AnswerForm({
  enquiry: { lang, email },
  press,
  template,
  begun,
}: {
  enquiry: Lead
  press: string
  template: string | undefined
  begun: string | undefined
}) {
  const t = useDeskTexts('people')
  const answer = useDeskAnswer()
  const failure = answer.failureOf('answer')
  const typed = answer.typedIn('answer')
  return (
    <KeptForm name={`answer-${template ?? ''}`} className={styles.form}>
      <FormErrors failure={failure} labels={{ body: t.conversation.body }} ids={{ body: 'answer-body' }} />
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="press" value={press} />
      <TextAreaField
        name="body"
        id="answer-body"
        label={t.conversation.body}
        hint={t.conversation.bodyHint(t.enquiry.languages[lang], email ?? '')}
        errors={failure?.fields.body}
        defaultValue={typed.body ?? begun}
        rows={7}
        required
      />
      <FieldRow width="search">
        <SelectField
          name="status"
          label={t.conversation.status}
          defaultValue={typed.status ?? 'answered'}
          required
          options={(['answered', 'handling', 'closed'] as const).map((value) => ({ value, label: t.statuses[value] }))}
        />
        <FieldRowControl>
          <SubmitButton>{t.conversation.send}</SubmitButton>
        </FieldRowControl>
      </FieldRow>
    </KeptForm>
  )
}
