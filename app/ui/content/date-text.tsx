import { formatDay, formatHijri, formatWeekday } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { useLang } from '../../locales/texts.tsx'
import styles from './date-text.module.css'

/**
 * A day in Riyadh, with the Umm al-Qura date on a second line.
 * @param weekday includes the day of the week
 */
export function DateText({ iso, lang, weekday = false }: { iso: string; lang?: Lang; weekday?: boolean }) {
  const pageLang = useLang()
  const shownIn = lang ?? pageLang
  return (
    <time dateTime={iso} className={styles.date} lang={lang}>
      <span>{weekday ? formatWeekday(iso, shownIn) : formatDay(iso, shownIn)}</span>
      <span className={styles.hijri}>{formatHijri(iso, shownIn)}</span>
    </time>
  )
}
