/** What staff can decide about an order; each says what it does before its button. */
import { riyalsOf } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
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
      {commands.extend ? <Extend /> : null}
      {commands.refund ? <Refund order={order} /> : null}
      {commands.declineRefund ? <WithReason intent="declineRefund" hint={t.decline.reasonHint} /> : null}
      {commands.cancel ? <WithReason intent="cancel" hint={t.decline.reasonHint} /> : null}
    </Commands>
  )
}

function Approve({ order: { transfer, totalHalalas } }: { order: Order }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('approve')
  const left = totalHalalas - (transfer?.receivedHalalas ?? 0)
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

function Extend() {
  const t = useDeskTexts('sales')
  const field = useCommandField('extend')
  const days = field('days')
  return (
    <Command
      intent="extend"
      title={t.extend.title}
      happens={t.extend.happens}
      submit={t.extend.submit}
      labels={{ days: t.extend.days, note: t.note }}
    >
      <TextField
        {...days}
        label={t.extend.days}
        defaultValue={days.defaultValue ?? '3'}
        inputMode="numeric"
        dir="ltr"
        required
      />
      <TextAreaField {...field('note')} label={t.note} rows={2} />
    </Command>
  )
}

function WithReason({ intent, hint }: { intent: 'decline' | 'cancel' | 'declineRefund'; hint: string }) {
  const t = useDeskTexts('sales')
  const field = useCommandField(intent)
  const { title, happens, submit } = t[intent]
  return (
    <Command intent={intent} title={title} happens={happens} submit={submit} labels={{ reason: t.reason }}>
      <TextAreaField {...field('reason')} label={t.reason} hint={hint} rows={3} required />
    </Command>
  )
}

function Refund({ order }: { order: Order }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const field = useCommandField('refund')
  const left = order.totalHalalas - order.refundedHalalas
  const isFree = order.totalHalalas === 0
  const way = isFree
    ? undefined
    : t.refund.happens[order.method === 'online' ? 'online' : 'transfer'](formatMoney(left, lang))
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
      isOpen={order.refunds.some(({ status }) => status === 'requested')}
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
