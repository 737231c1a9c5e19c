/** Model-based test: random sequences of actions on orders must have the outcome that a model predicts. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../../../tests/support/cluster.ts'
import { IS_LONG } from '../../../tests/support/long.ts'
import { countInconsistencies, openServices, runSequences } from '../../../tests/support/order-model/run.ts'
import { SEEDS } from '../../../tests/support/order-model/seeds.ts'

/** In `npm run test:long`; `npm run bench order-model` runs 10,000 sequences. */
const LONG_RUN_FACTOR = 20
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
