/** Windows between the usual widths: no page scrolls sideways. The long run measures every page, in larger text too. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { hydrated, sidewaysScroll, startTestSite, type TestSite } from '../../support/browser.ts'
import { paymentPlan } from '../../support/factories.ts'
import { openRun, payWith, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'
import { faultsInDoubledText, layoutFaults } from '../../support/pages/measured-page.ts'
import { publicPages } from '../../support/pages/public-pages.ts'
import { smallTargets } from '../../support/pages/touch-targets.ts'

const CRAWL_TIMEOUT_MS = 900_000
const WIDTHS = [320, 540, 640, 700, 768, 840, 1024]
const PROFILE = [
  '',
  '/security',
  '/orders',
  '/notifications',
  '/data',
  '/phone',
  '/two-factor',
  '/passkeys',
  '/sessions',
]

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const pixels = await sidewaysScroll(page)
    if (pixels > 0) found.push(`${new URL(page.url()).pathname} at ${width}: ${pixels} px`)
  }
  return found
}

it.each(inTurn<Lang>('ar', 'en'))(
  'no page of the profile is wider than the window or too small for a finger (%s)',
  async (lang) => {
    const { page, context } = await site.visit({ lang, width: 1440, scripts: false })
    await signedIn(site, context, lang)
    const found: string[] = []
    for (const path of [...PROFILE, '/connections']) {
      await page.goto(`/${lang}/profile${path}`)
      await page.setViewportSize({ width: 390, height: 844 })
      const faults = [...(await smallTargets(page)), ...(await faultsInDoubledText(page))]
      found.push(...faults.map((fault) => `${path}: ${fault}`), ...(await tooWide(page)))
    }
    expect(found).toEqual([])
    await context.close()
  },
)

it.each(inTurn<Lang>('en', 'ar'))('a small phone shows all words in text of twice its size (%s)', async (lang) => {
  const { page, context } = await site.visit({ lang, width: 390, scripts: false })
  const { course, path } = await openRun(site)
  const pages = ['', '/courses', '/community', '/blog', '/faq', '/sign-up', '/contact', path]
  const found: string[] = []
  for (const one of [...pages, `/courses/${encodeURIComponent(course.slug)}`]) {
    await page.goto(`/${lang}${one}`)
    found.push(...(await faultsInDoubledText(page)).map((fault) => `${one}: ${fault}`))
  }
  expect(found).toEqual([])
  await context.close()
})

it.each(inTurn<Lang>('ar', 'en'))(
  'on a low phone the whole menu of an account is within reach in doubled text (%s)',
  async (lang) => {
    const { page, context } = await site.visit({ lang, width: 390, scripts: true })
    await signedIn(site, context, lang)
    await page.setViewportSize({ width: 375, height: 667 })
    await page.goto(`/${lang}/profile`)
    await hydrated(page)
    const session = await context.newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    const menu = page.locator('header details', { has: page.getByText(textsOf(lang).shell.account, { exact: false }) })
    await menu.locator('summary').click()
    const leave = menu.getByRole('button', { name: textsOf(lang).shell.logout })
    await leave.focus()
    const { top, bottom } = await leave.evaluate((button) => button.getBoundingClientRect())
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/account-menu-${lang}.png` })
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(667)
    await context.close()
  },
)

it.each(inTurn<Lang>('en', 'ar'))('the form for trainers is not wider than the window (%s)', async (lang) => {
  for (const scripts of [true, false]) {
    const { page, context } = await site.visit({ lang, width: 1440, scripts })
    await page.goto(`/${lang}/join-us`)
    if (scripts) await hydrated(page)
    expect(await tooWide(page), `scripts ${scripts}`).toEqual([])
    await context.close()
  }
})

/** The checkout and what follows it: of a course that is paid in parts, before and after its deposit. */
async function checkoutPages(page: Page, lang: Lang): Promise<string[]> {
  const { course, path } = await openRun(site)
  const parts = [3, 6].map((days) => ({ percent: 50, days, from: 'order' as const }))
  await paymentPlan(site.db, { depositPercent: 40, parts, courseIds: [course.id] })
  const t = textsOf(lang).orders
  await page.goto(`/${lang}${path}`)
  await page.getByRole('radio', { name: t.parts.inParts(3) }).check()
  await page.getByRole('button', { name: t.placeOrder.run }).first().click()
  await payWith(page, CARDS.good)
  await page.waitForURL('**/order-approved?**')
  await page.getByRole('heading', { name: t.parts.title }).waitFor()
  const approved = page.url()
  const { path: other } = await openRun(site)
  return [approved, `/${lang}/courses/${encodeURIComponent(course.slug)}`, `/${lang}${other}`]
}

describe.each(['ar', 'en'] as const)('in every window and in doubled text (%s)', (lang) => {
  longIt(
    'every page fits, and what is typed into is large enough',
    async () => {
      const found: string[] = []
      const measured = async (page: Page, paths: string[]) => {
        for (const path of paths) {
          await page.goto(path)
          const faults = [...(await layoutFaults(page)), ...(await faultsInDoubledText(page))]
          found.push(...faults.map((fault) => `${decodeURIComponent(path)}: ${fault}`))
        }
      }
      const guest = await site.visit({ lang, width: 390, scripts: true })
      await measured(
        guest.page,
        (await publicPages(site, lang)).map(({ path }) => path),
      )
      await guest.context.close()
      const { page, context } = await site.visit({ lang, width: 390, scripts: true })
      await signedIn(site, context, lang)
      await measured(page, await checkoutPages(page, lang))
      const profile = [...PROFILE, '/courses', '/saved', '/certificates', '/enquiries', '/connections']
      await measured(page, [...profile.map((path) => `/${lang}/profile${path}`), `/${lang}/community/new`])
      await context.close()
      expect(found).toEqual([])
    },
    CRAWL_TIMEOUT_MS,
  )
})
