/** The pictures of all pages are complete, and changes are detected. The pages are compared in every-page.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../support/browser.ts'
import { difference, isPictured, looksTheSame, NOW, openAtFixedTime, pictured } from '../support/pages/pictures.ts'
import { publicPages } from '../support/pages/public-pages.ts'

const CHANGES = {
  'another colour of the brand': ':root { --deep: #3a0d31 }',
  'another ground': ':root { --paper: #f0ece4 }',
  'a section that is hidden': 'main > :last-child { display: none }',
  'air above each section': 'main > * { margin-block-start: 12px }',
  'larger headings': 'h2 { font-size: 3rem }',
  'the other direction': 'main { direction: ltr }',
}

describe('every page', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ now: NOW, isWhole: true })
  })
  afterAll(() => site.stop())

  it('has its pictures', async () => {
    const lacking: string[] = []
    for (const lang of ['ar', 'en'] as const)
      for (const width of [1440, 390] as const)
        for (const { name } of await publicPages(site, lang))
          if (!isPictured({ name, lang, width })) lacking.push(`${name} ${lang} ${width}`)
    expect(lacking).toEqual([])
  })

  it('is detected as changed after a change, and as unchanged when it is opened again', async () => {
    const { page, comparing, close } = await openAtFixedTime(site, 'ar', 1440)
    await page.goto('/ar/faq')
    const before = await pictured(page)
    const isSame = async () => looksTheSame(await difference(comparing, before, await pictured(page)))
    await page.goto('/ar/faq')
    expect(await isSame()).toBe(true)
    const unseen: string[] = []
    for (const [change, css] of Object.entries(CHANGES)) {
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      }, css)
      if (await isSame()) unseen.push(change)
    }
    expect(unseen).toEqual([])
    await close()
  })
})
