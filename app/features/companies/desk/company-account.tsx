/** What a company has bought, owes and uses: its quotes, documents and the orders of its employees. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** Of each list the newest; the rest is a link away. */
const SHOWN = 5

export async function accountFor({ api }: PageRequest, id: number) {
  const [account, quotes, orders, coupons] = await Promise.all([
    api.companies.companyAccount({ id }),
    api.quotes.quotes({ companyId: id, limit: SHOWN } as object),
    api.orders.orders({ CompanyId: id, PageSize: SHOWN } as object),
    api.coupons.coupons({ companyId: id, limit: SHOWN } as object),
  ])
  return { ...account, quotes: quotes.items, orders: orders.items, coupons: coupons.items }
}
export type Account = Awaited<ReturnType<typeof accountFor>>

export function CompanyAccount({ id, account }: { id: number; account: Account }) {
  const { account: t } = useDeskTexts('companies')
  const lang = useLang()
  const { sums, quotes } = account
  const unused = sums.seats - sums.usedSeats
  const money = (halalas: number) => <Money key={halalas} halalas={halalas} exact />
  return (
    <>
      <Panel title={t.title}>
        <Facts
          facts={[
            [t.purchases, formatNumber(sums.purchases)],
            [t.bought, money(sums.boughtHalalas)],
            [t.paid, money(sums.paidHalalas)],
            [t.due, money(sums.dueHalalas)],
            [t.overdue, sums.overdueHalalas > 0 ? money(sums.overdueHalalas) : null],
            [t.owed, sums.owedHalalas > 0 ? money(sums.owedHalalas) : null],
            [t.seats, t.seatsUsed(formatNumber(sums.usedSeats), formatNumber(sums.seats))],
            [t.unused, unused > 0 ? formatNumber(unused) : null],
          ]}
        />
      </Panel>
      {quotes.length > 0 ? (
        <Panel title={t.quotes} actions={<Link to={deskLink(lang, 'quotes', { company: id })}>{t.allQuotes}</Link>}>
          <Quotes quotes={quotes} />
        </Panel>
      ) : null}
      {account.documents.length > 0 ? (
        <Panel title={t.documents}>
          <Documents documents={account.documents} />
        </Panel>
      ) : null}
      {account.orders.length > 0 ? (
        <Panel title={t.orders} actions={<Link to={deskLink(lang, 'orders', { company: id })}>{t.allOrders}</Link>}>
          <Orders orders={account.orders} />
        </Panel>
      ) : null}
      {account.coupons.length > 0 ? (
        <Panel title={t.coupons} actions={<Link to={deskLink(lang, 'coupons', { company: id })}>{t.allCoupons}</Link>}>
          <Coupons coupons={account.coupons} />
        </Panel>
      ) : null}
    </>
  )
}

const QUOTE_TONES = {
  draft: 'sand',
  sent: 'deep',
  accepted: 'mint',
  declined: 'clay',
  withdrawn: 'clay',
  expired: 'clay',
} as const
const ORDER_TONES = {
  pending: 'sand',
  paid: 'mint',
  refunded: 'deep',
  cancelled: 'sand',
  expired: 'sand',
  failed: 'clay',
} as const

function Quotes({ quotes }: Pick<Account, 'quotes'>) {
  const t = useDeskTexts('quotes')
  return (
    <RecordList<Account['quotes'][number]>
      label={t.title}
      rows={quotes}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `quotes/${id}`}
      columns={[
        { name: 'number', title: t.number, cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
        {
          name: 'state',
          title: t.state,
          cell: ({ state }) => <Badge tone={QUOTE_TONES[state]}>{t.states[state]}</Badge>,
        },
        { name: 'seats', title: t.seatCount, cell: ({ seats }) => formatNumber(seats), numeric: true },
        { name: 'total', title: t.total, cell: (quote) => <Money halalas={quote.totalHalalas} exact />, numeric: true },
        {
          name: 'due',
          title: t.due,
          cell: ({ dueHalalas }) => (dueHalalas === null ? '—' : <Money halalas={dueHalalas} exact />),
          numeric: true,
        },
      ]}
    />
  )
}

function Coupons({ coupons }: Pick<Account, 'coupons'>) {
  const t = useDeskTexts('coupons')
  return (
    <RecordList<Account['coupons'][number]>
      label={t.title}
      rows={coupons}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `coupons/${id}`}
      columns={[
        { name: 'code', title: t.code, cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
        { name: 'state', title: t.state, cell: ({ state }) => t.states[state] },
        { name: 'uses', title: t.uses, cell: ({ uses }) => formatNumber(uses), numeric: true },
      ]}
    />
  )
}

function Documents({ documents }: Pick<Account, 'documents'>) {
  const { account: t } = useDeskTexts('companies')
  return (
    <RecordList<Account['documents'][number]>
      label={t.documents}
      rows={documents}
      keyOf={({ number }) => number}
      pathOf={({ quote }) => `quotes/${quote.id}`}
      columns={[
        { name: 'quote', title: t.quote, cell: ({ quote }) => <bdi dir="ltr">{quote.number}</bdi> },
        {
          name: 'number',
          title: t.number,
          cell: ({ kind, number, url }) => (
            <a href={url}>
              {t.kinds[kind]} <bdi dir="ltr">{number}</bdi>
            </a>
          ),
        },
        { name: 'issued', title: t.issued, cell: ({ issuedAt }) => <Moment iso={issuedAt} /> },
        {
          name: 'total',
          title: t.total,
          cell: ({ kind, totalHalalas }) => (
            <Money halalas={kind === 'credit-note' ? -totalHalalas : totalHalalas} exact />
          ),
          numeric: true,
        },
      ]}
    />
  )
}

function Orders({ orders }: Pick<Account, 'orders'>) {
  const t = useDeskTexts('sales')
  return (
    <RecordList<Account['orders'][number]>
      label={t.orders.title}
      rows={orders}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `orders/${id}`}
      columns={[
        { name: 'reference', title: t.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
        { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
        { name: 'course', title: t.course, cell: ({ course }) => course },
        {
          name: 'status',
          title: t.status,
          cell: ({ status }) => <Badge tone={ORDER_TONES[status]}>{t.statuses[status]}</Badge>,
        },
        { name: 'placed', title: t.placed, cell: ({ createdAt }) => <Moment iso={createdAt} /> },
      ]}
    />
  )
}
