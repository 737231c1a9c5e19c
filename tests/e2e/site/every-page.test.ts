/** Every public page in both languages, on phone and desktop: each is opened once for all checks. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import routes from '../../../app/routes.ts'
import { axeFindings, sidewaysScroll, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { IS_LONG } from '../../support/long.ts'
import { htmlErrors, unstyledClasses, untranslated } from '../../support/pages/page-checks.ts'
import { changeOf, NOW, openAtFixedTime, renews, type Width } from '../../support/pages/pictures.ts'
import { forgotten, type PublicPage, publicPages } from '../../support/pages/public-pages.ts'

const CRAWL_TIMEOUT_MS = 400_000
/** With scripts. The other two widths are checked without scripts below, and with them in the long run. */
const VARIANTS: [Lang, Width][] = [
  ['ar', 390],
  ['en', 1440],
]
if (IS_LONG || renews) VARIANTS.push(['ar', 1440], ['en', 390])

/** axe takes seconds a page: one page of each template, all of them in the long run. */
const asksAxe = ({ likeAnother }: PublicPage) => IS_LONG || !likeAnother

/** The faults of the open page. */
async function faults(page: Page, shown: PublicPage, lang: Lang): Promise<string[]> {
  return [
    ...(await untranslated(page, lang)),
    ...((await sidewaysScroll(page)) > 0 ? [`scrolls sideways by ${await sidewaysScroll(page)} px`] : []),
    ...((await page.locator('h1').count()) === 1 ? [] : ['does not have one main heading']),
    ...(asksAxe(shown) ? await axeFindings(page) : []),
  ]
}

describe('every page', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ now: NOW, isWhole: true })
  })
  afterAll(() => site.stop())

  it('is in the list of public pages', () => {
    expect(forgotten(routes)).toEqual([])
    expect(forgotten([...routes, { file: 'x', path: 'new' }])).toEqual(['/new'])
  })

  it.each(VARIANTS)(
    'is accessible, in one language, correct HTML, without errors, as wide as the window, and looks as it did: %s, %i px',
    async (lang, width) => {
      const shown = await publicPages(site, lang)
      expect(shown.length).toBeGreaterThan(25)
      const { page, comparing, close } = await openAtFixedTime(site, lang, width)
      const errors = watchErrors(page)
      const found: string[] = []
      for (const one of shown) {
        const answer = (await page.goto(one.path))!
        const wrong = [
          // The error page has status 404.
          ...(answer.status() === (one.name === 'error' ? 404 : 200) ? [] : [`is answered with ${answer.status()}`]),
          ...(await htmlErrors(await answer.text())),
          ...(await faults(page, one, lang)),
          ...(await changeOf(page, comparing, { name: one.name, lang, width })),
          ...errors.splice(0).filter((error) => one.name !== 'error' || !/status of 404/.test(error)),
        ]
        found.push(...wrong.map((fault) => `${lang} ${one.name} ${width}: ${fault}`))
      }
      expect(found).toEqual([])
      await close()
    },
    CRAWL_TIMEOUT_MS,
  )

  it.each([
    ['ar', 1440],
    ['en', 390],
  ] as const)(
    'works without scripts, and is as wide as the window: %s, %i px',
    async (lang, width) => {
      const { page, context } = await site.visit({ lang, width, scripts: false })
      const errors = watchErrors(page)
      const found: string[] = []
      for (const { name, path } of await publicPages(site, lang)) {
        const answer = await page.goto(path)
        if (answer?.status() !== (name === 'error' ? 404 : 200)) found.push(`${path}: ${answer?.status()}`)
        if ((await page.locator('h1').count()) !== 1) found.push(`${name} does not have one main heading`)
        if ((await sidewaysScroll(page)) > 0) found.push(`${name} scrolls sideways`)
        // A browser without scripts reports each script as blocked.
        const own = errors.splice(0).filter((error) => !error.endsWith('.js csp'))
        found.push(...own.filter((error) => name !== 'error' || !/status of 404/.test(error)))
      }
      expect(found).toEqual([])
      await context.close()
    },
    CRAWL_TIMEOUT_MS,
  )

  it('would fail with another language, a wide picture, no label or a second main heading', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
    await page.goto('/en/faq')
    const wrong: PublicPage = { name: 'faq', route: '', path: '/en/faq' }
    expect(await faults(page, wrong, 'en')).toEqual([])
    await page.locator('h1').evaluate((heading) => {
      heading.insertAdjacentHTML('afterend', '<p>اقرأ المزيد</p><p lang="ar">معهد</p><h1>Again</h1>')
      heading.insertAdjacentHTML('afterend', '<input><table width="900"><tr><td>Wide</td></tr></table>')
    })
    await page.evaluate(() => document.querySelector('table')!.setAttribute('style', 'inline-size: 900px'))
    const found = (await faults(page, wrong, 'ar')).join('\n')
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
