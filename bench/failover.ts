/**
 * Rehearses what befalls two PostgreSQL under Patroni (files of `deploy/database/`) while eight buyers order, pay, cancel
 * and request refunds: whether something acknowledged is lost, and how long nothing can be written. Without the programs
 * (Debian: patroni etcd-server etcd-client haproxy postgresql) it says so. `ROUNDS` sets how often each thing happens,
 * `INCIDENTS=etcd` picks those with that in their name.
 */
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { SECOND_MS } from '../app/platform/durations.ts'
import { killWhileBuying } from '../tests/support/orders/crash-orders.ts'
import { CRASH_POINTS } from '../tests/support/orders/crash-points.ts'
import { failedChecks } from '../tests/support/payments/money-checks.ts'
import { Machines, missingPrograms, type Name } from './failover/machines.ts'
import { startWriter, type Writer } from './failover/writer.ts'
import { removed } from './pages/peers.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 1)
/** Longer than the lease of the primary. */
const WATCHED_MS = 25 * SECOND_MS
const WRITES_AGAIN_TIMEOUT_MS = 90 * SECOND_MS

type Happening = (machines: Machines, primary: Name, replica: Name) => void | Promise<void>
type Incident = { name: string; isFailover: boolean; happen: Happening }

const ALL_INCIDENTS: Incident[] = [
  { name: 'the machine of the primary is lost', isFailover: true, happen: (all, primary) => all.loseMachine(primary) },
  { name: 'PostgreSQL of the primary crashes', isFailover: true, happen: (all, primary) => all.killPostgres(primary) },
  { name: 'Patroni of the primary hangs', isFailover: true, happen: (all, primary) => all.freezePatroni(primary) },
  { name: 'a planned switchover', isFailover: true, happen: (all) => all.switchover() },
  {
    name: 'the machine of the replica is lost',
    isFailover: false,
    happen: (all, _, replica) => all.loseMachine(replica),
  },
  { name: 'the replica, then the primary', isFailover: false, happen: loseOneAfterTheOther },
  { name: 'all of etcd is lost', isFailover: false, happen: (all) => all.loseEtcd() },
  { name: 'a machine for good, another instead', isFailover: true, happen: replaceOne },
]
const INCIDENTS = ALL_INCIDENTS.filter(({ name }) => name.includes(process.env.INCIDENTS ?? ''))

/** False when something acknowledged is lost, money is wrong, or the other machine does not become the primary. */
export async function bench(): Promise<boolean> {
  const missing = missingPrograms()
  if (missing.length > 0) {
    console.log(`  Not rehearsed: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not installed.`)
    return true
  }
  const folder = mkdtempSync(join(tmpdir(), 'maahad-failover-'))
  const machines = new Machines(folder)
  let isGood = true
  try {
    await machines.start()
    const { pool, close } = openDatabase(machines.url, 3, () => undefined)
    await migrate(pool)
    await close()
    const writer = await startWriter(machines.url)
    console.log(`  load ${loadavg()[0]!.toFixed(1)} before the run`)
    console.log(`  ${'what happens'.padEnd(38)}seconds without writes  then until both are there`)
    let next = 0
    const { checks, acknowledged, orders } = await killWhileBuying({
      databaseUrl: machines.url,
      kills: { server: 0, database: INCIDENTS.length * ROUNDS },
      killDatabase: async () => {
        isGood = (await rehearse(INCIDENTS[next++ % INCIDENTS.length]!, machines, writer)) && isGood
      },
      points: [CRASH_POINTS.findIndex(({ name }) => name === 'at any moment')],
      seats: 5 * ROUNDS,
      maxPauseMs: 3 * SECOND_MS,
      timeoutMs: 6 * SECOND_MS,
    })
    const rows = await writer.stop()
    const lines: [string, number][] = [
      ['orders acknowledged', acknowledged.placed],
      ['payments acknowledged', acknowledged.paid],
      ['refund requests acknowledged', acknowledged.requested],
      ...Object.entries(orders).map(([status, n]): [string, number] => [`orders that are ${status}`, n]),
      ['rows acknowledged', rows.acknowledged],
      ['of them lost', rows.lost],
      ...Object.entries(checks),
    ]
    for (const [name, figure] of lines) console.log(`  ${name.padEnd(58)}${String(figure).padStart(8)}`)
    isGood = isGood && rows.lost === 0 && failedChecks(checks).length === 0 && acknowledged.placed > 0
    return isGood
  } finally {
    await machines.stop()
    if (isGood) removed(folder)
    else console.log(`  The logs are in ${folder}.`)
  }
}

/** Nobody may take the place of a primary that went on alone: the former replica lacks orders. */
async function loseOneAfterTheOther(machines: Machines, primary: Name, replica: Name): Promise<void> {
  machines.loseMachine(replica)
  await sleep(WATCHED_MS)
  machines.loseMachine(primary)
  machines.startAgain(replica)
  await sleep(WATCHED_MS)
  const { primary: other } = await machines.roles()
  if (other === replica) throw new Error('A replica that lacks orders was promoted.')
  machines.startAgain(primary)
}

/** A machine with a database and an etcd, and its disk; an empty one comes in its place. */
async function replaceOne(machines: Machines, primary: Name): Promise<void> {
  machines.loseMachine(primary)
  machines.loseEtcd([primary])
  await sleep(WATCHED_MS)
  await machines.replaceMachine(primary)
}

/** One incident, its end, and its repair. */
async function rehearse({ name, isFailover, happen }: Incident, machines: Machines, writer: Writer): Promise<boolean> {
  const { primary, replica } = await machines.roles()
  if (!primary || !replica) throw new Error('The incident before is not repaired.')
  const from = performance.now()
  await happen(machines, primary, replica)
  await sleep(WATCHED_MS)
  for (
    const end = Date.now() + WRITES_AGAIN_TIMEOUT_MS;
    performance.now() - writer.lastAt() > SECOND_MS;
    await sleep(200)
  )
    if (Date.now() > end) throw new Error(`${name}: nothing can be written any more.`)
  const gap = writer.longestGap(from)
  const repairedFrom = performance.now()
  await machines.repair()
  const repair = (performance.now() - repairedFrom) / SECOND_MS
  const now = await machines.roles()
  const isAsMeant = now.primary === (isFailover ? replica : primary)
  const figures = gap.toFixed(1).padStart(22) + repair.toFixed(1).padStart(27)
  console.log(`  ${name.padEnd(38)}${figures}${isAsMeant ? '' : `  the primary is ${now.primary}`}`)
  return isAsMeant
}
