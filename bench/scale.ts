/**
 * The product with 100,000 courses and what belongs to them: the time of each call and what its statements read.
 * `COURSES` sets a smaller number, to which everything else is in proportion. The data is kept in `SCALE_DIR` (by default
 * a folder below the system's temporary one) and is generated only once; remove the folder to generate it again. With
 * `PARTS=people,orders` only the calls of these parts are measured.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Context } from '../app/platform/context.server.ts'
import { migrate, openDatabase } from '../app/platform/database.server.ts'
import { startEmbeddedPostgres } from '../app/platform/embedded-postgres.server.ts'
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
  const postgres = await startEmbeddedPostgres(folder, MEMORY)
  const { db, pool, close } = openDatabase(postgres.url('postgres'), 4, () => undefined)
  try {
    await migrate(pool)
    const now = await fillParts(pool, PARTS, COURSES)
    let calls = 0
    // Each call comes from another network, so that no limit is reached.
    const contextOf = () =>
      ({
        db,
        lang: 'ar',
        settings: { assetsUrl: '', publicUrl: 'https://maahad.example' },
        now: () => now,
        user: null,
        ip: `10.${++calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
      }) as unknown as Context
    const run: Run = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows
    let isGood = true
    for (const { name, calls } of PARTS) {
      if (ONLY && !ONLY.includes(name)) continue
      console.log(`\n  ${name.padEnd(50)} median     p99   rows read  returned   ratio   (ms)`)
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
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const began = performance.now()
    await asks[n % asks.length]!(contextOf())
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const [median, p99] = [times[Math.floor(TIMES / 2)]!, times[Math.ceil(TIMES * 0.99) - 1]!]
  let worst = { read: 0, returned: 1, text: '' }
  for (const ask of asks) {
    const one = await readRatioOf(pool, await statementsOf(() => ask(contextOf())))
    if (one.read / one.returned > worst.read / worst.returned) worst = one
  }
  const ratio = worst.read / worst.returned
  const columns = [median.toFixed(1), p99.toFixed(1), worst.read, worst.returned, ratio.toFixed(1)]
  console.log(`  ${name.padEnd(46)}${columns.map((column) => String(column).padStart(10)).join('')}`)
  const isSlow = p99 > maxP99Ms
  const readsTooMuch = ratio > maxReadRatio && readsMoreBecause === undefined
  if (isSlow) console.log(`    slower than ${maxP99Ms} ms`)
  if (readsTooMuch)
    console.log(
      `    READS MORE than ${maxReadRatio} times what it returns: ${worst.text.replace(/\s+/g, ' ').slice(0, 200)}`,
    )
  return !isSlow && !readsTooMuch
}
