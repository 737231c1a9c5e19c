/** Connections to the database that go silent, hang or are reset, with a proxy between the product and PostgreSQL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { PageHandler } from '../../app/page-handler.server.tsx'
import type { DatabaseLimits } from '../../app/platform/database/limits.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { longIt } from '../support/long.ts'

const limitsOf = (statementTimeoutMs: number): DatabaseLimits => ({
  statementTimeoutMs,
  answerTimeoutMs: statementTimeoutMs + 200,
  connectTimeoutMs: 1000,
  idleTransactionTimeoutMs: 10_000,
})
const LIMITS = { requests: limitsOf(600), jobs: limitsOf(6000) }
/** All limits of one request together, and a margin for a busy machine; the product used to need for ever. */
const SOON_MS = 10_000
const CONNECTIONS = 20

const pageHandler: PageHandler = async (_, page) =>
  new Response(`questions: ${JSON.stringify(await page.api.questions.faqs({}))}`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

let app: TestApp
let proxy: DatabaseProxy
let directUrl: string
async function start() {
  app = await startTestApp({
    pageHandler,
    limits: LIMITS,
    databaseUrl: async (url) => {
      directUrl = url
      proxy = await startDatabaseProxy(url)
      return proxy.url
    },
  })
}
afterEach(async () => {
  await app?.stop()
  await proxy?.stop()
  app = proxy = undefined!
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.address + path, { headers })
/** A call whose answer is not remembered. */
const search = (lang: 'ar' | 'en' = 'en') => app.call('GET', 'Faqs/search?SearchTerm=x', { lang })

async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const before = performance.now()
  const result = await work()
  expect(performance.now() - before).toBeLessThan(milliseconds)
  return result
}

/** Makes the pool open all its connections. */
async function fillPool() {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.2)`.execute(app.db)))
  expect(proxy.openConnections()).toBeGreaterThanOrEqual(CONNECTIONS)
}

describe('when all open connections go silent', () => {
  longIt('closes them and is back on new ones, without a restart', async () => {
    await start()
    await fillPool()
    proxy.silenceOpen()
    await within(SOON_MS, async () => {
      const answers = await Promise.all(Array.from({ length: 2 * CONNECTIONS }, () => search()))
      expect(answers.map(({ status }) => status)).toContain(503)
      expect(answers.every(({ status }) => status === 503 || status === 200)).toBe(true)
      await expect.poll(async () => (await search()).status).toBe(200)
    })
    expect((await get('/readyz')).status).toBe(200)
    await expect.poll(() => app.call('POST', 'Faqs/none', { body: {} }).then(({ status }) => status)).toBe(404)
    // The queue and the page cache are back as well.
    await expect.poll(async () => (await get('/en/faq')).headers.get('etag')).toBeTruthy()
    await expect.poll(async () => (await get('/en/faq')).headers.get('cache-status')).toBeNull()
    await sql`select graphile_worker.add_job('decayScores', job_key := 'after')`.execute(app.db)
    const waiting = sql<{ id: number }>`select id from graphile_worker.jobs where key = 'after'`
    await expect.poll(async () => (await waiting.execute(app.db)).rows).toEqual([])
  })

  longIt('stops within seconds', async () => {
    await start()
    await fillPool()
    proxy.silenceAll()
    const open = search().catch(() => undefined)
    await within(25_000, app.stop)
    await open
    await start()
  })
})

describe('while a database host accepts connections and says nothing', () => {
  it('shows kept pages as stale, and explains the outage for everything else', async () => {
    await start()
    expect((await get('/en/faq')).status).toBe(200)
    await expect.poll(async () => (await get('/en/faq')).headers.get('etag')).toBeTruthy()
    proxy.silenceAll()
    expect((await get('/healthz')).status).toBe(200)
    expect(await within(SOON_MS, () => get('/readyz').then(({ status }) => status))).toBe(503)

    const outage = await within(SOON_MS, () => get('/ar/faq'))
    expect([outage.status, outage.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await outage.text()).toContain('الموقع غير متاح مؤقتًا')
    for (const [lang, text] of [
      ['ar', 'الخدمة غير متاحة مؤقتًا'],
      ['en', 'The service is briefly unavailable'],
    ] as const) {
      const answer = await within(SOON_MS, () => search(lang))
      expect([answer.status, answer.error.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '10'])
      expect(answer.error.description).toContain(text)
    }

    app.advance(20 * 60_000)
    const stale = await within(500, () => get('/en/faq'))
    expect([stale.status, await stale.text()]).toEqual([200, expect.stringContaining('questions:')])
    expect(stale.headers.get('cache-status')).toContain('stale')
    expect(Number(stale.headers.get('age'))).toBeGreaterThanOrEqual(20 * 60)
    app.advance(60 * 60_000)
    expect((await within(SOON_MS, () => get('/en/faq'))).status).toBe(503)

    proxy.pass()
    await within(SOON_MS, () => expect.poll(async () => (await get('/ar/faq')).status).toBe(200))
    expect((await get('/en/faq')).headers.get('cache-status')).toBeNull()
  })
})

describe('while connections are reset', () => {
  it('explains the outage at once and ends it at once', async () => {
    await start()
    await fillPool()
    proxy.resetAll()
    expect((await within(2000, () => search())).status).toBe(503)
    expect((await within(2000, () => get('/en/faq'))).status).toBe(503)
    proxy.pass()
    await expect.poll(async () => (await search()).status).toBe(200)
  })
})

describe('a server that cannot end', () => {
  it('exits after its time limit, and says why', async () => {
    const file = join(import.meta.dirname, '..', 'support', 'processes', 'never-ends.ts')
    const child = spawn(process.execPath, [file], { stdio: 'pipe' })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    await expect.poll(() => output).toContain('Ctrl-C ends it')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect([code, output]).toEqual([1, expect.stringContaining('something does not answer. It exits now.')])
  })
})

describe('a statement that takes long', () => {
  it('is cancelled for a visitor, and not for a job', async () => {
    await start()
    const other = new pg.Client({ connectionString: directUrl })
    await other.connect()
    await other.query('begin')
    await other.query('lock table search_misses, faq_groups in access exclusive mode')
    const job = app.tasks.forgetOld!({})
    expect([(await search()).error.code, (await get('/readyz')).status]).toEqual(['unavailable', 200])
    await other.query('commit')
    await other.end()
    await job
    expect((await search()).status).toBe(200)
  })
})
