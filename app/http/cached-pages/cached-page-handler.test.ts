import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { commonHeadersOf } from '../common-headers.server.ts'
import { createMetrics } from '../health/metrics.server.ts'
import type { OnVisit, View } from '../pages.server.ts'
import { sendCachedPage, toCachedPage } from './cached-page.server.ts'
import { cachedPageHandler } from './cached-page-handler.server.ts'
import { createPageCache } from './page-cache.server.ts'

/** The status of what the handler leaves to the framework. */
const LEFT = 599
const BODY = 'صفحة'.repeat(500)
const views: View[] = []
const visits: Parameters<OnVisit>[] = []
const logged: string[] = []
let listening = true

const cache = createPageCache({ now: () => new Date(), listening: () => listening })
const settings = {
  https: true,
  demo: false,
  host: '127.0.0.1',
  publicUrl: 'https://institute.example',
  trustedProxies: 1,
}
const metrics = createMetrics(undefined)
const handlerFor = (different: Partial<Settings>, level: 'debug' | 'info' = 'info') =>
  cachedPageHandler({
    settings: { ...settings, ...different } as Settings,
    log: createLog(level, { write: (line) => void logged.push(line) }),
    cache,
    metrics,
    onView: (view) => views.push(view),
    onVisit: (...visit) => visits.push(visit),
  })
let handler = handlerFor({})
const server = createServer((incoming, outgoing) => handler(incoming, outgoing) || outgoing.writeHead(LEFT).end())

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  const sent = request({
    port,
    path,
    method,
    headers: { Host: 'institute.example', 'Accept-Encoding': 'br', ...headers },
  })
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

const page = async (key = '/ar') => {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Cookie, Accept-Encoding' }
  const made = await toCachedPage(new Response(BODY, { headers }), key, { kind: 'post', name: '7' })
  cache.keep(key, made, new Set(), cache.moment())
  return made
}

describe('a cached page', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  it('is sent with every header that the framework would send', async () => {
    const made = await page()
    const { status, headers, body } = await ask('/ar', { 'X-Request-Id': 'my-request-1' })
    const response = await sendCachedPage(
      made,
      new Request('http://localhost/ar', { headers: { 'Accept-Encoding': 'br' } }),
      'my-request-1',
    )
    commonHeadersOf(response.headers, 200, true)
    const { date, connection, 'keep-alive': _, 'content-length': length, ...rest } = headers
    expect([status, Number(length), brotliDecompressSync(body).toString()]).toEqual([200, body.length, BODY])
    expect(rest).toEqual(Object.fromEntries(response.headers))
    expect([connection, new Date(date!).getTime() > 0]).toEqual(['keep-alive', true])
    expect(rest['strict-transport-security']).toContain('max-age')
  })

  it('is sent in every encoding, once its body is compressed', async () => {
    const made = await page()
    expect((await ask('/ar', { 'Accept-Encoding': 'gzip' })).status).toBe(LEFT)
    expect((await ask('/ar', { 'Accept-Encoding': 'identity' })).status).toBe(LEFT)
    for (const encoding of ['gzip', 'identity']) {
      const framework = new Request('http://localhost/ar', { headers: { 'Accept-Encoding': encoding } })
      await sendCachedPage(made, framework, 'x')
    }
    const gzip = await ask('/ar', { 'Accept-Encoding': 'gzip' })
    const plain = await ask('/ar', { 'Accept-Encoding': 'identity' })
    expect([gzip.status, gunzipSync(gzip.body).toString()]).toEqual([200, BODY])
    expect([plain.status, plain.body.toString(), plain.headers['content-encoding']]).toEqual([200, BODY, undefined])
    expect(new Set([gzip.headers.etag, plain.headers.etag, (await ask('/ar')).headers.etag]).size).toBe(3)
  })

  it('is not sent again to a browser that has it, and without a body to HEAD', async () => {
    await page()
    const { headers, body } = await ask('/ar')
    const again = await ask('/ar', { 'If-None-Match': `"a", W/${headers.etag}` })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    expect(again.headers['content-type']).toBeUndefined()
    const head = await ask('/ar', {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)])
  })

  it('has an id of its own for each request', async () => {
    await page()
    const ids = await Promise.all(
      ['', 'bad id!', ''].map(async (id) => (await ask('/ar', { 'X-Request-Id': id })).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/)
  })

  it('counts as a view of what it shows, for GET only', async () => {
    await page()
    views.length = 0
    await ask('/ar', { 'User-Agent': 'a person', 'X-Forwarded-For': '6.6.6.6, 7.7.7.7' })
    await ask('/ar', {}, 'HEAD')
    expect(views).toMatchObject([{ subject: { kind: 'post', name: '7' }, ip: '7.7.7.7', userId: undefined }])
    expect(views[0]!.headers.get('user-agent')).toBe('a person')
  })

  it('is sent for a link of a campaign, and each visit is counted with the address that was asked for', async () => {
    await page()
    visits.length = 0
    const link = '/ar?utm_source=mail&utm_campaign=eid&gclid=abc'
    expect((await ask(link, { 'X-Forwarded-For': '6.6.6.6, 7.7.7.7' })).status).toBe(200)
    expect((await ask('/ar')).status).toBe(200)
    await ask('/ar', {}, 'HEAD')
    expect((await ask('/ar?utm_source=mail&other=1')).status).toBe(LEFT)
    expect(visits.map(([address, asked]) => [address, asked])).toEqual([
      ['/ar', link],
      ['/ar', '/ar'],
    ])
    expect(visits[0]![3]).toBe('7.7.7.7')
  })

  it('is left to the framework for a session, another host, a page that is not there, and while nobody listens', async () => {
    await page()
    expect((await ask('/ar', { Cookie: 'access=x' })).status).toBe(LEFT)
    for (const host of ['evil.example', 'institute.example.evil.example', 'institute.example:8443'])
      expect((await ask('/ar', { Host: host })).status, host).toBe(LEFT)
    expect((await ask('/ar', { Host: 'INSTITUTE.example:443' })).status).toBe(200)
    expect((await ask('/en')).status).toBe(LEFT)
    listening = false
    expect((await ask('/ar')).status).toBe(LEFT)
    listening = true
    expect((await ask('/ar')).status).toBe(200)
  })

  it('is left to the framework in a demonstration that crawlers reach', async () => {
    await page()
    handler = handlerFor({ demo: true })
    expect((await ask('/ar', { Host: 'institute.example' })).status).toBe(LEFT)
    expect((await ask('/ar', { Host: 'localhost:3000', 'X-Forwarded-Host': 'a.example' })).status).toBe(LEFT)
    expect((await ask('/ar', { Host: 'localhost:3000' })).status).toBe(200)
    handler = handlerFor({})
  })

  it('keeps its data, which only scripts read, out of search engines', async () => {
    await page('/ar/courses.data')
    expect((await ask('/ar/courses.data')).headers['x-robots-tag']).toBe('noindex')
  })

  it('is counted, and logged at the level debug', async () => {
    await page()
    const countOf = async () => {
      const shown = await metrics.show({
        req: { header: () => undefined, url: 'http://localhost/metrics' },
        env: { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
        body: (text: string) => new Response(text),
      } as never)
      const text = await shown.text()
      return [
        /http_requests_total\{kind="page",status="200"\} (\d+)/,
        /http_request_seconds_count\{kind="page"\} (\d+)/,
      ].map((pattern) => Number(pattern.exec(text)?.[1] ?? 0))
    }
    const [pages, seconds] = await countOf()
    logged.length = 0
    await ask('/ar')
    expect(await countOf()).toEqual([pages! + 1, seconds! + 1])
    expect(logged).toEqual([])
    handler = handlerFor({}, 'debug')
    await ask('/ar', { 'X-Request-Id': 'my-request-2' })
    expect(JSON.parse(logged[0]!)).toMatchObject({ requestId: 'my-request-2', path: '/ar', status: 200 })
    handler = handlerFor({})
  })
})
