import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { orderByReference, quoteByNumber } from '../../../desk/order-by-reference.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Amount } from '../../../desk/ui/amount.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMoney, formatRiyals } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { FindWhatItPaid } from './find-what-it-paid.tsx'

const MAX_FOUND = 10

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const id = params.id ?? ''
  const query = queryOf(request)
  const [payment, { rights }] = await Promise.all([api.payments.unmatchedPayment({ id }), api.desk.me({})])
  const isToAttach = payment.status === 'open' && payment.kind === 'unmatched' && rights.includes('payments.match')
  const search = query.query?.slice(0, 100)
  const [found, purchases, preview, purchase] = await Promise.all([
    isToAttach && search ? api.orders.orders({ SearchTerm: search, PageSize: MAX_FOUND }) : null,
    isToAttach && search ? api.quotes.quotes({ query: search, state: 'accepted', limit: MAX_FOUND }) : null,
    isToAttach && query.order ? api.payments.attachPreview({ id, orderId: query.order }) : null,
    isToAttach && query.quote
      ? api.purchasePayments.attachToPurchasePreview({ id, quoteId: query.quote as never })
      : null,
  ])
  const items = { found: found?.items ?? null, purchases: purchases?.items ?? null }
  return { payment, rights, query, isToAttach, ...items, preview, purchase, done: query.done }
})

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

const linkOf = ({ lang }: PageRequest, id: string, done: string) => deskLink(lang, `payments/${id}`, { done })

export const action = deskAction({
  attach: async (page, form, { params }) => {
    const id = params.id ?? ''
    const quoteId = await quoteByNumber(page.api, text(form, 'order'))
    if (quoteId !== undefined) {
      await page.api.purchasePayments.attachToPurchase({ id, quoteId, note: text(form, 'note') })
      return { to: linkOf(page, id, 'attachedToPurchase') }
    }
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
              key={`${payment.decidedAt} ${finding.preview?.order.id} ${finding.purchase?.quote.id}`}
              payment={payment}
              rights={rights}
              preview={finding.preview}
              purchase={finding.purchase}
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
        {isToAttach ? <FindWhatItPaid id={payment.id} {...finding} /> : null}
      </RecordSides>
    </>
  )
}

function Decisions({ payment, rights, ...previews }: Pick<Data, 'payment' | 'rights' | 'preview' | 'purchase'>) {
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
        <Attach amount={amount} {...previews} />
      ) : null}
      {status === 'open' && mayReturn && provider !== 'transfer' && provider !== 'cash' ? (
        <SendBack intent="sendBack" amount={amount} />
      ) : null}
      {mayReturn ? <SendBack intent="byHand" amount={amount} /> : null}
    </Commands>
  )
}

function Attach({ amount, preview, purchase }: { amount: string } & Pick<Data, 'preview' | 'purchase'>) {
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
      isOpen={unknown !== undefined || preview?.refusal === null || purchase?.refusal === null}
    >
      <TextField
        {...order}
        label={t.payments.attach.order}
        hint={t.payments.attach.orderHint}
        defaultValue={unknown ?? order.defaultValue ?? preview?.order.reference ?? purchase?.quote.number}
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
