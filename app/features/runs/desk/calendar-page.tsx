import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { formatWeekday } from '../../../locales/format.ts'
import { formatMonth } from '../../../locales/format-month.ts'
import { formatClock } from '../../../locales/format-week.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import styles from './runs.module.css'
import { Warnings } from './session-plan.tsx'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

export const loader = deskLoader(async ({ api, now }, { request }) => {
  const asked = queryOf(request).month ?? ''
  const month = MONTH.test(asked) ? asked : now.toISOString().slice(0, 7)
  const { sessions } = await api.runs.calendar({ month })
  return { month, days: Object.entries(Object.groupBy(sessions, ({ day }) => day)) }
})

export const meta = deskMeta('runs', (t) => t.calendarTitle)

function monthBeside(month: string, step: 1 | -1): string {
  const date = new Date(`${month}-15T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + step)
  return date.toISOString().slice(0, 7)
}

export default function CalendarPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { month, days } = useLoaderData<typeof loader>()
  const monthLink = (step: 1 | -1) => deskLink(lang, 'calendar', { month: monthBeside(month, step) })
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
      </DeskHead>
      {days.length === 0 ? <EmptyState title={t.emptyMonth} body={t.emptyMonthBody} /> : null}
      {days.map(([day, sessions = []]) => (
        <Panel
          key={day}
          title={formatWeekday(`${day}T12:00:00+03:00`, lang)}
          actions={<Warnings warnings={sessions[0]?.warnings ?? []} />}
        >
          <ul className={styles.rows}>
            {sessions.map((session) => (
              <li key={session.id}>
                <span>
                  {formatClock(session.from, lang)} – {formatClock(session.to, lang)}
                </span>
                <Link to={deskLink(lang, `runs/${session.run.id}`)}>{session.run.course}</Link>
                <span className={styles.note}>
                  <bdi>{[session.room, session.city ?? t.online].filter(Boolean).join(' · ')}</bdi>
                </span>
                <span className={styles.note}>
                  <bdi>{session.trainers.map(({ name }) => name).join(' · ')}</bdi>
                </span>
                {session.clashes.map((clash) => (
                  <strong key={`${clash.session}-${clash.because}`} className={styles.clash}>
                    {t.clashWith(t.clash[clash.because], clash.course)}
                  </strong>
                ))}
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </>
  )
}
