import { linksFor } from '../../../links.ts'
import { formatDay, formatNumber, formatTime, formatWeekday } from '../../../locales/format.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { WaitingFor } from '../contract.ts'
import styles from './waiting-place.module.css'

type Props = {
  courseId: number
  place: WaitingFor
  /** When the run starts, for its links to have names of their own. */
  startsAt: string | undefined
  /** Whether the text says the day too, where it is not beside it. */
  saysDay?: boolean
}

/** Where the visitor stands in line for a run, and where to leave it; or that a seat is held for them. */
export function WaitingPlace({ courseId, place: { runId, position, offeredUntil }, startsAt, saysDay = false }: Props) {
  const t = useTexts('course').waiting
  const lang = useLang()
  const day = startsAt ? formatDay(startsAt, lang) : ''
  const label = offeredUntil ? t.take : t.leave
  return (
    <div className={styles.waiting}>
      <p>
        <Icon name="clock" size={18} />
        {offeredUntil
          ? t.held(formatWeekday(offeredUntil, lang), formatTime(offeredUntil, lang))
          : t.place(formatNumber(position ?? 1), saysDay ? day : '')}
      </p>
      <ButtonLink
        to={`${linksFor(lang).order(courseId, runId)}${offeredUntil ? '' : '#waiting'}`}
        variant={offeredUntil ? 'primary' : 'quiet'}
        wide
        aria-label={day ? t.named(label, day) : label}
      >
        {label}
      </ButtonLink>
    </div>
  )
}
