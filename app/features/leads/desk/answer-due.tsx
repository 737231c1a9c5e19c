import { useDeskTexts } from '../../../desk/texts.tsx'
import { formatDay } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CLOSE_MS } from '../answer-time.ts'

/** The last day on which an answer is in time, and whether that is over or near. */
export function AnswerDue({ at, now }: { at: string | null | undefined; now: string }) {
  const t = useDeskTexts('people').enquiries
  const { close } = useDeskTexts('enquiries')
  const lang = useLang()
  if (!at) return '—'
  // The promise ends with a day: midnight belongs to the next one.
  const lastDay = new Date(Date.parse(at) - 1).toISOString()
  return (
    <>
      {formatDay(lastDay, lang)} {at < now ? <Badge tone="clay">{t.late}</Badge> : null}
      {at >= now && Date.parse(at) - Date.parse(now) < CLOSE_MS ? <Badge tone="sand">{close}</Badge> : null}
    </>
  )
}
