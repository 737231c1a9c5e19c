import { formatDay, formatMoney } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import type { Order } from '../order-contract.ts'
import styles from './order-row.module.css'

/** What a learner must know besides the order's status: why it ended, and the state of its refund. */
export function OrderStatusNote({ order }: { order: Order }) {
  const t = useTexts('profile').orders.refund
  const refundText = useRefundText(order)
  const isOwnReason = order.isMoved || (order.isChargedBack && !isTakenBack(order))
  const answer = order.refund?.status === 'withdrawn' ? null : order.refund?.answer
  return (
    <>
      {order.endedBecause && !(refundText && order.status === 'refunded' && !isOwnReason) ? (
        <p className={styles.why}>{order.endedBecause}</p>
      ) : null}
      {refundText ? (
        <p className={styles.refund} data-state={order.refund?.status}>
          {refundText}
          {answer ? (
            <span>
              {t.why} <bdi>{answer}</bdi>
            </span>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

/** The text of the refund then says that the bank took the money. */
const isTakenBack = ({ refund }: Order) => refund?.status === 'done' && refund.isChargeback

function useRefundText({
  status: orderStatus,
  isMoved,
  refund,
  refundAccount,
  refundedHalalas,
  totalHalalas,
}: Order): string | undefined {
  const t = useTexts('profile').orders.refund
  const lang = useLang()
  if (!refund) return undefined
  const { status, amountHalalas, sentHalalas, isChargeback, requestedAt, withdrawnAt, doneAt } = refund
  const isFree = totalHalalas === 0
  const requestedDay = formatDay(requestedAt, lang)
  if (status === 'requested') return isFree ? t.freeRequested(requestedDay) : t.requested(requestedDay)
  if (withdrawnAt) return (isFree ? t.freeWithdrawn : t.withdrawn)(formatDay(withdrawnAt, lang))
  if (status === 'declined') return isFree ? t.freeDeclined : t.declined
  if (!amountHalalas) return t.given
  const amount = formatMoney(amountHalalas, lang)
  if (status === 'done' && doneAt) {
    // An earlier refund may have sent back a part.
    const isWhole = orderStatus === 'refunded' && !isMoved && !isChargeback
    const sent = isWhole ? formatMoney(refundedHalalas, lang) : amount
    const text = (isChargeback ? t.chargedBack : t.done)(sent, formatDay(doneAt, lang))
    return orderStatus === 'paid' && refund.keepsSeat && !isChargeback ? `${text} ${t.stays}` : text
  }
  const sending = () => {
    if (sentHalalas > 0) return t.sendingRest(amount, formatMoney(sentHalalas, lang))
    if (!refundAccount) return t.sending(amount)
    return refundAccount.ibanEnd === null ? t.sendingLater(amount) : t.transferring(amount)
  }
  return orderStatus === 'paid' ? `${sending()} ${refund.keepsSeat ? t.stays : t.willEnd}` : sending()
}
