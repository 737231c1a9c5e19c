/** The search over the whole site: a combobox in the header and on the home page, and its page of results. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'

const WIDE: Visitor = { lang: 'ar', width: 1440, scripts: true }
const PHONE: Visitor = { lang: 'en', width: 390, scripts: true }

/** After the last letter, as in `use-suggestions.tsx`. */
const TYPING_PAUSE_MS = 120

describe('the search', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  const options = (page: Page) => page.locator('[role=listbox]:visible [role=option]')
  const active = (page: Page) =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant')
      return id ? document.getElementById(id)?.querySelector('bdi')?.textContent : null
    })

  /** The field of the home page, with its suggestions loaded. */
  async function home(visitor: Visitor) {
    const { page, context } = await site.visit(visitor)
    const errors = watchErrors(page)
    await page.goto(`/${visitor.lang}`)
    await hydrated(page)
    const field = page.locator('main [name=search]')
    await field.click()
    await page.locator('main [role=combobox]').waitFor()
    return { page, context, errors, field }
  }

  /** The header's search, opened by its button. */
  async function dialog(visitor: Visitor, path = '/about') {
    const { page, context } = await site.visit(visitor)
    const errors = watchErrors(page)
    await page.goto(`/${visitor.lang}${path}`)
    await hydrated(page)
    await page
      .locator('header')
      .getByRole('link', { name: textsOf(visitor.lang).shell.search, exact: true })
      .click()
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.waitFor()
    return { page, context, errors, field }
  }

  it('suggests in groups while typing, highlights matches in any spelling, and works by keyboard', async () => {
    const t = textsOf('ar')
    const { page, context, errors, field } = await home(WIDE)
    await page.keyboard.type('المحاسبه')
    await options(page).first().waitFor()
    expect(
      await page.locator('[role=listbox]:visible [role=group]').evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ).toEqual(expect.arrayContaining([t.search.groups.courses, t.search.groups.specializations]))
    const marks = await options(page).locator('mark').allInnerTexts()
    expect(marks).toContain('المحاسبة')
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(page)
    await picture(page, 'search-suggestions-ar')

    // The keys of an input method are its own.
    await field.evaluate((input) => {
      for (const key of ['ArrowDown', 'Enter'])
        input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }))
    })
    expect(await active(page)).toBeNull()
    expect(new URL(page.url()).pathname).toBe('/ar')
    await page.keyboard.press('ArrowDown')
    const first = await options(page).first().locator('bdi').innerText()
    expect(await active(page)).toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await active(page)).toBeNull()
    await page.keyboard.press('ArrowUp')
    expect(await active(page)).toBe(t.search.allResults('المحاسبه'))
    await page.keyboard.press('Home')
    expect(await active(page)).toBeNull()
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  longIt('closes with its dialog at the first Escape', async () => {
    const { page, context, errors, field } = await dialog(PHONE)
    await page.keyboard.type('proj')
    await options(page).first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'search-dialog-en')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
    expect(await field.inputValue()).toBe('proj')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/en/search')
    expect(errors).toEqual([])
    await context.close()
  })

  longIt('accepts a suggestion by touch, and Enter without a choice opens the results', async () => {
    const { page, context, field } = await dialog(PHONE)
    await page.keyboard.type('excel')
    await options(page).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/search?q=excel')
    await page.getByRole('heading', { level: 1, name: textsOf('en').search.title('excel') }).waitFor()
    await field.waitFor({ state: 'detached' })
    const again = page.locator('main [name=q]')
    await again.click()
    await again.fill('leader')
    const course = options(page).first()
    await course.click()
    await page.waitForURL('**/en/courses/**')
    await context.close()
  })

  it('sends one request when typing pauses, and drops an outdated response', async () => {
    const { page, context } = await home(WIDE)
    const requests: string[] = []
    const slow = Promise.withResolvers<void>()
    await page.route('**/api/Search/suggest**', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q')!
      requests.push(q)
      if (q === 'إدارة') await slow.promise
      await route.continue().catch(() => undefined)
    })
    // With the page's clock stopped, a busy machine cannot make a pause between two letters.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + MINUTE_MS)
    await page.keyboard.type('إدارة')
    expect(requests).toEqual([])
    const requestsAfterAPause = async () => {
      await page.clock.runFor(TYPING_PAUSE_MS)
      return requests
    }
    await expect.poll(requestsAfterAPause).toEqual(['إدارة'])
    await page.keyboard.press('Control+A')
    await page.keyboard.type('المحاسبة')
    await expect.poll(requestsAfterAPause).toHaveLength(2)
    await options(page).first().waitFor()
    slow.resolve()
    await page.waitForTimeout(300)
    expect(requests).toEqual(['إدارة', 'المحاسبة'])
    expect((await options(page).locator('mark').allInnerTexts()).join(' ')).not.toContain('إدارة')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('م')
    await page.clock.runFor(TYPING_PAUSE_MS)
    await expect.poll(() => options(page).count()).toBe(0)
    expect(requests).toHaveLength(2)
    await context.close()
  })

  longIt('shows loading, no results and a failure, and retries', async () => {
    const t = textsOf('ar').search
    const { page, context } = await home(WIDE)
    const answer = Promise.withResolvers<void>()
    let fails = true
    await page.route('**/api/Search/suggest**', async (route) => {
      await answer.promise
      if (fails) await route.abort()
      else await route.continue()
    })
    await page.keyboard.type('محاسبة')
    await page.getByText(t.loading).waitFor({ state: 'attached' })
    answer.resolve()
    const status = page.locator('main [role=status]').filter({ hasText: t.failed })
    await status.waitFor({ state: 'attached' })
    fails = false
    await page.getByRole('button', { name: t.retry }).click()
    await options(page).first().waitFor()
    const count = await options(page).count()
    await page
      .locator('main [role=status]')
      .filter({ hasText: t.suggested(count - 1) })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Control+A')
    await page.keyboard.type('زرافة')
    await page.getByText(t.noneHint).waitFor()
    await page
      .locator('main [role=status]')
      .filter({ hasText: t.none('زرافة') })
      .waitFor({ state: 'attached' })
    await expectAccessible(page)
    await context.close()
  })

  longIt('uses the text that was typed before its chunk was loaded', async () => {
    const { page, context } = await site.visit(WIDE)
    const part = Promise.withResolvers<void>()
    await page.route('**/assets/suggestions-*.js', async (route) => {
      await part.promise
      await route.continue()
    })
    await page.goto('/ar')
    await hydrated(page)
    await page.locator('main [name=search]').click()
    await page.keyboard.type('المحاسبة')
    expect(await page.locator('main [role=combobox]').count()).toBe(0)
    part.resolve()
    await options(page).first().waitFor()
    await context.close()
  })

  longIt('is a plain form when its chunk fails to load', async () => {
    const { page, context } = await site.visit(WIDE)
    await page.route('**/assets/suggestions-*.js', (route) => route.abort())
    await page.goto('/ar')
    await hydrated(page)
    await page.locator('main [name=search]').click()
    await page.keyboard.type('المحاسبة')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/ar/courses?**')
    await context.close()
  })

  it.each(inTurn<[Lang, 390 | 1440]>(['ar', 1440], ['en', 390]))(
    'works without scripts: %s, %i px',
    async (lang, width) => {
      const t = textsOf(lang)
      const { page, context } = await site.visit({ lang, width, scripts: false })
      await page.goto(`/${lang}/about`)
      await page.locator('header').getByRole('link', { name: t.shell.search, exact: true }).click()
      await page.waitForURL(`**/${lang}/search`)
      const word = lang === 'ar' ? 'المحاسبه' : 'accounting'
      await page.locator('main').getByRole('searchbox').fill(word)
      await page.locator('main').getByRole('search').getByRole('button').click()
      await page.waitForURL('**/search?q=**')
      await page.getByRole('heading', { level: 1, name: t.search.title(word) }).waitFor()
      expect(await page.locator('#courses').innerText()).toContain(t.search.groups.courses)
      expect(await page.locator('main article').count()).toBeGreaterThan(2)
      await expectNoSidewaysScroll(page)
      await page.goto(`/${lang}`)
      await page.locator('main [name=search]').fill(word)
      await page.locator('main [name=category]').selectOption('4')
      await page.locator('main').getByRole('search').first().getByRole('button').click()
      await page.waitForURL('**/courses?**')
      expect(new URL(page.url()).searchParams.get('category')).toBe('4')
      await context.close()
    },
  )

  describe('its page', () => {
    const html = async (path: string) => {
      const answer = await fetch(site.address + path)
      expect(answer.status, path).toBe(200)
      return answer.text()
    }

    it('is neither indexed nor cached, so that each search without results is counted', async () => {
      for (let i = 0; i < 2; i++)
        expect(await html(`/ar/search?q=${encodeURIComponent('زرافة نادرة')}`)).toMatch(
          /<meta name="robots" content="noindex/,
        )
      const row = await site.db
        .selectFrom('search_misses')
        .select('count')
        .where('term', '=', 'زرافه نادره')
        .executeTakeFirstOrThrow()
      expect(row.count).toBe(2)
    })

    it('shows which words it corrected, and links to the listing with the typed term', async () => {
      const t = textsOf('ar').search
      const text = await html(`/ar/search?q=${encodeURIComponent('محاصبة')}`)
      expect(text).toContain(t.mended('محاصبة', 'محاسبة'))
      expect(text).toContain(`/ar/courses?search=${encodeURIComponent('محاصبة')}`)
    })

    it('finds a course by its trainer, and a question of the FAQ by its anchor', async () => {
      expect(await html(`/ar/search?q=${encodeURIComponent('الغامدي')}`)).toContain('<article')
      const text = await html(`/ar/search?q=${encodeURIComponent('استرداد')}`)
      const [, anchor] = /href="\/ar\/faq#([\w-]+)"/.exec(text)!
      expect(await html('/ar/faq')).toContain(`id="${anchor}"`)
    })

    // Nothing and an empty search are in every-page.test.ts.
    it.each(
      inTurn<[Lang, 390 | 1440, string]>(
        ['ar', 390, 'المحاسبة'],
        ['en', 1440, 'management'],
        ['ar', 1440, 'زرافة'],
        ['en', 390, ''],
      ),
    )('axe finds nothing: %s, %i px, «%s»', async (lang, width, q) => {
      const { page, context } = await site.visit({ lang, width, scripts: true })
      const errors = watchErrors(page)
      await page.goto(`/${lang}/search${q && `?q=${encodeURIComponent(q)}`}`)
      await hydrated(page)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `search-${lang}-${width}-${q || 'empty'}`)
      expect(errors).toEqual([])
      await context.close()
    })

    it.each(['x'.repeat(5000), '\u0000', "' | & ! :* <->", '%', '🦒'])('responds to any term', async (q) => {
      await html(`/en/search?q=${encodeURIComponent(q)}`)
    })
  })
})
