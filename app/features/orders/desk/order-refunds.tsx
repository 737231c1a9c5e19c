/** The refunds of an order, and what staff do about one that was not sent. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DeskOrder } from './desk-order.ts'
import styles from './order.module.css'
import { RefundBadge } from './order-badges.tsx'
import { OtherOrder } from './order-facts.tsx'

type Refund = DeskOrder['refunds'][number]

export function OrderRefunds({ order, maySend }: { order: DeskOrder; maySend: boolean }) {
  const t = useDeskTexts('sales')
  const { refunds, refundTo } = order
  if (refunds.length === 0) return null
  const waitsForAccount = order.refundAccount !== null
  return (
    <Panel title={t.order.refunds}>
      {refunds.map((refund) => (
        <OneRefund key={refund.id} refund={refund} movedTo={order.movedTo} maySend={maySend} />
      ))}
      {refundTo ? (
        <Facts
          facts={[
            [
              t.order.account,
              <bdi key="iban" dir="ltr">
                {refundTo.iban}
              </bdi>,
            ],
            [t.order.holder, <bdi key="holder">{refundTo.holder}</bdi>],
          ]}
        />
      ) : waitsForAccount ? (
        <p className={styles.quiet}>{t.order.noAccount}</p>
      ) : null}
    </Panel>
  )
}

type RefundProps = { refund: Refund; movedTo: DeskOrder['movedTo']; maySend: boolean }

function OneRefund({ refund, movedTo, maySend }: RefundProps) {
  const t = useDeskTexts('sales')
  const { id, status, amountHalalas, isTransfer, isCarried, isChargeback } = refund
  const doneAt = isCarried ? t.order.carriedAt : isChargeback ? t.order.takenAt : t.refundStatuses.done
  const isUnsent = status === 'refused' || status === 'unclear'
  const isByHand = isUnsent || (status === 'sending' && isTransfer)
  return (
    <div className={styles.refund}>
      <p>
        {isCarried || isChargeback ? (
          <Badge tone="sand">{isCarried ? t.countsElsewhere : t.takenByBank}</Badge>
        ) : (
          <RefundBadge refund={status} />
        )}{' '}
        {amountHalalas === undefined ? null : <Money halalas={amountHalalas} exact />}
      </p>
      {isCarried ? <p className={styles.quiet}>{t.order.notSentBack}</p> : null}
      <Facts
        facts={[
          [t.order.countsFor, isCarried && movedTo ? <OtherOrder key="to" order={movedTo} /> : null],
          [t.reason, <bdi key="reason">{refund.reason}</bdi>],
          [t.order.requestedAt, <Moment key="at" iso={refund.requestedAt} />],
          [
            t.order.withdrawnAt,
            status === 'withdrawn' && refund.decidedAt ? <Moment key="withdrawn" iso={refund.decidedAt} /> : null,
          ],
          [t.order.answer, refund.answer ? <bdi key="answer">{refund.answer}</bdi> : null],
          [t.order.failure, refund.failureReason ? <bdi key="failure">{refund.failureReason}</bdi> : null],
          [t.order.decidedBy, refund.decidedBy ? <bdi key="by">{refund.decidedBy.name}</bdi> : null],
          [
            t.order.decisionReason,
            refund.decisionReason && refund.decisionReason !== refund.reason ? (
              <bdi key="why">{refund.decisionReason}</bdi>
            ) : null,
          ],
          [t.bankReference, refund.bankReference ? <bdi key="bank">{refund.bankReference}</bdi> : null],
          [t.note, refund.keepsSeat ? t.order.keepsSeat : null],
          [doneAt, refund.doneAt ? <Moment key="done" iso={refund.doneAt} /> : null],
        ]}
      />
      {maySend && isByHand ? (
        <Commands>
          {isUnsent && !isTransfer ? <Unsent intent="retry" refundId={id} halalas={amountHalalas ?? 0} /> : null}
          <Unsent intent="sent" refundId={id} halalas={amountHalalas ?? 0} />
        </Commands>
      ) : null}
    </div>
  )
}

function Unsent({ intent, refundId, halalas }: { intent: 'retry' | 'sent'; refundId: string; halalas: number }) {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const id = `${intent}-${refundId}`
  const field = useCommandField(intent, id)
  const { title, happens, submit } = t[intent]
  return (
    <Command
      intent={intent}
      id={id}
      title={title}
      happens={happens(formatMoney(halalas, lang))}
      submit={submit}
      hidden={{ refundId }}
      labels={{ bankReference: t.bankReference, note: t.note }}
    >
      {intent === 'sent' ? <TextField {...field('bankReference')} label={t.bankReference} dir="auto" required /> : null}
      <TextAreaField {...field('note')} label={t.note} rows={2} />
    </Command>
  )
}
