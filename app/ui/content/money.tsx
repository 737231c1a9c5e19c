import { formatRiyals } from '../../locales/format.ts'
import { dirOf } from '../../locales/lang.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import styles from './money.module.css'

/**
 * An amount with its currency, not broken across lines and isolated from the direction of the surrounding text.
 * @param former a former price, struck through
 * @param exact shows 0 as an amount, for invoices, where "free" would not be a number
 */
export function Money({
  halalas,
  size = 'normal',
  former = false,
  exact = false,
}: {
  halalas: number
  size?: 'small' | 'normal' | 'large'
  former?: boolean
  exact?: boolean
}) {
  const t = useTexts('ui')
  const lang = useLang()
  if (halalas === 0 && !exact) {
    return (
      <span className={styles.money} data-size={size}>
        <span className={styles.amount}>{t.free}</span>
      </span>
    )
  }
  const amount = (
    // The minus stands before the number in both directions.
    <span className={styles.amount} dir={halalas < 0 ? 'ltr' : undefined}>
      {formatRiyals(halalas)}
    </span>
  )
  const currency = <span className={styles.currency}>{t.currency}</span>
  const parts = lang === 'ar' ? [amount, ' ', currency] : [currency, ' ', amount]
  const money = (
    <bdi className={styles.money} dir={dirOf(lang)} data-size={size} data-former={former || undefined}>
      {parts[0]} {parts[2]}
    </bdi>
  )
  return former ? <s className={styles.former}>{money}</s> : money
}
