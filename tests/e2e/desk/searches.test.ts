/** Searches without results at the desk: a word becomes a synonym, which the search uses in the next moment. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { apiAs } from '../../support/api-as.ts'
import { hydrated, nameOf, startTestSite, type TestSite, type Visitor } from '../../support/browser.ts'
import { course } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { signedInMember, tokenOf } from '../../support/signed-in.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const WAYS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
]

it.each(inTurn(...WAYS).map((visitor) => [nameOf(visitor), visitor] as const))(
  'an editor makes a synonym of a phrase, writes an answer, and removes the synonym: %s',
  async (_, visitor) => {
    const t = (visitor.lang === 'ar' ? ar : en).searches
    const { slug } = await course(site.db, { name: { ar: 'علوم الفلك', en: 'Astronomy' } })
    const guest = apiAs(site, null, { lang: 'ar' })
    await guest.search.results({ q: 'علوم النجوم' })
    const { user } = await signedInMember(site, ['Content'])
    const { page, context } = await site.visit(visitor)
    page.setDefaultTimeout(10_000)
    await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
    const open = async (path: string) => {
      await page.goto(`/${visitor.lang}/desk/${path}`)
      if (visitor.scripts) await hydrated(page)
    }

    // Of links that nobody has checked the page does not say that none is dead.
    await open('dead-links')
    await page.getByText((visitor.lang === 'ar' ? ar : en).deadLinks.notYetTitle).waitFor()

    await open('searches')
    const link = page.getByRole('link', { name: t.writeArticle })
    expect(decodeURIComponent((await link.getAttribute('href'))!.replaceAll('+', ' '))).toContain(
      'title.ar=علوم النجوم',
    )
    await page.getByText(t.makeSynonym).click()
    await page.getByLabel(t.whichWord).selectOption('النجوم')
    await page.getByLabel(t.sameAs).fill('علم الفلك')
    await page.getByRole('button', { name: t.add }).click()
    // Two words are refused, and what was typed stays.
    await page.locator('[aria-invalid=true]').waitFor()
    expect(await page.getByLabel(t.sameAs).inputValue()).toBe('علم الفلك')
    await page.getByLabel(t.sameAs).fill('الفلك')
    await page.getByRole('button', { name: t.add }).click()
    await page.getByText(t.done.synonym!).waitFor()
    expect(await page.getByText('علوم النجوم').count()).toBe(0)
    expect((await guest.search.suggest({ q: 'علوم النجوم' })).courses.map((one) => one.slug)).toEqual([slug])

    await open('searches/synonyms')
    await page.getByRole('button', { name: `${t.remove} نجوم` }).click()
    await page.getByText(t.done.removed!).waitFor()
    expect((await guest.search.suggest({ q: 'نجوم' })).courses).toEqual([])
    await context.close()
  },
)
