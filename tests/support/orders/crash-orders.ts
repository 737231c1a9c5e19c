/** Crashes the server and its database repeatedly while buyers order, pay and request refunds. */
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../../../app/platform/context.server.ts'
import { type Database, openDatabase } from '../../../app/platform/database/database.server.ts'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { type Checks, moneyChecks } from '../payments/money-checks.ts'
import { startMoyasar } from '../payments/moyasar-server.ts'
import { type ApiChild, startApiChild } from '../processes/api-child.ts'
import { freePort } from '../processes/free-port.ts'
import { buyRepeatedly, openShop, type Shop } from './buyers.ts'
import { CRASH_POINTS, createGates, type Reached, reach } from './crash-points.ts'
import { settleAll, unlockJobs, withConnection } from './settled.ts'

export type CrashFigures = {
  checks: Checks
  kills: { server: number; database: number }
  /** Kills at which the named point was reached, by its name. */
  reached: Map<string, number>
  /** Kills whose point was not reached in time: killed at a random moment. */
  notReached: number
  acknowledged: { [what in keyof Shop['acknowledged']]: number }
  /** In the database, by their status. */
  orders: Record<string, number>
  refunded: number
}

export type CrashOptions = {
  databaseUrl: string
  /** How often the server is killed, and how often its database. */
  kills: { server: number; database: number }
  /** Kills the database, which restarts itself. */
  killDatabase?: () => void | Promise<void>
  /** Indexes of crash points; by default all. */
  points?: number[]
  seats: number
  /** The maximum time between two kills, in milliseconds. */
  maxPauseMs: number
  /** How long a crash point is awaited; then the kill happens at a random moment. */
  timeoutMs: number
  onKill?: (kills: CrashFigures['kills']) => void
  /** Called before each kill: whether to end now. */
  isEnough?: () => boolean
}

const BUYERS = 8

export async function killWhileBuying({
  databaseUrl,
  kills,
  killDatabase,
  seats,
  maxPauseMs,
  timeoutMs,
  onKill,
  isEnough,
  ...options
}: CrashOptions): Promise<CrashFigures> {
  const points = options.points ?? [...CRASH_POINTS.keys()]
  const dataDir = mkdtempSync(join(tmpdir(), 'maahad-crash-'))
  const provider = await startMoyasar({ minuteMs: 40 })
  const port = await freePort()
  const address = `http://localhost:${port}`
  const env = { MAAHAD_DEMO: '1', PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...provider.env }
  provider.registerWebhook(address)
  const { db, close } = openDatabase(databaseUrl, 10, () => undefined)
  const settings = readSettings({ ...env, LOG_LEVEL: 'silent' })
  let open = true
  let child: ApiChild | undefined
  try {
    await withConnection(databaseUrl, createGates)
    const services = { db, settings, now: () => new Date() } as Services
    const shop = await openShop({ address, services, provider, isOpen: () => open }, seats)
    child = await startApiChild(env)
    const buyers = Promise.all(Array.from({ length: BUYERS }, () => buyRepeatedly(shop)))
    const reached = new Map<string, number>()
    let notReached = 0
    const done = { server: 0, database: 0 }
    const kill = async (number: number, how: (at: Reached) => Promise<void>) => {
      const index = points[number % points.length]!
      await sleep(randomInt(maxPauseMs))
      const at = await reach(index, databaseUrl, provider, timeoutMs)
      const { name } = CRASH_POINTS[index]!
      if (at.isReached) reached.set(name, (reached.get(name) ?? 0) + 1)
      else notReached += 1
      await how(at)
      onKill?.(done)
    }
    const killServer = () =>
      kill(done.server++, async (at) => {
        await child!.end('SIGKILL')
        await at.open(randomInt(2) === 0)
        await withConnection(databaseUrl, unlockJobs)
        child = await startApiChild(env)
      })
    const killCluster = () =>
      kill(done.database++, async (at) => {
        await killDatabase!()
        await at.open(false)
        await waitForDatabase(databaseUrl)
      })
    // The crashes of the database are spread evenly among those of the server.
    while (!isEnough?.() && done.server + done.database < kills.server + kills.database) {
      const isDatabaseNext = done.database * kills.server < done.server * kills.database
      if (isDatabaseNext || done.server === kills.server) await killCluster()
      else await killServer()
    }
    await sleep(1000)
    open = false
    await Promise.race([buyers, sleep(20_000)])
    await child.end('SIGKILL')
    await buyers
    await withConnection(databaseUrl, unlockJobs)
    const checks = await settleAll({ databaseUrl, dataDir, provider }, (settled) => moneyChecks(settled, provider))
    const { acknowledged } = shop
    return {
      ...{ kills: done, reached, notReached, checks: { ...(await lost(db, shop)), ...checks } },
      acknowledged: {
        placed: acknowledged.placed.size,
        paid: acknowledged.paid.size,
        requested: acknowledged.requested.size,
        refunded: acknowledged.refunded.size,
      },
      orders: await ordersByStatus(db),
      refunded: await countOf(db, sql`select count(*)::int as n from refunds where status = 'done'`),
    }
  } finally {
    open = false
    if (child?.process.exitCode === null && child.process.signalCode === null) await child.end('SIGKILL')
    await close()
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const countOf = async (db: Database, query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(db)).rows[0]!.n

/** What was acknowledged but is not in the database. */
async function lost(db: Database, { acknowledged }: Shop): Promise<Checks> {
  const among = (ids: Set<string>) => sql`(select unnest(${[...ids]}::uuid[]) as id)`
  return {
    'acknowledged orders lost': await countOf(
      db,
      sql<{ n: number }>`select count(*)::int as n from ${among(acknowledged.placed)} t
        where not exists (select from orders o where o.id = t.id)`,
    ),
    'acknowledged payments lost': await countOf(
      db,
      sql<{ n: number }>`select count(*)::int as n from ${among(acknowledged.paid)} t
        where not exists (select from orders o where o.id = t.id and o.status in ('paid', 'refunded'))`,
    ),
    'acknowledged refund requests lost': await countOf(
      db,
      sql<{ n: number }>`select count(*)::int as n from ${among(acknowledged.requested)} t
        where not exists (select from refunds r where r.order_id = t.id and r.requested_by is not null)`,
    ),
    'acknowledged refunds lost': await countOf(
      db,
      sql<{ n: number }>`select count(*)::int as n from ${among(acknowledged.refunded)} t
        where not exists (select from orders o where o.id = t.id and o.status = 'refunded')`,
    ),
  }
}

async function ordersByStatus(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from orders group by status order by status`.execute(db)
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

async function waitForDatabase(databaseUrl: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    const isBack = await withConnection(databaseUrl, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
    if (isBack) return
  }
  throw new Error('The database did not restart.')
}

/** Kills all processes of a cluster at the same moment. */
export function killPostgres(cluster: string): void {
  const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  for (const target of [pid, ...children.map(Number)]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It ended with the postmaster.
    }
  }
}
