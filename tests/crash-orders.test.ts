/** Orders, payments and documents stay consistent when the server or its database crashes. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from './support/cluster.ts'
import { killWhileBuying } from './support/orders/crash-orders.ts'
import { CRASH_POINTS } from './support/orders/crash-points.ts'
import { withConnection } from './support/orders/settled.ts'
import { failedChecks } from './support/payments/money-checks.ts'

const POINTS = [
  'after the provider created the payment',
  'before the ledger has the money',
  'between invoice number and invoice',
  'after the payment, before the response',
  'after a refund was sent',
]

it('no order and no money is lost or counted twice through five crashes of the server and two lost connections', async () => {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createTestDatabase(cluster, name)
  const dropConnections = () =>
    withConnection(cluster.adminUrl, async (client) => {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  try {
    const { checks, reached, notReached, acknowledged } = await killWhileBuying({
      databaseUrl,
      kills: { server: POINTS.length, database: 2 },
      killDatabase: dropConnections,
      points: POINTS.map((point) => CRASH_POINTS.findIndex(({ name }) => name === point)),
      seats: 5,
      maxPauseMs: 300,
      timeoutMs: 60_000,
    })
    expect(failedChecks(checks)).toEqual([])
    expect([...reached.keys()].sort()).toEqual([...POINTS].sort())
    expect(notReached).toBe(0)
    expect(acknowledged.placed).toBeGreaterThan(POINTS.length)
    expect(acknowledged.paid).toBeGreaterThan(0)
  } finally {
    await dropTestDatabase(cluster, name)
  }
})
