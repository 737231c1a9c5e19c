/** Orders, payments and documents stay consistent when the server or its database crashes. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../support/cluster.ts'
import { IS_LONG } from '../support/long.ts'
import { killWhileBuying } from '../support/orders/crash-orders.ts'
import { CRASH_POINTS } from '../support/orders/crash-points.ts'
import { withConnection } from '../support/orders/settled.ts'
import { failedChecks } from '../support/payments/money-checks.ts'

/** In a short run the server is killed at the first of them, and keeps its database. */
const ALL_POINTS = [
  'before the ledger has the money',
  'between invoice number and invoice',
  'after the provider created the payment',
  'after the payment, before the response',
  'after a refund was sent',
]
const POINTS = IS_LONG ? ALL_POINTS : ALL_POINTS.slice(0, 1)
const LOST_CONNECTIONS = IS_LONG ? 2 : 0

it('no order and no money is lost or counted twice when the server crashes and connections are lost', async () => {
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
      kills: { server: POINTS.length, database: LOST_CONNECTIONS },
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
