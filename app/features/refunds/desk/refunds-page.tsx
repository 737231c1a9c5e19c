import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Amount } from '../../../desk/ui/amount.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './refunds.module.css'

const PATH = 'refunds'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const asked = { WaitsFor: query.waitsFor, SearchTerm: query.query, ...pageAsked(query) }
  const [list, { rights }] = await Promise.all([page.api.refunds.waitingRefunds(asked as object), page.api.desk.me({})])
  const toConfirm = await proofForExport(page, queryOf(request))
  return { query, list, toConfirm, mayExport: rights.includes('learners.export') }
})

/** After a refusal, too: somebody else may have dealt with the refund. */
export const shouldRevalidate = () => true

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()
const refundIn = (form: FormData) => ({ id: text(form, 'orderId'), refundId: text(form, 'refundId') })

/** What is done stays in the list's address, so that the next one follows. */
const linkOf = (lang: 'ar' | 'en', request: Request, done: string) =>
  deskLink(lang, PATH, { ...queryOf(request), done })

export const action = deskAction({
  export: exportIntent(() => PATH),
  retry: async ({ api, lang }, form, { request }) => {
    await api.refunds.retryRefund({ ...refundIn(form), note: text(form, 'note') || undefined })
    return { to: linkOf(lang, request, 'retried') }
  },
  sent: async ({ api, lang }, form, { request }) => {
    const [bankReference, note] = [text(form, 'bankReference'), text(form, 'note') || undefined]
    await api.refunds.recordRefund({ ...refundIn(form), bankReference, note })
    return { to: linkOf(lang, request, 'sent') }
  },
})

export const meta = deskMeta('sales', (t) => t.refunds.title)

type Refund = Awaited<ReturnType<typeof loader>>['list']['items'][number]

/** The refunds that wait for a person, each with its next action; a request is decided on the order's page. */
export default function RefundsPage() {
  const t = useDeskTexts('sales')
  const { query, list, toConfirm, mayExport } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const said = query.done === undefined ? undefined : t.refunds.done[query.done]
  const { done: _, ...filters } = query
  return (
    <>
      <DeskHead title={t.refunds.title} lead={t.refunds.lead} />
      <ExportProof asked={toConfirm} />
      {said && !confirm ? <DoneAlert>{said}</DoneAlert> : null}
      <CountedChoices
        label={t.refunds.waitsFor}
        path={PATH}
        query={filters}
        name="waitsFor"
        choices={Object.entries(t.waits).map(([value, label]) => ({
          ...{ value, label },
          count: list.counts[value as keyof typeof list.counts],
        }))}
      />
      <Filters path={PATH} query={filters} searchLabel={t.search}>
        {query.waitsFor ? <input type="hidden" name="waitsFor" value={query.waitsFor} /> : null}
      </Filters>
      <RecordList<Refund>
        label={t.refunds.title}
        rows={list.items}
        address={{ path: PATH, query: filters }}
        keyOf={({ id }) => id}
        pathOf={({ order }) => `orders/${order.id}`}
        empty={<EmptyState title={t.refunds.none} body={t.refunds.noneBody} />}
        columns={[
          { name: 'reference', title: t.reference, cell: ({ order }) => <bdi>{order.reference}</bdi> },
          { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
          {
            name: 'waitsFor',
            title: t.refunds.waitsFor,
            cell: ({ waitsFor }) => <Badge tone={TONES[waitsFor]}>{t.waits[waitsFor]}</Badge>,
          },
          {
            name: 'reason',
            title: t.reason,
            cell: ({ reason, failureReason }) => <bdi>{failureReason ?? reason}</bdi>,
            wideOnly: true,
          },
          { name: 'account', title: t.refunds.account, cell: (refund) => <Account refund={refund} /> },
          { name: 'since', title: t.since, cell: ({ since }) => <Moment iso={since} /> },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ amountHalalas, currency }) => <Amount hundredths={amountHalalas} currency={currency} />,
          },
          { name: 'next', title: t.refunds.next, cell: (refund) => <NextAction refund={refund} /> },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={filters}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={nextPage(list)}
      >
        {mayExport ? <ExportLinks path={PATH} query={filters} /> : null}
      </RecordListFoot>
    </>
  )
}

const TONES = { requested: 'sand', refused: 'clay', unclear: 'clay', unconfirmed: 'sand', transfer: 'mint' } as const

/** Of a bank transfer, which staff send: where to, and the accounts from which it came. */
function Account({ refund: { waitsFor, refundTo, paidFrom } }: { refund: Refund }) {
  const t = useDeskTexts('sales').refunds
  const lang = useLang()
  if (waitsFor !== 'transfer') return '—'
  const isSame = (account: string) => account === refundTo?.iban
  return (
    <>
      {refundTo ? (
        <>
          <bdi dir="ltr">{refundTo.iban}</bdi> · <bdi>{refundTo.holder}</bdi>
        </>
      ) : (
        t.noAccount
      )}
      {paidFrom.map(({ account, name, day }) => (
        <p className={styles.paidFrom} key={account}>
          {isSame(account) ? (
            t.samePayer(formatDay(day, lang))
          ) : (
            <>
              {t.paidFrom(formatDay(day, lang))} <bdi dir="ltr">{account}</bdi>
              {name ? (
                <>
                  {' '}
                  · <bdi>{name}</bdi>
                </>
              ) : null}
            </>
          )}
        </p>
      ))}
    </>
  )
}

/** What the row waits for. A request is decided beside what its order tells. */
function NextAction({ refund }: { refund: Refund }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const { waitsFor, order } = refund
  if (waitsFor === 'requested' || waitsFor === 'unconfirmed')
    return <Link to={deskLink(lang, `orders/${order.id}`)}>{t.refunds.open[waitsFor]}</Link>
  return (
    <Commands>
      {waitsFor === 'transfer' ? null : <Unsent intent="retry" refund={refund} />}
      <Unsent intent="sent" refund={refund} />
    </Commands>
  )
}

function Unsent({ intent, refund }: { intent: 'retry' | 'sent'; refund: Refund }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const id = `${intent}-${refund.id}`
  const field = useCommandField(intent, id)
  const { title, happens, submit } = t[intent]
  return (
    <Command
      intent={intent}
      id={id}
      title={title}
      happens={happens(formatMoney(refund.amountHalalas, lang))}
      submit={submit}
      hidden={{ refundId: refund.id, orderId: refund.order.id }}
      labels={{ bankReference: t.bankReference, note: t.note }}
    >
      {intent === 'sent' ? <TextField {...field('bankReference')} label={t.bankReference} dir="auto" required /> : null}
      <TextAreaField {...field('note')} label={t.note} rows={2} />
    </Command>
  )
}
