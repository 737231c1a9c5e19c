/** The flow of a guest who becomes a learner: by forms posted without scripts, and in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invite } from '../../../app/features/staff/staff.server.ts'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { texts as en } from '../../../app/locales/en/index.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { browserOf, mailedCode, newPerson, otherCode, PASSWORD, signUpForm } from '../../support/accounts/accounts.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
} from '../../support/browser.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'

const ORDER = '/en/order-details/1?coupon=WELCOME'
const returning = `?returnTo=${encodeURIComponent(ORDER)}`

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

/** The sign-up form as a browser posts it. */
function typedForm(facts: Record<string, unknown> = {}): Record<string, string> {
  const { acceptTerms: _, ...form } = signUpForm(facts)
  return { ...(form as Record<string, string>), acceptTerms: 'on' }
}

describe('without scripts', () => {
  it('a guest signs up during an order, and returns to it with the coupon', async () => {
    const browser = browserOf(site)
    const form = typedForm()
    // Without other providers there is nothing to choose.
    expect((await browser.page(`/en/accounts${returning}`)).location).toBe(`/en/sign-up${returning}`)
    const page = await browser.page(`/en/sign-up${returning}`)
    for (const address of [`/en/login${returning}`, '/en/services', '/en/join-us'])
      expect(page.html).toContain(`href="${address}"`)

    const posted = await browser.page(`/en/sign-up${returning}`, form)
    expect(posted.status).toBe(302)
    const otp = new URL(posted.location!, site.address)
    expect(otp.pathname).toBe('/en/register-otp')
    expect(otp.searchParams.get('email')).toBe(form.email)
    expect(otp.searchParams.get('returnTo')).toBe(ORDER)

    const address = otp.pathname + otp.search
    expect((await browser.page(address)).html).toContain(form.email)
    const code = await mailedCode(site, form.email!)
    const wrong = await browser.page(address, { code: otherCode(code) })
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('Invalid OTP. Please try again.')
    const right = await browser.page(address, { code })
    expect([right.status, right.location]).toEqual([302, ORDER])
    expect((await browser.page('/en')).html).toContain('القحطاني')
  })

  it('the mail leads to the same step of the same flow', async () => {
    const form = typedForm()
    await browserOf(site).page(`/en/sign-up${returning}`, form)
    const [mail] = await site.mails(form.email!)
    const link = /http:\S+register-otp\S+/.exec(mail!.text)![0]
    expect(new URL(link).searchParams.get('returnTo')).toBe(ORDER)
    expect((await fetch(link)).status).toBe(200)
  })

  it('in another browser the code creates the account only with the password of the sign-up', async () => {
    const form = typedForm()
    const here = browserOf(site)
    const { location } = await here.page('/en/sign-up', form)
    const elsewhere = browserOf(site)
    expect((await here.page(location!)).html).not.toContain('name="password"')
    const { html } = await elsewhere.page(location!)
    expect(html).toContain('name="password"')
    expect(html).toContain('The sign-up was typed in another browser')
    const code = await mailedCode(site, form.email!)
    const without = await elsewhere.page(location!, { code, password: '' })
    expect([without.status, without.html.includes('This field is required.')]).toEqual([400, true])
    const wrong = await elsewhere.page(location!, { code, password: 'Wrong-7-words' })
    expect([wrong.status, wrong.html.includes('This password is not right.')]).toEqual([400, true])
    expect(wrong.html).not.toContain('Wrong-7-words')
    const right = await elsewhere.page(location!, { code, password: PASSWORD })
    expect([right.status, right.location]).toEqual([302, '/en/welcome'])
  })

  it('a rejected sign-up keeps the typed values except passwords, and shows an error at each field', async () => {
    const { status, html } = await browserOf(site).page('/en/sign-up', {
      firstName: 'Sara',
      lastName: '',
      email: 'sara@',
      phone: '12',
      password: 'Secret-7-words',
      confirmPassword: 'x',
    })
    expect(status).toBe(400)
    expect(html).toContain('value="Sara"')
    expect(html).toContain('value="sara@"')
    expect(html).not.toContain('Secret-7-words')
    for (const text of [
      'This field is required.',
      'Please enter a valid email address.',
      'Please enter a valid phone number',
      'Password confirmation does not match.',
      'Please, agree to terms and conditions first',
    ])
      expect(html.includes(text), text).toBe(true)
    for (const field of ['lastName', 'email', 'phone', 'confirmPassword', 'acceptTerms'])
      expect(html.includes(`href="#${field}"`), field).toBe(true)
  })

  it('an expired code shows an error; a new code, requested by the form, creates the account', async () => {
    const browser = browserOf(site)
    const form = typedForm()
    const { location } = await browser.page('/en/sign-up', form)
    const early = await browser.page(location!, { intent: 'resend' })
    expect(early.status).toBe(429)
    expect(early.html).toMatch(/Too many attempts\. Try again in (1 minute|\d+ seconds)/)

    const old = await mailedCode(site, form.email!)
    site.advance(11 * MINUTE_MS)
    const late = await browser.page(location!, { code: old })
    expect(late.html).toContain('The OTP has expired. Please request a new one.')
    const resent = await browser.page(location!, { intent: 'resend' })
    expect(resent.status).toBe(302)
    expect((await browser.page(resent.location!)).html).toContain('We sent a new code.')
    const done = await browser.page(resent.location!, { code: await mailedCode(site, form.email!) })
    expect([done.status, done.location]).toEqual([302, '/en/welcome'])
    expect((await browser.page('/en/welcome')).html).toContain(form.firstName)
    const guest = await browserOf(site).page('/en/welcome')
    expect(guest.location).toBe(`/en/login?returnTo=${encodeURIComponent('/en/welcome')}`)
  })

  it('a user signs in and continues in the current language', async () => {
    const { email } = await newPerson(site)
    const browser = browserOf(site)
    const wrong = await browser.page('/en/login', { email, password: 'Wrong-7-words' })
    expect(wrong.status).toBe(401)
    expect(wrong.html).toContain('Invalid email or password')
    expect(wrong.html).toContain(`value="${email}"`)
    const right = await browser.page(`/ar/login${returning}`, { email, password: PASSWORD })
    expect([right.status, right.location]).toEqual([302, ORDER.replace('/en/', '/ar/')])
  })

  it('a sign-in before the address is verified leads to the code page', async () => {
    const form = typedForm()
    await browserOf(site).page('/en/sign-up', form)
    const { status, location } = await browserOf(site).page(`/en/login${returning}`, {
      email: form.email!,
      password: PASSWORD,
    })
    const otp = new URL(location!, site.address)
    expect([status, otp.pathname, otp.searchParams.get('returnTo')]).toEqual([302, '/en/register-otp', ORDER])
  })

  it('a signed-in visitor is redirected from every guest-only page', async () => {
    const { browser, email } = await newPerson(site)
    for (const path of ['accounts', 'login', 'sign-up', 'register-otp']) {
      expect((await browser.page(`/en/${path}`)).location).toBe('/en')
      expect((await browser.page(`/en/${path}${returning}`)).location).toBe(ORDER)
    }
    expect((await browser.page('/en/login', { email, password: PASSWORD })).location).toBe('/en')
  })

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', '/en/../../x y'])(
    'a sign-in never redirects to %s',
    async (address) => {
      const { email } = await newPerson(site)
      const path = `/en/login?returnTo=${encodeURIComponent(address)}`
      const { location } = await browserOf(site).page(path, { email, password: PASSWORD })
      expect(location).toBe('/en')
    },
  )

  it('the code page without an address redirects to the sign-up', async () => {
    expect((await browserOf(site).page('/ar/register-otp')).location).toBe('/ar/accounts')
  })

  it('signing out needs a posted form; a link changes nothing', async () => {
    const { browser } = await newPerson(site)
    expect((await browser.page('/en/logout')).location).toBe('/en')
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(200)
    expect((await browser.page('/en/logout', { returnTo: '/en/courses?level=1' })).location).toBe('/en/courses?level=1')
    expect((await browser.call('GET', 'auth/user-info')).status).toBe(401)
    expect((await browser.page('/en')).html).not.toContain('القحطاني')
    for (const returnTo of ['/en/profile/orders', 'https://other.example/', '//other.example', ''])
      expect((await browser.page('/en/logout', { returnTo })).location).toBe('/en')
  })

  it('an expired access cookie is renewed when a page is opened', async () => {
    const { browser } = await newPerson(site)
    site.advance(16 * MINUTE_MS)
    const before = browser.cookies.get('refresh')
    expect((await browser.page('/en/login')).location).toBe('/en')
    expect(browser.cookies.get('refresh')).not.toBe(before)
  })

  it('a form posted by another site is rejected', async () => {
    const response = await fetch(`${site.address}/en/login`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({ email: 'x@example.com', password: 'x' }),
    })
    expect(response.status).toBe(403)
  })
})

describe.each(WALKERS.map((visitor) => ({ visitor, name: nameOf(visitor) })))('in a browser: $name', ({ visitor }) => {
  const { lang, width, scripts } = visitor

  it.runIf(hasTurn(visitor, 0))('signing up, out and in again', async () => {
    const { page, context } = await site.visit(visitor)
    const shot = (name: string) => picture(page, `accounts-${name}-${lang}-${width}`)
    const form = typedForm()
    const submit = async () => {
      await page.locator('main form button[type=submit]').first().click()
    }
    const ready = async () => {
      if (scripts) await hydrated(page)
      if (scripts) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    const order = `/${lang}/order-details/1?coupon=WELCOME`

    await page.goto(`/${lang}/accounts?returnTo=${encodeURIComponent(order)}`)
    await page.waitForURL('**/sign-up?**')
    await ready()
    await page.fill('#email', 'wrong')
    await submit()
    await page.locator('[role=alert]').waitFor()
    if (scripts) {
      await expectAccessible(page)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('firstName')
    }
    await shot('sign-up')
    if (scripts) {
      // What was typed outlives a refresh and a change of the language.
      await page.fill('#lastName', 'الشهري')
      await page.goto(`/${lang === 'ar' ? 'en' : 'ar'}/sign-up`)
      await expect.poll(() => page.inputValue('#lastName')).toBe('الشهري')
      await page.goBack()
      await hydrated(page)
      await expect.poll(() => page.inputValue('#lastName')).toBe('الشهري')
    }

    for (const name of ['firstName', 'lastName', 'email', 'phone', 'password', 'confirmPassword'])
      await page.fill(`#${name}`, form[name]!)
    await page.check('#acceptTerms')
    await submit()
    await page.waitForURL('**/register-otp?**')
    await ready()
    await shot('code')
    const code = await mailedCode(site, form.email!)
    await page.fill(
      '#code',
      code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!),
    )
    await submit()
    await page.waitForURL((url) => url.pathname.includes('/order-details/'))
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(order)

    if (scripts) {
      await page.waitForFunction(() => localStorage.getItem('authTimestamp') !== null)
      const stored = await page.evaluate(() => ({ ...localStorage }))
      expect(JSON.parse(stored.userData!).email).toBe(form.email)
      expect(stored.lastRole).toBe('Student')
      const secrets = (await context.cookies()).filter(({ httpOnly }) => httpOnly).map(({ value }) => value)
      for (const secret of secrets) expect(JSON.stringify(stored)).not.toContain(secret)
    }

    await page.goto(`/${lang}`)
    if (scripts) await hydrated(page)
    const out = page.locator('form[action$="/logout"] button:visible').first()
    if (!(await out.isVisible()))
      await page.locator('header summary:visible, header [popovertarget]:visible').last().click()
    await page.locator('form[action$="/logout"] button:visible').first().click()
    await page.locator('a[href*="/login"]').first().waitFor({ state: 'attached' })
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('access')
    if (scripts) expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull()

    await page.goto(`/${lang}/login`)
    await ready()
    await shot('login')
    await page.fill('#email', form.email!)
    await page.fill('#password', PASSWORD)
    await submit()
    await page.waitForURL((url) => url.pathname === `/${lang}`)
    await page.goto(`/${lang}/login`)
    expect(new URL(page.url()).pathname).toBe(`/${lang}`)
    await context.close()
  })

  it.runIf(hasTurn(visitor, 2))('signing up when the browser has lost the sign-up meanwhile', async () => {
    const { page, context } = await site.visit(visitor)
    const t = (lang === 'ar' ? ar : en).accounts
    const form = typedForm()
    await page.goto(`/${lang}/sign-up`)
    if (scripts) await hydrated(page)
    for (const name of ['firstName', 'lastName', 'email', 'phone', 'password', 'confirmPassword'])
      await page.fill(`#${name}`, form[name]!)
    await page.check('#acceptTerms')
    await page.locator('main form button[type=submit]').first().click()
    await page.waitForURL('**/register-otp?**')
    if (scripts) await hydrated(page)
    await page.fill('#code', await mailedCode(site, form.email!))
    await context.clearCookies()
    await page.getByRole('button', { name: t.otp.submit }).click()
    await page.getByText(t.otp.otherBrowser).waitFor()
    await page.fill('#password', PASSWORD)
    await page.getByRole('button', { name: t.otp.submit }).click()
    await page.waitForURL(`**/${lang}/welcome`)
    await context.close()
  })

  it.runIf(hasTurn(visitor, 1))('accepting an invitation to the team', async () => {
    const { page, context } = await site.visit(visitor)
    const { email, firstName, lastName, phone, password } = typedForm()
    const { link } = await invite(site.services, { email: email!, role: 'Owner', lang })
    const path = link.slice(site.services.settings.publicUrl.length)
    await page.goto(path)
    if (scripts) await hydrated(page)
    if (scripts) await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await page.locator('main').innerText()).toContain(email)
    await picture(page, `accounts-invitation-${lang}-${width}`)
    await page.fill('#firstName', firstName!)
    await page.locator('main form button[type=submit]').click()
    await page.locator('[role=alert]').waitFor()
    expect(await page.inputValue('#firstName')).toBe(firstName)
    const typed = { lastName, phone, password, confirmPassword: password }
    for (const [name, text] of Object.entries(typed)) await page.fill(`#${name}`, text!)
    await page.check('#acceptTerms')
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL(`**/${lang}/desk`)
    const user = await site.db
      .selectFrom('users')
      .select(['roles', 'lang'])
      .where('email', '=', email!)
      .executeTakeFirst()
    expect(user).toEqual({ roles: ['Owner'], lang })
    await page.goto(path)
    expect(await page.locator('main h1').innerText()).toMatch(/no longer valid|لم تعد/)
    expect(await page.locator('main form').count()).toBe(0)
    await picture(page, `accounts-invitation-gone-${lang}-${width}`)
    await context.close()
  })
})
