/** An acknowledged enquiry is never lost, whenever the server is killed. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../support/cluster.ts'
import { IS_LONG } from '../support/long.ts'
import { killBetweenSaveAndSend } from '../support/processes/crash-enquiries.ts'

const KILLS = IS_LONG ? 5 : 2

it('an acknowledged enquiry is saved and each of its mails arrives, although the server is killed', async () => {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createTestDatabase(cluster, name)
  try {
    const { kills, acknowledged, saved, written, delivered, missing, refused } = await killBetweenSaveAndSend(
      databaseUrl,
      KILLS,
    )
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(saved).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(saved).size).toBe(saved.length)
    // One to the sender, one to the institute, each with its own Message-ID.
    expect(written).toBe(2 * saved.length)
    expect(missing).toEqual([])
    expect(delivered.size).toBe(written)
    expect(refused).toBeGreaterThan(0)
    // Mails in delivery when the server was killed are sent again with the same Message-ID: at most its four jobs.
    const repeated = [...delivered.values()].reduce((sum, times) => sum + times - 1, 0)
    expect(repeated).toBeLessThanOrEqual(4 * kills)
  } finally {
    await dropTestDatabase(cluster, name)
  }
})
