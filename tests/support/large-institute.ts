/** A database with as many rows as a large institute has, for tests of what its lists read. */
import { sql } from 'kysely'
import pg from 'pg'
import { fillParts } from '../../bench/scale/fill.ts'
import type { Part } from '../../bench/scale/part.ts'
import { startTestApp, type TestApp } from './app.ts'
import { course, schedule } from './factories.ts'

export const COURSES = 2000
const TRAINERS = 40

export type LargeInstitute = { app: TestApp; pool: pg.Pool; now: Date; stop: () => Promise<void> }

/** Courses with a run each, half of them over, and the given parts of the large data set. */
export async function startLargeInstitute(parts: readonly Part[]): Promise<LargeInstitute> {
  const app = await startTestApp()
  // As with the disks of today: at its default the planner reads tables of this size whole.
  const pool = new pg.Pool({
    connectionString: app.services.settings.databaseUrl!,
    options: '-c random_page_cost=1.1',
  })
  await schedule(app.db, (await course(app.db)).id)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ names: string }>`select string_agg(attname, ', ') as names from pg_attribute
      where attrelid = 'courses'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
    const columns = sql.raw(rows[0]!.names)
    await sql`insert into courses (${columns}) overriding system value
      select ${columns} from (
        select (jsonb_populate_record(one, jsonb_build_object('id', n, 'key', 'c' || n, 'slug', 'c' || n,
          'name', jsonb_build_object('ar', 'محاسبة ' || n, 'en', 'Accounting ' || n)))).*
        from courses as one, generate_series(2, ${COURSES}::int) as n) as copies`.execute(tx)
    await sql`insert into schedules overriding system value
      select (jsonb_populate_record(one, jsonb_build_object('id', n, 'course_id', n,
        'starts_at', at, 'ends_at', at + interval '1 hour', 'enrolment_closes_at', at))).*
      from schedules as one, generate_series(2, ${COURSES}::int) as n,
        lateral (select now() + (n - ${COURSES / 2}::int) * interval '1 hour' as at) as time`.execute(tx)
    await sql`insert into trainers (key, name, title, bio)
      select 'plan-' || n, '{"ar": "مدرب"}', '{"ar": "خبير"}', '{"ar": "سيرة"}'
      from generate_series(1, ${TRAINERS}::int) n`.execute(tx)
    await sql`insert into course_trainers (course_id, trainer_id)
      select courses.id, trainers.id from courses join trainers on trainers.key = 'plan-' || 1 + courses.id % ${TRAINERS}::int
      on conflict do nothing`.execute(tx)
  })
  const now = await fillParts(pool, parts, COURSES, new Date(), () => undefined)
  const stop = async () => {
    await pool.end()
    await app.stop()
  }
  return { app, pool, now, stop }
}
