import { formatTime, formatWeekday } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { HOUR_MS } from '../../platform/durations.ts'
import styles from './transfer-time.module.css'

/** The deadline of a transfer, and the time left by the server's clock. */
export function TransferTime({ until, serverNow }: { until: string; serverNow: string }) {
  const t = useTexts('orders')
  const lang = useLang()
  const hours = Math.max(0, Math.floor((Date.parse(until) - Date.parse(serverNow)) / HOUR_MS))
  return (
    <p className={styles.time}>
      <span>
        {t.transfer.until}:{' '}
        <time dateTime={until}>{t.paymentMethod.moment(formatWeekday(until, lang), formatTime(until, lang))}</time>
      </span>
      <strong className={styles.left}>{t.transfer.left(Math.floor(hours / 24), hours % 24)}</strong>
    </p>
  )
}
