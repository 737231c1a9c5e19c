import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { formatNumber, formatWeekday } from '../../../locales/format.ts'
import { formatClock } from '../../../locales/format-week.ts'
import type { Lang } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { CalendarSession } from '../calendar/calendar-contract.ts'
import { type Grouping, WITHOUT } from '../calendar/calendar-groups.ts'
import styles from './runs.module.css'
import { Warnings } from './session-plan.tsx'

export const weekdayName = (day: string, lang: Lang) => formatWeekday(`${day}T12:00:00+03:00`, lang)

/** The filters of the calendar: its rooms and trainers, and the sessions that have none. */
export function usePlaceSelects({ rooms, trainers }: { rooms: string[]; trainers: { id: number; name: string }[] }) {
  const t = useDeskTexts('runs')
  return [
    {
      ...{ name: 'trainerId', label: t.trainer },
      choices: [
        ...trainers.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: WITHOUT, label: t.noTrainer },
      ],
    },
    {
      ...{ name: 'room', label: t.room },
      choices: [...rooms.map((room) => ({ value: room, label: room })), { value: WITHOUT, label: t.noRoom }],
    },
  ]
}

/** A session, without what the heading of its group says. */
export function SessionRow({ session, grouping }: { session: CalendarSession; grouping: Grouping }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { day, from, to, run, room, city, trainers, warnings, clashes, moreClashes } = session
  const place = [room, city ?? t.online].filter(Boolean).join(' · ')
  return (
    <li>
      <span>
        {grouping === 'day' ? null : <>{weekdayName(day, lang)} · </>}
        {formatClock(from, lang)} – {formatClock(to, lang)}
      </span>
      <Link to={deskLink(lang, `runs/${run.id}`)}>{run.course}</Link>
      {grouping === 'room' && room ? null : (
        <span className={styles.note}>
          <bdi>{place}</bdi>
        </span>
      )}
      {grouping === 'trainer' && trainers.length < 2 ? null : (
        <span className={styles.note}>
          <bdi>{trainers.map(({ name }) => name).join(' · ')}</bdi>
        </span>
      )}
      {grouping === 'day' ? null : <Warnings warnings={warnings} />}
      {clashes.map((clash) => (
        <strong key={`${clash.session}-${clash.because}`} className={styles.clash}>
          {t.clashWith(t.clash[clash.because], clash.course)}
        </strong>
      ))}
      {moreClashes > 0 ? <strong className={styles.clash}>{t.moreClashes(formatNumber(moreClashes))}</strong> : null}
    </li>
  )
}
