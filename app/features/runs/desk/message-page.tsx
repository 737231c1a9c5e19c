/** A message to the learners of runs: written, seen as it goes out, then sent. */

import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { messageIn, type TypedMessage, typedMessage } from '../../../desk/messages/message-fields.ts'
import { MessageForm, OutgoingMessage } from '../../../desk/messages/message-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { BulkAnswer, type BulkRow } from '../../../desk/ui/lists/bulk.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import styles from './runs.module.css'

type Preview = Awaited<ReturnType<PageRequest['api']['runs']['previewRunMessage']>>
type Previewed = { preview: Preview; typed: TypedMessage }

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

const preview: Intents[string] = async ({ api }, form, { request }) => {
  const shown = await api.runs.previewRunMessage({ ...runsIn(request), ...messageIn(form) } as never)
  return { result: { preview: shown, typed: typedMessage(form) } satisfies Previewed }
}

const send: Intents[string] = async ({ api }, form, { request }) => {
  const fingerprint = String(form.get('fingerprint') ?? '')
  const { rows } = await api.runs.sendRunMessage({ ...runsIn(request), ...messageIn(form), fingerprint } as never)
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
  const values: Partial<TypedMessage> = previewed?.typed ?? { ...typedIn('preview'), ...typedIn('send') }
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
      <MessageForm
        name={run ? String(run.id) : 'many'}
        hint={t.textHint}
        values={values}
        failure={failure}
        outgoing={previewed ? <Outgoing {...previewed.preview} /> : null}
      />
    </>
  )
}

/** The runs that it goes to, and the message as it goes out. */
function Outgoing({ runs, already, ...message }: Preview) {
  const { writing: t } = useDeskTexts('runs')
  const form = useDeskTexts('messageForm')
  const lang = useLang()
  return (
    <OutgoingMessage {...message}>
      <ul className={styles.rows}>
        {runs.map(({ id, name, startsAt, mails }) => (
          <li key={id}>
            <bdi>{name}</bdi> <span>{formatDay(startsAt, lang)}</span>
            <span className={styles.end}>{form.goesTo(mails, '').trim()}</span>
          </li>
        ))}
      </ul>
      {already > 0 ? <Alert kind="info">{t.already(already)}</Alert> : null}
    </OutgoingMessage>
  )
}
