import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { texts as en } from '../../../app/locales/en/index.ts'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { review } from '../../support/factories.ts'
import { inTurn, longIt } from '../../support/long.ts'

const POLICIES = [
  ...['terms', 'privacy', 'learning', 'attendance-policy', 'communication-policy'],
  ...['academic-integrity', 'property-rights-protection'],
]

describe('the policies', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it.each(POLICIES)(
    '%s has a table of contents with links to its parts, and the date of its change',
    async (policy) => {
      const html = await (await fetch(`${site.address}/ar/${policy}`)).text()
      const contents = /<nav[^>]* aria-label="في هذه الصفحة">(.*?)<\/nav>/s.exec(html)![1]!
      const [beside] = contents.split('<details')
      const targets = [...beside!.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      const parts = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)
      expect(parts.length).toBeGreaterThan(4)
      expect(targets).toEqual(parts)
      expect(html).toMatch(/<time dateTime="\d{4}-\d\d-\d\dT[^"]+">آخر تحديث: /i)
    },
  )

  it('keep the contents in view beside the text on wide screens', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto('/en/privacy')
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link').last().click()
    const last = page.locator('article section[id]').last()
    const [list, part] = [await contents.boundingBox(), await last.locator('h2').boundingBox()]
    expect(list!.y).toBeGreaterThanOrEqual(0)
    expect(list!.y).toBeLessThan(300)
    expect(part!.y).toBeGreaterThanOrEqual(0)
    expect(part!.y).toBeLessThan(900)
    expect(list!.x + list!.width).toBeLessThan(part!.x)
    await context.close()
  })

  longIt('collapse the contents on a phone', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
    await page.goto('/en/terms')
    const contents = page.getByRole('navigation', { name: 'On this page' })
    expect(await contents.getByRole('link').count()).toBe(0)
    await contents.locator('summary').click()
    await contents.getByRole('link', { name: 'Cancelling and refunds' }).click()
    const { y } = (await page.getByRole('heading', { name: 'Cancelling and refunds' }).boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(300)
    await context.close()
  })

  it('have lines of a readable length', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto('/en/terms')
    const { width } = (await page.locator('article').boundingBox())!
    expect(width).toBeLessThanOrEqual(680)
    await context.close()
  })

  it.each(inTurn('ar/terms', 'en/privacy'))('%s is printed as text only', async (path) => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto(`/${path}`)
    expect(await page.locator('nav:visible').count()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav:visible').count()).toBe(0)
    expect(await page.locator('footer:visible').count()).toBe(0)
    expect(await page.locator('aside:visible').count()).toBe(0)
    expect(await page.locator('article section:visible').count()).toBeGreaterThan(4)
    await context.close()
  })

  it('a course page is printed like them', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto('/en/courses')
    const course = await page.locator('main a[href*="/en/courses/"]').first().getAttribute('href')
    const { id: courseId } = await site.db
      .selectFrom('courses')
      .select('id')
      .where('slug', '=', decodeURIComponent(course!.split('/').pop()!))
      .executeTakeFirstOrThrow()
    await review(site.db, { courseId })
    await page.goto(course!)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav:visible').count()).toBe(0)
    expect(await page.locator('main button:visible').count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    // Units and questions are printed open.
    const folded = page.locator('main details:not([open])')
    expect(await folded.count()).toBeGreaterThan(2)
    const heights = await folded.evaluateAll((all) =>
      all.map((one) => one.lastElementChild!.getBoundingClientRect().height),
    )
    expect(Math.min(...heights)).toBeGreaterThan(10)
    expect(await page.getByRole('heading', { name: en.course.similar }).isVisible()).toBe(false)
    // Stars have their shape and colours on paper, too, where a browser leaves backgrounds out.
    const stars = page.locator('main [role=img]:has(> rect)')
    expect(await stars.count()).toBeGreaterThan(0)
    const drawn = await stars.evaluateAll((all) =>
      all.map((one) => {
        const { maskImage, printColorAdjust } = getComputedStyle(one)
        return [maskImage.startsWith('url('), printColorAdjust, one.clientHeight > 0]
      }),
    )
    expect(drawn).toEqual(drawn.map(() => [true, 'exact', true]))
    await context.close()
  })
})

describe('the error page', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it.each(inTurn('/en/courses/no-such-course', '/en/no-such-page', '/en/a/b/c/d'))(
    'has the texts of the specification and a link home, from %s',
    async (path) => {
      const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
      await page.goto('/en')
      const answer = await page.goto(path)
      expect(new URL(page.url()).pathname).toBe('/error')
      expect(answer?.status()).toBe(404)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Oops... something went wrong!')
      const notice = 'The page you are looking for is not available. We will fix the issue as soon as possible.'
      expect(await page.locator('main p').allTextContents()).toContain(notice)
      const search = page.getByRole('main').getByRole('link', { name: 'Search the site' })
      expect(await search.getAttribute('href')).toBe('/en/search')
      await page.getByRole('main').getByRole('link', { name: 'home', exact: false }).click()
      await page.waitForURL('**/en')
      await context.close()
    },
  )

  it('is in Arabic by default', async () => {
    const answer = await fetch(`${site.address}/xx/about`)
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('<html lang="ar" dir="rtl"')
    expect(html).toContain('عذرًا… حدث خطأ ما!')
  })
})
