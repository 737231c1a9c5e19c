/** What somebody was thanked for is never lost, whenever the server dies. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from './support/cluster.ts'
import { killBetweenSaveAndSend } from './support/killed-between.ts'

it('an enquiry that was acknowledged is there, and each of its mails arrives, through five deaths of the server', async () => {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createTestDatabase(cluster, name)
  try {
    const { kills, acknowledged, saved, written, delivered, missing, refused } = await killBetweenSaveAndSend(
      databaseUrl,
      5,
    )
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(saved).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(saved).size).toBe(saved.length)
    // One to the sender, one to the institute, each under a name of its own.
    expect(written).toBe(2 * saved.length)
    expect(missing).toEqual([])
    expect(delivered.size).toBe(written)
    expect(refused).toBeGreaterThan(0)
    // What was being handed over when the server died went out again under the same name: no more than its four jobs.
    const repeated = [...delivered.values()].reduce((sum, times) => sum + times - 1, 0)
    expect(repeated).toBeLessThanOrEqual(4 * kills)
  } finally {
    await dropTestDatabase(cluster, name)
  }
})
