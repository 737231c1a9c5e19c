/** The footer: links to every page of the site, in both languages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linksFor } from '../../../app/links.ts'
import { expectNoSidewaysScroll, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn } from '../../support/long.ts'

describe('the footer', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it.each(inTurn('ar', 'en'))('links to every page of the specification, and each responds (%s)', async (lang) => {
    const { page, context } = await site.visit({ lang, width: 1440, scripts: false })
    await page.goto(`/${lang}/faq`)
    const hrefs = await page.locator('footer a').evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
    const links = linksFor(lang)
    const expected = [
      ...[links.home, links.about, links.contact, links.courses(), links.blog(), links.reviews, links.complains],
      ...[links.partners, links.support, links.policy('learning'), links.policy('privacy'), links.policy('terms')],
      ...[links.faq, links.clients, links.community(), links.services, links.joinUs, links.app('ios')],
      ...[links.app('android'), links.policy('attendance-policy'), links.policy('communication-policy')],
    ]
    expect(hrefs).toEqual(expect.arrayContaining(expected))
    const inside = new Set(hrefs.filter((href) => href.startsWith('/')))
    const answers = await Promise.all(
      [...inside].map(async (path) => [path, (await fetch(site.address + path, { redirect: 'manual' })).status]),
    )
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
    const outside = hrefs.filter((href) => !href.startsWith('/'))
    expect(outside.length).toBeGreaterThan(5)
    for (const href of outside) expect(href).toMatch(/^(https:\/\/[\w.-]+\.\w+|mailto:\S+@\S+|tel:\+\d{9,})/)
    await context.close()
  })

  it('says who the institute is, which cards it takes, and for which years', async () => {
    const t = textsOf('en').footer
    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
    await page.goto('/en/faq')
    const footer = page.locator('footer')
    const { commercialRegistration, vatNumber, licence, legalName } = (
      await site.call('GET', 'Pages/institute', { lang: 'en' })
    ).data
    for (const fact of [commercialRegistration, vatNumber, licence]) {
      expect(await footer.getByText(fact, { exact: true }).count(), fact).toBe(1)
    }
    await footer.getByText(t.rights(2024, new Date().getFullYear(), legalName)).waitFor()
    for (const name of ['mada', 'Visa', 'Mastercard', 'Apple Pay', 'STC Pay']) {
      const mark = footer.getByRole('img', { name, exact: true })
      // The picture is loaded: a broken one would have no size.
      expect((await mark.locator('use').boundingBox())!.width, name).toBeGreaterThan(10)
    }
    await context.close()
  })

  it.each([390, 768, 1440] as const)('fits at %d px', async (width) => {
    for (const lang of inTurn('en', 'ar')) {
      const { page, context } = await site.visit({ lang, width, scripts: false })
      await page.goto(`/${lang}/faq`)
      await expectNoSidewaysScroll(page)
      const cut = await page
        .locator('footer a, footer h2, footer dd')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map((one) => one.outerHTML),
        )
      expect(cut).toEqual([])
      await picture(page, `footer-${lang}-${width}`)
      await context.close()
    }
  })
})
