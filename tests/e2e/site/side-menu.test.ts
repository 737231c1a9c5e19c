/** The side menu of narrow screens: three levels over the page, by touch and by keyboard, and without scripts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
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
import { signedIn, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'

const phone = (lang: Lang, scripts = true): Visitor => ({ lang, width: 390, scripts })
const HOVER = '**/api/courses/website/courses-on-hover**'

const menu = (page: Page) => page.locator('dialog[open]')
const button = (page: Page, lang: Lang) => page.locator(`header summary[aria-label="${textsOf(lang).shell.menu}"]`)
const names = (page: Page) => menu(page).locator('nav ul >> nth=0').locator('a, button').allInnerTexts()

async function opened(page: Page, lang: Lang, path = '/faq') {
  await page.goto(`/${lang}${path}`)
  await hydrated(page)
  await button(page, lang).click()
  await menu(page).waitFor()
}

async function toFields(page: Page) {
  await menu(page).locator('[data-leads-to=fields]').click()
}

async function toField(page: Page, id: number) {
  await menu(page).locator(`[data-leads-to="field-${id}"]`).click()
}

describe('the side menu', () => {
  let site: TestSite
  let fields: { id: number; name: string; coursesCount: number }[]
  beforeAll(async () => {
    site = await startTestSite()
    fields = (await site.call('GET', 'Specialization/specializations-dropdown')).data
  })
  afterAll(() => site.stop())

  it.each(inTurn<Lang>('en', 'ar'))('leads a guest from the main list to a course, and back (%s)', async (lang) => {
    const t = textsOf(lang)
    const { page, context } = await site.visit(phone(lang))
    const errors = watchErrors(page)
    await opened(page, lang)
    const s = t.shell
    expect(await names(page)).toEqual([s.home, s.programs, s.blog, s.about, s.contact, s.services, s.joinUs])
    expect(await menu(page).locator('img[src="/brand/mark.svg"]').count()).toBe(1)
    for (const [name, href] of [
      [s.login, `/${lang}/login`],
      [s.createAccount, `/${lang}/accounts`],
      [s.community, `/${lang}/community`],
      [s.partners, `/${lang}/partners`],
      [s.otherLanguage, lang === 'ar' ? '/en/faq' : '/ar/faq'],
    ] as const) {
      expect(await menu(page).getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href)
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `side-menu-main-${lang}`)

    await toFields(page)
    const listed = await menu(page).locator('[data-leads-to^=field-]').allInnerTexts()
    expect(listed.map((text) => text.split('\n')[0])).toEqual(
      (await site.call('GET', 'Specialization/specializations-dropdown', { lang })).data.map(
        ({ name }: { name: string }) => name,
      ),
    )
    await expectAccessible(page)
    await picture(page, `side-menu-fields-${lang}`)

    const field = fields[0]!
    await toField(page, field.id)
    const { data } = await site.call('GET', `courses/website/courses-on-hover?SpecializationId=${field.id}`, { lang })
    const groups = ['recordedCourses', 'onlineCourses', 'offlineCourses'] as const
    for (const group of groups) {
      const section = menu(page).locator('section', { has: page.getByRole('heading', { name: t.sideMenu[group] }) })
      const courses: { name: string; slug: string }[] = data[group]
      await expect
        .poll(() => section.locator('a').allInnerTexts())
        .toEqual(courses.map(({ name }: { name: string }) => name))
      for (const { name, slug } of courses) {
        expect(await section.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(
          `/${lang}/courses/${encodeURIComponent(slug)}`,
        )
      }
    }
    expect(groups.reduce((sum, group) => sum + data[group].length, 0)).toBe(field.coursesCount)
    await expectAccessible(page)
    await picture(page, `side-menu-courses-${lang}`)

    await menu(page).getByRole('button', { name: t.sideMenu.backToFields }).click()
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.leadsTo)).toBe(`field-${field.id}`)
    await menu(page).getByRole('button', { name: t.sideMenu.backToMenu }).click()
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.leadsTo)).toBe('fields')
    await toFields(page)
    await toField(page, field.id)
    const course = menu(page).locator('section a').first()
    const name = await course.innerText()
    await course.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await menu(page).count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  longIt('closes by its button, by the overlay and by Escape, and then begins at the main list again', async () => {
    const t = textsOf('ar')
    const { page, context } = await site.visit(phone('ar'))
    await opened(page, 'ar')
    const overlay = { x: 20, y: 400 }
    const ways = [
      () => menu(page).getByRole('button', { name: t.ui.close }).click(),
      () => page.mouse.click(overlay.x, overlay.y),
      () => page.keyboard.press('Escape'),
    ]
    for (const close of ways) {
      await toFields(page)
      await toField(page, fields[0]!.id)
      await menu(page).locator('section a').first().waitFor()
      await close()
      await expect.poll(() => menu(page).count()).toBe(0)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t.shell.menu)
      await button(page, 'ar').click()
      await menu(page).waitFor()
      expect((await names(page))[0]).toBe(t.shell.home)
    }
    // A click that started inside, as when text is selected, is not one on the overlay.
    const box = (await menu(page).boundingBox())!
    await page.mouse.move(box.x + 40, 400)
    await page.mouse.down()
    await page.mouse.move(overlay.x, overlay.y)
    await page.mouse.up()
    expect(await menu(page).count()).toBe(1)
    await context.close()
  })

  it('keeps the focus inside in both directions of Tab', async () => {
    const { page, context } = await site.visit(phone('en'))
    await opened(page, 'en')
    const stops = await menu(page).locator('a[href], button').count()
    const seen = new Set<string>()
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < stops + 2; step += 1) {
        await page.keyboard.press(key)
        const where = await page.evaluate(() => {
          const element = document.activeElement!
          return element.closest('dialog') ? element.outerHTML : `outside: ${element.tagName}`
        })
        expect(where).not.toMatch(/^outside/)
        seen.add(where)
      }
    }
    expect(seen.size).toBe(stops)
    await context.close()
  })

  it('works by keyboard alone', async () => {
    const { page, context } = await site.visit(phone('ar'))
    await page.goto('/ar/faq')
    await hydrated(page)
    await button(page, 'ar').focus()
    await page.keyboard.press('Enter')
    await menu(page).waitFor()
    const toEntry = async (leadsTo: string) => {
      for (let step = 0; step < 40; step += 1) {
        if (await page.evaluate((to) => (document.activeElement as HTMLElement).dataset.leadsTo === to, leadsTo)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${leadsTo} was not reached`)
    }
    await toEntry('fields')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    await toEntry(`field-${fields[1]!.id}`)
    await page.keyboard.press('Space')
    await menu(page).locator('section a').first().waitFor()
    await page.keyboard.press('Tab')
    const course = await page.evaluate(() => document.activeElement?.getAttribute('href'))
    expect(course).toMatch(/^\/ar\/courses\//)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${course}`)
    await context.close()
  })

  longIt('covers a page that neither scrolls nor moves', async () => {
    const { page, context } = await site.visit(phone('ar'))
    await page.goto('/ar/faq')
    await hydrated(page)
    const place = () => page.locator('main h1').evaluate((heading) => heading.getBoundingClientRect().toJSON())
    const before = await place()
    await button(page, 'ar').click()
    await menu(page).waitFor()
    expect(await place()).toEqual(before)
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 600)
    await page.keyboard.press('End')
    await page.mouse.move(300, 400)
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await context.close()
  })

  longIt('shows placeholders for courses, reports a failure, and retries', async () => {
    const t = textsOf('en')
    const { page, context } = await site.visit(phone('en'))
    await opened(page, 'en')
    await toFields(page)
    let answer: ((how: 'fail' | 'go on') => void) | undefined
    await page.route(HOVER, async (route) => {
      const how = await new Promise((resolve) => {
        answer = resolve
      })
      return how === 'fail' ? route.abort() : route.continue()
    })
    await toField(page, fields[0]!.id)
    await menu(page).getByRole('status').getByText(t.sideMenu.loading).waitFor({ state: 'attached' })
    expect(await menu(page).locator('[aria-busy=true] section [aria-hidden]').count()).toBe(3)
    await expect.poll(() => answer).toBeDefined()
    answer!('fail')
    await menu(page).getByRole('alert').getByText(t.sideMenu.failed).waitFor()
    answer = undefined
    await menu(page).getByRole('button', { name: t.sideMenu.tryAgain }).click()
    await expect.poll(() => answer).toBeDefined()
    answer!('go on')
    await menu(page).locator('section a').first().waitFor()
    await context.close()
  })

  longIt('shows a text where a field has no courses of a type', async () => {
    const t = textsOf('ar')
    const { page, context } = await site.visit(phone('ar'))
    await opened(page, 'ar')
    await toFields(page)
    await page.route(HOVER, (route) =>
      route.fulfill({
        json: { isError: false, data: { recordedCourses: [], onlineCourses: [], offlineCourses: [] } },
      }),
    )
    await toField(page, fields[0]!.id)
    await expect.poll(() => menu(page).getByText(t.sideMenu.none).count()).toBe(3)
    await context.close()
  })

  longIt('shows the signed-in user, with a fallback for a broken picture', async () => {
    const t = textsOf('ar')
    const { page, context } = await site.visit(phone('ar'))
    const person = await signedIn(site, context, 'ar')
    await site.db
      .updateTable('users')
      .set({ profile_picture: 'images/nobody/gone.webp', user_name: 'ريم الكاتبة' })
      .where('email', '=', person.email)
      .execute()
    await opened(page, 'ar')
    await menu(page).getByText('ريم الكاتبة').waitFor()
    await menu(page).getByText(person.email).waitFor()
    await menu(page).locator('img[src="/brand/user.svg"]').waitFor()
    expect(await menu(page).getByRole('link', { name: t.shell.login }).count()).toBe(0)
    expect(await menu(page).getByRole('link', { name: t.shell.settings }).getAttribute('href')).toBe('/ar/profile')
    await expectAccessible(page)
    await menu(page).getByRole('button', { name: t.shell.logout }).click()
    await expect
      .poll(async () => (await context.cookies()).filter(({ name }) => /access|refresh/.test(name)).length)
      .toBe(0)
    await context.close()
  })

  it('has touch targets of sufficient size', async () => {
    const { page, context } = await site.visit(phone('ar'))
    await opened(page, 'ar')
    for (const step of [() => toFields(page), () => toField(page, fields[0]!.id), undefined]) {
      await menu(page).locator('ul a, ul button, section a').first().waitFor()
      const small = await menu(page)
        .locator('a[href], button')
        .evaluateAll((all) =>
          all
            .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }))
            .filter(({ box }) => box.height < 44 || box.width < 24)
            .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
        )
      expect(small).toEqual([])
      await step?.()
    }
    await context.close()
  })

  longIt('opens as the plain menu when its chunk fails to load', async () => {
    const { page, context } = await site.visit(phone('ar'))
    await page.route('**/assets/side-menu-*.js', (route) => route.abort())
    await page.goto('/ar/faq')
    await hydrated(page)
    await button(page, 'ar').click()
    await page.locator('header details[open] nav a').first().waitFor()
    expect(await menu(page).count()).toBe(0)
    await context.close()
  })

  longIt('replaces a plain menu that was opened before the scripts ran', async () => {
    const { page, context } = await site.visit(phone('ar'))
    let go: (() => void) | undefined
    await page.route('**/assets/site-*.js', async (route) => {
      await new Promise<void>((resolve) => {
        go = resolve
      })
      await route.continue()
    })
    await page.goto('/ar/faq', { waitUntil: 'commit' })
    await button(page, 'ar').click()
    await page.locator('header details[open] nav').first().waitFor()
    await expect.poll(() => go).toBeDefined()
    go!()
    await menu(page).waitFor()
    expect(await page.locator('header details[open]').count()).toBe(0)
    await context.close()
  })

  longIt('loads nothing before it is touched', async () => {
    const { page, context } = await site.visit(phone('ar'))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/ar/faq')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await page.mouse.move(200, 500)
    const parts = () => loaded.filter((url) => url.includes('side-menu'))
    expect(parts()).toEqual([])
    await button(page, 'ar').hover()
    await expect.poll(() => parts().length).toBeGreaterThan(0)
    await context.close()
  })

  it('is a list of links without scripts', async () => {
    const t = textsOf('en').shell
    const { page, context } = await site.visit(phone('en', false))
    await page.goto('/en')
    await button(page, 'en').click()
    const plain = page.locator('header details[open]')
    await plain.getByText(t.programs, { exact: true }).click()
    await plain.getByRole('link', { name: fields[0]!.name }).click()
    await page.waitForURL(`**/en/courses?specialization=${fields[0]!.id}`)
    await context.close()
  })
})
