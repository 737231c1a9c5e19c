/** The end of an instance behind a load balancer: it says that it is about to end, serves meanwhile, and loses nothing. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEmail } from '../../app/features/messages/messages.server.ts'
import { SECOND_MS } from '../../app/platform/durations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { IS_LONG } from '../support/long.ts'
import { startApiChild } from '../support/processes/api-child.ts'

const DRAIN_SECONDS = 2

// Two are a primary with a worker, whose ends are the same and one more.
describe.each(IS_LONG ? [1, 2] : [2])(
  'an instance of %i processes that is told to end',
  { timeout: 120 * SECOND_MS },
  (processes) => {
    let app: TestApp
    const dataDir = mkdtempSync(join(tmpdir(), 'maahad-drain-'))
    beforeAll(async () => {
      app = await startTestApp()
    })
    afterAll(async () => {
      await app.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('is not ready, closes connections after their answer, serves all requests meanwhile, and ends', async () => {
      const child = await startApiChild(
        {
          MAAHAD_DEMO: '1',
          DATA_DIR: dataDir,
          DATABASE_URL: app.services.settings.databaseUrl!,
          WORKERS: String(processes),
          DRAIN_SECONDS: String(DRAIN_SECONDS),
        },
        'primary-process.ts',
      )
      const agent = new Agent({ keepAlive: true })
      type Answer = { status: number; connection: string | undefined; body: { status?: string } }
      const ask = (path: string, body?: object) =>
        new Promise<Answer>((resolve, reject) => {
          const headers = { 'Content-Type': 'application/json' }
          const sent = request(child.address + path, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
            const { statusCode, headers: received } = answer
            json(answer).then(
              (of) =>
                resolve({ status: statusCode!, connection: received.connection, body: of as { status?: string } }),
              reject,
            )
          })
          sent.on('error', reject)
          sent.end(body && JSON.stringify(body))
        })
      const subscribe = () => ask('/api/Auth/forgot-password', { email: `${randomUUID()}@example.com` })

      const before = await ask('/readyz')
      expect([before.status, before.body.status, before.connection]).toEqual([200, 'ready', 'keep-alive'])
      const startedAt = performance.now()
      child.process.kill('SIGTERM')
      await expect.poll(async () => (await ask('/readyz')).status, { interval: 20 }).toBe(503)
      expect(await ask('/readyz')).toMatchObject({ connection: 'close', body: { status: 'draining' } })
      const answers: Answer[] = []
      // A balancer that asks once a second goes on for so long.
      while (performance.now() - startedAt < (DRAIN_SECONDS - 0.5) * SECOND_MS) {
        answers.push(...(await Promise.all([ask('/api/Faqs/website-faqs'), subscribe()])))
        await sleep(20)
      }
      expect(answers.length).toBeGreaterThan(0)
      expect(new Set(answers.map(({ status, connection }) => `${status} ${connection}`))).toEqual(
        new Set(['200 close']),
      )
      expect(await child.exited).toBe(0)
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(DRAIN_SECONDS * SECOND_MS)
      await expect(ask('/readyz')).rejects.toThrow()
    })

    it('ends at once when a person ends it', async () => {
      const child = await startApiChild(
        {
          MAAHAD_DEMO: '1',
          DATA_DIR: dataDir,
          DATABASE_URL: app.services.settings.databaseUrl!,
          WORKERS: String(processes),
          DRAIN_SECONDS: '60',
        },
        'primary-process.ts',
      )
      child.process.kill('SIGINT')
      expect(await child.exited).toBe(0)
    })
  },
)

it('serves the last request with all that it needs, jobs among them, before anything else stops', async () => {
  const [arrived, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unsent = () => app.db.selectFrom('messages').select('id').where('sent_at', 'is', null).execute()
  const app = await startTestApp({
    pageHandler: async () => {
      arrived.resolve()
      await ending.promise
      await sendEmail(app.db, new Date(), {
        to: 'last@visitor.example',
        lang: 'en',
        subject: 's',
        text: 't',
        html: 'h',
      })
      await expect.poll(unsent, { interval: 50, timeout: 8000 }).toEqual([])
      return new Response('served')
    },
  })
  const last = fetch(`${app.address}/en/about-us`)
  await arrived.promise
  const stopped = app.stop()
  ending.resolve()
  expect(await (await last).text()).toBe('served')
  await stopped
})
