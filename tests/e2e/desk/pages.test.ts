/** The site's pages and questions at the desk: a draft that only its preview shows, and what is seen once it is saved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MenuPlace, USUAL_MENUS } from '../../../app/features/menus/places.ts'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { dayOf } from '../../../app/platform/days.ts'
import { DAY_MS } from '../../../app/platform/durations.ts'
import { expectNoSidewaysScroll, hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ institute: true })
})
afterAll(() => site.stop())

describe.each(inTurn({ lang: 'ar', width: 390 } as const, { lang: 'en', width: 1440 } as const))(
  'in $lang at $width pixels',
  ({ lang, width }) => {
    const { pages: t, questions, banners, menus } = lang === 'ar' ? ar : en

    async function writer() {
      const { page, context } = await site.visit({ lang, width, scripts: true })
      const user = await learner(site.db, { roles: ['Content'], lang })
      await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
      return { page, errors: watchErrors(page) }
    }
    const seen = async (path: string) => {
      await site.waitForSync()
      return (await fetch(`${site.address}/${lang}${path}`)).text()
    }

    it('a draft of a page is in its preview alone, and on the page once it is published', async () => {
      const { page, errors } = await writer()
      await page.goto(`/${lang}/desk/pages/about-us`)
      await hydrated(page)
      const title = page.locator(`[id="title.${lang}"]`)
      const heading = lang === 'ar' ? 'حكايتنا من البداية' : 'Our story from the start'
      await title.fill(heading)
      await page.getByRole('button', { name: t.saveDraft }).click()
      await page.getByText(t.said.drafted!, { exact: true }).waitFor()
      expect(await seen('/about')).not.toContain(heading)
      const preview = await page.context().request.get(`/${lang}/desk/pages/about-us/preview`)
      expect(new URL(preview.url()).pathname).toMatch(/about/)
      expect(await preview.text()).toContain(heading)
      // The saved texts say that there is a draft, above them as well as in its panel.
      await page.goto(`/${lang}/desk/pages/about-us`)
      await hydrated(page)
      expect(await title.inputValue()).not.toBe(heading)
      expect(await page.getByRole('link', { name: t.openDraft }).count()).toBe(2)
      await page.getByRole('link', { name: t.openDraft }).first().click()
      await page.getByText(t.draftOpen).waitFor()
      expect(await title.inputValue()).toBe(heading)
      // Each text of an item is named for the eye, too.
      expect(await page.locator('p', { hasText: t.itemBody }).count()).toBeGreaterThan(0)
      await page.getByRole('button', { name: t.publishDraft }).click()
      await page.getByText(t.said.done!, { exact: true }).waitFor()
      await expect.poll(() => seen('/about')).toContain(heading)
      await expectNoSidewaysScroll(page)
      expect(errors).toEqual([])
    })

    it('a banner is above every page at its time, and stays closed for whoever closed it', async () => {
      const { page, errors } = await writer()
      await page.goto(`/${lang}/desk/banners/new`)
      await hydrated(page)
      const words = `إعلان ${lang} عن إجازة`
      await page.locator('[id="text.ar"]').fill(words)
      await page.locator('[id="text.en"]').fill(`Holiday ${lang}`)
      const day = (days: number) => `${dayOf(new Date(+site.services.now() + days * DAY_MS))}T08:00`
      await page.locator('[name=startsAt]').fill(day(0))
      await page.locator('[name=endsAt]').fill(day(-1))
      await page.getByRole('button', { name: banners.create }).click()
      await page.locator('[name=endsAt][aria-invalid]').waitFor()
      expect(await page.locator('[id="text.ar"]').inputValue()).toBe(words)
      await page.locator('[name=startsAt]').fill(day(-1))
      await page.locator('[name=endsAt]').fill(day(2))
      await page.getByRole('button', { name: banners.create }).click()
      await page.waitForURL(/banners\/\d+\?saved=save$/)
      // The refusal of the first try.
      expect(errors.filter((error) => !error.includes('400'))).toEqual([])

      const guest = (await site.visit({ lang, width, scripts: true })).page
      await site.waitForSync()
      await guest.goto(`/${lang}/about`)
      const banner = guest.locator('[data-banner]')
      expect(await banner.innerText()).toContain(lang === 'ar' ? words : `Holiday ${lang}`)
      await expectNoSidewaysScroll(guest)
      await banner.getByRole('button').click()
      await expect.poll(() => banner.isVisible()).toBe(false)
      await guest.goto(`/${lang}/faq`)
      expect([await banner.count(), await banner.isVisible()]).toEqual([1, false])
      // The next page of the application has it as closed, too.
      await guest.getByRole('contentinfo').locator(`a[href="/${lang}/about"]`).click()
      await guest.waitForURL(/about$/)
      expect(await banner.isVisible()).toBe(false)
      await page.getByText(banners.remove).first().click()
      await page.getByRole('button', { name: banners.remove }).click()
      await page.waitForURL(/banners\?done=removed$/)
      expect(await seen('/about')).not.toContain('data-banner="')
    })

    it('a menu is the usual one until staff choose its links', async () => {
      const { page, errors } = await writer()
      const guest = (await site.visit({ lang, width: 1440, scripts: false })).page
      const hrefs = (links: string) =>
        guest.locator(links).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      const usual = (place: MenuPlace) => USUAL_MENUS[place].map((path) => `/${lang}${path === '/' ? '' : path}`)
      await guest.goto(`/${lang}/about`)
      // The menu of phones follows the main links, and has those of the top bar.
      const inHeader = (main: string[]) => [...main, ...main, ...usual('top')]
      expect(await hrefs('header nav > ul > li > a')).toEqual(inHeader(usual('main')))
      expect((await hrefs('body > nav ul:last-child > li > a')).slice(0, -1)).toEqual(usual('top'))
      const columns = (['explore', 'institute', 'help', 'rules'] as const).flatMap(usual)
      expect(await hrefs('footer nav ul a')).toEqual(columns)

      await page.goto(`/${lang}/desk/menus/main/link`)
      await hydrated(page)
      expect(await page.locator('[name=page]').inputValue()).toBe('')
      await page.locator('[name=page]').selectOption('/faq')
      await page.locator('[name=address]').fill('/courses?level=1')
      await page.getByRole('button', { name: menus.save }).click()
      await page.getByText(menus.addressBesides).first().waitFor()
      await page.locator('[name=page]').selectOption('')
      await page.getByRole('button', { name: menus.save }).click()
      await page.locator('[id="label.ar"][aria-invalid]').waitFor()
      await page.locator('[id="label.ar"]').fill('للمبتدئين')
      await page.locator('[id="label.en"]').fill('For beginners')
      await page.getByRole('button', { name: menus.save }).click()
      await page.waitForURL(/menus\?done=/)
      // A link is changed although a colleague moves it meanwhile, and is not where they change it, too.
      const [first, second] = USUAL_MENUS.main
      const opened = `/${lang}/desk/menus/main/link?to=${encodeURIComponent(first!)}`
      const colleague = await writer()
      await colleague.page.goto(opened)
      await page.goto(opened)
      await page.locator('[name=hidden]').check()
      const list = await writer()
      await list.page.goto(`/${lang}/desk/menus`)
      await hydrated(list.page)
      const rows = list.page.locator('ol').first().locator('li')
      await rows.nth(1).getByRole('button').first().click()
      await expect
        .poll(() => rows.first().getByRole('link').getAttribute('href'))
        .toContain(encodeURIComponent(second!))
      await page.getByRole('button', { name: menus.save }).click()
      await page.waitForURL(/menus\?done=/)
      await colleague.page.locator('[id="label.ar"]').fill('اسم آخر')
      await colleague.page.locator('[id="label.en"]').fill('Another name')
      await colleague.page.getByRole('button', { name: menus.save }).click()
      await colleague.page.getByRole('alert').first().waitFor()
      // Whoever changes a link that a colleague removed is told before it comes back.
      const third = `/${lang}/desk/menus/main/link?to=${encodeURIComponent(USUAL_MENUS.main[2]!)}`
      await colleague.page.goto(third)
      await page.goto(third)
      await page.getByText(menus.remove).first().click()
      await page.getByRole('button', { name: menus.remove }).click()
      await page.waitForURL(/menus\?done=removed/)
      const save = colleague.page.getByRole('button', { name: menus.save })
      await save.click()
      await colleague.page.getByText(menus.gone).first().waitFor()
      await list.page.goto(`/${lang}/desk/menus`)
      expect(await rows.locator(`a[href$="${encodeURIComponent(USUAL_MENUS.main[2]!)}"]`).count()).toBe(0)
      await hydrated(list.page)
      await save.click()
      await colleague.page.waitForURL(/menus\?done=added/)
      await rows.first().getByRole('button').last().click()
      await expect.poll(() => rows.first().getByRole('link').getAttribute('href')).toContain(encodeURIComponent(first!))
      await site.waitForSync()
      await guest.goto(`/${lang}/faq`)
      expect(await hrefs('header nav > ul > li > a')).toEqual(
        // The first is hidden, and the third came back at the end.
        inHeader([...usual('main').toSpliced(2, 1).slice(1), `/${lang}/courses?level=1`, usual('main')[2]!]),
      )
      await page.getByText(menus.reset).first().click()
      await page.getByRole('button', { name: menus.reset }).click()
      await expect.poll(() => page.getByText(menus.reset).count()).toBe(0)
      await expectNoSidewaysScroll(page)
      expect(errors.filter((error) => !error.includes('400'))).toEqual([])
    })

    it('a question is added to a group, moved up, and stands on the page of questions', async () => {
      const { page, errors } = await writer()
      await page.goto(`/${lang}/desk/questions/new?group=account`)
      await hydrated(page)
      const words = `هل هذا سؤال جديد ${lang}؟`
      await page.locator('[id="question.ar"]').fill(words)
      const answer = page.locator('[role=textbox][lang=ar]')
      await answer.click()
      await page.keyboard.type('نعم، أُضيف من المكتب.')
      await page.getByRole('button', { name: questions.create }).click()
      await page.getByRole('heading', { level: 1, name: questions.title }).waitFor()
      const row = page.locator('li', { has: page.getByRole('link', { name: words }) })
      await row.getByRole('button').first().click()
      await expect
        .poll(() => row.evaluate((element) => element.nextElementSibling !== null), { timeout: 10_000 })
        .toBe(true)
      await expectNoSidewaysScroll(page)
      await expect.poll(() => seen('/faq')).toContain(words)
      expect(await seen('/faq')).toContain('أُضيف من المكتب')
      expect(errors).toEqual([])
    })
  },
)
