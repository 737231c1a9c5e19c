/** An answer to an enquiry is never lost and never given twice, whenever the server is killed. */
import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../support/cluster.ts'
import { IS_LONG } from '../support/long.ts'
import { killWhileAnswering } from '../support/processes/crash-answers.ts'

const RUN = IS_LONG ? { answers: 200, answersPerKill: 12 } : { answers: 24, answersPerKill: 10 }

it('each enquiry has one answer, one mail and one row of the audit log, although the server is killed', async () => {
  const cluster = { adminUrl: inject('adminUrl'), templateUrl: inject('templateUrl') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createTestDatabase(cluster, name)
  try {
    const { kills, enquiries } = await killWhileAnswering(databaseUrl, RUN)
    expect(kills).toBeGreaterThanOrEqual(IS_LONG ? 8 : 1)
    expect(enquiries).toHaveLength(RUN.answers)
    const once = { messages: 1, events: 1, audited: 1, mails: 1, arrived: 1 }
    expect(enquiries.filter((found) => JSON.stringify(found) !== JSON.stringify(once))).toEqual([])
  } finally {
    await dropTestDatabase(cluster, name)
  }
})
