/** Model-based test: random sequences of actions on orders must have the outcome that a model predicts. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../../../tests/support/cluster.ts'
import { IS_LONG } from '../../../tests/support/long.ts'
import { countInconsistencies, openServices, runSequences } from '../../../tests/support/order-model/run.ts'
import { SEEDS } from '../../../tests/support/order-model/seeds.ts'

/** In `npm run test:long`; `npm run bench order-model` runs 10,000 sequences. */
const LONG_RUN_FACTOR = 12
const name = `test_${randomUUID().replaceAll('-', '')}`
let product: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  const url = await createTestDatabase({ adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }, name)
  product = await openServices(url)
})
afterAll(async () => {
  await product.close()
  await dropTestDatabase({ adminUrl: inject('adminUrl') }, name)
})

it.each(IS_LONG ? SEEDS : SEEDS.slice(0, 1))('orders behave as the model predicts, seed %i', async (seed, runs) => {
  expect(await runSequences(product.services, { seed, runs: IS_LONG ? runs * LONG_RUN_FACTOR : runs })).toBeUndefined()
})

it('orders, payments and documents are consistent after all sequences', async () => {
  expect(new Set(Object.values(await countInconsistencies(product.services)))).toEqual(new Set([0]))
})

it('the sequences came to later parts that were paid, and to refunds of several payments', async () => {
  const { rows } = await sql<{ paid: number; split: number }>`
    select (select count(*) from order_parts where part > 1 and paid_at is not null)::int as paid,
      (select count(*) from (select order_id from refunds where of_seat group by order_id, decided_at
        having count(distinct attempt_id) > 1) as together)::int as split`.execute(product.services.db)
  expect(rows[0]!.paid).toBeGreaterThan(3)
  expect(rows[0]!.split).toBeGreaterThan(0)
})
