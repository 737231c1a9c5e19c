import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, refusedAt } from '../../../desk/desk-page.ts'
import { orderByReference, quoteByNumber } from '../../../desk/order-by-reference.ts'
import { deskTextsIn, useDeskTexts } from '../../../desk/texts.tsx'
import { Amount } from '../../../desk/ui/amount.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatMoney, formatRiyals } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { FindWhatItPaid, OwingPurchases } from './find-what-it-paid.tsx'

const MAX_FOUND = 10
const MAX_PURCHASES = 50

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const id = params.id ?? ''
  const query = queryOf(request)
  const [payment, { rights }] = await Promise.all([api.payments.unmatchedPayment({ id }), api.desk.me({})])
  const isToMatch = payment.status === 'open' && rights.includes('payments.match')
  const isToAttach = isToMatch && payment.kind === 'unmatched'
  const isSurplus = isToMatch && payment.kind === 'surplus' && payment.currency === 'SAR'
  const search = query.query?.slice(0, 100)
  const [found, purchases, preview, purchase, owing] = await Promise.all([
    isToAttach && search ? api.orders.orders({ SearchTerm: search, PageSize: MAX_FOUND }) : null,
    isToAttach && search ? api.quotes.quotes({ query: search, state: 'accepted', limit: MAX_FOUND }) : null,
    isToAttach && query.order ? api.payments.attachPreview({ id, orderId: query.order }) : null,
    (isToAttach || isSurplus) && query.quote
      ? api.purchasePayments.attachToPurchasePreview({ id, quoteId: query.quote as never })
      : null,
    isSurplus && payment.quote ? owingWith(api, payment.quote.id) : null,
  ])
  const items = { found: found?.items ?? null, purchases: purchases?.items ?? null }
  return { payment, rights, query, isToAttach, ...items, preview, purchase, owing, done: query.done }
})

/** What the company of a purchase has not paid of all of its purchases. */
async function owingWith(api: PageRequest['api'], quoteId: number) {
  const { company } = await api.quotes.quote({ id: quoteId })
  const { items } = await api.quotes.quotes({ companyId: company.id, balance: 'due', limit: MAX_PURCHASES } as object)
  return items
}

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
    const isSurplus = (await page.api.payments.unmatchedPayment({ id })).kind === 'surplus'
    const orderId = await orderByReference(page.api, text(form, 'order'))
    if (orderId === undefined || isSurplus) {
      const { attachSurplus, attach } = deskTextsIn(page.lang, 'sales').payments
      return refusedAt('order', (isSurplus ? attachSurplus : attach).unknown)
    }
    const { outcome } = await page.api.payments.attachPayment({ id, orderId, note: text(form, 'note') })
    return { to: linkOf(page, id, outcome === 'paid' ? 'attached' : 'attachedDue') }
  },
  keepAsCredit: async (page, form, { params }) => {
    const id = params.id ?? ''
    await page.api.purchasePayments.keepAsCredit({ id, note: text(form, 'note') })
    return { to: linkOf(page, id, 'keptAsCredit') }
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

export const meta = deskMeta<'sales', Data>('sales', (t, data, lang) =>
  data ? t.payments.named(amountOf(data.payment, lang), formatDay(data.payment.seenAt, lang)) : t.payments.title,
)

/** In the currency in which it was paid. */
const amountOf = ({ amountHalalas, currency }: Data['payment'], lang: Lang) =>
  currency === 'SAR' ? formatMoney(amountHalalas, lang) : `\u2066${currency} ${formatRiyals(amountHalalas)}\u2069`

export default function PaymentPage() {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const { payment, rights, isToAttach, owing, done, ...finding } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const said = done === undefined ? undefined : t.done[done]
  const { kind, status, provider, order, quote, learner } = payment
  const isDoubtful = done === 'returnFailed' || done === 'attachedDue' || done === 'returning'
  return (
    <>
      <DeskHead
        title={t.payments.named(amountOf(payment, lang), formatDay(payment.seenAt, lang))}
        lead={learner ? <bdi>{learner.name}</bdi> : undefined}
        above={{ title: t.payments.title, path: 'payments' }}
        badge={<Badge tone={status === 'open' ? 'clay' : 'mint'}>{t.payments.statuses[status]}</Badge>}
      />
      {said && !confirm ? <Alert kind={isDoubtful ? 'warning' : 'success'}>{said}</Alert> : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <RecordSides
        next={t.order.actions}
        aside={
          <Panel title={t.order.actions} isForScreen>
            <Decisions
              key={`${payment.decidedAt} ${finding.preview?.order.id} ${finding.purchase?.quote.id}`}
              payment={payment}
              rights={rights}
              preview={finding.preview}
              purchase={finding.purchase}
              isSurplus={owing !== null}
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
              [
                t.payments.number,
                <bdi key="number" dir="ltr">
                  {payment.providerReference}
                </bdi>,
              ],
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
        {owing ? <OwingPurchases id={payment.id} owing={owing} purchase={finding.purchase} /> : null}
      </RecordSides>
    </>
  )
}

type DecisionsProps = Pick<Data, 'payment' | 'rights' | 'preview' | 'purchase'> & { isSurplus: boolean }

function Decisions({ payment, rights, isSurplus, ...previews }: DecisionsProps) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const may = new Set<string>(rights)
  const { status, kind, provider } = payment
  const amount = amountOf(payment, lang)
  const mayReturn = may.has('refunds.send')
  if (status !== 'open' && status !== 'sending') return <p>{t.payments.settled}</p>
  return (
    <Commands>
      {isSurplus || (status === 'open' && kind === 'unmatched' && may.has('payments.match')) ? (
        <Attach amount={amount} isSurplus={isSurplus} {...previews} />
      ) : null}
      {isSurplus ? <WithReason intent="keepAsCredit" amount={amount} /> : null}
      {status === 'open' && mayReturn && provider !== 'transfer' && provider !== 'cash' ? (
        <WithReason intent="sendBack" amount={amount} />
      ) : null}
      {mayReturn ? <WithReason intent="byHand" amount={amount} /> : null}
    </Commands>
  )
}

type AttachProps = { amount: string; isSurplus: boolean } & Pick<Data, 'preview' | 'purchase'>

function Attach({ amount, isSurplus, preview, purchase }: AttachProps) {
  const t = useDeskTexts('sales')
  const texts = isSurplus ? t.payments.attachSurplus : t.payments.attach
  const field = useCommandField('attach')
  const order = field('order')
  return (
    <Command
      intent="attach"
      title={texts.title}
      happens={texts.happens(amount)}
      submit={texts.submit}
      labels={{ order: texts.order, note: t.reason }}
      isOpen={preview?.refusal === null || purchase?.refusal === null}
    >
      <TextField
        {...order}
        label={texts.order}
        hint={texts.orderHint}
        defaultValue={order.defaultValue ?? preview?.order.reference ?? purchase?.quote.number}
        dir="ltr"
        required
      />
      <TextAreaField {...field('note')} label={t.reason} rows={2} required />
    </Command>
  )
}

function WithReason({ intent, amount }: { intent: 'sendBack' | 'byHand' | 'keepAsCredit'; amount: string }) {
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
