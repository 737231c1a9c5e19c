/** A message to learners: written, seen as it goes out, then sent. */
import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { TwoLanguages } from '../../../desk/ui/two-languages.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import type { PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import styles from './learner-messages.module.css'

type Preview = Awaited<ReturnType<PageRequest['api']['learnerMessages']['previewLearnerMessage']>>
type Previewed = { preview: Preview; typed: Record<string, string> }

const FIELDS = ['subject.ar', 'subject.en', 'text.ar', 'text.en'] as const

/** The accounts in the address: `learner=3,7`, or all that match the filters of their list, as many as `all` says. */
function learnersIn(request: Request) {
  const { learner, all, query, status } = queryOf(request)
  return all ? { matching: { query, status, count: all } } : { ids: learner?.split(',').filter(Boolean) ?? [] }
}

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'learners.manage')
  const { ids, matching } = learnersIn(request)
  return { count: ids ? ids.length : Number(matching.count) || 0 }
})

const wordsIn = (form: FormData) => {
  const text = (name: (typeof FIELDS)[number]) => String(form.get(name) ?? '')
  return {
    subject: { ar: text('subject.ar'), en: text('subject.en') },
    text: { ar: text('text.ar'), en: text('text.en') },
  }
}

const preview: Intents[string] = async ({ api }, form, { request }) => {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '')]))
  const asked = { ...learnersIn(request), ...wordsIn(form) }
  const shown = await api.learnerMessages.previewLearnerMessage(asked as never)
  return { result: { preview: shown, typed } satisfies Previewed }
}

const send: Intents[string] = async ({ api, lang }, form, { request }) => {
  const fingerprint = String(form.get('fingerprint') ?? '')
  const asked = { ...learnersIn(request), ...wordsIn(form), fingerprint }
  const { id } = await api.learnerMessages.sendLearnerMessage(asked as never)
  return { to: deskLink(lang, 'learners/messages', { sent: String(id) }) }
}

export const action = deskAction({ preview, send })

export const meta = deskMeta('learnerMessages', (t) => t.write)

export default function LearnerMessagePage() {
  const t = useDeskTexts('learnerMessages')
  const { count } = useLoaderData<typeof loader>()
  const { confirm, resultOf, failureOf, typedIn } = useDeskAnswer()
  const previewed = resultOf('preview') as Previewed | undefined
  const failure = failureOf('preview') ?? failureOf('send')
  const values: Record<string, string | undefined> = previewed?.typed ?? { ...typedIn('preview'), ...typedIn('send') }
  const both = (name: 'subject' | 'text') => ({ ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' })
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).flatMap(([name, found]) => (found ? [[name, found]] : [])),
  )
  const labels = Object.fromEntries(FIELDS.map((name) => [name, name.startsWith('subject') ? t.subject : t.text]))
  return (
    <>
      <DeskHead title={t.write} lead={t.chosen(count)} above={{ title: t.learners, path: 'learners' }} />
      {count === 0 ? (
        <EmptyState title={t.noneChosen} body={t.noneChosenBody} />
      ) : (
        <>
          <p>{t.lead}</p>
          {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
          <KeptForm name="learners" until="send" className={styles.form} preventScrollReset>
            <FormErrors failure={failure} labels={labels} />
            <TwoLanguages name="subject" label={t.subject} values={both('subject')} errors={errors} required />
            <TwoLanguages
              name="text"
              label={t.text}
              hint={t.textHint}
              values={both('text')}
              errors={errors}
              lines={8}
              required
            />
            <Button type="submit" name="intent" value="preview" variant={previewed ? 'quiet' : 'primary'}>
              {t.preview}
            </Button>
            {previewed ? <Outgoing {...previewed.preview} /> : null}
          </KeptForm>
        </>
      )}
    </>
  )
}

/** What is sent, to how many, who is left out, and the button that sends it. */
function Outgoing({ mails, unsubscribed, blocked, already, samples, fingerprint }: Preview) {
  const t = useDeskTexts('learnerMessages')
  const without = [
    unsubscribed > 0 && t.unsubscribed(unsubscribed),
    blocked > 0 && t.blocked(blocked),
    already > 0 && t.already(already),
  ].filter((text) => text !== false)
  return (
    <Panel title={t.before}>
      {without.length > 0 ? (
        <Alert kind="info" title={t.leftOut}>
          <ul>
            {without.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {samples.map((sample) => (
        <section key={sample.lang} className={styles.mail}>
          <h3>{t.goesTo(sample.mails, t.inLanguages[sample.lang])}</h3>
          <article lang={sample.lang} dir={sample.lang === 'ar' ? 'rtl' : 'ltr'}>
            <strong>{sample.subject}</strong>
            <p>{sample.text}</p>
          </article>
        </section>
      ))}
      {mails === 0 ? (
        <p>{t.nobody}</p>
      ) : (
        <>
          <input type="hidden" name="fingerprint" value={fingerprint} />
          <p>{t.noUndo}</p>
          <SubmitButton name="intent" value="send">
            {t.send(mails)}
          </SubmitButton>
        </>
      )}
    </Panel>
  )
}
