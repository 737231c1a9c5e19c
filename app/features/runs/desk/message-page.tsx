/** A message to the learners of runs: written, seen as it goes out, then sent. */

import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { BulkAnswer, type BulkRow } from '../../../desk/ui/bulk.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { TwoLanguages } from '../../../desk/ui/two-languages.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import styles from './runs.module.css'

type Preview = Awaited<ReturnType<PageRequest['api']['runs']['previewRunMessage']>>
type Previewed = { preview: Preview; typed: Record<string, string> }

const FIELDS = ['subject.ar', 'subject.en', 'text.ar', 'text.en'] as const

/** The runs in the address: `run=3,7`, or all that match the filters of their list, as many as `all` says. */
function runsIn(request: Request) {
  const { run, all, ...filters } = queryOf(request)
  return all ? { matching: { ...filters, count: all } } : { ids: run?.split(',').filter(Boolean) ?? [] }
}

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'runs.plan')
  const { ids, matching } = runsIn(request)
  const [only] = ids?.length === 1 ? ids : []
  return {
    count: ids ? ids.length : Number(matching.count),
    run: only === undefined ? null : await page.api.runs.run({ id: Number(only) || 0 }),
  }
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
  const shown = await api.runs.previewRunMessage({ ...runsIn(request), ...wordsIn(form) } as never)
  return { result: { preview: shown, typed } satisfies Previewed }
}

const send: Intents[string] = async ({ api }, form, { request }) => {
  const fingerprint = String(form.get('fingerprint') ?? '')
  const { rows } = await api.runs.sendRunMessage({ ...runsIn(request), ...wordsIn(form), fingerprint } as never)
  const mails = rows.reduce((sum, row) => sum + row.mails, 0)
  return { result: { mails, rows: rows.map(({ id: key, ...row }) => ({ key, ...row })) } }
}

export const action = deskAction({ preview, send })

export const meta = deskMeta('runs', (t) => t.writing.title)

export default function MessagePage() {
  const { writing: t, title } = useDeskTexts('runs')
  const lang = useLang()
  const { count, run } = useLoaderData<typeof loader>()
  const { confirm, resultOf, failureOf, typedIn } = useDeskAnswer()
  const sent = resultOf('send') as { mails: number; rows: BulkRow[] } | undefined
  const previewed = resultOf('preview') as Previewed | undefined
  const failure = failureOf('preview') ?? failureOf('send')
  const values: Record<string, string | undefined> = previewed?.typed ?? { ...typedIn('preview'), ...typedIn('send') }
  const both = (name: 'subject' | 'text') => ({ ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' })
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).flatMap(([name, found]) => (found ? [[name, found]] : [])),
  )
  const head = (
    <DeskHead
      title={t.title}
      lead={run ? `${run.course.name} · ${formatDay(run.startsAt, lang)}` : t.runs(count)}
      above={run ? { title: run.course.name, path: `runs/${run.id}` } : { title, path: 'runs' }}
    />
  )
  if (count === 0)
    return (
      <>
        {head}
        <EmptyState title={t.none} body={t.noneBody} />
      </>
    )
  if (sent)
    return (
      <>
        {head}
        {sent.mails > 0 ? <Alert kind="success">{t.sent(sent.mails)}</Alert> : null}
        <BulkAnswer rows={sent.rows} />
        <ButtonLink to={deskLink(lang, run ? `runs/${run.id}` : 'runs')} variant="quiet">
          {t.toRuns}
        </ButtonLink>
      </>
    )
  return (
    <>
      {head}
      <p>{t.lead}</p>
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <KeptForm name={run ? String(run.id) : 'many'} until="send" className={styles.form} preventScrollReset>
        <FormErrors
          failure={failure}
          labels={Object.fromEntries(FIELDS.map((name) => [name, name.startsWith('subject') ? t.subject : t.text]))}
        />
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
  )
}

/** What is sent, to how many, and the button that sends it. */
function Outgoing({ runs, mails, already, samples, fingerprint }: Preview) {
  const { writing: t } = useDeskTexts('runs')
  const lang = useLang()
  return (
    <Panel title={t.before}>
      <ul className={styles.rows}>
        {runs.map(({ id, name, startsAt, mails: learners }) => (
          <li key={id}>
            <bdi>{name}</bdi> <span>{formatDay(startsAt, lang)}</span>
            <span className={styles.end}>{t.goesTo(learners, '').trim()}</span>
          </li>
        ))}
      </ul>
      {already > 0 ? <Alert kind="info">{t.already(already)}</Alert> : null}
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
          <p className={styles.note}>{t.noUndo}</p>
          <SubmitButton name="intent" value="send">
            {t.send(mails)}
          </SubmitButton>
        </>
      )}
    </Panel>
  )
}
