import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Button } from '../../../ui/button.tsx'
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
}

/** What was written to each other, and the form that answers. */
export function ConversationPanel({ enquiry, press, templates }: Props & { enquiry: Lead }) {
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
        <AnswerForm enquiry={enquiry} press={press} templates={templates} />
      ) : (
        <p>{t.conversation.erased}</p>
      )}
    </Panel>
  )
}

/** Puts a template below what is written already: in the page, and without scripts by sending both. */
function TemplateChoice({ templates }: Pick<Props, 'templates'>) {
  const t = useDeskTexts('enquiries').templates
  const insert = (event: React.MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    const fields = event.currentTarget.form!.elements
    const choice = fields.namedItem('template') as HTMLSelectElement
    const answer = fields.namedItem('body') as HTMLTextAreaElement
    answer.value = withTemplate(answer.value, templates, choice.value)
    // What is written is kept when the form hears of it.
    answer.dispatchEvent(new Event('input', { bubbles: true }))
    answer.focus()
  }
  return (
    <FieldRow width="search">
      <SelectField
        name="template"
        label={t.use}
        defaultValue=""
        options={[{ value: '', label: t.choose }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <FieldRowControl>
        <Button
          type="submit"
          name="intent"
          value="template"
          variant="quiet"
          size="small"
          formNoValidate
          onClick={insert}
        >
          {t.insert}
        </Button>
      </FieldRowControl>
    </FieldRow>
  )
}

/** The answer with the chosen template below what was written. */
export function withTemplate(written: string, templates: readonly Template[], chosen: string): string {
  const body = templates.find(({ id }) => String(id) === chosen)?.body ?? ''
  return [written.trimEnd(), body].filter(Boolean).join('\n\n')
}

function AnswerForm({ enquiry: { lang, email, messages }, press, templates }: Props & { enquiry: Lead }) {
  const t = useDeskTexts('people')
  const answer = useDeskAnswer()
  const failure = answer.failureOf('answer')
  const begun = answer.resultOf('template') as Record<string, string> | undefined
  const typed = { ...begun, ...answer.typedIn('answer') }
  return (
    <KeptForm name="answer" until="answer" className={styles.form}>
      <FormErrors failure={failure} labels={{ body: t.conversation.body }} ids={{ body: 'answer-body' }} />
      {templates.length > 0 ? <TemplateChoice templates={templates} /> : null}
      {/* After the button of the template, whose intent is the first where that one was pressed. */}
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="press" value={press} />
      <input type="hidden" name="seen" value={messages.at(-1)?.id ?? 0} />
      <TextAreaField
        name="body"
        id="answer-body"
        label={t.conversation.body}
        hint={t.conversation.bodyHint(t.enquiry.languages[lang], email ?? '')}
        errors={failure?.fields.body}
        defaultValue={typed.body}
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
