/** Files of runs. */
import { type RawBuilder, sql } from 'kysely'
import { givesAccess } from '../../../db/access.ts'
import { ownRuns } from '../../../db/own-runs.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

/** The runs that the account may see; every run for those without a limit. */
const visible = (run: RawBuilder<unknown>, ownRunsOf: number | null) =>
  ownRunsOf === null ? sql`true` : sql`${run} in (${ownRuns(ownRunsOf)})`

export type RunRow = { id: number; reference: string; course: Localized; startsAt: Date; cancelledAt: Date | null }

export async function findRun(db: Database, id: number, ownRunsOf: number | null): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select s.id, c.key || '/' || s.key as reference, c.name as course, s.starts_at as "startsAt",
      s.cancelled_at as "cancelledAt"
    from schedules s join courses c on c.id = s.course_id
    where s.id = ${id} and ${visible(sql`s.id`, ownRunsOf)}`.execute(db)
  return rows[0]
}

export type MaterialRow = {
  id: number
  fileId: string
  fileName: string
  title: string | null
  size: number
  addedAt: Date
  addedBy: string | null
}

const MATERIAL = sql`
  select m.id, f.id as "fileId", f.file_name as "fileName", m.title, f.size::float8 as size, m.added_at as "addedAt",
    u.user_name as "addedBy"
  from run_materials m join stored_files f on f.id = m.file_id left join users u on u.id = m.added_by`

/** The oldest first. */
export async function materialsOf(db: Database, runId: number): Promise<MaterialRow[]> {
  const { rows } = await sql<MaterialRow>`${MATERIAL} where m.schedule_id = ${runId} order by m.id`.execute(db)
  return rows
}

/** Undefined for everybody without a paid seat in its run. */
export async function materialOfLearner(db: Database, id: number, userId: number): Promise<MaterialRow | undefined> {
  const { rows } = await sql<MaterialRow>`${MATERIAL}
    where m.id = ${id} and exists (select from orders o
      where o.schedule_id = m.schedule_id and o.user_id = ${userId} and ${givesAccess})`.execute(db)
  return rows[0]
}

type NewMaterial = { runId: number; fileId: string; title: string | null; at: Date; by: number; max: number }

/** Undefined when the run has as many as it may have. */
export async function insertMaterial(tx: Tx, material: NewMaterial): Promise<MaterialRow | undefined> {
  const { runId, fileId, title, at, by, max } = material
  // Two that are added at once are counted one after the other.
  await sql`select from schedules where id = ${runId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into run_materials (schedule_id, file_id, title, added_at, added_by)
    select ${runId}::int, ${fileId}::uuid, ${title}::text, ${at}::timestamptz, ${by}::int
    where (select count(*) from run_materials where schedule_id = ${runId}) < ${max} returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  const inserted = await sql<MaterialRow>`${MATERIAL} where m.id = ${id}`.execute(tx)
  return inserted.rows[0]
}

/** Undefined when there is none, or it belongs to a run that the account may not see. */
export async function deleteMaterial(tx: Tx, id: number, ownRunsOf: number | null) {
  const { rows } = await sql<{ fileId: string; name: string; runId: number; reference: string }>`
    delete from run_materials m using stored_files f, schedules s, courses c
    where m.id = ${id} and f.id = m.file_id and s.id = m.schedule_id and c.id = s.course_id
      and ${visible(sql`m.schedule_id`, ownRunsOf)}
    returning m.file_id as "fileId", coalesce(m.title, f.file_name) as name, s.id as "runId",
      c.key || '/' || s.key as reference`.execute(tx)
  return rows[0]
}

/** The files of a run that its learners were not told of, in their order; they are now. */
export async function claimUntold(tx: Tx, runId: number, now: Date): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with told as (update run_materials set told_at = ${now}
      where schedule_id = ${runId} and told_at is null returning id, title, file_id)
    select told.id, coalesce(told.title, f.file_name) as name
    from told join stored_files f on f.id = told.file_id order by told.id`.execute(tx)
  return rows
}

/** The orders of a run whose learners may open its files. */
export async function learnersOf(db: Database, runId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join users u on u.id = o.user_id
    where o.schedule_id = ${runId} and ${givesAccess} and u.status = 'active' order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}
