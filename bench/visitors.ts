/**
 * Many visitors while something changes every second, with one process and with two. Only CPU time can be compared on a
 * shared machine: that of a request while nothing changes, and that of a change, after which each process makes its
 * pages again, however many or few requests the machine has time for. It fails when a request fails, when a guest's page
 * with changes costs more than twice as much as without, or when two processes cost more than each its own; also when a
 * process needs more memory than its limit, at rest or under this load, or an instance more connections than its budget.
 */
import { mkdtempSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createTestDatabase, startTestCluster } from '../tests/support/cluster.ts'
import { guestPaths, learnerToken } from './pages/addresses.ts'
import { cpuMs, postgresPid } from './pages/cpu.ts'
import { getRequest, type Load, load } from './pages/load.ts'
import { memoryMb, resetPeaks } from './pages/memory.ts'
import { removed } from './pages/peers.ts'
import { buildProduct, ended, startProduct } from './product.ts'

const GUESTS_AT_ONCE = 64
const CROWD = 800
const VISITORS = 200
const SIGNED_IN = VISITORS / 10
const SECONDS = 10
const LONG_SECONDS = Number(process.env.DURATION ?? 60)
/** What changes, one after another: a course, a post, an article, a run's price and seats. */
const CHANGED = ['courses', 'posts', 'articles', 'schedules']

/** How much dearer a request, or a change for each process, may be with two processes: the noise of a shared machine. */
const TOLERANCE = 1.5

/** Resident memory of a process: before its first request (the goal is missed), and the most under this load. */
const REST_GOAL_MB = 160
const MAX_REST_MB = 240
const MAX_LOAD_MB = 350
/** Of pages and calls, see docs/operation.md; besides 8 of jobs and a listener for each process. */
const REQUEST_CONNECTIONS = { one: 20, several: 24 }
const JOB_CONNECTIONS = 8

type Figures = Load & { cpu: number; latencies: number[] }
/** CPU in ms of one request while nothing changes, and of one change. */
type Costs = { request: number; change: number; isGood: boolean }

export async function bench(): Promise<boolean> {
  await buildProduct()
  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'maahad-visitors-'))
  try {
    const [busy, cores] = [loadavg()[0]!, availableParallelism()]
    console.log(
      `  ${cores} cores, load ${busy.toFixed(1)} before the run: ` +
        (busy < cores / 4 ? 'quiet' : 'busy, so requests a second say little, and only CPU can be compared'),
    )
    const head = ['requests/s', 'CPU ms', 'median ms', '95th', '99th', 'slowest', 'failures']
    console.log(`  ${''.padEnd(44)}${head.map((name) => name.padStart(11)).join('')}`)
    const [one, two] = [await costsOf(1), await costsOf(2)]
    console.log(
      `  two processes against one: a request ${(two.request / one.request).toFixed(2)} ×, a change ${(two.change / one.change).toFixed(2)} ×`,
    )
    const isScaling = two.request <= one.request * TOLERANCE && two.change <= one.change * 2 * TOLERANCE
    return one.isGood && two.isGood && isScaling

    async function costsOf(workers: number) {
      const databaseUrl = await createTestDatabase(cluster, `bench_visitors_${workers}`)
      return withProcesses(workers, databaseUrl, join(folder, String(workers)))
    }
  } finally {
    await cluster.stop()
    removed(folder)
  }
}

async function withProcesses(workers: number, databaseUrl: string, dataDir: string): Promise<Costs> {
  const { server, address } = await startProduct(databaseUrl, dataDir, { WORKERS: String(workers) })
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const port = Number(new URL(address).port)
    const atRest = memoryMb(server.pid!).now
    resetPeaks(server.pid!)
    const paths = await guestPaths(address)
    const guests = paths.map((path) => getRequest(port, path))
    const cookie = { Cookie: `access=${await learnerToken(address)}` }
    // The sign-in page redirects visitors who are signed in.
    const members = paths.filter((path) => path !== '/ar/login').map((path) => getRequest(port, path, cookie))
    const postgres = await postgresPid(databaseUrl)
    const cpu = () => cpuMs(server.pid!) + (postgres === undefined ? 0 : cpuMs(postgres))
    const run = (name: string, groups: Group[]) =>
      measured(`${name}, ${workers} process${workers > 1 ? 'es' : ''}`, port, cpu, groups)
    const ofGuests = (connections: number, seconds: number) => ({ requests: guests, connections, seconds })
    const ofAll = (seconds: number) => [
      ofGuests(VISITORS - SIGNED_IN, seconds),
      { requests: members, connections: SIGNED_IN, seconds },
    ]

    await load({ port, request: inTurn(guests), connections: 8, seconds: 2 })
    await load({ port, request: inTurn(members), connections: 8, seconds: 2 })
    const unchanged = await run(`${GUESTS_AT_ONCE} guests, nothing changes`, [ofGuests(GUESTS_AT_ONCE, SECONDS)])
    const allUnchanged = await run(`${VISITORS} visitors, a tenth signed in`, ofAll(SECONDS))
    const stopChanges = changeEverySecond(database)
    const changing = await run(`${GUESTS_AT_ONCE} guests, a change a second`, [ofGuests(GUESTS_AT_ONCE, SECONDS)])
    const minute = await run(`${VISITORS} visitors, a change a second`, ofAll(LONG_SECONDS))
    await stopChanges()
    await change(database, CHANGED[0]!)
    const crowd = await run(`${CROWD} guests at once after a change`, [
      { requests: guests.slice(0, 1), connections: CROWD, seconds: 0.001 },
    ])
    const ofChange = changeCost(changing, unchanged)
    const ofChangeForAll = changeCost(minute, allUnchanged)
    // At the rate that the machine had time for without changes.
    const withChanges = unchanged.cpu + ofChange / (unchanged.count / unchanged.seconds)
    console.log(
      `  a change: ${ofChange.toFixed(0)} ms for guests, ${ofChangeForAll.toFixed(0)} ms with visitors signed in; ` +
        `a guest’s page with changes, against without: ${(unchanged.cpu / withChanges).toFixed(2)} × as cheap`,
    )
    const underLoad = memoryMb(server.pid!)
    const { rows } = await database.query<{ connections: number }>(
      'select count(*) as connections from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const connections = Number(rows[0]!.connections)
    const maxConnections =
      (workers === 1 ? REQUEST_CONNECTIONS.one : REQUEST_CONNECTIONS.several) + JOB_CONNECTIONS + workers
    console.log(
      `  MB of each process at rest: ${atRest.join(', ')} (goal ${REST_GOAL_MB}); the most under this load: ` +
        `${underLoad.peak.join(', ')} (at most ${MAX_LOAD_MB}), after it: ${underLoad.now.join(', ')}; ` +
        `connections: ${connections} (at most ${maxConnections})`,
    )
    const isWithinLimits =
      Math.max(...atRest) <= MAX_REST_MB && Math.max(...underLoad.peak) <= MAX_LOAD_MB && connections <= maxConnections
    const isGood =
      isWithinLimits &&
      [unchanged, allUnchanged, changing, minute, crowd].every(({ failures }) => failures === 0) &&
      unchanged.cpu / withChanges >= 0.5
    return { request: allUnchanged.cpu, change: ofChangeForAll, isGood }
  } finally {
    await database.end()
    await ended(server)
  }
}

/** What one of the changes, one a second, cost more than the requests alone. */
const changeCost = (changing: Figures, unchanged: Figures) =>
  ((changing.cpu - unchanged.cpu) * changing.count) / changing.seconds

/** What the triggers on the table send when a transaction that changed it commits. */
const change = (database: pg.Client, table: string) => database.query("select pg_notify('pages', $1)", [table])

function changeEverySecond(database: pg.Client): () => Promise<void> {
  let changes = 0
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = change(database, CHANGED[changes++ % CHANGED.length]!)
  }, 1000)
  return async () => {
    clearInterval(timer)
    await last
  }
}

type Group = { requests: string[]; connections: number; seconds: number }

async function measured(name: string, port: number, cpu: () => number, groups: Group[]): Promise<Figures> {
  const latencies: number[] = []
  const before = cpu()
  const loads = await Promise.all(
    groups.map(({ requests, connections, seconds }) =>
      load({ port, request: inTurn(requests), connections, seconds, onAnswer: (ms) => latencies.push(ms) }),
    ),
  )
  const sum = (of: (one: Load) => number) => loads.reduce((total, one) => total + of(one), 0)
  const count = sum((one) => one.count)
  const refused = sum(({ statuses }) =>
    [...statuses].reduce((total, [status, n]) => total + (status === 200 ? 0 : n), 0),
  )
  const figures: Figures = {
    ...loads[0]!,
    count,
    failures: sum((one) => one.failures) + refused,
    cpu: (cpu() - before) / count,
    latencies: latencies.sort((a, b) => a - b),
  }
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  const columns = [
    (count / Math.max(...loads.map(({ seconds }) => seconds))).toFixed(0),
    figures.cpu.toFixed(3),
    ...[0.5, 0.95, 0.99, 1].map((part) => at(part).toFixed(1)),
    String(figures.failures),
  ]
  const others = loads.flatMap(({ statuses }) => [...statuses.keys()].filter((status) => status !== 200))
  if (others.length > 0) columns.push(` ${[...new Set(others)].join()}`)
  console.log(`  ${name.padEnd(44)}${columns.map((column) => column.padStart(11)).join('')}`)
  return figures
}

function inTurn(requests: string[]): () => string {
  let next = 0
  return () => requests[next++ % requests.length]!
}
