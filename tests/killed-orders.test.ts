/** Orders, money and papers agree whenever the server dies, and whenever its database goes away. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from './support/cluster.ts'
import { KILL_POINTS } from './support/kill-points.ts'
import { killWhileBuying } from './support/killed-orders.ts'
import { wrongOf } from './support/money-checks.ts'
import { onceConnected } from './support/settled.ts'

const POINTS = [
  'after the company has made the payment',
  'before the ledger has the money',
  'between the number and the invoice',
  'after the payment, before anybody is answered',
  'after a refund was sent',
]

it('no order and no money is lost or counted twice through five deaths of the server and two of its connections', async () => {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createTestDatabase(cluster, name)
  const hangUp = () =>
    onceConnected(cluster.adminUrl, async (client) => {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    })
  try {
    const { checks, reached, notReached, told } = await killWhileBuying({
      databaseUrl,
      kills: { server: POINTS.length, database: 2 },
      killDatabase: hangUp,
      points: POINTS.map((point) => KILL_POINTS.findIndex(({ name }) => name === point)),
      seats: 5,
      peace: 300,
      timeoutMs: 60_000,
    })
    expect(wrongOf(checks)).toEqual([])
    expect([...reached.keys()].sort()).toEqual([...POINTS].sort())
    expect(notReached).toBe(0)
    expect(told.placed).toBeGreaterThan(POINTS.length)
    expect(told.paid).toBeGreaterThan(0)
  } finally {
    await dropTestDatabase(cluster, name)
  }
})
