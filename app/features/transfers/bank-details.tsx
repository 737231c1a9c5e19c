import { useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Money } from '../../ui/content/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Order } from '../orders/order-contract.ts'
import styles from './bank-details.module.css'
import { groupedIban } from './iban.ts'
import { TransferTime } from './transfer-time.tsx'

type Bank = NonNullable<NonNullable<Order['transfer']>['bank']>

/** Account, amount and purpose of the transfer, each with a button that copies it. */
export function BankDetails({ order, bank, serverNow }: { order: Order; bank: Bank; serverNow: string }) {
  const t = useTexts('orders').transfer
  const hasScripts = useScripts()
  const receivedHalalas = order.transfer?.receivedHalalas ?? 0
  const dueHalalas = order.totalHalalas - order.unpaidHalalas - receivedHalalas
  const [copyResult, setCopyResult] = useState<{ label: string; failed: boolean }>()
  const copy = async (label: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopyResult({ label, failed: false })
    } catch {
      setCopyResult({ label, failed: true })
    }
  }
  const isCopied = (label: string) => copyResult?.label === label && !copyResult.failed
  const lines = [
    { label: t.iban, shown: <bdi dir="ltr">{groupedIban(bank.iban)}</bdi>, copied: bank.iban },
    { label: t.beneficiary, shown: <ContentText>{bank.beneficiary}</ContentText>, copied: bank.beneficiary },
    { label: t.bank, shown: <ContentText>{bank.name}</ContentText> },
    {
      label: receivedHalalas > 0 ? t.amountLeft : t.amount,
      shown: <Money halalas={dueHalalas} exact />,
      copied: (dueHalalas / 100).toFixed(2),
    },
    { label: t.purpose, shown: <bdi dir="ltr">{order.reference}</bdi>, copied: order.reference },
  ]
  return (
    <Card as="section" aria-labelledby="bank" className={styles.card}>
      <h2 id="bank" className={styles.title}>
        {t.bankTitle}
      </h2>
      <dl className={styles.lines}>
        {lines.map(({ label, shown, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
            {hasScripts && copied ? (
              <dd className={styles.copy}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={isCopied(label) ? t.copied(label) : t.copyNamed(label)}
                  onClick={() => void copy(label, copied)}
                >
                  {isCopied(label) ? t.isCopied : t.copy}
                </Button>
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <p className={copyResult?.failed ? styles.failed : 'visually-hidden'} role="status">
        {copyResult ? (copyResult.failed ? t.copyFailed : t.copied(copyResult.label)) : null}
      </p>
      <TransferTime until={order.expiresAt} serverNow={serverNow} />
    </Card>
  )
}
