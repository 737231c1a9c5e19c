/** Windows between the usual widths: no page scrolls sideways. The long run tries every width on every page. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { hydrated, sidewaysScroll, startTestSite, type TestSite } from '../../support/browser.ts'
import { signedIn } from '../../support/learner.ts'
import { inTurn } from '../../support/long.ts'

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

it.each(inTurn<Lang>('ar', 'en'))('no page of the profile is wider than the window (%s)', async (lang) => {
  const { page, context } = await site.visit({ lang, width: 1440, scripts: false })
  await signedIn(site, context, lang)
  const found: string[] = []
  for (const path of [...PROFILE, '/connections']) {
    await page.goto(`/${lang}/profile${path}`)
    found.push(...(await tooWide(page)))
  }
  expect(found).toEqual([])
  await context.close()
})

it.each(inTurn<Lang>('en', 'ar'))('the form for trainers is not wider than the window (%s)', async (lang) => {
  for (const scripts of [true, false]) {
    const { page, context } = await site.visit({ lang, width: 1440, scripts })
    await page.goto(`/${lang}/join-us`)
    if (scripts) await hydrated(page)
    expect(await tooWide(page), `scripts ${scripts}`).toEqual([])
    await context.close()
  }
})
