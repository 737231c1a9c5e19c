/** Measures whether an order or a payment is lost or counted twice when the server or the database crashes. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { startEmbeddedPostgres } from '../app/platform/database/embedded-postgres.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { MINUTE_MS } from '../app/platform/durations.ts'
import { killPostgres, killWhileBuying } from '../tests/support/orders/crash-orders.ts'
import { failedChecks } from '../tests/support/payments/money-checks.ts'

const KILLS = Number(process.env.KILLS ?? 200)
const DATABASE_KILLS = Number(process.env.DATABASE_KILLS ?? 50)

/** Ctrl-C stops the kills and evaluates. False when one of the figures that must be 0 is not. */
export async function bench(): Promise<boolean> {
  // On disk with fsync: a cluster in memory would lose its data in a crash.
  const folder = mkdtempSync(join(tmpdir(), 'maahad-cluster-'))
  chmodSync(folder, 0o755)
  const cluster = await startEmbeddedPostgres(folder)
  try {
    const databaseUrl = cluster.url('postgres')
    const { pool, close } = openDatabase(databaseUrl, 3, () => undefined)
    await migrate(pool)
    await close()
    const begun = performance.now()
    let isEnough = false
    process.once('SIGINT', () => {
      isEnough = true
    })
    const { checks, ...figures } = await killWhileBuying({
      databaseUrl,
      kills: { server: KILLS, database: DATABASE_KILLS },
      killDatabase: () => killPostgres(join(folder, 'postgres')),
      seats: Math.max(5, Math.round((KILLS + DATABASE_KILLS) / 8)),
      maxPauseMs: 1200,
      timeoutMs: 6000,
      isEnough: () => isEnough,
      onKill: ({ server, database }) => {
        if ((server + database) % 10 > 0) return
        console.error(`    ${server} and ${database} kills, ${Math.round((performance.now() - begun) / 1000)} s`)
      },
    })
    const { acknowledged } = figures
    const lines: [string, number][] = [
      ['times the server was killed', figures.kills.server],
      ['times the database was killed', figures.kills.database],
      ...[...figures.reached].map(([name, times]): [string, number] => [`· ${name}`, times]),
      ['· at a random moment', figures.notReached],
      ['orders acknowledged', acknowledged.placed],
      ['payments acknowledged', acknowledged.paid],
      ['refund requests acknowledged', acknowledged.requested],
      ...Object.entries(figures.orders).map(([status, n]): [string, number] => [`orders that are ${status}`, n]),
      ['refunds', figures.refunded],
      ['minutes', Math.round((performance.now() - begun) / MINUTE_MS)],
      ...Object.entries(checks),
    ]
    for (const [name, figure] of lines) console.log(`  ${name.padEnd(52)}${String(figure).padStart(8)}`)
    return failedChecks(checks).length === 0
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
