/**
 * The calendar of the desk. Clashes are found before the list is filtered by trainer or room, so that one with a session
 * outside of the list is named, too; trainers learn nothing of the runs of others. However many sessions a month has,
 * a bounded number of them is shown at once.
 */
import type { Input } from '../../../api/endpoint.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Context } from '../../../platform/context.server.ts'
import { clockOf, instantOf, plusDays } from '../../../platform/days.ts'
import { type Clash, findClashes } from '../clashes.ts'
import { ownRunsOf } from '../run-access.server.ts'
import { warningsOf } from '../special-days.ts'
import type { CalendarSession, calendarEndpoints } from './calendar-contract.ts'
import { type Grouping, groupsOf, isAskedFor, type PlacedRow, WITHOUT } from './calendar-groups.ts'
import { placedBetween, shownSessions, trainerNames } from './calendar-queries.server.ts'

type Calls = typeof calendarEndpoints

/** Of a day, a room or a trainer. */
const SHOWN_OF_A_GROUP = 6
/** More than the days of a month. */
const GROUPS_OF_A_PAGE = 50
const SESSIONS_OF_A_PAGE = 100
const SHOWN_CLASHES = 3

type Asked = Pick<Input<Calls['calendarDay']>, 'room' | 'trainerId'>

export async function calendar(ctx: Context, { month, by = 'day', page, ...asked }: Input<Calls['calendar']>) {
  const time = await readTime(ctx, `${month}-01`, `${monthAfter(month)}-01`, asked)
  const groups = groupsOf(time.rows, by, ctx.lang, (id) => time.nameOf(id))
  const { shown, hasMore } = pageOf(groups, page, GROUPS_OF_A_PAGE)
  const sessions = await sessionsOf(
    ctx,
    time,
    shown.flatMap((group) => group.sessions.slice(0, SHOWN_OF_A_GROUP)),
  )
  return {
    ...countedOf(time, hasMore),
    groups: shown.map(({ value, sessions: rows }) => {
      return {
        name: value === WITHOUT ? [] : nameOfGroup(by, value, sessions.get(rows[0]!.id)!, time),
        ...{ value, total: rows.length, clashing: time.clashingIn(rows) },
        sessions: rows.slice(0, SHOWN_OF_A_GROUP).map(({ id }) => sessions.get(id)!),
      }
    }),
  }
}

function nameOfGroup(by: Grouping, value: string, { room, city }: CalendarSession, { nameOf }: Time): string[] {
  if (by === 'day') return [value]
  return by === 'room' ? [room, city].filter((part) => part !== null) : [nameOf(Number(value))]
}

export async function calendarDay(ctx: Context, { day, page, ...asked }: Input<Calls['calendarDay']>) {
  const time = await readTime(ctx, day, plusDays(day, 1), asked)
  const { shown, hasMore } = pageOf(time.rows, page, SESSIONS_OF_A_PAGE)
  const sessions = await sessionsOf(ctx, time, shown)
  return {
    ...countedOf(time, hasMore),
    warnings: warningsOf(day),
    sessions: shown.map(({ id }) => sessions.get(id)!),
  }
}

type Time = {
  /** What was asked for. */
  rows: PlacedRow[]
  clashesOf: (session: PlacedRow) => Clash[]
  nameOf: (trainerId: number) => string
  clashingIn: (rows: readonly PlacedRow[]) => number
  choices: { rooms: string[]; trainers: { id: number; name: string }[] }
}

/** @param to the day after the last */
async function readTime(ctx: Context, from: string, to: string, asked: Asked): Promise<Time> {
  // A session of the evening before may last into the first day.
  const near = await placedBetween(ctx.db, instantOf(plusDays(from, -1)), instantOf(plusDays(to, 1)), ownRunsOf(ctx))
  const rows = near.filter(({ day }) => day >= from && day < to)
  const { clashing, clashesOf } = findClashes(near)
  const trainerIds = [...new Set(rows.flatMap((row) => row.trainerIds))]
  const names = await trainerNames(ctx.db, trainerIds)
  const nameOf = (id: number) => inLang(names.get(id)!, ctx.lang)
  const { compare } = new Intl.Collator(ctx.lang)
  return {
    rows: rows.filter((row) => isAskedFor(row, asked)),
    clashesOf,
    nameOf,
    clashingIn: (some) => some.filter(({ id }) => clashing.has(id)).length,
    choices: {
      rooms: [...new Set(rows.flatMap(({ room }) => room ?? []))].sort(compare),
      trainers: trainerIds.map((id) => ({ id, name: nameOf(id) })).sort((one, other) => compare(one.name, other.name)),
    },
  }
}

const countedOf = ({ rows, clashingIn, choices }: Time, hasMore: boolean) => ({
  ...{ total: rows.length, clashing: clashingIn(rows), hasMore, choices },
})

function pageOf<Item>(items: readonly Item[], page: number, size: number) {
  const shown = items.slice((page - 1) * size, page * size)
  return { shown, hasMore: items.length > page * size }
}

/** What is shown of these sessions, by their id. */
async function sessionsOf(
  { db, lang }: Context,
  { clashesOf, nameOf }: Time,
  rows: readonly PlacedRow[],
): Promise<Map<number, CalendarSession>> {
  const clashes = new Map(rows.map((row) => [row.id, clashesOf(row)]))
  const clashesShown = (id: number) => clashes.get(id)!.slice(0, SHOWN_CLASHES)
  const facts = await shownSessions(
    db,
    rows.flatMap(({ id }) => [id, ...clashesShown(id).map(({ with: other }) => other)]),
  )
  const warnings = new Map([...new Set(rows.map(({ day }) => day))].map((day) => [day, warningsOf(day)]))
  return new Map(
    rows.map(({ id, day, startMs, endMs, room, trainerIds }) => {
      const { runId, course, city } = facts.get(id)!
      return [
        id,
        {
          ...{ id, day, from: clockOf(new Date(startMs)), to: clockOf(new Date(endMs)), room },
          run: { id: runId, course: inLang(course, lang) },
          city: city && inLang(city, lang),
          trainers: trainerIds.map((trainerId) => ({ id: trainerId, name: nameOf(trainerId) })),
          warnings: warnings.get(day)!,
          clashes: clashesShown(id).map(({ with: other, because }) => {
            const its = facts.get(other)!
            return { session: other, run: its.runId, course: inLang(its.course, lang), because }
          }),
          moreClashes: Math.max(0, clashes.get(id)!.length - SHOWN_CLASHES),
        },
      ]
    }),
  )
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
