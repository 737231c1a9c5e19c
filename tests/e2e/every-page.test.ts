/** Every public page in both languages, on a phone and on a desk: what must be true of all of them. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../app/locales/lang.ts'
import routes from '../../app/routes.ts'
import { axeFindings, sidewaysScroll, startTestSite, type TestSite, watchErrors } from '../support/browser.ts'
import { htmlErrors, unstyledClasses, untranslated } from '../support/page-checks.ts'
import { forgotten, type PublicPage, publicPages } from '../support/public-pages.ts'

const WALK = 300_000
const WIDTHS = [390, 1440] as const

/** axe takes seconds a page: each template on the phone in Arabic and on the desk in English, all with EVERYTHING=1. */
function asksAxe({ likeAnother }: PublicPage, lang: Lang, width: number): boolean {
  if (process.env.EVERYTHING) return true
  return !likeAnother && (lang === 'ar') === (width === 390)
}

/** What is wrong with the page that is open. */
async function faults(page: Page, shown: PublicPage, lang: Lang, width: number): Promise<string[]> {
  const found = [
    ...(await untranslated(page, lang)),
    ...((await sidewaysScroll(page)) > 0 ? [`scrolls sideways by ${await sidewaysScroll(page)} px`] : []),
    ...((await page.locator('h1').count()) === 1 ? [] : ['does not have one main heading']),
    ...(asksAxe(shown, lang, width) ? await axeFindings(page) : []),
  ]
  return found.map((fault) => `${lang} ${shown.name} ${width}: ${fault}`)
}

describe('every page', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it('is in the list of public pages', () => {
    expect(forgotten(routes)).toEqual([])
    expect(forgotten([...routes, { file: 'x', path: 'new' }])).toEqual(['/new'])
  })

  it.each(['ar', 'en'] as const)(
    'is accessible, in one language, without errors and as wide as the window: %s',
    async (lang) => {
      const shown = await publicPages(site, lang)
      expect(shown.length).toBeGreaterThan(25)
      const walks = WIDTHS.map(async (width) => {
        const { page, context } = await site.visit({ lang, width, scripts: true })
        const errors = watchErrors(page)
        const found: string[] = []
        for (const one of shown) {
          const answer = await page.goto(one.path)
          // The page for lost visitors is one that says so.
          if (answer?.status() !== (one.name === 'error' ? 404 : 200)) found.push(`${one.path}: ${answer?.status()}`)
          found.push(...(await faults(page, one, lang, width)))
          found.push(...errors.splice(0).filter((error) => one.name !== 'error' || !/status of 404/.test(error)))
        }
        await context.close()
        return found
      })
      expect((await Promise.all(walks)).flat()).toEqual([])
    },
    WALK,
  )

  it.each([
    ['ar', 1440],
    ['en', 390],
  ] as const)(
    'is there without scripts, too, and as wide as the window: %s, %i px',
    async (lang, width) => {
      const { page, context } = await site.visit({ lang, width, scripts: false })
      const errors = watchErrors(page)
      const found: string[] = []
      for (const { name, path } of await publicPages(site, lang)) {
        const answer = await page.goto(path)
        if (answer?.status() !== (name === 'error' ? 404 : 200)) found.push(`${path}: ${answer?.status()}`)
        if ((await page.locator('h1').count()) !== 1) found.push(`${name} does not have one main heading`)
        if ((await sidewaysScroll(page)) > 0) found.push(`${name} scrolls sideways`)
        // A browser without scripts counts each script as refused.
        const own = errors.splice(0).filter((error) => !error.endsWith('.js csp'))
        found.push(...own.filter((error) => name !== 'error' || !/status of 404/.test(error)))
      }
      expect(found).toEqual([])
      await context.close()
    },
    WALK,
  )

  it.each(['ar', 'en'] as const)(
    'is correct HTML with all its styles: %s',
    async (lang) => {
      const found: string[] = []
      for (const { name, path } of await publicPages(site, lang)) {
        const html = await (await fetch(site.address + path)).text()
        found.push(...(await htmlErrors(html)).map((error) => `${name}: ${error}`))
      }
      expect(found).toEqual([])
    },
    WALK,
  )

  it('would be found wrong: another language, a wide picture, no label, a list with a heading in it', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
    await page.goto('/en/faq')
    const wrong: PublicPage = { name: 'faq', route: '', path: '/en/faq' }
    expect(await faults(page, wrong, 'en', 390)).toEqual([])
    await page.locator('h1').evaluate((heading) => {
      heading.insertAdjacentHTML('afterend', '<p>اقرأ المزيد</p><p lang="ar">معهد</p><h1>Again</h1>')
      heading.insertAdjacentHTML('afterend', '<input><table width="900"><tr><td>Wide</td></tr></table>')
    })
    await page.evaluate(() => document.querySelector('table')!.setAttribute('style', 'inline-size: 900px'))
    const found = (await faults(page, wrong, 'ar', 390)).join('\n')
    expect(found).toMatch(/scrolls sideways/)
    expect(found).toMatch(/one main heading/)
    expect(found).toMatch(/label: /)
    expect((await untranslated(page, 'en')).join()).toMatch(/^text “اقرأ المزيد”[^”]*$/)
    await page.goto('/ar/faq')
    expect(await untranslated(page, 'ar')).toEqual([])
    await page.locator('h1').evaluate((heading) => heading.setAttribute('title', 'Skip to content'))
    expect((await untranslated(page, 'ar')).join()).toMatch(/^title “Skip to content”/)
    expect((await htmlErrors('<!DOCTYPE html><title>x</title><ul><h2>x</h2></ul>')).join()).toMatch(/permitted/)
    expect(await unstyledClasses('<p class="skip-link lost">', site.address)).toEqual(['skip-link', 'lost'])
    await context.close()
  })
})
