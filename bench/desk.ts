/**
 * The lists of the desk, its palette, a scan and an export with 100,000 orders, 200,000 people and more than 5,000 runs:
 * the 95th percentile of each beside its goal. The data is kept in `SCALE_DIR` as that of `bench scale`.
 * `ROWS=calendar` measures the rows with that in their name, and the exports only when theirs has it.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '../app/api/contract.ts'
import type { FileAnswer } from '../app/api/fields.ts'
import { localApi } from '../app/composition/operations.server.ts'
import type { Context } from '../app/platform/context.server.ts'
import { type Database, openDatabase } from '../app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '../app/platform/database/embedded-postgres.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { lists, palette, type Row, scans } from './desk/rows.ts'
import { fillParts } from './scale/fill.ts'
import { DESK_PARTS } from './scale/parts.ts'

const COURSES = Number(process.env.COURSES ?? 10_000)
const TIMES = Number(process.env.TIMES ?? 40)
const MEMORY = ['shared_buffers=256MB', 'max_wal_size=4GB', 'random_page_cost=1.1'].flatMap((flag) => ['-c', flag])

/** Of 50,000 rows. */
const EXPORT_MS = 10_000
const EXPORT_BYTES = 150_000_000
const EXPORT_ROWS = 50_000

/** False when something takes longer than its goal. */
export async function bench(): Promise<boolean> {
  const folder = process.env.SCALE_DIR ?? join(tmpdir(), `maahad-desk-${COURSES}`)
  const postgres = await startEmbeddedPostgres(folder, MEMORY)
  const { db, pool, close } = openDatabase(postgres.url('postgres'), 4, () => undefined)
  try {
    await migrate(pool)
    const now = await fillParts(pool, DESK_PARTS, COURSES)
    const { rows } = await pool.query<Record<string, number>>(`select (select count(*) from orders)::int as orders,
      (select count(*) from users)::int as people, (select count(*) from schedules)::int as runs`)
    console.log(`  ${rows[0]!.orders} orders, ${rows[0]!.people} people, ${rows[0]!.runs} runs\n`)
    const api = localApi(contextOf(db, now))
    let isGood = true
    for (const row of [...(await lists(api, db, now)), ...palette(), await scans(db)].filter(isAsked))
      isGood = (await isQuick(row, api)) && isGood
    const exports = (['csv', 'xlsx'] as const).map((format) => ({ name: `export of orders, ${format}`, format }))
    for (const { format } of exports.filter(isAsked)) isGood = (await isQuickExport(api, format)) && isGood
    return isGood
  } finally {
    await close()
    await postgres.stop()
  }
}

const isAsked = ({ name }: { name: string }) => name.includes(process.env.ROWS ?? '')

const contextOf = (db: Database, now: Date) =>
  ({
    db,
    lang: 'ar',
    settings: { assetsUrl: '', publicUrl: 'https://maahad.example', staffSecondFactor: false },
    now: () => now,
    user: { id: 4, roles: ['Owner'], userName: 'Owner', provedAt: now },
    ip: '10.0.0.1',
    userAgent: 'bench',
    cookies: new Map(),
    setCookies: [],
  }) as unknown as Context

async function isQuick({ name, goalMs, asks }: Row, api: Api): Promise<boolean> {
  for (const ask of asks) await ask(api)
  const times: number[] = []
  for (let n = 0; n < TIMES * asks.length; n++) {
    const began = performance.now()
    await asks[n % asks.length]!(api)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const [median, p95] = [0.5, 0.95].map((share) => times[Math.ceil(times.length * share) - 1]!) as [number, number]
  const isWithin = p95 <= goalMs
  console.log(
    `  ${name.padEnd(44)} median ${median.toFixed(1).padStart(7)}   p95 ${p95.toFixed(1).padStart(7)}   goal ${goalMs} ms${isWithin ? '' : '   SLOWER'}`,
  )
  return isWithin
}

/** All orders: twice as many as the goal is for. */
async function isQuickExport(api: Api, format: 'csv' | 'xlsx'): Promise<boolean> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const began = performance.now()
  const { body } = (await api.orders.exportOrders({ format } as object)) as FileAnswer
  let bytes = 0
  for await (const piece of body) bytes += piece.length
  const ms = performance.now() - began
  clearInterval(watch)
  const totalCount = COURSES * 10
  const perGoal = (ms * EXPORT_ROWS) / totalCount
  const isWithin = perGoal <= EXPORT_MS && most - before <= EXPORT_BYTES
  console.log(
    `  ${`export of ${totalCount} orders, ${format}`.padEnd(44)} ${(ms / 1000).toFixed(1)} s, ${(perGoal / 1000).toFixed(1)} s for ${EXPORT_ROWS} rows (goal ${EXPORT_MS / 1000} s), ${(bytes / 1e6).toFixed(1)} MB, ${((most - before) / 1e6).toFixed(0)} MB more memory (goal ${EXPORT_BYTES / 1e6})${isWithin ? '' : '   MISSED'}`,
  )
  return isWithin
}
