import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { DEMONSTRATION, importContent } from './content.server.ts'
import { hasChanges } from './report.ts'

describe('loading the content', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ content: DEMONSTRATION })
  })
  afterAll(() => app.stop())

  it('changes nothing the second time', async () => {
    const report = await importContent(app.services, DEMONSTRATION)
    expect(hasChanges(report)).toBe(false)
    expect(await courseCount(app)).toBe(readdirSync(join(DEMONSTRATION, 'courses')).length)
  })
})

async function courseCount(app: TestApp): Promise<number> {
  const row = await app.db
    .selectFrom('courses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
