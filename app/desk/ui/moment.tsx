import { formatDay, formatTime } from '../../locales/format.ts'
import { useLang } from '../../locales/texts.tsx'

/** A day with its time in Riyadh, on one line each. */
export function Moment({ iso }: { iso: string }) {
  const lang = useLang()
  return (
    <time dateTime={iso}>
      {formatDay(iso, lang)} <bdi>{formatTime(iso, lang)}</bdi>
    </time>
  )
}
