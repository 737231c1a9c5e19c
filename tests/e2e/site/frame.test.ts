/** The frame of every page: the header's bars with the account link, and the footer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linksFor } from '../../../app/links.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { expectNoSidewaysScroll, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { openRun, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { at, boxOf, button, focusedText, isOpen, menu, wide } from '../../support/pages/header.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ env: { DASHBOARD_URL: 'https://dashboard.example' } })
})
afterAll(() => site.stop())

describe('the header bars', () => {
  it.each(inTurn<Lang>('ar', 'en'))('lead where they say (%s)', async (lang) => {
    const t = textsOf(lang).shell
    const { page, context } = await site.visit(wide(lang))
    await at(page, `/${lang}/about`)
    const [phone, mail, whatsapp, ...rest] = await page
      .getByRole('navigation', { name: t.topBar })
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(phone).toMatch(/^tel:\+\d{9,}$/)
    expect(mail).toMatch(/^mailto:[^@]+@[^@]+$/)
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/\d{9,}$/)
    const [other] = lang === 'ar' ? ['en'] : ['ar']
    expect(rest).toEqual([
      ...['join-us', 'community', 'reviews', 'partners', 'clients'].map((path) => `/${lang}/${path}`),
      `/${other}/about`,
    ])
    const bar = page.locator('body > header > div > nav')
    expect(
      (await bar.locator('> ul > li > a, > ul > li > details > summary').allInnerTexts()).map((x) => x.trim()),
    ).toEqual([t.home, t.programs, t.blog, t.about, t.contact, t.services])
    expect(await bar.locator('[aria-current=page]').allInnerTexts()).toEqual([t.about])
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe(t.skipToContent)
    await context.close()
  })

  longIt.each(inTurn<Lang>('en', 'ar'))('hold at every width, each in one line (%s)', async (lang) => {
    const { page, context } = await site.visit(wide(lang))
    await at(page, `/${lang}/faq`)
    for (const width of [320, 390, 768, 1023, 1024, 1120, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      const broken = await page.$$eval(
        'body > header > div a, body > header > div summary, body > nav > div a',
        (all) =>
          all
            .filter((one) => one.checkVisibility())
            .filter((one) => one.getBoundingClientRect().height > 52 || one.scrollWidth > one.clientWidth + 1)
            .map((one) => (one as HTMLElement).innerText),
      )
      expect(broken, `${width}`).toEqual([])
      expect((await boxOf(page, 'body > header')).height, `${width}`).toBeLessThanOrEqual(78)
      const join = page.locator('body > nav > div a[href$="join-us"]')
      expect(await join.isVisible(), `join us at ${width}`).toBe(width >= 1024)
      expect(await menu(page).isVisible(), `programmes at ${width}`).toBe(width >= 1024)
    }
    await context.close()
  })
})

describe('the account link', () => {
  it('leads a guest to the sign-in', async () => {
    const t = textsOf('ar').shell
    const { page, context } = await site.visit(wide('ar'))
    await at(page, '/ar/faq')
    const doors = page.locator('body > header > div > div > div').first()
    expect(await doors.getByRole('link', { name: t.login }).getAttribute('href')).toBe('/ar/login')
    expect(await doors.getByRole('link', { name: t.createAccount }).getAttribute('href')).toBe('/ar/accounts')
    await context.close()
  })

  it.each(inTurn<Lang>('ar', 'en'))('is the menu of whoever is signed in (%s)', async (lang) => {
    const t = textsOf(lang).shell
    const { page, context } = await site.visit(wide(lang))
    const { email, firstName } = await signedIn(site, context, lang)
    await site.db
      .updateTable('users')
      .set({ profile_picture: '/media/people/gone.jpg' })
      .where('email', '=', email)
      .execute()
    await at(page, `/${lang}/faq`)
    const account = page.locator('header details', { hasText: t.account })
    const opener = account.locator('summary')
    const shows = () => account.evaluate((details: HTMLDetailsElement) => details.open)
    expect(await opener.innerText()).toContain(firstName)
    await expect.poll(() => opener.locator('img').getAttribute('src')).toContain('/brand/user.svg')

    await opener.click()
    expect(await account.getByText(email).isVisible()).toBe(true)
    expect(await account.getByRole('button', { name: t.logout }).isVisible()).toBe(true)
    const entries = await account.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    for (const section of ['courses', 'orders', 'notifications'])
      expect(entries).toContain(`/${lang}/profile/${section}`)
    expect(await account.getByRole('link', { name: t.dashboard }).getAttribute('href')).toBe(
      'https://dashboard.example/student',
    )
    await picture(page, `account-${lang}`)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await shows()).toBe(false)
    expect(await focusedText(page)).toContain(firstName)
    await page.keyboard.press('Enter')
    expect(await shows()).toBe(true)
    await page.mouse.click(20, 880)
    await expect.poll(shows).toBe(false)
    // One menu is open at a time.
    await opener.click()
    await button(page).hover()
    await expect.poll(() => isOpen(page)).toBe(true)
    expect(await shows()).toBe(false)
    await opener.click()
    await account.getByRole('button', { name: t.logout }).click()
    await page.locator('header').getByRole('link', { name: t.login }).waitFor()
    await context.close()
  })
})

it('who has signed in is welcomed over neither the heading nor the buttons in reach', async () => {
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: true })
  const { firstName, lastName } = await signedIn(site, context, 'ar')
  const { course } = await openRun(site)
  await page.goto(`/ar/courses/${encodeURIComponent(course.slug)}`)
  const welcome = page.getByText(textsOf('ar').shell.signedIn(`${firstName} ${lastName}`))
  await welcome.waitFor({ state: 'attached' })
  const { y, height } = (await welcome.boundingBox())!
  const covered = ['h1', 'body > header', 'main > :last-child'].map(async (part) => {
    const box = (await page.locator(part).first().boundingBox())!
    return box.y < y + height && box.y + box.height > y
  })
  expect(await Promise.all(covered)).toEqual([false, false, false])
  await context.close()
})

describe('the footer', () => {
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
    // A policy is called by one name: in the footer, and as the title of its page.
    for (const policy of ['terms', 'privacy', 'learning', 'attendance-policy'] as const) {
      const label = await page
        .locator(`footer a[href="${links.policy(policy)}"]`)
        .first()
        .textContent()
      const html = await (await fetch(site.address + links.policy(policy))).text()
      expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1], policy).toBe(label)
    }
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
