/** Every public page in both languages, on phone and desktop: each is opened once for all checks. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import routes from '../../../app/routes.ts'
import { axeFindings, findingsOfNewParts } from '../../support/accessible.ts'
import { sidewaysScroll, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { IS_LONG, longIt } from '../../support/long.ts'
import { htmlErrors, unstyledClasses, untranslated } from '../../support/pages/page-checks.ts'
import {
  changeOf,
  difference,
  isOpened,
  isPictured,
  looksTheSame,
  NOW,
  openAtFixedTime,
  pictured,
  renewed,
  type Width,
} from '../../support/pages/pictures.ts'
import { forgotten, type PublicPage, publicPages } from '../../support/pages/public-pages.ts'
import { smallTargets } from '../../support/pages/touch-targets.ts'

const CRAWL_TIMEOUT_MS = 400_000
/** The comparison of pictures must find each of them. */
const CHANGES_OF_LOOKS = {
  'another colour of the brand': ':root { --deep: #3a0d31 }',
  'another ground': ':root { --paper: #f0ece4 }',
  'a section that is hidden': 'main > :last-child { display: none }',
  'air above each section': 'main > * { margin-block-start: 12px }',
  'larger headings': 'h2 { font-size: 3rem }',
  'the other direction': 'main { direction: ltr }',
}

type Window = [Lang, Width]
/** Checked with scripts: each page in one of the two windows. The long run checks all pages in all four. */
const WITH_SCRIPTS: Window[] = [
  ['ar', 390],
  ['en', 1440],
]
/** Checked without scripts: each page in one of the two windows; its response in both languages. */
const WITHOUT_SCRIPTS: Window[] = [
  ['ar', 1440],
  ['en', 390],
]
const checksAll = IS_LONG || renewed !== undefined

/** In a short run: one page of each template, in one of two windows, in turns. `turn` says which window has the first. */
const shownIn = (pages: PublicPage[], turn: number) =>
  checksAll
    ? pages.filter(isOpened)
    : pages.filter(({ likeAnother }) => !likeAnother).filter((_, index) => index % 2 === turn)

/** The faults of the open page. */
async function faults(page: Page, lang: Lang): Promise<string[]> {
  const overflow = await sidewaysScroll(page)
  return [
    ...(await untranslated(page, lang)),
    ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []),
    ...((await page.locator('h1').count()) === 1 ? [] : ['does not have one main heading']),
  ]
}

/** The faults of the response. The error page has status 404. */
async function faultsOfResponse(address: string, { name, path }: PublicPage): Promise<string[]> {
  const status = name === 'error' ? 404 : 200
  const response = await fetch(address + path)
  const html = await response.text()
  return [
    ...(response.status === status ? [] : [`is answered with ${response.status}`]),
    ...(html.startsWith('<!DOCTYPE html>') ? [] : ['has no doctype, so browsers lay it out in quirks mode']),
    ...(await htmlErrors(html)),
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

  it.skipIf(renewed)('has its pictures', async () => {
    const lacking: string[] = []
    for (const [lang, width] of [...WITH_SCRIPTS, ...WITHOUT_SCRIPTS])
      for (const { name } of await publicPages(site, lang))
        if (!isPictured({ name, lang, width })) lacking.push(`${name} ${lang} ${width}`)
    expect(lacking).toEqual([])
  })

  it.each(checksAll ? [...WITH_SCRIPTS, ...WITHOUT_SCRIPTS] : WITH_SCRIPTS)(
    'is accessible, without errors, as wide as the window, fit for a finger, and looks as it did: %s, %i px',
    async (lang, width) => {
      const turn = WITH_SCRIPTS.findIndex(([other]) => other === lang)
      const shown = shownIn(await publicPages(site, lang), turn)
      expect(shown.length).toBeGreaterThan(renewed ? 0 : 10)
      const { page, context } = await openAtFixedTime(site, lang, width)
      const errors = watchErrors(page)
      const found: string[] = []
      for (const one of shown) {
        await page.goto(one.path)
        const wrong = [
          ...(await faults(page, lang)),
          ...(await (checksAll ? axeFindings(page) : findingsOfNewParts(page))),
          ...(await changeOf(page, { name: one.name, lang, width })),
          ...(width === 390 ? await smallTargets(page) : []),
          ...errors.splice(0).filter((error) => one.name !== 'error' || !/status of 404/.test(error)),
        ]
        found.push(...wrong.map((fault) => `${lang} ${one.name} ${width}: ${fault}`))
      }
      expect(found).toEqual([])
      await context.close()
    },
    CRAWL_TIMEOUT_MS,
  )

  it.each(['ar', 'en'] as const)('is correct HTML: %s', async (lang) => {
    const found: string[] = []
    const turn = lang === 'ar' ? 0 : 1
    for (const one of shownIn(await publicPages(site, lang), turn))
      found.push(...(await faultsOfResponse(site.address, one)).map((fault) => `${lang} ${one.name}: ${fault}`))
    expect(found).toEqual([])
  })

  it.each(WITHOUT_SCRIPTS)(
    'works without scripts, is in one language, without errors, as wide as the window: %s, %i px',
    async (lang, width) => {
      const turn = WITHOUT_SCRIPTS.findIndex(([other]) => other === lang)
      const { page, context } = await site.visit({ lang, width, scripts: false })
      const errors = watchErrors(page)
      const found: string[] = []
      for (const one of shownIn(await publicPages(site, lang), 1 - turn)) {
        await page.goto(one.path)
        const wrong = [
          ...(await faults(page, lang)),
          // A browser without scripts reports each script as blocked.
          ...errors
            .splice(0)
            .filter((error) => !error.endsWith('.js csp') && (one.name !== 'error' || !/status of 404/.test(error))),
        ]
        found.push(...wrong.map((fault) => `${lang} ${one.name} ${width}: ${fault}`))
      }
      expect(found).toEqual([])
      await context.close()
    },
    CRAWL_TIMEOUT_MS,
  )

  longIt('is detected as changed after a change, and as unchanged when it is opened again', async () => {
    const { page, context } = await openAtFixedTime(site, 'ar', 1440)
    await page.goto('/ar/faq')
    const before = await pictured(page)
    const isSame = async () => looksTheSame(await difference(before, await pictured(page)))
    await page.goto('/ar/faq')
    expect(await isSame()).toBe(true)
    const unseen: string[] = []
    for (const [change, css] of Object.entries(CHANGES_OF_LOOKS)) {
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      }, css)
      if (await isSame()) unseen.push(change)
    }
    expect(unseen).toEqual([])
    await context.close()
  })

  it('would fail with another language, a wide picture, no label, a small button or a second main heading', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
    await page.goto('/en/faq')
    const faultsAndFindings = async (lang: Lang) => [...(await faults(page, lang)), ...(await axeFindings(page))]
    expect(await faultsAndFindings('en')).toEqual([])
    await page.locator('h1').evaluate((heading) => {
      heading.insertAdjacentHTML('afterend', '<p>اقرأ المزيد</p><p lang="ar">معهد</p><h1>Again</h1>')
      heading.insertAdjacentHTML(
        'afterend',
        '<input><button>Ok</button><table width="900"><tr><td>Wide</td></tr></table>',
      )
    })
    await page.evaluate(() => document.querySelector('table')!.setAttribute('style', 'inline-size: 900px'))
    const found = (await faultsAndFindings('ar')).join('\n')
    expect(found).toMatch(/scrolls sideways/)
    expect(found).toMatch(/one main heading/)
    expect(found).toMatch(/label: /)
    expect((await smallTargets(page)).join()).toMatch(/“Ok” is touched on \d+ × \d+ px/)
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
