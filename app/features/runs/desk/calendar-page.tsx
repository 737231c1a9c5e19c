import { Fragment } from 'react'
import { Link, redirect, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { PrintButton } from '../../../desk/ui/print-button.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatMonth } from '../../../locales/format-month.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { GROUPINGS } from '../calendar/calendar-groups.ts'
import { SessionRow, usePlaceSelects, weekdayName } from './calendar-parts.tsx'
import styles from './runs.module.css'
import { Warnings } from './session-plan.tsx'

/** Of the first day with sessions from today on. */
const TODAY = 'today'
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

export const loader = deskLoader(async ({ api, now, lang }, { request }) => {
  const { month: asked = '', cursor, ...query } = queryOf(request)
  const month = MONTH.test(asked) ? asked : dayOf(now).slice(0, 7)
  const by = GROUPINGS.find((one) => one === query.by) ?? 'day'
  const { trainerId, room } = query
  const shown = await api.runs.calendar({ month, by, trainerId, room, page: cursor } as never)
  const thisMonth = dayOf(now).slice(0, 7)
  const next = by === 'day' && month === thisMonth ? shown.groups.find(({ value }) => value >= dayOf(now)) : undefined
  // Only an address leads a browser without scripts to the day. From a month that was asked for, its link does.
  if (asked === '' && !cursor && next && next !== shown.groups[0])
    throw redirect(`${deskLink(lang, 'calendar', { ...query, month })}#${TODAY}`)
  return { month, by, query, cursor, thisMonth, next: next?.value, ...shown }
})

export const meta = deskMeta('runs', (t) => t.calendarTitle)

function monthBeside(month: string, step: 1 | -1): string {
  const date = new Date(`${month}-15T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + step)
  return date.toISOString().slice(0, 7)
}

type Group = Awaited<ReturnType<typeof loader>>['groups'][number]

/**
 * The sessions of a month by day, by room or by trainer, with those that clash. Of each the first are shown; the rest
 * of a day is on its own page, that of a room or a trainer in their days of the month.
 */
export default function CalendarPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const shown = useLoaderData<typeof loader>()
  const { month, thisMonth, next, by, query, cursor, groups, total, clashing, hasMore, choices } = shown
  const monthLink = (step: 1 | -1) => {
    const beside = monthBeside(month, step)
    return deskLink(lang, 'calendar', { ...query, month: beside }) + (beside === thisMonth ? `#${TODAY}` : '')
  }
  const { trainerId, room } = query
  const filters = { ...(trainerId ? { trainerId } : {}), ...(room ? { room } : {}) }
  const restOf = ({ value }: Group) =>
    by === 'day'
      ? deskLink(lang, `calendar/${value}`, filters)
      : deskLink(lang, 'calendar', { month, ...filters, [by === 'room' ? 'room' : 'trainerId']: value })
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
          ...usePlaceSelects(choices),
        ]}
      >
        <input type="hidden" name="month" value={month} />
      </Filters>
      {clashing > 0 ? <p className={styles.clash}>{t.clashing(clashing)}</p> : null}
      {total === 0 ? (
        <EmptyState title={trainerId || room ? t.emptyChoice : t.emptyMonth} body={t.emptyMonthBody} />
      ) : null}
      {groups.map((group) => (
        <Panel
          key={`${group.value} ${group.name.join(' ')}`}
          {...(group.value === next ? { id: TODAY } : {})}
          title={by === 'day' ? weekdayName(group.value, lang) : <GroupName name={group.name} by={by} />}
          actions={
            by === 'day' ? (
              <Warnings warnings={group.sessions[0]?.warnings ?? []} />
            ) : group.clashing > 0 ? (
              <Badge tone="clay">{t.clashing(group.clashing)}</Badge>
            ) : null
          }
        >
          <ul className={styles.rows}>
            {group.sessions.map((session) => (
              <SessionRow key={session.id} session={session} grouping={by} />
            ))}
          </ul>
          {group.total > group.sessions.length ? (
            <Link to={restOf(group)}>{t.moreSessions(group.total - group.sessions.length)}</Link>
          ) : null}
        </Panel>
      ))}
      <RecordListFoot
        path="calendar"
        query={{ ...query, month, ...(cursor ? { cursor } : {}) }}
        total={total}
        next={hasMore ? String((Number(cursor) || 1) + 1) : null}
      />
    </>
  )
}

/** Each part on its own: a room has an Arabic name on an English page, too. */
function GroupName({ name, by }: { name: string[]; by: 'room' | 'trainer' }) {
  const t = useDeskTexts('runs')
  if (name.length === 0) return { room: t.noRoom, trainer: t.noTrainer }[by]
  return name.map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' · ' : null}
      <bdi>{part}</bdi>
    </Fragment>
  ))
}
