import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../../../server.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { PRODUCTION } from '../../../tests/support/production.ts'
import { readSettings } from '../../platform/settings.server.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { hashPassword } from './password.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ institute: true })
})
afterAll(() => app.stop())

const startProduction = () => {
  const { databaseUrl, dataDir } = app.services.settings
  const env = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, ...PRODUCTION }
  return startServer(readSettings(env), async () => new Response(), { content: null })
}

it('production starts on the database of a demonstration only when its passwords have changed', async () => {
  const refusal = await startProduction().catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(StartRefused)
  const { message } = refusal as Error
  for (const name of ['learner', 'teacher', 'admin', 'owner']) expect(message).toContain(`- ${name}@maahad.example`)

  const changed = await hashPassword('Sahara-7-dunes', app.services)
  await app.db
    .updateTable('users')
    .set({ password_hash: changed })
    .where('email', '!=', 'owner@maahad.example')
    .execute()
  await expect(startProduction()).rejects.toThrow(/^[^@]*\n {2}- owner@maahad\.example\n[^@]*$/)

  await app.db.updateTable('users').set({ password_hash: null }).where('email', '=', 'owner@maahad.example').execute()
  const running = await startProduction()
  expect(running.services.passwordCost).toBeUndefined()
  await running.stop()
})
