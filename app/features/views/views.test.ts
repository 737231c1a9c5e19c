import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../server.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { article, author, comment, post } from '../../../tests/support/writing.ts'
import type { PageHandler } from '../../page-handler.server.tsx'
import { DAY_MS, SECOND_MS } from '../../platform/durations.ts'
import { readSettings } from '../../platform/settings.server.ts'
import { isPerson } from './counter.server.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NOW = new Date('2026-03-10T09:00:00Z')

/** Says how often it was asked, and asks what the pages of posts do. */
let made = 0
const pageHandler: PageHandler = async (request, page) => {
  made++
  const { pathname } = new URL(request.url)
  if (pathname.includes('404')) return new Response('none', { status: 404 })
  await page.api.community.trendingPosts({})
  return new Response(`page ${made}`, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

describe('views', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ pageHandler, now: NOW, env: { TRUST_PROXY: '1' } })
  })
  afterAll(() => app.stop())

  const read = (path: string, visitor = 1, headers: Record<string, string> = {}, address = app.address) =>
    fetch(address + path, {
      headers: { 'User-Agent': BROWSER, 'X-Forwarded-For': `192.0.2.${visitor}`, ...headers },
    }).then((answer) => answer.text())
  const viewsOf = async (kind: string, id: number) => {
    await app.views.flush()
    const rows = await app.db
      .selectFrom('views')
      .select(['day', 'count'])
      .where('kind', '=', kind)
      .where('subject_id', '=', id)
      .orderBy('day')
      .execute()
    return rows.map(({ count }) => count)
  }
  const earlier = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
  const trending = async () =>
    (await app.call<{ id: number }[]>('GET', 'Posts/trending-posts?count=24')).data.map(({ id }) => id)

  it('count each visitor once a day, whether the page was cached or rendered', async () => {
    const id = await post(app.db, { publishDate: earlier(1) })
    for (const visitor of [1, 2, 1, 3, 2]) await read(`/ar/community/${id}`, visitor)
    await read(`/en/community/${id}`, 1)
    await read(`/ar/community/${id}.data?_routes=x`, 1)
    expect(await viewsOf('post', id)).toEqual([3])
    await read(`/ar/community/${id}`, 1, { 'User-Agent': `${BROWSER} Other` })
    expect(await viewsOf('post', id)).toEqual([4])
    app.advance(DAY_MS)
    await read(`/ar/community/${id}`, 1)
    expect(await viewsOf('post', id)).toEqual([4, 1])
    app.advance(-DAY_MS)
  })

  it('identify an article by its slug, in Arabic letters', async () => {
    const { id } = await article(app.db, { slug: 'قصة-مقابلة', publishedAt: earlier(2) })
    await read(`/ar/blog/${encodeURIComponent('قصة-مقابلة')}`)
    expect(await viewsOf('article', id)).toEqual([1])
  })

  it('ignore bots, prefetches, missing pages, and authors on their own pages', async () => {
    const writer = await learner(app.db)
    const reader = await learner(app.db)
    const id = await post(app.db, { authorId: await author(app.db, { userId: writer.id }), publishDate: earlier(1) })
    await read(`/ar/community/${id}`, 10, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await read(`/ar/community/${id}`, 11, { 'User-Agent': '' })
    await read(`/ar/community/${id}`, 12, { 'Sec-Purpose': 'prefetch;prerender' })
    await read('/ar/community/404', 13)
    await read(`/ar/community/${id}`, 14, { Cookie: `access=${await tokenOf(app, writer)}` })
    expect(await viewsOf('post', id)).toEqual([])
    for (const visitor of [15, 16])
      await read(`/ar/community/${id}`, visitor, { Cookie: `access=${await tokenOf(app, reader)}` })
    expect(await viewsOf('post', id)).toEqual([1])
  })

  it('make a post trend without invalidating cached pages', async () => {
    const [seen, other] = [
      await post(app.db, { publishDate: earlier(3) }),
      await post(app.db, { publishDate: earlier(3) }),
    ]
    await comment(app.db, { postId: other, createdAt: earlier(0.1) })
    const order = async () => (await trending()).filter((id) => id === seen || id === other)
    expect(await order()).toEqual([other, seen])
    const before = await read('/ar/about')
    for (let visitor = 20; visitor < 60; visitor++) await read(`/ar/community/${seen}`, visitor)
    await app.views.flush()
    // The echo of a write comes after whatever was told before it.
    await app.call('POST', 'no-such-call', { body: {} })
    expect(await read('/ar/about')).toBe(before)
    // What is remembered of the trending posts is at most thirty seconds old.
    app.advance(31 * SECOND_MS)
    expect(await order()).toEqual([seen, other])
  })

  it('do not count after fourteen days', async () => {
    const [seen, other] = [
      await post(app.db, { publishDate: earlier(3) }),
      await post(app.db, { publishDate: earlier(2) }),
    ]
    for (let visitor = 60; visitor < 100; visitor++) await read(`/ar/community/${seen}`, visitor)
    await comment(app.db, { postId: seen, createdAt: NOW })
    await app.views.flush()
    const order = async () => (await trending()).filter((id) => id === seen || id === other)
    for (const days of [13, 1.6]) {
      await app.tasks.decayScores!({})
      expect(await order(), String(days)).toEqual([seen, other])
      app.advance(days * DAY_MS)
    }
    await app.tasks.decayScores!({})
    expect(await order()).toEqual([other, seen])
    expect(await viewsOf('post', seen)).toEqual([])
    app.advance(-14.6 * DAY_MS)
  })

  it('of two servers add up, and are written when one stops', async () => {
    const id = await post(app.db, { publishDate: earlier(1) })
    const { settings } = app.services
    const other = await startServer(
      readSettings({
        PORT: '0',
        DATA_DIR: settings.dataDir,
        DATABASE_URL: settings.databaseUrl!,
        MAAHAD_DEMO: '1',
        LOG_LEVEL: 'error',
        TRUST_PROXY: '1',
      }),
      pageHandler,
      { content: null, now: () => NOW },
    )
    await read(`/ar/community/${id}`, 1)
    await read(`/ar/community/${id}`, 2, {}, other.address)
    await read(`/ar/community/${id}`, 3, {}, other.address)
    await other.stop()
    expect(await viewsOf('post', id)).toEqual([3])
  })

  it('are kept while they cannot be written', async () => {
    const id = await post(app.db, { publishDate: earlier(1) })
    await read(`/ar/community/${id}`, 1)
    await app.db.schema.alterTable('views').renameTo('views_away').execute()
    await app.views.flush()
    await app.db.schema.alterTable('views_away').renameTo('views').execute()
    await read(`/ar/community/${id}`, 2)
    expect(await viewsOf('post', id)).toEqual([2])
  })
})

describe('a person', () => {
  it.each([
    [BROWSER, true],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
      true,
    ],
    ['Mozilla/5.0 (Linux; Android 15; CUBOT KINGKONG) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', true],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', false],
    ['WhatsApp/2.23.20.0', false],
    ['curl/8.9.1', false],
    ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0', false],
  ])('is distinguished from a bot: %s', (agent, expected) => {
    expect(isPerson(new Headers({ 'User-Agent': agent }))).toBe(expected)
  })
})
