/**
 * The product with 100,000 courses and what belongs to them: the time of each call and what its statements read.
 * `COURSES` sets a smaller number, to which everything else is in proportion. The data is kept in `SCALE_DIR` (by default
 * a folder below the system's temporary one) and is generated only once; remove the folder to generate it again. With
 * `PARTS=people,orders` only the calls of these parts are measured; `SCALE_URL` is a database with the data that runs already.
 *
 * The goals are held against processor time, that of this process and of PostgreSQL together, as other work on the machine
 * does not change it.
 */
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { refreshOffers } from '../app/features/catalogue/offers.server.ts'
import type { Context } from '../app/platform/context.server.ts'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '../app/platform/database/embedded-postgres.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { readRatioOf, statementsOf } from './community/plans.ts'
import { fillParts } from './scale/fill.ts'
import type { Call, Run } from './scale/part.ts'
import { PARTS } from './scale/parts.ts'

const COURSES = Number(process.env.COURSES ?? 100_000)
const TIMES = Number(process.env.TIMES ?? 100)
const MAX_READ_RATIO = 100
const ONLY = process.env.PARTS?.split(',')
const MEMORY = ['shared_buffers=256MB', 'max_wal_size=4GB', 'random_page_cost=1.1'].flatMap((flag) => ['-c', flag])

/** False when a call takes too long, or a statement reads too many rows for what it returns. */
export async function bench(): Promise<boolean> {
  const folder = process.env.SCALE_DIR ?? join(tmpdir(), `maahad-scale-${COURSES}`)
  const running = process.env.SCALE_URL
  const postgres = running
    ? { url: () => running, stop: async () => undefined }
    : await startEmbeddedPostgres(folder, MEMORY)
  const { db, pool, close } = openDatabase(postgres.url('postgres'), 4, () => undefined)
  try {
    await migrate(pool)
    const now = await fillParts(pool, PARTS, COURSES)
    // A job, which the product runs each minute.
    await refreshOffers({ db, now: () => now })
    // Each call comes from another network, so that no limit is reached, nor by the next run.
    let calls = randomInt(1 << 16)
    const contextOf = () =>
      ({
        db,
        lang: 'ar',
        settings: { assetsUrl: '', publicUrl: 'https://maahad.example', payment: { instalments: { offered: [] } } },
        now: () => now,
        user: null,
        ip: `10.${(++calls >> 8) & 255}.${calls & 255}.1`,
      }) as unknown as Context
    const run: Run = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows
    let isGood = true
    for (const { name, calls } of PARTS) {
      if (ONLY && !ONLY.includes(name)) continue
      console.log(
        `\n  ${name.padEnd(54)} CPU     p99    goal   clock   rows read  returned   ratio   (ms; CPU and clock are medians)`,
      )
      for (const call of await calls(run)) isGood = (await isWithinBudget(pool, contextOf, call)) && isGood
    }
    return isGood
  } finally {
    await close()
    await postgres.stop()
  }
}

async function isWithinBudget(pool: pg.Pool, contextOf: () => Context, call: Call): Promise<boolean> {
  const { name, asks, maxP99Ms, maxReadRatio = MAX_READ_RATIO, readsMoreBecause } = call
  for (const ask of asks) await ask(contextOf())
  const [clock, processor]: number[][] = [[], []]
  for (let n = 0; n < TIMES; n++) {
    const workers = await workersOf(pool)
    const [began, user] = [performance.now(), process.cpuUsage()]
    await asks[n % asks.length]!(contextOf())
    clock!.push(performance.now() - began)
    const own = process.cpuUsage(user)
    processor!.push((own.user + own.system) / 1000 + usedMs(workers))
  }
  const [median, p99] = [quantile(processor!, 0.5), quantile(processor!, 0.99)]
  let worst = { read: 0, returned: 1, text: '' }
  for (const ask of asks) {
    const one = await readRatioOf(pool, await statementsOf(() => ask(contextOf())))
    if (one.read / one.returned > worst.read / worst.returned) worst = one
  }
  const ratio = worst.read / worst.returned
  const digits = maxP99Ms < 1 ? 2 : 1
  const times = [median.toFixed(digits), p99.toFixed(digits), String(maxP99Ms), quantile(clock!, 0.5).toFixed(1)]
  const sizes = [String(worst.read).padStart(12), String(worst.returned).padStart(10), ratio.toFixed(1).padStart(8)]
  console.log(`  ${name.padEnd(50)}${times.map((time) => time.padStart(8)).join('')}${sizes.join('')}`)
  const isSlow = p99 > maxP99Ms
  const readsTooMuch = ratio > maxReadRatio && readsMoreBecause === undefined
  if (isSlow) console.log(`    slower than ${maxP99Ms} ms`)
  if (readsTooMuch)
    console.log(
      `    READS MORE than ${maxReadRatio} times what it returns: ${worst.text.replace(/\s+/g, ' ').slice(0, 200)}`,
    )
  return !isSlow && !readsTooMuch
}

function quantile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]!
}

/** The processes of PostgreSQL, which must run on this machine, and their processor time so far in nanoseconds. */
async function workersOf(pool: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  )
  return new Map(rows.map(({ pid }) => [pid, processorNs(pid)]))
}

/** Processor time of `workers` since then. One that the pool has ended in between did no work. */
function usedMs(workers: Map<number, number>): number {
  return [...workers].reduce((sum, [pid, before]) => sum + Math.max(0, processorNs(pid) - before) / 1e6, 0)
}

/** https://docs.kernel.org/scheduler/sched-stats.html: the first number is the time on a processor in nanoseconds. */
function processorNs(pid: number): number {
  const path = `/proc/${pid}/schedstat`
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ')[0]) : 0
}
