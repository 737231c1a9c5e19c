/** What the product's lists read of a larger data set, beside what they return. */

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../app/platform/context.server.ts'
import { fillParts } from '../bench/scale/fill.ts'
import { orders } from '../bench/scale/orders.ts'
import type { Run } from '../bench/scale/part.ts'
import { people } from '../bench/scale/people.ts'
import { wastefulCalls } from '../bench/scale/wasteful.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, schedule } from './support/factories.ts'

const COURSES = 2000

describe('the lists of a large institute', () => {
  let app: TestApp
  let pool: pg.Pool
  let now: Date
  beforeAll(async () => {
    app = await startTestApp()
    // As with the disks of today: at its default the planner reads tables of this size whole.
    pool = new pg.Pool({
      connectionString: app.services.settings.databaseUrl!,
      options: '-c random_page_cost=1.1',
    })
    await schedule(app.db, (await course(app.db)).id)
    await app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into courses overriding system value
        select (jsonb_populate_record(one, jsonb_build_object('id', n, 'key', 'c' || n, 'slug', 'c' || n))).*
        from courses as one, generate_series(2, ${COURSES}::int) as n`.execute(tx)
      await sql`insert into schedules overriding system value
        select (jsonb_populate_record(one, jsonb_build_object('id', n, 'course_id', n,
          'starts_at', now() + n * interval '1 hour', 'ends_at', now() + n * interval '2 hours', 'enrolment_closes_at', now()))).*
        from schedules as one, generate_series(2, ${COURSES}::int) as n`.execute(tx)
    })
    now = await fillParts(pool, [people, orders], COURSES, new Date(), () => undefined)
  }, 120_000)
  afterAll(async () => {
    await pool.end()
    await app.stop()
  })

  const run: Run = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows

  // Counts read what they count, up to ten thousand.
  it.each([people, orders])('read little more than they return: $name', async ({ calls }) => {
    const contextOf = () =>
      ({ ...app.services, lang: 'ar', user: null, ip: '10.0.0.1', now: () => now }) as unknown as Context
    expect(await wastefulCalls(pool, contextOf, await calls(run))).toEqual([])
  })
})
