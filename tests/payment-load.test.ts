/** Webhooks that are repeated, late, out of order or forged: each order is settled exactly once. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from './support/cluster.ts'
import { IS_LONG } from './support/long.ts'
import { failedChecks, moneyChecks } from './support/payments/money-checks.ts'
import { runPaymentLoad } from './support/payments/payment-load.ts'

/** Of so many orders the checks expect parts, below. */
const ORDERS = IS_LONG ? 100 : 24

it('settles each of many orders once under a load of webhooks, and the checks would report errors', async () => {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createTestDatabase(cluster, name)
  let planted: string[] = []
  try {
    const figures = await runPaymentLoad(databaseUrl, ORDERS, async (db, provider) => {
      // Plants errors: an order marked paid, a paid order marked expired, and a payment without an order. The database
      // refuses the first two.
      await sql`alter table orders disable trigger user`.execute(db)
      const [paid] = await db
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'paid')
        .where('refunded_halalas', '=', 0)
        .limit(1)
        .execute()
      await sql`update orders set status = 'paid', paid_at = now() where id = (select id from orders o where status <> 'paid'
        and not exists (select from ledger l where l.order_id = o.id)
        and not exists (select from orders p where p.user_id = o.user_id and p.id <> o.id) limit 1)`.execute(db)
      await sql`update orders set status = 'expired', paid_at = null where id = ${paid!.id}`.execute(db)
      await sql`update invoice_counters set documents = documents + 1, invoices = invoices + 1`.execute(db)
      // Of another order than the one that counts as expired now: charges are counted by order.
      const attempts = await db
        .selectFrom('payment_attempts')
        .select('provider_reference')
        .where('order_id', '=', paid!.id)
        .execute()
      const counted = new Set(attempts.map(({ provider_reference }) => provider_reference))
      const unmatched = provider.payments
        .values()
        .find(({ status, invoice_id }) => status === 'paid' && !counted.has(invoice_id ?? null))!
      provider.payments.set('unmatched', { ...unmatched, id: 'unmatched' })
      planted = failedChecks(await moneyChecks(db, provider))
    })
    expect(failedChecks(figures.checks)).toEqual([])
    expect(figures.paid).toBeGreaterThan(ORDERS * 0.4)
    expect(figures.refunded).toBeGreaterThan(ORDERS * 0.15)
    expect(figures.lateRefunds > 0).toBe(IS_LONG)
    expect(figures.forged).toBeGreaterThan(ORDERS * 0.15)
    expect(figures.deliveries).toBeGreaterThan(ORDERS * 2)
    expect(planted).toEqual(
      expect.arrayContaining([
        'paid orders without an invoice: 1',
        'paid orders without their mail: 1',
        'invoices of unpaid orders: 1',
        'gaps in the counter of documents: 1',
        'orders whose status differs from their last event: 2',
        'charged without an order: 2',
        'orders that count as paid without the money: 1',
        'payments that differ from the ledger: 1',
      ]),
    )
  } finally {
    await dropTestDatabase(cluster, name)
  }
})
