/**
 * The lists of the desk, its palette, a scan and an export with 100,000 orders, 200,000 people and more than 5,000 runs:
 * the 95th percentile of each beside its goal. The data is kept in `SCALE_DIR` as that of `bench scale`.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '../app/api/contract.ts'
import type { FileAnswer } from '../app/api/fields.ts'
import { localApi } from '../app/composition/operations.server.ts'
import type { Context } from '../app/platform/context.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { type Database, openDatabase } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { startEmbeddedPostgres } from '../app/platform/embedded-postgres.server.ts'
import { catalogue } from './scale/catalogue.ts'
import { fillParts } from './scale/fill.ts'
import { orders } from './scale/orders.ts'
import { COMMON_NAME, people, RARE_NAME, USUAL_NAME } from './scale/people.ts'
import { teaching } from './scale/teaching.ts'

const COURSES = Number(process.env.COURSES ?? 10_000)
const TIMES = Number(process.env.TIMES ?? 40)
const MEMORY = ['shared_buffers=256MB', 'max_wal_size=4GB', 'random_page_cost=1.1'].flatMap((flag) => ['-c', flag])

const LIST_MS = 200
const PALETTE_MS = 100
const SCAN_MS = 500
/** Of 50,000 rows. */
const EXPORT_MS = 10_000
const EXPORT_BYTES = 150_000_000
const EXPORT_ROWS = 50_000

type Ask = (api: Api) => Promise<unknown>

/** False when something takes longer than its goal. */
export async function bench(): Promise<boolean> {
  const folder = process.env.SCALE_DIR ?? join(tmpdir(), `maahad-desk-${COURSES}`)
  const postgres = await startEmbeddedPostgres(folder, MEMORY)
  const { db, pool, close } = openDatabase(postgres.url('postgres'), 4, () => undefined)
  try {
    await migrate(pool)
    const now = await fillParts(pool, [catalogue, people, orders, teaching], COURSES)
    const { rows } = await pool.query<Record<string, number>>(`select (select count(*) from orders)::int as orders,
      (select count(*) from users)::int as people, (select count(*) from schedules)::int as runs`)
    console.log(`  ${rows[0]!.orders} orders, ${rows[0]!.people} people, ${rows[0]!.runs} runs\n`)
    const api = localApi(contextOf(db, now))
    let isGood = true
    for (const [name, goalMs, asks] of [...(await lists(api, now)), ...palette(), await scans(db)])
      isGood = (await isQuick(name, goalMs, asks, api)) && isGood
    for (const format of ['csv', 'xlsx'] as const) isGood = (await isQuickExport(api, format)) && isGood
    return isGood
  } finally {
    await close()
    await postgres.stop()
  }
}

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

type Row = [name: string, goalMs: number, asks: Ask[]]

async function lists(api: Api, now: Date): Promise<Row[]> {
  const list = (name: string, ...asks: Ask[]): Row => [name, LIST_MS, asks]
  // A page deep in each list.
  const next = async (ask: (cursor?: string) => Promise<{ next: string | null }>, pages = 20) => {
    let cursor: string | undefined
    for (let page = 0; page < pages; page++) cursor = (await ask(cursor)).next ?? cursor
    return cursor
  }
  const late = {
    orders: await next((Cursor) => api.orders.orders({ Cursor, PageSize: 50 } as object)),
    runs: await next((cursor) => api.runs.runs({ cursor, limit: 50 } as object)),
    courses: await next((cursor) => api.courseEditing.courseList({ cursor, limit: 50 } as never)),
    audit: await next((cursor) => api.audit.audit({ cursor, limit: 50 } as object)),
    certificates: await next((cursor) => api.certificates.certificates({ cursor, limit: 50 } as object)),
  }
  const found =
    (SearchTerm: string): Ask =>
    (one) =>
      one.orders.orders({ SearchTerm, PageSize: 25 })
  const { items } = await api.runs.runs({ state: 'coming' } as object)
  const runId = items[0]!.id
  return [
    list('today', (one) => one.desk.today({})),
    list('orders', (one) => one.orders.orders({ PageSize: 25 })),
    list('orders, page 20', (one) => one.orders.orders({ PageSize: 25, Cursor: late.orders } as object)),
    list(
      'orders by state, method, refund',
      (one) => one.orders.orders({ Status: 'pending' }),
      (one) => one.orders.orders({ Method: 'transfer', Status: 'paid' }),
      (one) => one.orders.orders({ Refund: 'requested' }),
    ),
    list('orders by a rare name, a number', found(RARE_NAME), found('M-2026-0000500'), found('0500000500')),
    list('orders by usual names', found(USUAL_NAME), found(COMMON_NAME), found('مح')),
    list('orders by an absent name', found('زرافة')),
    list('transfers', (one) => one.transfers.transfersToCheck({} as object)),
    list('refunds', (one) => one.refunds.waitingRefunds({} as object)),
    list('payments', (one) => one.payments.unmatchedPayments({ PageSize: 25 })),
    list('courses', (one) => one.courseEditing.courseList({} as never)),
    list('courses, page 20', (one) => one.courseEditing.courseList({ cursor: late.courses } as never)),
    list('courses by name', (one) => one.courseEditing.courseList({ sort: 'name' } as never)),
    list('courses, searched', (one) => one.courseEditing.courseList({ query: 'ادارة' } as never)),
    list('runs', (one) => one.runs.runs({} as object)),
    list(
      'runs by seats: of all, coming',
      (one) => one.runs.runs({ sort: 'full' } as object),
      (one) => one.runs.runs({ sort: 'free', state: 'coming' } as object),
    ),
    list('runs, page 20', (one) => one.runs.runs({ cursor: late.runs } as object)),
    list(
      'runs by state, room',
      (one) => one.runs.runs({ state: 'coming' } as object),
      (one) => one.runs.runs({ state: 'cancelled' } as object),
      (one) => one.runs.runs({ state: 'below-minimum' } as object),
      (one) => one.runs.runs({ room: 'R7' } as object),
    ),
    list('sessions of a day', (one) => one.attendance.sessionsOfDay({ day: dayOf(now) })),
    list('attendees of a run', (one) => one.attendance.attendees({ id: runId })),
    list('certificates', (one) => one.certificates.certificates({} as object)),
    list('certificates, page 20', (one) => one.certificates.certificates({ cursor: late.certificates } as object)),
    list('certificates by a name', (one) => one.certificates.certificates({ query: USUAL_NAME } as object)),
    list('enquiries', (one) => one.leads.leads({ PageSize: 25 })),
    list('enquiries by usual names', (one) => one.leads.leads({ SearchTerm: COMMON_NAME })),
    list('staff', (one) => one.staff.staff({})),
    list('audit', (one) => one.audit.audit({} as object)),
    list('audit, page 20', (one) => one.audit.audit({ cursor: late.audit } as object)),
    list(
      'audit by action, person, text',
      (one) => one.audit.audit({ action: 'order.refund' } as object),
      (one) => one.audit.audit({ person: 4 } as object),
      (one) => one.audit.audit({ query: 'M-1999' } as object),
    ),
  ]
}

function palette(): Row[] {
  const find =
    (query: string): Ask =>
    (one) =>
      one.desk.find({ query })
  return [
    [
      'palette: a number, an address, a phone',
      PALETTE_MS,
      ['M-2026-0000500', 'u500@example.com', '0500000500'].map(find),
    ],
    ['palette: a rare and an absent name', PALETTE_MS, [RARE_NAME, 'زرافة'].map(find)],
    ['palette: usual names', PALETTE_MS, [COMMON_NAME, USUAL_NAME, 'العتيبي'].map(find)],
    ['palette: two letters', PALETTE_MS, ['مح', 'اد'].map(find)],
    ['palette: a course', PALETTE_MS, ['ادارة', 'course 77'].map(find)],
  ]
}

/** Each scan is another badge of the run with the most people. */
async function scans(db: Database): Promise<Row> {
  const session = await db
    .selectFrom('run_sessions')
    .innerJoin('orders', 'orders.schedule_id', 'run_sessions.schedule_id')
    .innerJoin('badges', 'badges.order_id', 'orders.id')
    .select(({ fn }) => ['run_sessions.id', fn.agg<string[]>('array_agg', ['badges.code']).as('codes')])
    .groupBy('run_sessions.id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  let scan = 0
  const ask: Ask = (one) =>
    one.attendance.scan({
      id: session.id,
      scans: [
        {
          id: crypto.randomUUID(),
          code: session.codes[scan++ % session.codes.length]!,
          at: new Date().toISOString(),
        },
      ],
    } as never)
  return ['the verdict on a scan', SCAN_MS, [ask]]
}

async function isQuick(name: string, goalMs: number, asks: Ask[], api: Api): Promise<boolean> {
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
