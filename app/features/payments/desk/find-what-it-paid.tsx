/** What an unmatched payment is for, found by number, name or phone, and what attaching it would do. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { type Column, RecordList } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'

type Api = PageRequest['api']
type Order = Awaited<ReturnType<Api['orders']['orders']>>['items'][number]
type Quote = Awaited<ReturnType<Api['quotes']['quotes']>>['items'][number]
type OfOrder = Awaited<ReturnType<Api['payments']['attachPreview']>>
type OfPurchase = Awaited<ReturnType<Api['purchasePayments']['attachToPurchasePreview']>>

type Props = {
  id: string
  query: Record<string, string>
  found: Order[] | null
  purchases: Quote[] | null
  preview: OfOrder | null
  purchase: OfPurchase | null
}

export function FindWhatItPaid({ id, query, found, purchases, preview, purchase }: Props) {
  const { search, payments } = useDeskTexts('sales')
  const path = `payments/${id}`
  return (
    <Panel title={payments.find.title}>
      <Filters path={path} query={query.query ? { query: query.query } : {}} searchLabel={search} />
      {found?.length === 0 && purchases?.length === 0 ? <p>{payments.find.none}</p> : null}
      {found && found.length > 0 ? <Orders found={found} path={path} term={query.query ?? ''} /> : null}
      {purchases && purchases.length > 0 ? <Purchases found={purchases} path={path} term={query.query ?? ''} /> : null}
      {preview ? <AttachPreview preview={preview} /> : null}
      {purchase ? <PurchasePreview preview={purchase} /> : null}
    </Panel>
  )
}

type OwingProps = { id: string; owing: Quote[]; purchase: OfPurchase | null }

/** The other purchases of a company that it has not paid, for what it paid too much. */
export function OwingPurchases({ id, owing, purchase }: OwingProps) {
  const { payments } = useDeskTexts('sales')
  return (
    <Panel title={payments.find.owing}>
      {owing.length > 0 ? <Purchases found={owing} path={`payments/${id}`} /> : <p>{payments.find.owingNone}</p>}
      {purchase ? <PurchasePreview preview={purchase} /> : null}
    </Panel>
  )
}

/** What it costs, and the link that shows what attaching the payment would do. */
function useLastColumns<Row extends { totalHalalas: number }>(linkOf: (row: Row) => string): Column<Row>[] {
  const t = useDeskTexts('sales')
  return [
    {
      name: 'total',
      title: t.total,
      numeric: true,
      cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
    },
    {
      name: 'preview',
      title: t.payments.find.preview,
      cell: (row) => (
        <Link to={linkOf(row)} preventScrollReset>
          {t.payments.find.show}
        </Link>
      ),
    },
  ]
}

type Found<Row> = { found: Row[]; path: string; term?: string }

function Orders({ found, path, term }: Found<Order>) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  return (
    <RecordList<Order>
      label={t.payments.find.orders}
      rows={found}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `orders/${id}`}
      columns={[
        { name: 'reference', title: t.payments.order, cell: ({ reference }) => <bdi>{reference}</bdi> },
        { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
        { name: 'status', title: t.status, cell: ({ status }) => <Badge tone="sand">{t.statuses[status]}</Badge> },
        ...useLastColumns<Order>(({ id }) => deskLink(lang, path, { query: term ?? '', order: id })),
      ]}
    />
  )
}

function Purchases({ found, path, term }: Found<Quote>) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  return (
    <RecordList<Quote>
      label={t.payments.find.purchases}
      rows={found}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `quotes/${id}`}
      columns={[
        { name: 'number', title: t.payments.quote, cell: ({ number }) => <bdi>{number}</bdi> },
        { name: 'company', title: t.payments.find.company, cell: ({ company }) => <bdi>{company.name}</bdi> },
        {
          name: 'due',
          title: t.payments.find.due,
          numeric: true,
          cell: ({ dueHalalas }) => <Money halalas={Math.max(dueHalalas ?? 0, 0)} exact />,
        },
        ...useLastColumns<Quote>(({ id }) =>
          deskLink(lang, path, { ...(term ? { query: term } : {}), quote: String(id) }),
        ),
      ]}
    />
  )
}

function AttachPreview({ preview }: { preview: OfOrder }) {
  const t = useDeskTexts('sales')
  const { order, learner, totalHalalas, missingHalalas, overHalalas, isSeatHeld, refusal } = preview
  const texts = t.payments.find
  return (
    <section aria-live="polite">
      <Alert kind={refusal ? 'warning' : 'info'}>
        {refusal ? texts.refusals[refusal] : isSeatHeld ? texts.willBePaid : texts.mayBeSentBack}
      </Alert>
      <Facts
        facts={[
          [t.payments.order, <bdi key="order">{order.reference}</bdi>],
          [t.learner, <bdi key="learner">{learner ?? t.erased}</bdi>],
          [t.course, order.course],
          [t.status, t.statuses[order.status]],
          [t.total, <Money key="total" halalas={totalHalalas} exact />],
          [texts.missing, missingHalalas > 0 ? <Money key="missing" halalas={missingHalalas} exact /> : null],
          [texts.over, overHalalas > 0 ? <Money key="over" halalas={overHalalas} exact /> : null],
        ]}
      />
    </section>
  )
}

function PurchasePreview({ preview }: { preview: OfPurchase }) {
  const { payments } = useDeskTexts('sales')
  const { quote, company, dueHalalas, dueAfterHalalas, overHalalas, restIsCredit, opensSeats, refusal } = preview
  const t = payments.find
  return (
    <section aria-live="polite">
      <Alert kind={refusal ? 'warning' : 'info'}>
        {refusal ? t.refusals[refusal] : opensSeats ? t.opensSeats : t.paysPurchase}
      </Alert>
      <Facts
        facts={[
          [payments.quote, <bdi key="quote">{quote.number}</bdi>],
          [t.company, <bdi key="company">{company}</bdi>],
          [t.due, <Money key="due" halalas={Math.max(dueHalalas, 0)} exact />],
          [
            restIsCredit ? t.rest : t.overDue,
            overHalalas > 0 ? <Money key="over" halalas={overHalalas} exact /> : null,
          ],
          [t.dueAfter, dueAfterHalalas === null ? null : <Money key="after" halalas={dueAfterHalalas} exact />],
        ]}
      />
    </section>
  )
}
