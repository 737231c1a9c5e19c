/** What staff can decide about an order; each says what it does before its button. */
import { riyalsOf } from '../../../desk/riyals.ts'
import { type DeskTexts, useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { formatMoney } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { isPaidOnline } from '../prices/payment-methods.ts'
import type { OrderPageData } from './desk-order.ts'
import styles from './order.module.css'

type Order = OrderPageData['order']

export function OrderCommands({ order, rights, isOpen }: OrderPageData) {
  const t = useDeskTexts('sales')
  const may = new Set<string>(rights)
  const { status, transfer, refunds } = order
  const isUnsent = refunds.some((refund) => refund.status === 'sending' || refund.status === 'unclear')
  const commands = {
    declineRefund: may.has('refunds.send') && refunds.some((refund) => refund.status === 'requested'),
    refund: may.has('refunds.send') && status === 'paid' && !isUnsent,
    approve: may.has('transfers.decide') && transfer !== null && transfer.state !== 'approved' && status !== 'paid',
    decline: may.has('transfers.decide') && isOpen && transfer?.state === 'received',
    extend: may.has('orders.change') && isOpen,
    cancel: may.has('orders.change') && status === 'pending',
  }
  if (!Object.values(commands).some(Boolean)) return <p className={styles.quiet}>{t.order.noActions}</p>
  return (
    <Commands>
      {commands.approve ? <Approve order={order} /> : null}
      {commands.decline ? <WithReason intent="decline" hint={t.decline.reasonHint} /> : null}
      {commands.extend ? <Extend order={order} /> : null}
      {commands.refund ? <Refund order={order} /> : null}
      {commands.declineRefund ? <WithReason intent="declineRefund" hint={t.decline.reasonHint} /> : null}
      {commands.cancel ? <Cancel order={order} /> : null}
    </Commands>
  )
}

function Approve({ order: { transfer, totalHalalas, unpaidHalalas } }: { order: Order }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('approve')
  const left = totalHalalas - unpaidHalalas - (transfer?.receivedHalalas ?? 0)
  const amount = field('amountHalalas')
  const differences = Object.entries(t.approve.differences).map(([value, label]) => ({ value, label }))
  return (
    <Command
      intent="approve"
      title={t.approve.title}
      happens={t.approve.happens(formatMoney(left, lang))}
      submit={t.approve.submit}
      labels={{ amountHalalas: t.approve.amount, difference: t.approve.difference, note: t.note }}
      isOpen={transfer?.state === 'received'}
    >
      <TextField
        {...amount}
        label={t.approve.amount}
        defaultValue={amount.defaultValue ?? riyalsOf(left)}
        inputMode="decimal"
        dir="ltr"
        required
      />
      <SelectField
        {...field('difference')}
        label={t.approve.difference}
        hint={t.approve.differenceHint}
        options={differences}
      />
      <TextAreaField {...field('note')} label={t.note} hint={t.approve.noteHint} rows={2} />
    </Command>
  )
}

function Extend({ order }: { order: Order }) {
  const t = useDeskTexts('sales')
  const field = useCommandField('extend')
  const days = field('days')
  return (
    <Command
      intent="extend"
      title={t.extend.title}
      happens={
        <>
          <p>
            {t.extend.now} <Moment iso={order.expiresAt} />
          </p>
          <p>{t.extend.happens}</p>
        </>
      }
      submit={t.extend.submit}
      labels={{ days: t.extend.days, note: t.reason }}
    >
      <TextField
        {...days}
        label={t.extend.days}
        defaultValue={days.defaultValue ?? '3'}
        inputMode="numeric"
        dir="ltr"
        required
      />
      <TextAreaField {...field('note')} label={t.reason} hint={t.extend.reasonHint} rows={2} required />
    </Command>
  )
}

/** What ends: for whom, what it would have cost, what has arrived of it, and until when it would have been held. */
function Cancel({ order }: { order: Order }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('cancel')
  const { learner, course, totalHalalas, expiresAt, transfer } = order
  const received = transfer?.receivedHalalas ?? 0
  return (
    <Command
      intent="cancel"
      title={t.cancel.title}
      happens={
        <>
          <p>{t.cancel.of(learner?.name ?? t.erased, course.name, formatMoney(totalHalalas, lang))}</p>
          <p>
            {t.cancel.heldUntil} <Moment iso={expiresAt} />
          </p>
          {received > 0 ? <p>{t.cancel.received(formatMoney(received, lang))}</p> : null}
          <p>{t.cancel.happens}</p>
        </>
      }
      submit={t.cancel.submit}
      labels={{ reason: t.reason }}
    >
      <TextAreaField {...field('reason')} label={t.reason} hint={t.decline.reasonHint} rows={3} required />
    </Command>
  )
}

function WithReason({ intent, hint }: { intent: 'decline' | 'declineRefund'; hint: string }) {
  const t = useDeskTexts('sales')
  const field = useCommandField(intent)
  const { title, happens, submit } = t[intent]
  return (
    <Command intent={intent} title={title} happens={happens} submit={submit} labels={{ reason: t.reason }}>
      <TextAreaField {...field('reason')} label={t.reason} hint={hint} rows={3} required />
    </Command>
  )
}

const SENT_BY_HAND = ['transfer', 'cash', 'carried']

/** What a refund of `left` does: of an order in parts, some may go back to a card and some by a transfer of staff. */
function happensBy(order: Order, left: number, t: DeskTexts['sales']['refund']['happens'], lang: Lang): string {
  const byHand = order.payments
    .filter(({ provider }) => SENT_BY_HAND.includes(provider))
    .reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)
  if (byHand > 0 && byHand < left)
    return t.both(formatMoney(left, lang), formatMoney(left - byHand, lang), formatMoney(byHand, lang))
  return t[isPaidOnline(order.method) && byHand === 0 ? 'online' : 'transfer'](formatMoney(left, lang))
}

function Refund({ order }: { order: Order }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('refund')
  const left = order.totalHalalas - order.unpaidHalalas - order.refundedHalalas
  const isFree = order.totalHalalas === 0
  const request = order.refunds.find(({ status }) => status === 'requested')
  const way = isFree ? undefined : happensBy(order, left, t.refund.happens, lang)
  return (
    <Command
      intent="refund"
      title={t.refund.title}
      happens={
        way === undefined ? (
          t.refund.happens.free
        ) : (
          <>
            <p>{way}</p>
            <p>{t.refund.seat}</p>
          </>
        )
      }
      submit={isFree ? t.refund.submitFree : t.refund.submit}
      labels={{ amountHalalas: t.refund.amount, reason: t.reason, keepsSeat: t.refund.keepsSeat }}
      hidden={request ? { requestId: request.id } : {}}
      isOpen={request !== undefined}
    >
      {isFree ? null : (
        <>
          <TextField
            {...field('amountHalalas')}
            label={t.refund.amount}
            hint={t.refund.amountHint}
            inputMode="decimal"
            dir="ltr"
          />
          <KeepsSeat />
        </>
      )}
      <TextAreaField {...field('reason')} label={t.reason} rows={3} required />
    </Command>
  )
}

function KeepsSeat() {
  const t = useDeskTexts('sales')
  const { defaultValue, ...field } = useCommandField('refund')('keepsSeat')
  return <CheckField {...field} label={t.refund.keepsSeat} defaultChecked={defaultValue !== undefined} />
}
