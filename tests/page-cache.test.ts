/** Cached pages of guests: complete, never older than the last write, never personal. */
import { request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importContent } from '../app/features/content/content.server.ts'
import type { PageHandler } from '../app/page-handler.server.tsx'
import { readSettings } from '../app/platform/settings.server.ts'
import { startServer } from '../server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { partOfContent } from './support/content/content-folder.ts'
import { course, learner, schedule } from './support/factories.ts'
import { tokenOf } from './support/signed-in.ts'

/** A change must have arrived by then: half of the maximum age of a cached page. */
const HEARD = 15_000

/** What a page waits for after it has read its data. */
let held: Promise<void> | undefined

/** Shows the seats of a course and counts how often it was rendered. */
function seatsPage() {
  const rendered: string[] = []
  const handler: PageHandler = async (request, page) => {
    const { pathname, searchParams } = new URL(request.url)
    rendered.push(pathname)
    if (pathname.includes('about')) return html(`about ${JSON.stringify(await page.api.pages.partners({}))}`)
    if (pathname.includes('own')) return new Response('own', { headers: { 'Cache-Control': 'private' } })
    if (pathname.includes('gone')) return new Response('gone', { status: 404 })
    if (pathname === '/en/courses') return held ? held.then(() => html('list')) : html('list')
    if (pathname === '/ar/courses') return html(`list page:${searchParams.get('page')}`)
    const found = await page.api.catalogue.courseBySlug({ slug: pathname.split('/').at(-1)! })
    await held
    const seats = 'movedTo' in found ? 'moved' : found.schedules.map(({ seatsLeft }) => seatsLeft).join()
    return html(`seats:${seats} for:${page.user?.userName ?? 'guest'} page:${searchParams.get('page') ?? 1}`)
  }
  const html = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  return { handler, rendered }
}

describe('a page that every guest shares', () => {
  const { handler, rendered } = seatsPage()
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ pageHandler: handler, pictures: true })
  })
  afterAll(() => app.stop())

  const get = (path: string, headers: Record<string, string> = {}, address = app.address) =>
    fetch(address + path, { headers, redirect: 'manual' })
  const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()
  const timesRendered = (path: string) => rendered.filter((one) => one === path).length

  async function seats(count: number) {
    const { id, slug } = await course(app.db)
    const scheduleId = await schedule(app.db, id, { seats: count })
    await app.call('POST', 'no-such-call', { body: {} })
    return { courseId: id, scheduleId, path: `/ar/courses/${encodeURIComponent(slug)}` }
  }

  it('is rendered once for all of them, whatever headers their browsers send', async () => {
    const { path } = await seats(10)
    const first = await get(path, { 'User-Agent': 'one', 'Accept-Language': 'en', Cookie: 'lang=en' })
    const second = await get(path, { 'User-Agent': 'two' })
    expect(await first.text()).toBe('seats:10 for:guest page:1')
    expect(await second.text()).toBe('seats:10 for:guest page:1')
    expect(timesRendered(path)).toBe(1)
    expect(second.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(second.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(second.headers.get('vary')).toContain('Cookie')
    expect(second.headers.has('set-cookie')).toBe(false)
    const ids = [first, second].map(({ headers }) => headers.get('x-request-id'))
    expect([ids[0] === ids[1], ids.includes(null)]).toEqual([false, false])
  })

  it('is not sent again to a browser that has it', async () => {
    const { path } = await seats(10)
    const etag = (await get(path)).headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]+-(br|gzip)"$/)
    const again = await get(path, { 'If-None-Match': `"other", W/${etag}` })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('has the same content in every encoding, each with its own ETag', async () => {
    const { path } = await seats(10)
    const forms = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => raw(app.address + path, { 'Accept-Encoding': encoding })),
    )
    const [br, gzip, plain] = forms as [Raw, Raw, Raw]
    expect(brotliDecompressSync(br.body).toString()).toBe(plain.body.toString())
    expect(gunzipSync(gzip.body).toString()).toBe(plain.body.toString())
    expect(new Set(forms.map(({ etag }) => etag)).size).toBe(3)
  })

  it('immediately shows a seat that was taken through the API', async () => {
    const { path, courseId, scheduleId } = await seats(10)
    const token = await tokenOf(app, await learner(app.db))
    for (const left of [9, 8, 7]) {
      expect(await text(path)).toContain(`seats:${left + 1} `)
      const buyer = left === 9 ? token : await tokenOf(app, await learner(app.db))
      const placed = await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token: buyer })
      expect(placed.status).toBe(201)
      expect(await text(path)).toContain(`seats:${left} `)
    }
  })

  it('is made once for 800 visitors who come at once, right after a seat was taken', async () => {
    const { path, courseId, scheduleId } = await seats(10)
    const all = () => Promise.all(Array.from({ length: 800 }, () => text(path)))
    expect(new Set(await all())).toEqual(new Set(['seats:10 for:guest page:1']))
    expect(timesRendered(path)).toBe(1)
    const token = await tokenOf(app, await learner(app.db))
    await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token })
    expect(new Set(await all())).toEqual(new Set(['seats:9 for:guest page:1']))
    expect(timesRendered(path)).toBe(2)
  })

  it('shows a write to its writer while others wait for an older making of the page', async () => {
    const { path, courseId, scheduleId } = await seats(10)
    const token = await tokenOf(app, await learner(app.db))
    const gate = Promise.withResolvers<void>()
    held = gate.promise
    const early = text(path)
    await vi.waitFor(() => expect(timesRendered(path)).toBe(1))
    await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token })
    const writers = [text(path), text(path)]
    held = undefined
    gate.resolve()
    expect(await early).toContain('seats:10 ')
    expect(await Promise.all(writers)).toEqual(Array(2).fill('seats:9 for:guest page:1'))
    expect(timesRendered(path)).toBe(2)
  })

  it('is refused when too many others are made, with the time after which to ask again', async () => {
    const gate = Promise.withResolvers<void>()
    held = gate.promise
    const answers = Array.from({ length: 300 }, (_, i) => get(`/en/courses?search=${i}`))
    const refused: Response[] = []
    for (const answer of answers) void answer.then((one) => refused.push(one))
    // The others are held: of those that are answered meanwhile all are refused.
    await expect.poll(() => refused.length).toBe(28)
    for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '10'])
    held = undefined
    gate.resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(272)
    expect(statuses.filter((status) => status === 503)).toHaveLength(28)
  })

  it('is cached with the filters of its list, not with a search, a visitor or a failure', async () => {
    const path = '/ar/courses'
    await text(`${path}?page=2`)
    expect(await text(`${path}?page=2`)).toContain('page:2')
    expect(timesRendered(path)).toBe(1)
    for (const query of ['?search=x', '?email=a%40b.c', '?page=2&page=3', '?page=%D9%A2']) {
      await text(path + query)
      const answer = await get(path + query)
      expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'private, no-cache'])
    }
    expect(timesRendered(path)).toBe(9)
    for (const refused of ['/ar/own', '/ar/gone']) {
      await get(refused)
      await get(refused)
      expect(timesRendered(refused)).toBe(2)
    }
    await fetch(`${app.address}${path}`, { method: 'POST', headers: { Origin: app.address } })
    expect(timesRendered(path)).toBe(10)
  })

  it('is never the page of a signed-in user', async () => {
    const { path } = await seats(10)
    const sara = await learner(app.db)
    const cookie = { Cookie: `access=${await tokenOf(app, sara)}` }
    for (const _ of [1, 2]) {
      const hers = await get(path, cookie)
      expect(await hers.text()).toContain(`for:${sara.userName}`)
      expect(hers.headers.get('cache-control')).toBe('private, no-store')
      expect(hers.headers.has('etag')).toBe(false)
    }
    expect(await text(path)).toContain('for:guest')
    expect(await (await get(path, cookie)).text()).toContain(`for:${sara.userName}`)
    // Also once for nobody in particular, to find out whether it depends on who asks.
    expect(timesRendered(path)).toBe(5)
  })

  it('is at most thirty seconds old', async () => {
    const { path } = await seats(10)
    await text(path)
    app.advance(29_000)
    await text(path)
    expect(timesRendered(path)).toBe(1)
    app.advance(2000)
    await text(path)
    expect(timesRendered(path)).toBe(2)
  })

  it('is invalidated only when something that it shows changes', async () => {
    const { path, courseId, scheduleId } = await seats(10)
    await text('/ar/about')
    await text(path)
    const token = await tokenOf(app, await learner(app.db))
    await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token })
    await text('/ar/about')
    await text(path)
    expect([timesRendered('/ar/about'), timesRendered(path)]).toEqual([1, 2])
  })

  it('immediately shows imported content, also when another process imported it', async () => {
    const before = await text('/en/about')
    const part = partOfContent()
    await importContent(app.services, part.path)
    part.dispose()
    await vi.waitFor(async () => expect(await text('/en/about')).not.toBe(before), { timeout: HEARD, interval: 5 })
  })

  it('is the same on two servers of one database', async () => {
    const other = await startServer(
      readSettings({
        PORT: '0',
        DATA_DIR: app.services.settings.dataDir,
        DATABASE_URL: app.services.settings.databaseUrl!,
        MAAHAD_DEMO: '1',
        LOG_LEVEL: 'error',
      }),
      handler,
      { content: null },
    )
    try {
      const { path, courseId, scheduleId } = await seats(10)
      for (const address of [app.address, other.address, other.address]) {
        expect(await (await get(path, {}, address)).text()).toContain('seats:10 ')
      }
      expect(timesRendered(path)).toBe(2)
      const token = await tokenOf(app, await learner(app.db))
      await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token })
      await vi.waitFor(async () => expect(await (await get(path, {}, other.address)).text()).toContain('seats:9 '), {
        timeout: HEARD,
        interval: 5,
      })
    } finally {
      await other.stop()
    }
  })

  it('is rendered for each visitor while nobody listens for changes, and cached again afterwards', async () => {
    const { path } = await seats(10)
    await text(path)
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'maahad-changes' and datname = current_database()`.execute(app.db)
    // Disconnected at each attempt: the listener reconnects automatically, perhaps before the check.
    await vi.waitFor(
      async () => {
        await cut()
        const before = timesRendered(path)
        await text(path)
        await text(path)
        expect(timesRendered(path)).toBe(before + 2)
      },
      { timeout: HEARD },
    )
    await vi.waitFor(
      async () => {
        await text(path)
        const before = timesRendered(path)
        await text(path)
        expect(timesRendered(path)).toBe(before)
      },
      { timeout: HEARD, interval: 100 },
    )
  })
})

type Raw = { body: Buffer; etag: string | undefined }

/** The response body without decompression. */
function raw(url: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve({ body: Buffer.concat(chunks), etag: answer.headers.etag })
    })
      .on('error', reject)
      .end()
  })
}
