import { useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import type { Order } from '../orders/order-contract.ts'
import { TransferLines } from '../orders/parts/transfer-lines.tsx'
import styles from './bank-details.module.css'
import { TransferTime } from './transfer-time.tsx'

type Bank = NonNullable<NonNullable<Order['transfer']>['bank']>

/** Account, amount and purpose of the order's transfer, and until when the seat is held for it. */
export function BankDetails({ order, bank, serverNow }: { order: Order; bank: Bank; serverNow: string }) {
  const t = useTexts('orders').transfer
  const receivedHalalas = order.transfer?.receivedHalalas ?? 0
  return (
    <Card as="section" aria-labelledby="bank" className={styles.card}>
      <h2 id="bank" className={styles.title}>
        {t.bankTitle}
      </h2>
      <TransferLines
        bank={bank}
        amountHalalas={order.totalHalalas - order.unpaidHalalas - receivedHalalas}
        {...(receivedHalalas > 0 ? { amountLabel: t.amountLeft } : {})}
        reference={order.reference}
      />
      <TransferTime until={order.expiresAt} serverNow={serverNow} />
    </Card>
  )
}
