import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { orderByReference } from '../../../desk/order-by-reference.ts'
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

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const [payment, { rights }] = await Promise.all([
    api.payments.unmatchedPayment({ id: params.id ?? '' }),
    api.desk.me({}),
  ])
  return { payment, rights, done: queryOf(request).done }
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
  const { payment, rights, done } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const said = done === undefined ? undefined : t.done[done]
  const { kind, status, provider, order, learner } = payment
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
            <Decisions key={payment.decidedAt ?? ''} payment={payment} rights={rights} />
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
              [t.learner, learner ? <bdi key="learner">{`${learner.name} (${learner.email})`}</bdi> : null],
              [t.payments.failure, payment.failureReason ? <bdi key="failure">{payment.failureReason}</bdi> : null],
              [t.order.decidedBy, payment.decidedBy ? <bdi key="by">{payment.decidedBy.name}</bdi> : null],
              [t.payments.decided, payment.decidedAt ? <Moment key="at" iso={payment.decidedAt} /> : null],
              [t.bankReference, payment.bankReference ? <bdi key="bank">{payment.bankReference}</bdi> : null],
              [t.note, payment.note ? <bdi key="note">{payment.note}</bdi> : null],
            ]}
          />
        </Panel>
      </RecordSides>
    </>
  )
}

function Decisions({ payment, rights }: Pick<Data, 'payment' | 'rights'>) {
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
      {status === 'open' && kind === 'unmatched' && may.has('payments.match') ? <Attach amount={amount} /> : null}
      {status === 'open' && mayReturn && provider !== 'transfer' && provider !== 'cash' ? (
        <SendBack intent="sendBack" amount={amount} />
      ) : null}
      {mayReturn ? <SendBack intent="byHand" amount={amount} /> : null}
    </Commands>
  )
}

function Attach({ amount }: { amount: string }) {
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
      labels={{ order: t.payments.attach.order, note: t.note }}
      isOpen={unknown !== undefined}
    >
      <TextField
        {...order}
        label={t.payments.attach.order}
        hint={t.payments.attach.orderHint}
        defaultValue={unknown ?? order.defaultValue}
        errors={unknown === undefined ? order.errors : [t.payments.attach.unknown]}
        dir="ltr"
        required
      />
      <TextAreaField {...field('note')} label={t.note} rows={2} />
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
      labels={{ bankReference: t.bankReference, note: t.note }}
    >
      {intent === 'byHand' ? <TextField {...field('bankReference')} label={t.bankReference} required /> : null}
      <TextAreaField {...field('note')} label={t.note} rows={2} />
    </Command>
  )
}
