import { formatDay, formatTime } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'

/** A day with its time in Riyadh. */
export function LeadMoment({ at }: { at: string }) {
  const lang = useLang()
  return (
    <time dateTime={at}>
      {formatDay(at, lang)}
      {lang === 'ar' ? '،' : ','} {formatTime(at, lang)}
    </time>
  )
}
