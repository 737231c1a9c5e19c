/** Runs as lists and their pages show them. */
import { type RawBuilder, sql } from 'kysely'
import { ownRuns } from '../../../db/own-runs.ts'
import { holdsSeat } from '../../../db/seats.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type RunState = 'current' | 'coming' | 'running' | 'ended' | 'cancelled' | 'below-minimum'

export type RunFilter = {
  /** The account of a trainer who sees only the runs that they teach. */
  ownRunsOf: number | null
  courseId?: number | undefined
  trainerId?: number | undefined
  room?: string | undefined
  state?: RunState | undefined
  tag?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The runs of a list: by their first day, or by the seats that nobody has yet. */
export const RUN_SORTS = ['first', 'last', 'full', 'free'] as const
export type RunSort = (typeof RUN_SORTS)[number]

/** Of a row, what it is sorted by. */
export type RunPlace = { by: Date | number; id: number }

export type RunRow = {
  id: number
  key: string
  version: number
  course: { id: number; slug: string; name: Localized }
  startsAt: Date
  endsAt: Date
  cancelledAt: Date | null
  city: Localized | null
  sessionCount: number
  seats: number
  heldSeats: number
  companySeats: number
  paid: number
  pending: number
  waiting: number
  minimum: number | null
  tags: string[]
  /** Seats that are neither sold nor held; negative when the run is overbooked. */
  free: number
}

const ordersOf = (condition: RawBuilder<unknown>) =>
  sql`(select count(*)::int from orders where orders.schedule_id = s.id and ${condition})`
const paid = ordersOf(sql`orders.status = 'paid'`)
const pending = (now: Date) => ordersOf(sql`orders.status = 'pending' and ${holdsSeat(now)}`)

const free = (now: Date) => sql`(s.seats - s.held_seats - ${ordersOf(sql`${holdsSeat(now)}`)})`

const rowOf = (now: Date) => sql`s.id, s.key, s.version,
  jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) as course,
  s.starts_at as "startsAt", s.ends_at as "endsAt", s.cancelled_at as "cancelledAt", s.city,
  (select count(*)::int from run_sessions where run_sessions.schedule_id = s.id) as "sessionCount",
  s.seats, s.held_seats - s.company_seats as "heldSeats", s.company_seats as "companySeats", ${paid} as paid, ${pending(now)} as pending,
  (select count(*)::int from waiting_places w where w.schedule_id = s.id and w.order_id is null and w.left_at is null)
    as waiting, s.minimum_seats as minimum, s.tags, ${free(now)} as free`

const STATES: Record<RunState, (now: Date) => RawBuilder<unknown>> = {
  current: (now) => sql`s.cancelled_at is null and s.ends_at > ${now}`,
  coming: (now) => sql`s.cancelled_at is null and s.starts_at > ${now}`,
  running: (now) => sql`s.cancelled_at is null and s.starts_at <= ${now} and s.ends_at > ${now}`,
  ended: (now) => sql`s.cancelled_at is null and s.ends_at <= ${now}`,
  cancelled: () => sql`s.cancelled_at is not null`,
  'below-minimum': (now) =>
    sql`s.cancelled_at is null and s.starts_at > ${now} and s.minimum_seats > ${paid} + s.held_seats`,
}

/** The runs that the account may see; every run for those without a limit. */
export const visible = (ownRunsOf: number | null) =>
  ownRunsOf === null ? sql`true` : sql`s.id in (${ownRuns(ownRunsOf)})`

function conditionsOf(filter: RunFilter, now: Date): RawBuilder<unknown> {
  const { courseId, trainerId, room, state, tag, from, to } = filter
  return sql.join(
    [
      visible(filter.ownRunsOf),
      ...(courseId === undefined ? [] : [sql`s.course_id = ${courseId}`]),
      ...(trainerId === undefined ? [] : [sql`s.id in (${runsOfTrainer(trainerId)})`]),
      ...(room === undefined ? [] : [sql`s.id in (select n.schedule_id from run_sessions n where n.room = ${room})`]),
      ...(state === undefined ? [] : [STATES[state](now)]),
      ...(tag === undefined ? [] : [sql`s.tags @> array[${tag}]::text[]`]),
      ...(from === undefined ? [] : [sql`s.starts_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`s.starts_at < ${to}`]),
    ],
    sql` and `,
  )
}

/** With a session of this trainer, or of a course that they train. */
const runsOfTrainer = (trainerId: number) => sql`
  select n.schedule_id from run_sessions n where n.trainer_id = ${trainerId}
  union select r.id from schedules r join course_trainers ct on ct.course_id = r.course_id where ct.trainer_id = ${trainerId}`

const SORTS: Record<RunSort, { by: (now: Date) => RawBuilder<unknown>; type: 'timestamptz' | 'int'; isDown: boolean }> =
  {
    first: { by: () => sql`s.starts_at`, type: 'timestamptz', isDown: false },
    last: { by: () => sql`s.starts_at`, type: 'timestamptz', isDown: true },
    full: { by: free, type: 'int', isDown: false },
    free: { by: free, type: 'int', isDown: true },
  }

/** @param page `after` is the last row of the page before */
export async function findRuns(
  db: Database,
  filter: RunFilter,
  page: { limit: number; after: RunPlace | undefined; sort: RunSort },
  now: Date,
): Promise<RunRow[]> {
  const { by, type, isDown } = SORTS[page.sort]
  const [direction, beyond] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const key = by(now)
  const place = page.after
    ? sql`(${key}, s.id) ${beyond} (${page.after.by}::${sql.raw(type)}, ${page.after.id}::int)`
    : sql`true`
  const { rows } = await sql<RunRow>`
    with page as materialized (
      select s.id, ${key} as key from schedules s where ${conditionsOf(filter, now)} and ${place}
      order by key ${direction}, s.id ${direction} limit ${page.limit})
    select ${rowOf(now)} from page join schedules s on s.id = page.id join courses c on c.id = s.course_id
    order by page.key ${direction}, s.id ${direction}`.execute(db)
  return rows
}

/** @returns what the row is sorted by */
export const placeOfRun = ({ startsAt, free, id }: RunRow, sort: RunSort): RunPlace => ({
  by: SORTS[sort].type === 'int' ? free : startsAt,
  id,
})

/** The tags of runs, the most frequent first. */
export async function findRunTags(db: Database, max: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from schedules, unnest(tags) as tag where tags <> '{}'
    group by tag order by count(*) desc, tag limit ${max}`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Counts up to `max`. */
export async function countRuns(db: Database, filter: RunFilter, max: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from schedules s where ${conditionsOf(filter, now)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export type RunDetailsRow = RunRow & {
  courseDelivery: number
  venue: Localized | null
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  priceHalalas: number | null
  coursePriceHalalas: number
  movedAt: Date | null
  trainers: { id: number; name: Localized }[]
}

export async function findRun(
  db: Database,
  id: number,
  ownRunsOf: number | null,
  now: Date,
): Promise<RunDetailsRow | undefined> {
  const { rows } = await sql<RunDetailsRow>`
    select ${rowOf(now)}, c.delivery_method as "courseDelivery", s.venue, s.enrolment_opens_at as "enrolmentOpensAt",
      s.enrolment_closes_at as "enrolmentClosesAt", s.price_halalas as "priceHalalas",
      c.price_halalas as "coursePriceHalalas", s.moved_at as "movedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by ct.position)
        from course_trainers ct join trainers t on t.id = ct.trainer_id where ct.course_id = c.id), '[]') as trainers
    from schedules s join courses c on c.id = s.course_id
    where s.id = ${id} and ${visible(ownRunsOf)}`.execute(db)
  return rows[0]
}
