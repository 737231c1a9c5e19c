/** The desk of a large institute, over HTTP: every list, the palette and the verdict on a scan within their time. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import type { Api } from '../app/api/contract.ts'
import { emptyOnes, lists, palette, type Row, scans } from '../bench/desk/rows.ts'
import { fillParts } from '../bench/scale/fill.ts'
import { DESK_PARTS } from '../bench/scale/parts.ts'
import { apiOverHttp } from './support/api-over-http.ts'
import { startTestApp } from './support/app.ts'
import { longIt } from './support/long.ts'
import { signedInMember, tokenOf } from './support/signed-in.ts'

const COURSES = 10_000
const TIMES = 40
/** Of these the best counts: the machine does other things, too. */
const ROUNDS = 3

longIt(
  'answers each list in 200 ms, the palette in 100 ms and a scan in 500 ms, 95 times of 100',
  async () => {
    const app = await startTestApp({ databaseUrl: onDisksOfToday })
    try {
      const pool = new pg.Pool({ connectionString: app.services.settings.databaseUrl! })
      const now = await fillParts(pool, DESK_PARTS, COURSES)
      await pool.end()
      const { rows } = await sql<Record<string, number>>`select (select count(*) from orders)::int as orders,
        (select count(*) from users)::int as people, (select count(*) from schedules)::int as runs`.execute(app.db)
      expect(rows[0]!.orders).toBeGreaterThanOrEqual(99_000)
      expect(rows[0]!.people).toBeGreaterThanOrEqual(200_000)
      expect(rows[0]!.runs).toBeGreaterThanOrEqual(5000)
      const api = apiOverHttp(app, await tokenOf(app, (await signedInMember(app, ['Owner'])).user))
      const missed: string[] = []
      for (const row of [...(await lists(api, app.db, now)), ...palette(), await scans(app.db)]) {
        const empty = await emptyOnes(row, api)
        const p95 = Math.min(...(await measured(row, api)))
        const line = `${row.name.padEnd(54)} p95 ${p95.toFixed(0).padStart(5)} ms of ${row.goalMs}${empty.length > 0 ? `, no rows: ${empty}` : ''}`
        console.info(line)
        if (p95 > row.goalMs || empty.length > 0) missed.push(line)
      }
      expect(missed).toEqual([])
    } finally {
      await app.stop()
    }
  },
  2_400_000,
)

/** Otherwise the planner reads tables whole that an index leads through. */
async function onDisksOfToday(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `do $$ begin execute format('alter database %I set random_page_cost = 1.1', current_database()); end $$`,
  )
  await client.end()
  return url
}

/** The 95th percentile of each round; one is enough when it is within the goal. */
async function measured({ goalMs, asks }: Row, api: Api): Promise<number[]> {
  const found: number[] = []
  while (found.length < ROUNDS && !found.some((p95) => p95 <= goalMs)) {
    const times: number[] = []
    for (let n = 0; n < TIMES * asks.length; n++) {
      const began = performance.now()
      await asks[n % asks.length]!(api)
      times.push(performance.now() - began)
    }
    found.push(times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!)
  }
  return found
}
