import { formatDay, formatMoney } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { Order } from './order-contract.ts'
import styles from './order-row.module.css'

/** What is to be known of an order besides its state: why it ended, what became of its money. */
export function OrderStatusNote({ order }: { order: Order }) {
  const said = useRefundText(order)
  const answer = order.refund?.status === 'declined' ? order.refund.answer : null
  return (
    <>
      {order.endedBecause && !(said && order.status === 'refunded') ? (
        <p className={styles.why}>{order.endedBecause}</p>
      ) : null}
      {said ? (
        <p className={styles.refund} data-state={order.refund?.status}>
          {said}
          {answer ? <span dir="auto">{answer}</span> : null}
        </p>
      ) : null}
    </>
  )
}

/** How far a refund has come. */
function useRefundText({ refund, totalHalalas }: Order): string | undefined {
  const t = useTexts('profile').orders.refund
  const lang = useLang()
  if (!refund) return undefined
  const { status, amountHalalas, requestedAt, doneAt } = refund
  const isFree = totalHalalas === 0
  const asked = formatDay(requestedAt, lang)
  if (status === 'requested') return isFree ? t.freeRequested(asked) : t.requested(asked)
  if (status === 'declined') return isFree ? t.freeDeclined : t.declined
  if (!amountHalalas) return t.given
  const amount = formatMoney(amountHalalas, lang)
  return status === 'done' && doneAt ? t.done(amount, formatDay(doneAt, lang)) : t.sending(amount)
}
