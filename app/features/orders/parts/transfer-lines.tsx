import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'
import type { Order } from '../order-contract.ts'
import { groupedIban } from './iban.ts'
import styles from './transfer-lines.module.css'

type Bank = NonNullable<Order['partBank']>
type Line = { label: string; shown: ReactNode; copied?: string }

/**
 * What is written into a transfer, each with a button that copies it.
 * @param amountLabel when the amount is not the usual one
 */
export function TransferLines({
  bank,
  amountHalalas,
  amountLabel,
  reference,
}: {
  bank: Bank
  amountHalalas: number
  amountLabel?: string
  reference: string
}) {
  const t = useTexts('orders').transfer
  const hasScripts = useScripts()
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
  const lines: Line[] = [
    { label: t.iban, shown: <bdi dir="ltr">{groupedIban(bank.iban)}</bdi>, copied: bank.iban },
    { label: t.beneficiary, shown: <ContentText>{bank.beneficiary}</ContentText>, copied: bank.beneficiary },
    { label: t.bank, shown: <ContentText>{bank.name}</ContentText> },
    {
      label: amountLabel ?? t.amount,
      shown: <Money halalas={amountHalalas} exact />,
      copied: (amountHalalas / 100).toFixed(2),
    },
    { label: t.purpose, shown: <bdi dir="ltr">{reference}</bdi>, copied: reference },
  ]
  return (
    <>
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
    </>
  )
}
