/** Orders against a model of them: what the product does must be what was foretold, whatever happens in whatever order. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../../../tests/support/cluster.ts'
import { IS_LONG } from '../../../tests/support/long.ts'
import { faultsInBooks, openServices, runSequences } from '../../../tests/support/order-model/run.ts'
import { SEEDS } from '../../../tests/support/order-model/seeds.ts'

/** Times as many sequences in the long run; `npm run bench order-model` draws 10,000. */
const LONGER = 20
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

it.each(SEEDS)('sequence by sequence, from seed %i', async (seed, runs) => {
  expect(await runSequences(product.services, { seed, runs: IS_LONG ? runs * LONGER : runs })).toBeUndefined()
})

it('and their books hold together in the end', async () => {
  expect(new Set(Object.values(await faultsInBooks(product.services)))).toEqual(new Set([0]))
})
