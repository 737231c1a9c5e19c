/** The audit log: what staff did, kept permanently. The table refuses change and deletion. */
import { type RawBuilder, sql } from 'kysely'
import { ownRuns } from '../../../db/own-runs.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type AuditAction, type AuditArea, areaOf } from './areas.ts'

/**
 * Who acts, when and from where: the context of a call has it all. There is no user and no address where somebody works
 * at the server's shell, and in a job.
 */
export type Acting = { now: () => Date; user?: { id: number } | null; ip?: string; userAgent?: string }

export type AuditEntry = {
  /** The kind of thing, and what was done to it. A new kind is added to `areas.ts`. */
  action: AuditAction
  /** What it is known by: an order's number, a course's key, the id of an account. */
  reference: string
  /** The business fields that have changed, before and after. No personal data that is erased with an account. */
  before?: object
  after?: object
  /** Facts of the action that are no fields. */
  detail?: object
  /** The run that it was about: its trainer may read the entry. */
  runId?: number | null
}

const MAX_USER_AGENT_LENGTH = 400

const jsonOf = (facts: object | undefined) => (facts === undefined ? null : JSON.stringify(facts))

/** Writes down an action, in the transaction in which it is done. */
export async function writeAudit(
  db: Database,
  acting: Acting,
  { action, reference, before, after, detail, runId }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: acting.now(),
      user_id: acting.user?.id ?? null,
      action,
      area: areaOf(action),
      subject: reference,
      before: jsonOf(before),
      after: jsonOf(after),
      detail: JSON.stringify(detail ?? {}),
      run_id: runId ?? null,
      ip: acting.ip ?? null,
      user_agent: acting.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    })
    .execute()
}

export type LastEntry = Pick<AuditRow, 'action' | 'reference' | 'at' | 'before' | 'after'> & { userId: number | null }

/** Of each record of the action's kind the newest entry since a time. */
export async function findLastOfEach(db: Database, action: AuditAction, since: Date): Promise<LastEntry[]> {
  const kind = action.slice(0, action.indexOf('.') + 1)
  const { rows } = await sql<LastEntry>`
    select distinct on (subject) action, subject as reference, user_id as "userId", at, before, after from audit_log
    where area = ${areaOf(action)} and at > ${since} and starts_with(action, ${kind})
    order by subject, at desc, id desc`.execute(db)
  return rows
}

/** The rows that a person may read: all, those of some areas, or those of a trainer's own runs. */
export type AuditReach = { all: boolean; areas: AuditArea[]; ownRunsOf: number | null }

export type AuditFilter = {
  reach: AuditReach
  person?: number | undefined
  area?: AuditArea | undefined
  action?: string | undefined
  /** By its beginning, in any case. */
  reference?: string | undefined
  /** The beginning of a reference, or somebody with the name or address. */
  search?: { text: string; people: number[] } | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** The last row, by its id, that is read. */
  lastId?: number | undefined
}

export type AuditPlace = { at: Date; id: number }

/** The newest first unless told; `after` is the last row of the page before. */
type AuditPage = { limit: number; after?: AuditPlace | undefined; isOldestFirst?: boolean }

export type AuditRow = {
  id: number
  at: Date
  action: string
  area: AuditArea
  reference: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  detail: Record<string, unknown>
  runId: number | null
  ip: string | null
  userAgent: string | null
  /** `name` is empty once the account was erased. */
  person: { id: number; name: string; email: string | null } | null
}

/** More people with the same name are not looked for. */
const MAX_FOUND_PEOPLE = 200

const beginsWith = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Each is a condition that one index answers in the order of the list; together they are what may be read. */
function reachable({ all, areas, ownRunsOf }: AuditReach): RawBuilder<boolean>[] {
  if (all) return [sql`true`]
  return [
    ...areas.map((area) => sql<boolean>`a.area = ${area}`),
    ...(ownRunsOf === null ? [] : [sql<boolean>`a.run_id in (${ownRuns(ownRunsOf)})`]),
  ]
}

function searched(search: AuditFilter['search']): RawBuilder<boolean>[] {
  if (search === undefined) return [sql`true`]
  const { text, people } = search
  return [
    sql`lower(a.subject) like ${beginsWith(text)}`,
    ...(people.length === 0 ? [] : [sql<boolean>`a.user_id = any(${people}::int[])`]),
  ]
}

/** Apart from the rows themselves: with the people known, the planner can tell whether they wrote many of them. */
export async function findPeople(db: Database, text: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where email = ${text.toLowerCase()} and erased_at is null
    union (select id from users where search_name like name_pattern(${text}) and erased_at is null
      limit ${MAX_FOUND_PEOPLE})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The id and time of up to `limit` matching rows of each source; one row may be in two sources. */
function matching(filter: AuditFilter, { limit, after, isOldestFirst = false }: AuditPage): RawBuilder<unknown> {
  const { person, area, action, reference, from, to, lastId } = filter
  const [order, beyond] = isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const conditions = [
    ...(person === undefined ? [] : [sql`a.user_id = ${person}`]),
    ...(area === undefined ? [] : [sql`a.area = ${area}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(reference === undefined ? [] : [sql`lower(a.subject) like ${beginsWith(reference)}`]),
    ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.at < ${to}`]),
    ...(lastId === undefined ? [] : [sql`a.id <= ${lastId}`]),
    ...(after === undefined ? [] : [sql`(a.at, a.id) ${beyond} (${after.at}, ${after.id})`]),
  ]
  const sources = reachable(filter.reach).flatMap((reach) =>
    searched(filter.search).map(
      (found) => sql`(select a.id, a.at from audit_log a where ${sql.join([reach, found, ...conditions], sql` and `)}
        order by a.at ${order}, a.id ${order} limit ${limit})`,
    ),
  )
  // With the right, but without areas and runs of their own, a person reads nothing.
  return sources.length === 0
    ? sql`select null::int as id, null::timestamptz as at limit 0`
    : sql.join(sources, sql` union `)
}

const person = sql`case when u.id is not null then jsonb_build_object('id', u.id,
  'name', u.user_name, 'email', case when u.erased_at is null then u.email end) end`

export async function findAudit(db: Database, filter: AuditFilter, page: AuditPage): Promise<AuditRow[]> {
  const order = page.isOldestFirst ? sql`asc` : sql`desc`
  const { rows } = await sql<AuditRow>`
    with page as materialized (
      select id, at from (${matching(filter, page)}) as found
      order by at ${order}, id ${order} limit ${page.limit})
    select a.id, a.at, a.action, a.area, a.subject as reference, a.before, a.after, a.detail, a.run_id as "runId",
      a.ip, a.user_agent as "userAgent", ${person} as person
    from page join audit_log a on a.id = page.id left join users u on u.id = a.user_id
    order by page.at ${order}, page.id ${order}`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countAudit(db: Database, filter: AuditFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${matching(filter, { limit: max })}) as found limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

/** The last row of the log; undefined while it is empty. */
export async function lastAuditId(db: Database): Promise<number | undefined> {
  const row = await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id
}
