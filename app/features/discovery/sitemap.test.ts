import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { statementsOf, weightOf } from '../../../bench/community/plans.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, inDays } from '../../../tests/support/factories.ts'
import { article, author, post, postCategory } from '../../../tests/support/writing.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { isLoopback, robotsTxt } from './robots.ts'
import { fileOfSitemap, indexOfSitemap } from './sitemap.server.ts'
import { type SitemapEntry, sitemapIndex, sitemapPages } from './sitemap.ts'
import { IDS_PER_FILE } from './sitemap-queries.server.ts'

const URL = 'https://maahad.example'
const entry = (name: string, day?: string): SitemapEntry => ({
  paths: { ar: `/ar/${name}`, en: `/en/${name}` },
  updatedAt: day ? new Date(`${day}T00:00:00Z`) : undefined,
})
const locs = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!)

test('the index names the files of each language and kind', () => {
  const updatedAt = new Date('2026-01-02T00:00:00Z')
  const xml = sitemapIndex(URL, [{ name: 'blog', files: [{ part: 1, updatedAt }, { part: 3 }] }])
  expect(locs(xml)).toEqual(
    ['ar-blog', 'ar-blog-3', 'en-blog', 'en-blog-3'].map((name) => `${URL}/sitemap-${name}.xml`),
  )
  expect(xml).toContain('sitemap-ar-blog.xml</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>')
})

test('a file names its pages, with every language of each', () => {
  const entries = [entry('a', '2026-01-02'), entry('b?x=1&y=2')]
  const xml = [...sitemapPages(URL, 'en', entries)].join('')
  expect(locs(xml)).toEqual([`${URL}/en/a`, `${URL}/en/b?x=1&amp;y=2`])
  expect(xml).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${URL}/ar/a"/>`)
  expect(xml.match(/<lastmod>/g)).toHaveLength(1)
})

test('a file may be of any length', () => {
  const entries = Array.from({ length: 130_001 }, (_, n) => entry(`posts/${n}`, '2026-01-02'))
  let [count, pieces] = [0, 0]
  for (const piece of sitemapPages(URL, 'ar', entries)) {
    count += locs(piece).length
    pieces++
  }
  expect(count).toBe(130_001)
  expect(pieces).toBeGreaterThan(130)
})

describe('the sitemap of a large institute', () => {
  const POSTS = 3000
  /** Between two numbers: the posts span as many files as 150,000 without gaps. */
  const GAP = 50
  let app: TestApp
  let pool: pg.Pool
  beforeAll(async () => {
    app = await startTestApp()
    pool = new pg.Pool({ connectionString: app.services.settings.databaseUrl!, max: 1 })
    const [authorId, categoryId] = [await author(app.db), await postCategory(app.db)]
    await app.db.transaction().execute(async (tx) => {
      // No triggers: neither terms nor scores matter here.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into posts (id, author_id, category_id, title, content, publish_date)
        overriding system value
        select n * ${GAP}::int, ${authorId}::int, ${categoryId}::int, 't', 'c', now() - interval '9 days' - n * interval '1 second'
        from generate_series(1, ${POSTS}::int) as n`.execute(tx)
    })
    await sql`vacuum analyze posts`.execute(app.db)
  })
  afterAll(async () => {
    await pool.end()
    await app.stop()
  })

  const file = async (part: number) =>
    [...((await fileOfSitemap(app.services, 'ar', 'community', part)) ?? [])].join('')
  const fetched = async (path: string, headers = {}) => {
    const response = await fetch(app.address + path, { headers })
    return { status: response.status, etag: response.headers.get('etag')!, text: await response.text() }
  }

  it('names each post once, in files of neighbouring numbers', async () => {
    const files = locs(await indexOfSitemap(app.services)).filter((loc) => loc.includes('-ar-community'))
    expect(files).toHaveLength(Math.ceil((POSTS * GAP + 1) / IDS_PER_FILE))
    const named = new Set<string>()
    let count = 0
    for (let part = 1; part <= files.length; part++)
      for (const loc of locs(await file(part))) {
        named.add(loc)
        count++
      }
    expect([named.size, count]).toEqual([POSTS, POSTS])
    expect(await file(files.length + 1)).toBe('')
  })

  it('reads no more rows than it names', async () => {
    const index = await weightOf(pool, await statementsOf(() => indexOfSitemap(app.services)), 10)
    expect(index.whole).toEqual([])
    expect(index.rows).toBeLessThan(100)
    const one = await weightOf(pool, await statementsOf(() => file(2)), 10)
    expect(one.whole).toEqual([])
    expect(one.rows).toBe(IDS_PER_FILE / GAP)
  })

  it('has the time of the newest change of each file and list, and nothing unpublished', async () => {
    const changedAt = new Date(Math.floor(inDays(-2).getTime() / 1000) * 1000)
    await sql`update posts set edited_at = ${changedAt} where id = ${7 * GAP}`.execute(app.db)
    await sql`update posts set state = 'hidden' where id = ${8 * GAP}`.execute(app.db)
    await sql`update posts set publish_date = ${inDays(1)} where id = ${9 * GAP}`.execute(app.db)
    const index = await indexOfSitemap(app.services)
    expect(index).toContain(`sitemap-en-community.xml</loc><lastmod>${changedAt.toISOString()}</lastmod>`)
    const first = locs(await file(1))
    expect(first[0]).toMatch(/\/ar\/community\/350$/)
    expect(first.some((loc) => /\/(400|450)$/.test(loc))).toBe(false)
    await course(app.db, { slug: 'listed-course' })
    await course(app.db, { slug: 'draft-course', publishedAt: null })
    await article(app.db, { slug: 'listed-article', publishedAt: inDays(-1) })
    await article(app.db, { slug: 'later-article', publishedAt: inDays(1) })
    const all = await Promise.all(['courses', 'blog'].map((name) => fetched(`/sitemap-en-${name}.xml`)))
    expect(all.map(({ text }) => locs(text))).toEqual([
      [`${app.address}/en/courses/listed-course`],
      [`${app.address}/en/blog/listed-article`],
    ])
    const pages = locs((await fetched('/sitemap-en-pages.xml')).text)
    for (const path of ['/en', '/en/blog', '/en/community', '/en/courses', '/en/terms'])
      expect(pages).toContain(app.address + path)
    expect(pages.filter((loc) => loc.includes('specialization='))).toHaveLength(1)
  })

  it('makes a file once for a minute, whoever asks, in either encoding', async () => {
    const path = '/sitemap-ar-community-3.xml'
    const asked = await statementsOf(() => Promise.all([fetched(path), fetched(path), fetched(path)]))
    expect(asked.filter(({ text }) => text.includes('posts'))).toHaveLength(1)
    const [gzip, plain] = await Promise.all([fetched(path), fetched(path, { 'Accept-Encoding': 'identity' })])
    expect(locs(gzip.text)).toHaveLength(IDS_PER_FILE / GAP)
    expect(plain.text).toBe(gzip.text)
    expect((await fetched(path, { 'If-None-Match': gzip.etag })).status).toBe(304)
    await post(app.db, { title: 'new' })
    await sql`update posts set state = 'hidden' where id = ${2 * IDS_PER_FILE}`.execute(app.db)
    app.advance(MINUTE_MS + 1)
    expect(locs((await fetched(path)).text)).toHaveLength(IDS_PER_FILE / GAP - 1)
  })

  it.each(['/sitemap-ar-community-99.xml', '/sitemap-ar-nothing.xml', '/sitemap-ar-pages-2.xml'])(
    'has no file %s',
    async (path) => expect((await fetched(path)).status).toBe(404),
  )
})

test('robots are shown the sitemap, and kept from what belongs to one visitor', () => {
  const text = robotsTxt(URL, false)
  expect(text).toContain(`\nSitemap: ${URL}/sitemap.xml\n`)
  for (const path of ['/api/', '/*/order-details', '/*/profile']) expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(robotsTxt(URL, true)).toBe('User-agent: *\nAllow: /\n')
})

test.each([
  ['localhost:3000', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  ['demo.maahad.example', false],
  ['localhost.maahad.example', false],
])('%s is an address of this machine alone: %s', (host, own) => expect(isLoopback(host)).toBe(own))
