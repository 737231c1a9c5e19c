import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { PrintButton } from '../../../desk/ui/print-button.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { plusDays } from '../../../platform/days.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SessionRow, usePlaceSelects, weekdayName } from './calendar-parts.tsx'
import styles from './runs.module.css'
import { Warnings } from './session-plan.tsx'

export const loader = deskLoader(async ({ api }, { params, request }) => {
  const day = params.day ?? ''
  const query = queryOf(request)
  const { trainerId, room, cursor } = query
  return { day, query, ...(await api.runs.calendarDay({ day, trainerId, room, page: cursor } as never)) }
})

export const meta = deskMeta('runs', (t) => t.calendarTitle)

/** All sessions of a day, of which the calendar of its month shows the first. */
export default function CalendarDayPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { day, query, sessions, warnings, total, clashing, hasMore, choices } = useLoaderData<typeof loader>()
  const { cursor, ...filters } = query
  const path = `calendar/${day}`
  return (
    <>
      <DeskHead
        title={weekdayName(day, lang)}
        above={{ title: t.calendarTitle, path: `calendar?month=${day.slice(0, 7)}` }}
      >
        <ButtonLink to={deskLink(lang, `calendar/${plusDays(day, -1)}`, filters)} variant="quiet">
          {t.earlierDay}
        </ButtonLink>
        <ButtonLink to={deskLink(lang, `calendar/${plusDays(day, 1)}`, filters)} variant="quiet">
          {t.laterDay}
        </ButtonLink>
        <PrintButton />
      </DeskHead>
      <Filters path={path} query={filters} selects={usePlaceSelects(choices)} />
      {clashing > 0 ? <p className={styles.clash}>{t.clashing(clashing)}</p> : null}
      {total === 0 ? (
        <EmptyState title={t.emptyDay} body={t.emptyMonthBody} />
      ) : (
        <Panel title={t.calendarTitle} actions={<Warnings warnings={warnings} />}>
          <ul className={styles.rows}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} grouping="day" />
            ))}
          </ul>
        </Panel>
      )}
      <RecordListFoot
        path={path}
        query={query}
        total={total}
        next={hasMore ? String((Number(cursor) || 1) + 1) : null}
      />
    </>
  )
}
