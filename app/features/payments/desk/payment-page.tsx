import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { orderByReference } from '../../../desk/order-by-reference.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Amount } from '../../../desk/ui/amount.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMoney, formatRiyals } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'

const MAX_FOUND = 10

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const id = params.id ?? ''
  const query = queryOf(request)
  const [payment, { rights }] = await Promise.all([api.payments.unmatchedPayment({ id }), api.desk.me({})])
  const isToAttach = payment.status === 'open' && payment.kind === 'unmatched' && rights.includes('payments.match')
  const [found, preview] = await Promise.all([
    isToAttach && query.query
      ? api.orders.orders({ SearchTerm: query.query.slice(0, 100), PageSize: MAX_FOUND })
      : null,
    isToAttach && query.order ? api.payments.attachPreview({ id, orderId: query.order }) : null,
  ])
  return { payment, rights, query, isToAttach, found: found?.items ?? null, preview, done: query.done }
})

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

const linkOf = ({ lang }: PageRequest, id: string, done: string) => deskLink(lang, `payments/${id}`, { done })

export const action = deskAction({
  attach: async (page, form, { params }) => {
    const id = params.id ?? ''
    const orderId = await orderByReference(page.api, text(form, 'order'))
    // As when the call is given no order: with what was typed.
    if (orderId === undefined) return { result: { unknown: text(form, 'order') } }
    const { outcome } = await page.api.payments.attachPayment({ id, orderId, note: text(form, 'note') })
    return { to: linkOf(page, id, outcome === 'paid' ? 'attached' : 'attachedDue') }
  },
  sendBack: async (page, form, { params }) => {
    const id = params.id ?? ''
    const { status } = await page.api.payments.returnPayment({ id, note: text(form, 'note') })
    const done = { returned: 'returned', sending: 'returning', open: 'returnFailed', attached: 'returnFailed' }[status]
    return { to: linkOf(page, id, done) }
  },
  byHand: async (page, form, { params }) => {
    const id = params.id ?? ''
    const [bankReference, note] = [text(form, 'bankReference'), text(form, 'note')]
    await page.api.payments.returnPayment({ id, byHand: true, bankReference, note })
    return { to: linkOf(page, id, 'returned') }
  },
})

type Data = Awaited<ReturnType<typeof loader>>

export const meta = deskMeta<'sales', Data>('sales', (t, data) => data?.payment.providerReference ?? t.payments.title)

export default function PaymentPage() {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const { payment, rights, isToAttach, done, ...finding } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const said = done === undefined ? undefined : t.done[done]
  const { kind, status, provider, order, quote, learner } = payment
  const isDoubtful = done === 'returnFailed' || done === 'attachedDue' || done === 'returning'
  return (
    <>
      <DeskHead
        title={<bdi dir="ltr">{payment.providerReference}</bdi>}
        above={{ title: t.payments.title, path: 'payments' }}
        badge={<Badge tone={status === 'open' ? 'clay' : 'mint'}>{t.payments.statuses[status]}</Badge>}
      />
      {said && !confirm ? <Alert kind={isDoubtful ? 'warning' : 'success'}>{said}</Alert> : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <RecordSides
        aside={
          <Panel title={t.order.actions} isForScreen>
            <Decisions
              key={`${payment.decidedAt} ${finding.preview?.order.id}`}
              payment={payment}
              rights={rights}
              preview={finding.preview}
            />
          </Panel>
        }
      >
        <Panel title={t.payments.payment}>
          <Facts
            facts={[
              [t.amount, <Amount key="amount" hundredths={payment.amountHalalas} currency={payment.currency} />],
              [t.payments.kind, t.payments.kinds[kind]],
              [t.payments.provider, (t.providers as Record<string, string>)[provider] ?? provider],
              [t.payments.seen, <Moment key="seen" iso={payment.seenAt} />],
              [
                t.payments.order,
                order ? (
                  <Link key="order" to={deskLink(lang, `orders/${order.id}`)}>
                    <bdi>{order.reference}</bdi>
                  </Link>
                ) : null,
              ],
              [
                t.payments.quote,
                quote ? (
                  <Link key="quote" to={deskLink(lang, `quotes/${quote.id}`)}>
                    <bdi>{quote.number}</bdi>
                  </Link>
                ) : null,
              ],
              [t.learner, learner ? <bdi key="learner">{`${learner.name} (${learner.email})`}</bdi> : null],
              [t.payments.failure, payment.failureReason ? <bdi key="failure">{payment.failureReason}</bdi> : null],
              [t.order.decidedBy, payment.decidedBy ? <bdi key="by">{payment.decidedBy.name}</bdi> : null],
              [t.payments.decided, payment.decidedAt ? <Moment key="at" iso={payment.decidedAt} /> : null],
              [t.bankReference, payment.bankReference ? <bdi key="bank">{payment.bankReference}</bdi> : null],
              [t.reason, payment.note ? <bdi key="note">{payment.note}</bdi> : null],
            ]}
          />
        </Panel>
        {isToAttach ? <FindOrder payment={payment} {...finding} /> : null}
      </RecordSides>
    </>
  )
}

/** The order that the payment is for: found by number, name or phone, and what attaching would do. */
function FindOrder({ payment, query, found, preview }: Pick<Data, 'payment' | 'query' | 'found' | 'preview'>) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const path = `payments/${payment.id}`
  return (
    <Panel title={t.payments.find.title}>
      <Filters path={path} query={query.query ? { query: query.query } : {}} searchLabel={t.search} />
      {found?.length === 0 ? <p>{t.payments.find.none}</p> : null}
      {found && found.length > 0 ? (
        <RecordList<Found>
          label={t.payments.find.title}
          rows={found}
          keyOf={({ id }) => id}
          pathOf={({ id }) => `orders/${id}`}
          columns={[
            { name: 'reference', title: t.payments.order, cell: ({ reference }) => <bdi>{reference}</bdi> },
            { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
            { name: 'status', title: t.status, cell: ({ status }) => <Badge tone="sand">{t.statuses[status]}</Badge> },
            {
              name: 'total',
              title: t.total,
              numeric: true,
              cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
            },
            {
              name: 'preview',
              title: t.payments.find.preview,
              cell: ({ id }) => (
                <Link to={deskLink(lang, path, { query: query.query ?? '', order: id })} preventScrollReset>
                  {t.payments.find.show}
                </Link>
              ),
            },
          ]}
        />
      ) : null}
      {preview ? <AttachPreview preview={preview} /> : null}
    </Panel>
  )
}

type Found = NonNullable<Data['found']>[number]

function AttachPreview({ preview }: { preview: NonNullable<Data['preview']> }) {
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

function Decisions({ payment, rights, preview }: Pick<Data, 'payment' | 'rights' | 'preview'>) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const may = new Set<string>(rights)
  const { status, kind, amountHalalas, currency, provider } = payment
  const amount =
    currency === 'SAR' ? formatMoney(amountHalalas, lang) : `\u2066${currency} ${formatRiyals(amountHalalas)}\u2069`
  const mayReturn = may.has('refunds.send')
  if (status !== 'open' && status !== 'sending') return <p>{t.payments.settled}</p>
  return (
    <Commands>
      {status === 'open' && kind === 'unmatched' && may.has('payments.match') ? (
        <Attach amount={amount} preview={preview} />
      ) : null}
      {status === 'open' && mayReturn && provider !== 'transfer' && provider !== 'cash' ? (
        <SendBack intent="sendBack" amount={amount} />
      ) : null}
      {mayReturn ? <SendBack intent="byHand" amount={amount} /> : null}
    </Commands>
  )
}

function Attach({ amount, preview }: { amount: string; preview: Data['preview'] }) {
  const t = useDeskTexts('sales')
  const { resultOf } = useDeskAnswer()
  const field = useCommandField('attach')
  const { unknown } = (resultOf('attach') ?? {}) as { unknown?: string }
  const order = field('order')
  return (
    <Command
      intent="attach"
      title={t.payments.attach.title}
      happens={t.payments.attach.happens(amount)}
      submit={t.payments.attach.submit}
      labels={{ order: t.payments.attach.order, note: t.reason }}
      isOpen={unknown !== undefined || preview?.refusal === null}
    >
      <TextField
        {...order}
        label={t.payments.attach.order}
        hint={t.payments.attach.orderHint}
        defaultValue={unknown ?? order.defaultValue ?? preview?.order.reference}
        errors={unknown === undefined ? order.errors : [t.payments.attach.unknown]}
        dir="ltr"
        required
      />
      <TextAreaField {...field('note')} label={t.reason} rows={2} required />
    </Command>
  )
}

function SendBack({ intent, amount }: { intent: 'sendBack' | 'byHand'; amount: string }) {
  const t = useDeskTexts('sales')
  const field = useCommandField(intent)
  const { title, happens, submit } = t.payments[intent]
  return (
    <Command
      intent={intent}
      title={title}
      happens={happens(amount)}
      submit={submit}
      labels={{ bankReference: t.bankReference, note: t.reason }}
    >
      {intent === 'byHand' ? <TextField {...field('bankReference')} label={t.bankReference} required /> : null}
      <TextAreaField {...field('note')} label={t.reason} rows={2} required />
    </Command>
  )
}
