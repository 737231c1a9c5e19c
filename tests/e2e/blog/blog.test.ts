/** The blog and the community as they are read: lists, articles, posts, feeds, with and without scripts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  watchErrors,
} from '../../support/browser.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { WALKERS } from '../../support/walkers.ts'
import { article, comment } from '../../support/writing.ts'

const SLUG = 'اجتماع-ينتهي-بقرار'
const ARTICLE = `/blog/${encodeURIComponent(SLUG)}`

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const html = async (path: string) => (await fetch(site.address + path)).text()
const get = (path: string) => fetch(site.address + path, { redirect: 'manual' })
/** How many articles the demonstration has: it grows. */
const articles = async (filter = '') =>
  (await site.call<{ totalCount: number }>('GET', `Articles/filter-articles?PageSize=1${filter}`)).data.totalCount
const cards = (page: Page) => page.locator('main section[aria-labelledby="found"] article')

describe('every page of the blog and the community', () => {
  it.each(WALKERS.map((visitor) => [nameOf(visitor), visitor] as const))(
    'is complete, accessible and as wide as the window: %s',
    async (name, visitor) => {
      const { page, context } = await site.visit(visitor)
      const errors = watchErrors(page)
      // The lists themselves are checked in every-page.test.ts.
      const lists = inTurn('/blog?tag=pmp', '/blog?search=zeppelin', '/community?sort=2', '/community?search=zeppelin')
      for (const path of [...lists, ARTICLE, '/community/4']) {
        const answer = await page.goto(`/${visitor.lang}${path}`)
        expect(answer?.status(), path).toBe(200)
        expect(await page.locator('h1').count(), path).toBe(1)
        await expectNoSidewaysScroll(page)
        await picture(page, `blog ${name} ${path.replaceAll('/', ' ').slice(0, 30)}`)
        if (visitor.scripts) await expectAccessible(page)
      }
      expect(errors.filter((error) => visitor.scripts || !error.endsWith('.js csp'))).toEqual([])
      await context.close()
    },
  )

  it.each(['ar', 'en'])('is the same for every guest and carries no inline style: %s', async (lang) => {
    for (const path of ['/blog', ARTICLE, '/community', '/community/4']) {
      const [first, second] = await Promise.all([html(`/${lang}${path}?made=anew`), html(`/${lang}${path}?made=anew`)])
      // Comments say how long ago they were, so the moment of the rendering is known to the page.
      const still = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
      expect(still(first), path).toBe(still(second))
      expect(first, path).not.toMatch(/ style="/)
    }
  })
})

describe('the blog', () => {
  it.each(inTurn(true, false))('is searched, filtered and paged by the address, scripts %s', async (scripts) => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts })
    await page.goto('/en/blog')
    if (scripts) await hydrated(page)
    expect(await cards(page).count()).toBe(12)
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await page.waitForURL('**/en/blog?page=2')
    await expectCards(page, Math.min((await articles()) - 12, 12))

    await page.getByRole('navigation', { name: 'Sections of the blog' }).getByRole('link', { name: 'Career' }).click()
    await page.waitForURL('**/en/blog?category=*')
    await expectHeading(page, 'Career')
    const category = new URL(page.url()).searchParams.get('category')
    await expectCards(page, Math.min(await articles(`&CategoryId=${category}`), 12))

    await page.getByRole('searchbox', { name: 'Search the articles' }).fill('interview')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL('**search=interview*')
    expect(new URL(page.url()).searchParams.get('category')).not.toBeNull()
    await expectHeading(page, 'Articles with “interview”')
    await page.getByRole('link', { name: 'Remove Search: “interview”' }).click()
    await expectHeading(page, 'Career')
    await context.close()
  })

  longIt('says that nothing was found, with a link back', async () => {
    const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
    await page.goto('/ar/blog?search=زرافة')
    await expectHeading(page, 'مقالات فيها «زرافة»')
    expect(await page.getByText('لم نجد مقالًا بهذه المعايير').count()).toBe(1)
    await page.getByRole('link', { name: 'اعرض كل المقالات' }).click()
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  })

  it('hides empty categories, and has no list page beyond the last', async () => {
    expect((await get('/en/blog?search=')).headers.get('location')).toBe('/en/blog')
    const last = Math.ceil((await articles()) / 12)
    expect((await get('/en/blog?page=99')).headers.get('location')).toBe(`/en/blog?page=${last}`)
    expect((await get('/en/blog?page=٢')).status).toBe(200)
    expect((await get('/en/blog?category=9999&tag=pmp')).headers.get('location')).toBe('/en/blog?tag=pmp')
    expect((await get('/ar/community?category=9999')).headers.get('location')).toBe('/ar/community')
    for (const path of ['/en/blog?tag=nobody-wrote-this', '/en/blog?author=999999', '/ar/community?author=999999'])
      expect((await get(path)).status, path).toBe(404)
    expect((await get('/en/blog?category=x&author=-1')).status).toBe(200)
  })

  it('keeps one address for an article: former slugs and ids lead to it, unknown ones to the error page', async () => {
    const { data } = await site.call<{ id: number }>('GET', `Articles/article-by-id?id=${encodeURIComponent(SLUG)}`)
    for (const former of [encodeURIComponent('اجتماعات-بلا-قرار'), data.id]) {
      const answer = await get(`/ar/blog/${former}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `/ar${ARTICLE}`])
    }
    for (const unknown of ['/ar/blog/nothing', '/en/blog/999999', '/en/community/999999', '/en/community/x']) {
      const answer = await get(unknown)
      expect([answer.status, answer.headers.get('location')], unknown).toEqual([302, '/error'])
    }
  })

  it('shows an article with its contents, author, neighbouring articles and comments', async () => {
    const { page, context } = await site.visit({ lang: 'ar', width: 1440, scripts: true })
    await page.goto(`/ar${ARTICLE}`)
    await hydrated(page)
    const contents = page.getByRole('navigation', { name: 'في هذا المقال' })
    await contents.getByRole('link', { name: 'عشر دقائق من الصمت' }).click()
    expect(new URL(page.url()).hash).toBe('#part-3')
    expect(await page.locator('#part-3').textContent()).toBe('عشر دقائق من الصمت')
    expect(await page.getByRole('link', { name: 'كل مقالات د. عبدالرحمن العتيبي' }).getAttribute('href')).toMatch(
      /^\/ar\/blog\?author=\d+$/,
    )
    expect(await page.getByRole('navigation', { name: 'مقالات قبله وبعده' }).getByRole('link').count()).toBe(2)
    expect(await page.locator('#comments ol > li').count()).toBe(4)
    expect(await page.getByRole('link', { name: 'القيادة', exact: true }).first().getAttribute('href')).toBe(
      '/ar/blog?tag=leadership',
    )
    await context.close()
  })

  longIt('shows unpublished articles to staff only, marked as such', async () => {
    const [draft, scheduled] = [
      await article(site.db, { slug: 'a-draft', title: 'A draft', publishedAt: null }),
      await article(site.db, { slug: 'to-come', title: 'To come', publishedAt: new Date('2099-05-06T09:00:00Z') }),
    ]
    for (const path of ['/en/blog/a-draft', '/en/blog/to-come'])
      expect((await get(path)).headers.get('location'), path).toBe('/error')
    expect((await get('/en/blog?drafts=1')).headers.get('location')).toBe('/en/blog')
    for (const path of ['/en/blog?made=anew', '/en/blog/rss.xml', '/sitemap.xml'])
      expect(await html(path), path).not.toMatch(/A draft|To come|a-draft|to-come/)

    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
    await page.goto('/en/login?returnTo=/en/blog')
    const form = page.locator('main form')
    await form.getByLabel('Email').fill('admin@maahad.example')
    await form.locator('input[name="password"]').fill('Maahad#2026')
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === '/en/blog')
    await page.getByRole('link', { name: /^Not published yet \(\d+\)$/ }).click()
    await expectHeading(page, 'Drafts and scheduled articles')
    await page.getByRole('link', { name: 'A draft', exact: true }).waitFor()
    await page.getByRole('link', { name: 'To come', exact: true }).click()
    await page.getByText('It will be published on 6 May 2099 at').waitFor()
    expect(await page.locator('#comments').count()).toBe(0)
    await page.goto('/en/blog/a-draft')
    await page.getByText('only the institute’s staff can see it').waitFor()
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
    await context.close()
    await site.db.deleteFrom('articles').where('id', 'in', [draft.id, scheduled.id]).execute()
  })

  longIt('has plain share links, and copies the address', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/en${ARTICLE}`)
    await hydrated(page)
    const href = await page.getByRole('link', { name: 'Share on X' }).getAttribute('href')
    const shared = new URL(href!)
    expect([shared.host, shared.searchParams.get('url')]).toEqual(['x.com', `${site.address}/en${ARTICLE}`])
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.address}/en${ARTICLE}`)
    await context.close()
  })

  it('prints an article without what is only for the screen', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto(`/en${ARTICLE}`)
    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['#comments', 'nav[aria-labelledby="contents"]', 'section[aria-labelledby="author"]'])
      expect(await page.locator(hidden).isVisible(), hidden).toBe(false)
    expect(await page.locator('#part-1').isVisible()).toBe(true)
    await context.close()
  })

  it('shows more comments by a link that works without scripts, after the earlier ones', async () => {
    const { data } = await site.call<{ id: number }>('GET', `Articles/article-by-id?id=${encodeURIComponent(SLUG)}`)
    for (let number = 1; number <= 20; number++)
      await comment(site.db, { articleId: data.id, text: `number ${number}`, createdAt: new Date() })
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
    await page.goto(`/en${ARTICLE}?made=anew`)
    expect(await page.locator('#comments ol > li').count()).toBe(20)
    await page.getByRole('link', { name: 'Show more comments' }).click()
    expect(new URL(page.url()).searchParams.get('comments')).toBe('2')
    expect(await page.locator('#comments ol > li').count()).toBe(24)
    expect(await page.getByRole('link', { name: 'Show more comments' }).count()).toBe(0)
    await context.close()
  })
})

describe('the community', () => {
  it.each(inTurn(false, true))('is sorted, filtered and read, scripts %s', async (scripts) => {
    const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts })
    await page.goto('/ar/community')
    if (scripts) await hydrated(page)
    expect(await cards(page).count()).toBe(12)
    await page.getByRole('link', { name: 'الأكثر نقاشًا' }).click()
    await page.waitForURL('**/ar/community?sort=2')
    await expectFirst(page, 'عادة صغيرة غيّرت يومك في العمل؟ اكتبها في سطر أو سطرين')
    await page.getByRole('navigation', { name: 'أقسام المجتمع' }).getByRole('link', { name: 'أسئلة' }).click()
    await expectHeading(page, 'أسئلة')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('2')
    await cards(page).first().getByRole('link').click()
    await page.waitForURL('**/ar/community/*')
    await page.locator('#comments ol > li').first().waitFor()
    await context.close()
  })

  it('invites a guest to sign in and returns; a member sees no invitation', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto('/en/community/4')
    const prompt = page.getByRole('region', { name: 'You are reading as a guest' })
    await prompt.getByRole('link', { name: 'Sign in' }).click()
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/en/community/4')
    const form = page.locator('main form')
    await form.getByLabel('Email').fill('learner@maahad.example')
    await form.locator('input[name="password"]').fill('Maahad#2026')
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/en/community/4')
    expect(await prompt.count()).toBe(0)
    await context.close()
  })

  it('marks the language of a post', async () => {
    const page = await html('/en/community')
    expect(page).toMatch(/<h3[^>]* lang="ar" dir="rtl"><a[^>]*>[^<]*CAPM/)
    expect(await html('/ar/community')).toMatch(/<h3[^>]* lang="en" dir="ltr"><a[^>]*>What I wish/)
  })
})

describe('the feeds', () => {
  let page: Page
  beforeAll(async () => {
    page = (await site.visit({ lang: 'en', width: 390, scripts: true })).page
  })
  it.each([
    ['ar', 'blog', 20],
    ['en', 'blog', 20],
    ['ar', 'community', 20],
    ['en', 'community', 20],
  ])('%s/%s is well-formed and links to existing pages', async (lang, part, count) => {
    const answer = await get(`/${lang}/${part}/rss.xml`)
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = await answer.text()
    const { broken, links } = await page.evaluate((text) => {
      const tree = new DOMParser().parseFromString(text, 'application/xml')
      return {
        broken: tree.querySelector('parsererror')?.textContent ?? null,
        links: [...tree.querySelectorAll('item > link')].map((link) => link.textContent!),
      }
    }, feed)
    expect(broken).toBeNull()
    expect(links).toHaveLength(part === 'blog' ? Math.min(await articles(), count) : count)
    expect((await fetch(links[0]!)).status).toBe(200)
    expect(await html(`/${lang}/${part}`)).toContain(
      `type="application/rss+xml" title="${part === 'blog' ? (lang === 'ar' ? 'المدونة' : 'Blog') : lang === 'ar' ? 'مجتمع المتدربين' : 'The learners’ community'}" href="${site.address}/${lang}/${part}/rss.xml"`,
    )
  })
})

async function expectHeading(page: Page, text: string) {
  await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()
}

/** After a navigation by scripts the address changes before the content. */
async function expectCards(page: Page, count: number) {
  await page.waitForFunction(
    (count) => document.querySelectorAll('main section[aria-labelledby="found"] article').length === count,
    count,
  )
}

async function expectFirst(page: Page, title: string) {
  await page.waitForFunction(
    (title) => document.querySelector('section[aria-labelledby="found"] h3')?.textContent === title,
    title,
  )
}
