/** The feeds of the blog and of the community: as their routes answer, over a real database. */
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays } from '../../../tests/support/factories.ts'
import { article, author, post } from '../../../tests/support/writing.ts'
import { texts as arabic } from '../../locales/ar/index.ts'
import { texts as english } from '../../locales/en/index.ts'
import { registerTexts } from '../../locales/texts.tsx'
import type { PageHandler } from '../../page-handler.server.tsx'
import { pageRequest } from '../../request-context.ts'
import { loader as blogFeed } from '../blog/feed-route.tsx'
import { loader as communityFeed } from '../community/feed-route.tsx'
import { FEED_SIZE } from './feed-page.ts'
import { rssOf } from './rss.ts'

let app: TestApp
beforeAll(async () => {
  registerTexts('ar', arabic)
  registerTexts('en', english)
  const pageHandler: PageHandler = async (request, page) => {
    const context = new RouterContextProvider()
    context.set(pageRequest, page)
    // The loaders read nothing but the context.
    const args = { context } as never
    return new URL(request.url).pathname.includes('/blog/') ? blogFeed(args) : communityFeed(args)
  }
  app = await startTestApp({ pageHandler })
  const description = JSON.stringify({ ar: 'وصف', en: 'Description' })
  const seo = { meta_title: description, meta_description: description, keywords: description }
  await app.db
    .insertInto('page_seo')
    .values(['blogs', 'posts'].map((code) => ({ code, ...seo })))
    .execute()
})
afterAll(() => app.stop())

// A query that no test repeats keeps an answer from being taken from the page cache.
let requests = 0
const feed = async (path: string) => (await fetch(`${app.address}${path}/rss.xml?request=${++requests}`)).text()
const valuesOf = (xml: string, tag: string) =>
  [...xml.matchAll(/<item>[\s\S]*?<\/item>/g)].map(([item]) => item.match(new RegExp(`<${tag}[^>]*>([^<]*)<`))?.[1])

describe('the feed', () => {
  it('of the blog holds the newest articles in its language, without drafts and scheduled ones', async () => {
    for (let minutes = FEED_SIZE + 1; minutes >= 1; minutes--)
      await article(app.db, {
        title: { ar: `مقال ${minutes}`, en: `Article ${minutes}` },
        publishedAt: inDays(-minutes / 1440),
      })
    await article(app.db, { title: 'draft', publishedAt: null })
    await article(app.db, { title: 'scheduled', publishedAt: inDays(1) })
    const newest = Array.from({ length: FEED_SIZE }, (_, index) => index + 1)
    const [ar, en] = [await feed('/ar/blog'), await feed('/en/blog')]
    expect(valuesOf(en, 'title')).toEqual(newest.map((number) => `Article ${number}`))
    expect(valuesOf(ar, 'title')).toEqual(newest.map((number) => `مقال ${number}`))
    expect([ar.match(/<language>(.*?)</)?.[1], en.match(/<language>(.*?)</)?.[1]]).toEqual(['ar-SA', 'en-GB'])
    for (const [lang, xml] of [
      ['ar', ar],
      ['en', en],
    ] as const) {
      expect(xml).toContain(`href="${app.address}/${lang}/blog/rss.xml" rel="self"`)
      for (const link of valuesOf(xml, 'link')) expect(link).toMatch(new RegExp(`^${app.address}/${lang}/blog/`))
    }
    const dates = valuesOf(en, 'pubDate').map((date) => new Date(date!).getTime())
    expect(dates).toEqual([...dates].sort((a, b) => b - a))
  })

  it('of the community holds the newest posts, without hidden, held and scheduled ones', async () => {
    for (let minutes = FEED_SIZE + 1; minutes >= 1; minutes--)
      await post(app.db, { title: `Post ${minutes}`, publishDate: inDays(-minutes / 1440) })
    await post(app.db, { title: 'scheduled', publishDate: inDays(1) })
    for (const state of ['waiting', 'hidden'] as const)
      await post(app.db, { title: state, state, publishDate: inDays(0) })
    const newest = Array.from({ length: FEED_SIZE }, (_, index) => `Post ${index + 1}`)
    for (const lang of ['ar', 'en']) {
      const xml = await feed(`/${lang}/community`)
      expect(valuesOf(xml, 'title')).toEqual(newest)
      expect(valuesOf(xml, 'link')[0]).toMatch(new RegExp(`^${app.address}/${lang}/community/\\d+$`))
    }
  })

  it('escapes what was written', async () => {
    const text = `<script>alert("1")</script> & 'x' ]]>`
    const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; ]]&gt;'
    const authorId = await author(app.db, { name: '<b>Reem</b>' })
    await article(app.db, { title: text, authorId, publishedAt: inDays(0) })
    await post(app.db, { title: text, authorId, publishDate: inDays(0) })
    for (const path of ['/en/blog', '/en/community']) {
      const xml = await feed(path)
      expect(valuesOf(xml, 'title')[0], path).toBe(escaped)
      expect(valuesOf(xml, 'dc:creator')[0], path).toBe('&lt;b&gt;Reem&lt;/b&gt;')
      expect(xml).not.toContain('<script')
    }
  })

  it('calls a former member by that name', async () => {
    await post(app.db, { authorId: await author(app.db, { name: null }), publishDate: inDays(0) })
    expect(valuesOf(await feed('/en/community'), 'dc:creator')[0]).toBe('Former member')
    expect(valuesOf(await feed('/ar/community'), 'dc:creator')[0]).toBe('عضو سابق')
  })
})

describe('RSS', () => {
  const feedOf = (title: string) => ({
    lang: 'en' as const,
    title,
    description: 'News',
    link: 'https://example.com/en/blog',
    self: 'https://example.com/en/blog/rss.xml',
  })
  const item = {
    title: 'One',
    link: 'https://example.com/en/blog/one?a=1&b=2',
    summary: 'First',
    publishedAt: '2026-03-01T09:00:00.000Z',
    author: 'Reem',
    category: 'Section',
  }

  it('gives dates by RFC 822, of the newest item also for the feed', () => {
    const xml = rssOf({ ...feedOf('Blog'), items: [item] })
    expect(xml).toContain('<lastBuildDate>Sun, 01 Mar 2026 09:00:00 GMT</lastBuildDate>')
    expect(xml).toContain('<pubDate>Sun, 01 Mar 2026 09:00:00 GMT</pubDate>')
    expect(xml).toContain('<guid isPermaLink="true">https://example.com/en/blog/one?a=1&amp;b=2</guid>')
  })

  it('leaves out characters that XML does not allow', () => {
    expect(rssOf({ ...feedOf('A\u0000B\u000bC\ufffe'), items: [] })).toContain('<title>ABC</title>')
  })

  it('without items has no date, and an attachment is an enclosure', () => {
    expect(rssOf({ ...feedOf('Blog'), items: [] })).not.toMatch(/lastBuildDate|<item>/)
    const enclosure = { address: 'https://example.com/files/a.pdf', size: 12, type: 'application/pdf' }
    expect(rssOf({ ...feedOf('Blog'), items: [{ ...item, enclosure }] })).toContain(
      '<enclosure url="https://example.com/files/a.pdf" length="12" type="application/pdf"/>',
    )
  })
})
