/** Every page looks as it did when a person last looked at all of them: see README.md here. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../app/locales/lang.ts'
import { startTestSite, type TestSite } from '../support/browser.ts'
import { difference, looksTheSame, pictured, WINDOWS, type Width } from '../support/pictures.ts'
import { type PublicPage, publicPages } from '../support/public-pages.ts'

const KEPT = join(import.meta.dirname, 'pictures')
const FOUND = join(import.meta.dirname, '..', '..', 'build', 'visual')
const renews = process.env.UPDATE === '1'
/** Ten in the morning in Riyadh, a Sunday: courses begin so many days after it. */
const NOW = new Date('2027-01-10T07:00:00Z')
const WALK = 400_000
const WALKS = (['ar', 'en'] as const).flatMap((lang) => ([1440, 390] as const).map((width) => [lang, width] as const))

const fileOf = (folder: string, { name }: PublicPage, lang: Lang, width: Width) =>
  join(folder, `${name}-${lang}-${width}.jpg`)

describe('every page', () => {
  let site: TestSite
  const reader = async () => (await site.visit({ lang: 'en', width: 390, scripts: true })).page
  beforeAll(async () => {
    site = await startTestSite({ now: NOW, isWhole: true })
    rmSync(FOUND, { recursive: true, force: true })
    for (const folder of [KEPT, FOUND]) mkdirSync(folder, { recursive: true })
  })
  afterAll(() => site.stop())

  async function open(lang: Lang, width: Width): Promise<Page> {
    const context = await site.browser.newContext({
      baseURL: site.address,
      viewport: { width, height: 900 },
      deviceScaleFactor: WINDOWS[width],
      reducedMotion: 'reduce',
      locale: lang,
      timezoneId: 'Asia/Riyadh',
    })
    await context.clock.setFixedTime(NOW)
    return context.newPage()
  }

  it.each(WALKS)('looks as it did: %s, %i px', { timeout: WALK }, async (lang, width) => {
    const [page, comparing] = [await open(lang, width), await reader()]
    const changed: string[] = []
    for (const shown of await publicPages(site, lang)) {
      const file = fileOf(KEPT, shown, lang, width)
      if (!renews && !existsSync(file)) continue
      await page.goto(shown.path)
      const now = await pictured(page)
      if (renews) {
        writeFileSync(file, now)
        continue
      }
      const seen = await difference(comparing, readFileSync(file), now)
      if (looksTheSame(seen)) continue
      writeFileSync(fileOf(FOUND, shown, lang, width), now)
      changed.push(`${shown.name}: ${(seen.blocks * 100).toFixed(2)} % of it, ${seen.height} px taller or shorter`)
    }
    expect(changed, `what is seen now lies in ${FOUND}`).toEqual([])
    await page.context().close()
    await comparing.context().close()
  })

  // Begins to hold with the first complete set.
  it.runIf(existsSync(join(KEPT, 'home-ar-1440.jpg')))('has its picture', async () => {
    const lacking: string[] = []
    for (const [lang, width] of WALKS)
      for (const shown of await publicPages(site, lang))
        if (!existsSync(fileOf(KEPT, shown, lang, width))) lacking.push(`${shown.name} ${lang} ${width}`)
    expect(lacking).toEqual([])
  })

  it.each<[string, string]>([
    ['another colour of the brand', ':root { --deep: #3a0d31 }'],
    ['another ground', ':root { --paper: #f0ece4 }'],
    ['a section that is hidden', 'main > :last-child { display: none }'],
    ['air above each section', 'main > * { margin-block-start: 12px }'],
    ['larger headings', 'h2 { font-size: 3rem }'],
    ['the other direction', 'main { direction: ltr }'],
  ])('would be found changed: %s', async (_, css) => {
    const [page, comparing] = [await open('ar', 1440), await reader()]
    await page.goto('/ar/faq')
    const before = await pictured(page)
    await page.goto('/ar/faq')
    expect(looksTheSame(await difference(comparing, before, await pictured(page)))).toBe(true)
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [sheet]
    }, css)
    expect(looksTheSame(await difference(comparing, before, await pictured(page)))).toBe(false)
    await page.context().close()
    await comparing.context().close()
  })
})
