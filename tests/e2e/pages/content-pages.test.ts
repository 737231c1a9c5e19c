/** The institute's own pages, besides the checks of every-page.test.ts and links.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hydrated, startTestSite, type TestSite } from '../../support/browser.ts'
import { inTurn, longIt } from '../../support/long.ts'

const PATHS = [
  ...['', '/about', '/contact', '/faq', '/reviews', '/partners', '/clients', '/terms', '/privacy', '/learning'],
  ...['/attendance-policy', '/communication-policy', '/academic-integrity', '/property-rights-protection'],
  ...['/services', '/support', '/complains', '/join-us', '/app/ios', '/app/android'],
]

/** Each form has its own idempotency key: pages with one are not cached. */
const STAMP = /\b[\w-]+\.[\w-]{16}\.[\w-]{43}(?![\w-])/g

describe('the pages of content', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  const html = async (path: string) => (await fetch(site.address + path)).text()

  it.each(inTurn('ar', 'en'))('are the same for every guest and carry no inline style: %s', async (lang) => {
    for (const path of PATHS) {
      // An unknown query, so that both are rendered and not cached.
      const made = async () => (await html(`/${lang}${path}?made=anew`)).replaceAll(STAMP, '')
      const [first, second] = await Promise.all([made(), made()])
      expect(first, path).toBe(second)
      expect(first, path).not.toMatch(/ style="/)
    }
  })

  it('redirect from an unknown policy to the error page', async () => {
    const answer = await fetch(`${site.address}/ar/no-such-policy`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/error'])
  })

  it.each([
    ['/en/terms-conditions', '/en/terms'],
    ['/en/privacy-policy', '/en/privacy'],
    ['/en/terms', '/en/terms'],
    ['/ar/reviews?page=2', '/ar/reviews?page=2'],
    ['/ar/reviews?page=٢', '/ar/reviews?page=2'],
    ['/ar/reviews?page=1', '/ar/reviews'],
    ['/ar/reviews?page=none', '/ar/reviews'],
  ])('tells search engines one address: %s is %s', async (path, canonical) => {
    expect(await html(path)).toContain(`<link rel="canonical" href="${site.address}${canonical}"`)
  })

  it('show the average of all reviews in the hero and on the reviews page', async () => {
    const { data } = await site.call<{ average: number }>('GET', 'Reviews/website-reviews')
    const average = data.average.toFixed(1)
    expect(await html('/ar')).toContain(`<bdi dir="ltr">${average} / 5</bdi>`)
    expect(await html('/ar/reviews')).toMatch(new RegExp(`${average}(<!-- -->)? <span>/ 5</span>`))
  })

  it('a page of reviews beyond the last leads to the last', async () => {
    const { data } = await site.call<{ totalCount: number }>('GET', 'Reviews/website-reviews')
    const answer = await fetch(`${site.address}/en/reviews?page=99`, { redirect: 'manual' })
    const last = Math.ceil(data.totalCount / 12)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/en/reviews?page=${last}`])
  })

  it.each(inTurn(false, true))('the search of the home page leads to the listing, scripts %s', async (scripts) => {
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts })
    await page.goto('/en')
    if (scripts) await hydrated(page)
    const form = page.getByRole('search', { name: 'Search our courses' })
    await form.getByRole('searchbox').fill('Excel')
    await form.getByRole('combobox').selectOption('Development courses')
    await form.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/en/courses?*')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ search: 'Excel', category: '2' })
    await context.close()
  })

  longIt.each(inTurn(true, false))('a question opens by its own address, scripts %s', async (scripts) => {
    const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts })
    await page.goto('/ar/faq#payment-invoices-2')
    if (scripts) await hydrated(page)
    const answer = page.locator('#payment-invoices-2')
    await answer.waitFor({ state: 'visible' })
    expect(await page.locator('#payment-invoices-1').isVisible()).toBe(false)
    await context.close()
  })
})
