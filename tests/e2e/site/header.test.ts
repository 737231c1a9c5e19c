/** The header of wide screens: the programmes with their courses, the bars, and whose account it is. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { hydrated, picture, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import {
  at,
  boxOf,
  button,
  chosen,
  courses,
  fields,
  focusedText,
  isOpen,
  menu,
  opened,
  wide,
} from '../../support/pages/header.ts'

const HOVER = '**/api/courses/website/courses-on-hover**'
const PART = '**/assets/header-parts-*.js'
const LANGS = ['ar', 'en'] as const

const pause = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds)

let site: TestSite
let known: { id: number; name: string; coursesCount: number }[]
beforeAll(async () => {
  site = await startTestSite()
  known = (await site.call('GET', 'Specialization/specializations-dropdown')).data
})
afterAll(() => site.stop())

describe('the programmes menu', () => {
  it.each(inTurn(...LANGS))('open under a mouse and show the courses of the field under it (%s)', async (lang) => {
    const { page, context } = await site.visit(wide(lang))
    const errors = watchErrors(page)
    await opened(page, lang)
    const listed = (await site.call('GET', 'Specialization/specializations-dropdown', { lang })).data
    const { latest } = textsOf(lang).header
    expect(await fields(page).allInnerTexts()).toEqual([...listed.map(({ name }: { name: string }) => name), latest])
    await fields(page).nth(3).hover()
    await expect.poll(() => chosen(page).innerText()).toBe(listed[3].name)
    await courses(page).locator('[data-state=here], li a').first().waitFor()
    const { data } = await site.call('GET', `courses/website/courses-on-hover?SpecializationId=${listed[3].id}`, {
      lang,
    })
    for (const group of ['recordedCourses', 'onlineCourses', 'offlineCourses']) {
      const list = courses(page).locator(`[aria-labelledby="programs-courses-${group}"] a`)
      expect(await list.allInnerTexts(), group).toEqual(data[group].map(({ name }: { name: string }) => name))
    }
    const [first] = data.offlineCourses
    expect(
      await courses(page)
        .getByRole('link', { name: textsOf(lang).header.allOfField })
        .getAttribute('href'),
    ).toBe(`/${lang}/courses?specialization=${listed[3].id}`)
    await expectAccessible(page)
    await picture(page, `programmes-${lang}`)
    await courses(page).getByRole('link', { name: first.name }).click()
    await page.waitForURL(`**/${lang}/courses/${encodeURIComponent(first.slug)}`)
    await expect.poll(() => isOpen(page)).toBe(false)
    expect(errors).toEqual([])
    await context.close()
  })

  longIt('has its fields at the start of the line, their courses beside them', async () => {
    for (const lang of inTurn(...LANGS)) {
      const { page, context } = await site.visit(wide(lang))
      await opened(page, lang)
      const [field, beside] = [
        await boxOf(page, 'header button[aria-expanded]'),
        await boxOf(page, '#programs-courses'),
      ]
      if (lang === 'ar') expect(field.x).toBeGreaterThanOrEqual(beside.x + beside.width)
      else expect(field.x + field.width).toBeLessThanOrEqual(beside.x)
      const groups = await courses(page).locator('p[id]').all()
      const places = await Promise.all(groups.map(async (group) => (await group.boundingBox())!.x))
      expect(places).toHaveLength(3)
      expect(places).toEqual([...places].sort((a, b) => (lang === 'ar' ? b - a : a - b)))
      await context.close()
    }
  })

  longIt('closes when the mouse has left, not when it returns soon', async () => {
    const { page, context } = await site.visit(wide('ar'))
    await opened(page, 'ar')
    await page.mouse.move(20, 880)
    await pause(page, 120)
    await button(page).hover()
    await pause(page, 500)
    expect(await isOpen(page)).toBe(true)
    await page.mouse.move(20, 880)
    await expect.poll(() => isOpen(page)).toBe(false)
    await context.close()
  })

  longIt('does not open for a mouse that only crosses its button', async () => {
    const { page, context } = await site.visit(wide('en'))
    await opened(page, 'en')
    await page.mouse.move(20, 880)
    await expect.poll(() => isOpen(page)).toBe(false)
    const { x, y, width } = (await button(page).boundingBox())!
    await page.mouse.move(x + width / 2, y - 30)
    await page.mouse.move(x + width / 2, y + 20)
    await page.mouse.move(x + width / 2, y + 400)
    await pause(page, 400)
    expect(await isOpen(page)).toBe(false)
    await context.close()
  })

  longIt('opens and closes by a click, and a click after a hover leaves it open', async () => {
    const { page, context } = await site.visit(wide('en'))
    await opened(page, 'en')
    await button(page).click()
    await pause(page, 200)
    expect(await isOpen(page)).toBe(true)
    await button(page).click()
    await expect.poll(() => isOpen(page)).toBe(false)
    await button(page).click()
    expect(await isOpen(page)).toBe(true)
    await page.mouse.click(20, 880)
    await expect.poll(() => isOpen(page)).toBe(false)
    await context.close()
  })

  it('closes by Escape, and the focus returns to its button', async () => {
    const { page, context } = await site.visit(wide('ar'))
    await opened(page, 'ar')
    await courses(page).locator('li a').first().focus()
    await page.keyboard.press('Escape')
    expect(await isOpen(page)).toBe(false)
    expect(await focusedText(page)).toBe(textsOf('ar').shell.programs)
    await context.close()
  })

  longIt.each(inTurn<[Lang, number]>(['en', 1], ['ar', -1]))(
    'keep their field on a diagonal way to its courses (%s)',
    async (lang, towards) => {
      const { page, context } = await site.visit(wide(lang))
      await opened(page, lang)
      await fields(page).nth(2).hover()
      await expect.poll(() => chosen(page).innerText()).not.toBe(await fields(page).nth(0).innerText())
      const name = await chosen(page).innerText()
      await courses(page).locator('li a').first().waitFor()
      const from = (await fields(page).nth(2).boundingBox())!
      const target = (await courses(page).boundingBox())!
      const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
      const end = { x: towards > 0 ? target.x + 40 : target.x + target.width - 40, y: start.y + 130 }
      await page.mouse.move(start.x, start.y)
      const crossed = new Set<string>()
      for (let step = 1; step <= 20; step += 1) {
        const [x, y] = [start.x + ((end.x - start.x) * step) / 20, start.y + ((end.y - start.y) * step) / 20]
        await page.mouse.move(x, y)
        await pause(page, 12)
        crossed.add(
          await page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)!.closest('li')!.innerText, [x, y]),
        )
        expect(await chosen(page).innerText(), `step ${step}`).toBe(name)
      }
      // The way did lead over other fields, and it ended in the courses.
      expect(crossed.size).toBeGreaterThan(2)
      await pause(page, 400)
      expect(await chosen(page).innerText()).toBe(name)
      // Who stops on a field means it.
      await fields(page).nth(5).hover()
      await expect.poll(() => chosen(page).innerText()).toBe(await fields(page).nth(5).innerText())
      await context.close()
    },
  )

  longIt('requests the courses of a field once in a document, and none before it is opened', async () => {
    const { page, context } = await site.visit(wide('en'))
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('courses-on-hover')) requests.push(new URL(request.url()).search)
    })
    await at(page, '/en/faq')
    expect(requests).toEqual([])
    for (const path of ['/en/about', '/en/contact']) {
      await button(page).hover()
      for (const index of [0, 1, 0, 1]) {
        await fields(page).nth(index).hover()
        await expect.poll(() => chosen(page).innerText()).toBe(known[index]!.name)
        await courses(page).locator('li a').first().waitFor()
      }
      await page.locator(`header a[href="${path}"]`).first().click()
      await page.waitForURL(`**${path}`)
    }
    const callsFor = (index: number) =>
      [2, 3, 1].map((type) => `?SpecializationId=${known[index]!.id}&courseType=${type}`)
    expect(requests).toEqual([...callsFor(0), ...callsFor(1)])
    await context.close()
  })

  it('shows placeholders for courses, reports when loading fails, and retries', async () => {
    const t = textsOf('en').header
    const { page, context } = await site.visit(wide('en'))
    let how: 'wait' | 'fail' | 'answer' = 'wait'
    const waiting: (() => void)[] = []
    await page.route(HOVER, async (route) => {
      if (how === 'wait') await new Promise<void>((resolve) => waiting.push(resolve))
      return how === 'fail' ? route.fulfill({ status: 503, body: 'down' }) : route.continue()
    })
    await at(page, '/en/faq')
    await button(page).hover()
    await courses(page).waitFor()
    expect(await courses(page).getAttribute('data-state')).toBe('coming')
    expect(await courses(page).getByRole('status').innerText()).toBe(t.coming)
    expect(await courses(page).locator('ul[aria-hidden] li').count()).toBe(9)
    await expectAccessible(page)
    how = 'answer'
    for (const release of waiting) release()
    await courses(page).locator('li a').first().waitFor()
    expect(await courses(page).locator('ul[aria-hidden]').count()).toBe(0)

    how = 'fail'
    await fields(page).nth(1).focus()
    await courses(page).getByRole('alert').getByText(t.failed).waitFor()
    await expectAccessible(page)
    expect(await courses(page).getByRole('link', { name: t.allOfField }).isVisible()).toBe(true)
    how = 'answer'
    await courses(page).getByRole('button', { name: t.retry }).click()
    await courses(page).locator('li a').first().waitFor()
    expect(await focusedText(page)).toBe(known[1]!.name)
    await context.close()
  })

  longIt('says where a field has no courses of a kind, or none at all', async () => {
    const t = textsOf('ar').header
    const { page, context } = await site.visit(wide('ar'))
    const none = { recordedCourses: [], onlineCourses: [], offlineCourses: [] }
    const one = { ...none, onlineCourses: [{ id: 1, name: 'دورة', slug: 'دورة' }] }
    await page.route(HOVER, (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get('SpecializationId') === String(known[0]!.id)
      return route.fulfill({ json: { isError: false, data: isFirst ? one : none } })
    })
    await opened(page, 'ar')
    expect(await courses(page).getByText(t.emptyGroup).count()).toBe(2)
    await fields(page).nth(1).hover()
    await courses(page).getByText(t.emptyField).waitFor()
    await expectAccessible(page)
    await courses(page).getByRole('link', { name: t.otherFields }).click()
    await page.waitForURL('**/ar/courses')
    await context.close()
  })

  longIt.each(inTurn<Lang>('en', 'ar'))('show the eight newest courses, or why they do not come (%s)', async (lang) => {
    const t = textsOf(lang).header
    const { page, context } = await site.visit(wide(lang))
    let isDown = true
    await page.route('**/api/Courses/latest-courses**', (route) =>
      isDown ? route.fulfill({ status: 500, body: 'down' }) : route.continue(),
    )
    await opened(page, lang)
    await fields(page).last().focus()
    await courses(page).getByRole('alert').getByText(t.latestFailed).waitFor()
    isDown = false
    await courses(page).getByRole('button', { name: t.retry }).click()
    await courses(page).locator('li a').first().waitFor()
    expect(await focusedText(page)).toBe(t.latest)
    const { data } = await site.call('GET', 'Courses/latest-courses?count=8', { lang })
    expect(data).toHaveLength(8)
    const shown = await courses(page).locator('li a').all()
    expect(await Promise.all(shown.map((link) => link.getAttribute('href')))).toEqual(
      data.map(({ slug }: { slug: string }) => `/${lang}/courses/${encodeURIComponent(slug)}`),
    )
    await expectAccessible(page)
    await picture(page, `latest-${lang}`)
    await context.close()
  })

  it.each(inTurn<[Lang, string, string]>(['ar', 'ArrowLeft', 'ArrowRight'], ['en', 'ArrowRight', 'ArrowLeft']))(
    'are worked by keys alone (%s)',
    async (lang, forward, back) => {
      const { page, context } = await site.visit(wide(lang))
      const press = (key: string) => page.keyboard.press(key)
      await at(page, `/${lang}/faq`)
      await button(page).focus()
      await fields(page).first().waitFor({ state: 'attached' })
      const names = (await fields(page).allTextContents()).map((name) => name.trim())
      await press('Enter')
      expect(await isOpen(page)).toBe(true)
      await press('Enter')
      expect(await isOpen(page)).toBe(false)
      await press('ArrowDown')
      expect(await isOpen(page)).toBe(true)
      expect(await focusedText(page)).toBe(names[0])
      await press('ArrowUp')
      expect(await focusedText(page)).toBe(textsOf(lang).shell.allCourses)
      await press('ArrowUp')
      expect(await focusedText(page)).toBe(names.at(-1))
      await press('Home')
      await press('ArrowDown')
      expect(await focusedText(page)).toBe(names[1])
      expect(await chosen(page).innerText()).toBe(names[1])
      await press('End')
      expect(await focusedText(page)).toBe(textsOf(lang).shell.allCourses)
      await press('Home')
      await courses(page).locator('li a').first().waitFor()
      const inside = (await courses(page).locator('a').allInnerTexts()).map((name) => name.trim())
      await press(forward)
      expect(await focusedText(page)).toBe(inside[0])
      await press('ArrowDown')
      expect(await focusedText(page)).toBe(inside[1])
      await press('End')
      expect(await focusedText(page)).toBe(inside.at(-1))
      await press('Home')
      await press(back)
      expect(await focusedText(page)).toBe(names[0])
      // Tab leaves the menu from wherever one is in it, and Shift+Tab goes to its button.
      await press(forward)
      await press('Shift+Tab')
      expect(await focusedText(page)).toBe(textsOf(lang).shell.programs)
      expect(await isOpen(page)).toBe(true)
      await press('ArrowDown')
      await press('Tab')
      expect(await isOpen(page)).toBe(false)
      expect(await focusedText(page)).toBe(textsOf(lang).shell.blog)
      await press('Shift+Tab')
      await press('Enter')
      expect(await isOpen(page)).toBe(true)
      await press('Escape')
      expect(await isOpen(page)).toBe(false)
      expect(await focusedText(page)).toBe(textsOf(lang).shell.programs)
      await context.close()
    },
  )

  longIt('is not closed by the mouse while it has the keyboard focus', async () => {
    const { page, context } = await site.visit(wide('en'))
    await at(page, '/en/faq')
    await button(page).focus()
    await fields(page).first().waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await fields(page).nth(8).hover()
    await page.keyboard.press('Home')
    await page.mouse.move(20, 880)
    await pause(page, 500)
    expect(await isOpen(page)).toBe(true)
    await context.close()
  })

  it('loads nothing before the pointer is near, and no styles that the page already has', async () => {
    const { page, context } = await site.visit(wide('en'))
    const loaded: string[] = []
    page.on('request', (request) => {
      loaded.push(new URL(request.url()).pathname)
    })
    await at(page, '/en')
    await pause(page, 200)
    const parts = () => loaded.filter((path) => path.includes('header-parts'))
    expect(parts()).toEqual([])
    await button(page).hover()
    await courses(page).locator('li a').first().waitFor()
    expect(
      parts()
        .map((path) => path.replace(/.*\./, ''))
        .sort(),
    ).toEqual(['css', 'js'])
    const sheets = await page.$$eval('link[rel=stylesheet]', (links) =>
      links.map((link) => (link as HTMLLinkElement).href.replace(/#$/, '')),
    )
    expect(sheets).toEqual([...new Set(sheets)])
    await context.close()
  })

  it.each([
    ['while their part is on its way', true],
    ['without scripts', false],
  ])('is links to the fields %s', async (_, scripts) => {
    const { page, context } = await site.visit(wide('en', scripts))
    if (scripts) await page.route(PART, () => new Promise(() => {}))
    await page.goto('/en/faq')
    if (scripts) await hydrated(page)
    await button(page).click()
    const links = menu(page).locator('li a')
    await links.first().waitFor()
    expect(await links.count()).toBe(known.length)
    await links.nth(2).click()
    await page.waitForURL(`**/en/courses?specialization=${known[2]!.id}`)
    await context.close()
  })

  longIt('that was opened before hydration stays open, and gets its courses', async () => {
    const { page, context } = await site.visit(wide('en'))
    await page.goto('/en/faq')
    await button(page).click()
    await courses(page).locator('li a').first().waitFor()
    await pause(page, 300)
    expect(await isOpen(page)).toBe(true)
    await context.close()
  })
})
