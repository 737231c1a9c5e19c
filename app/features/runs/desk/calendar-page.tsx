import { Fragment } from 'react'
import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { PrintButton } from '../../../desk/ui/print-button.tsx'
import { formatWeekday } from '../../../locales/format.ts'
import { formatMonth } from '../../../locales/format-month.ts'
import { formatClock } from '../../../locales/format-week.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type CalendarSession, choicesIn, clashesIn, GROUPINGS, groupsOf } from './calendar-groups.ts'
import styles from './runs.module.css'
import { Warnings } from './session-plan.tsx'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

export const loader = deskLoader(async ({ api, now, lang }, { request }) => {
  const { month: asked = '', ...query } = queryOf(request)
  const month = MONTH.test(asked) ? asked : now.toISOString().slice(0, 7)
  const { trainerId, room } = query
  const { sessions: all } = await api.runs.calendar({ month })
  const { sessions } =
    trainerId || room ? await api.runs.calendar({ month, trainerId, room } as never) : { sessions: all }
  const grouping = GROUPINGS.find((one) => one === query.by) ?? 'day'
  const groups = groupsOf(sessions, grouping, lang)
  return { month, query, grouping, groups, clashing: clashesIn(sessions), choices: choicesIn(all, lang) }
})

export const meta = deskMeta('runs', (t) => t.calendarTitle)

function monthBeside(month: string, step: 1 | -1): string {
  const date = new Date(`${month}-15T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + step)
  return date.toISOString().slice(0, 7)
}

const weekday = (day: string, lang: 'ar' | 'en') => formatWeekday(`${day}T12:00:00+03:00`, lang)

/** The sessions of a month by day, by room or by trainer, with those that clash. */
export default function CalendarPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { month, query, grouping, groups, clashing, choices } = useLoaderData<typeof loader>()
  const monthLink = (step: 1 | -1) => deskLink(lang, 'calendar', { ...query, month: monthBeside(month, step) })
  const none = { day: '', room: t.noRoom, trainer: t.noTrainer }[grouping]
  const { trainerId, room } = query
  return (
    <>
      <DeskHead
        title={t.calendarTitle}
        lead={t.calendarLead}
        badge={<Badge tone="sand">{formatMonth(month, lang)}</Badge>}
      >
        <ButtonLink to={monthLink(-1)} variant="quiet">
          {t.earlier}
        </ButtonLink>
        <ButtonLink to={monthLink(1)} variant="quiet">
          {t.later}
        </ButtonLink>
        <PrintButton />
      </DeskHead>
      <Filters
        path="calendar"
        query={query}
        selects={[
          {
            ...{ name: 'by', label: t.groupBy, any: t.groupings.day },
            choices: GROUPINGS.slice(1).map((value) => ({ value, label: t.groupings[value] })),
          },
          { name: 'trainerId', label: t.trainer, choices: choices.trainers },
          { name: 'room', label: t.room, choices: choices.rooms },
        ]}
      >
        <input type="hidden" name="month" value={month} />
      </Filters>
      {clashing > 0 ? <p className={styles.clash}>{t.clashing(clashing)}</p> : null}
      {groups.length === 0 ? (
        <EmptyState title={trainerId || room ? t.emptyChoice : t.emptyMonth} body={t.emptyMonthBody} />
      ) : null}
      {groups.map(({ key, name, sessions }) => (
        <Panel
          key={key}
          title={grouping === 'day' ? weekday(key, lang) : <GroupName name={name} none={none} />}
          actions={
            grouping === 'day' ? (
              <Warnings warnings={sessions[0]?.warnings ?? []} />
            ) : clashesIn(sessions) > 0 ? (
              <Badge tone="clay">{t.clashing(clashesIn(sessions))}</Badge>
            ) : null
          }
        >
          <ul className={styles.rows}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} grouping={grouping} />
            ))}
          </ul>
        </Panel>
      ))}
    </>
  )
}

/** Each part on its own: a room has an Arabic name on an English page, too. */
function GroupName({ name, none }: { name: string[]; none: string }) {
  if (name.length === 0) return none
  return name.map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' · ' : null}
      <bdi>{part}</bdi>
    </Fragment>
  ))
}

/** A session, without what the heading of its group says. */
function SessionRow({ session, grouping }: { session: CalendarSession; grouping: (typeof GROUPINGS)[number] }) {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { day, from, to, run, room, city, trainers, warnings, clashes } = session
  const place = [room, city ?? t.online].filter(Boolean).join(' · ')
  return (
    <li>
      <span>
        {grouping === 'day' ? null : <>{weekday(day, lang)} · </>}
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
    </li>
  )
}
