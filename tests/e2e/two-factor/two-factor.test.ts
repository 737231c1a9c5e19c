/** The second factor of a sign-in and how it is turned on, in a browser. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { browserOf, newPerson, otherCode, PASSWORD, type TestBrowser } from '../../support/accounts/accounts.ts'
import { appCode, messagedCode, secondFactor, verifiedPhone } from '../../support/accounts/second-factors.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { hasTurn, WALKERS } from '../../support/walkers.ts'

const WORDS = {
  ar: {
    wrong: 'الرمز غير صحيح',
    backup: 'ليس هذا من رموزك الاحتياطية',
    kept: 'ما كتبته محفوظ',
    expired: 'انتهت مهلة تسجيل الدخول',
  },
  en: {
    wrong: 'Invalid OTP. Please try again.',
    backup: 'none of your backup codes',
    kept: 'What you typed is kept',
    expired: 'took too long',
  },
}

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

let phones = 0
const newPhone = () => `055${String(2_000_000 + phones++)}`

/** A signed-out user with a second factor. */
async function guarded() {
  const person = await newPerson(site, browserOf(site), { phone: newPhone() })
  const phone = await verifiedPhone(site, person.browser)
  const { backupCodes } = await secondFactor(person.browser)
  await person.browser.call('POST', 'Auth/logout', { body: {} })
  site.advance(2 * MINUTE_MS)
  return { ...person, phone, backupCodes }
}

const asIn = async (context: BrowserContext, browser: TestBrowser) =>
  context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: site.address })))

describe('without scripts', () => {
  it('the second factor needs a challenge, and then leads to the requested page', async () => {
    const { email, phone } = await guarded()
    const browser = browserOf(site)
    expect((await browser.page('/en/login-with-2fa')).location).toBe('/en/login?notice=expired')
    const { location } = await browser.page('/en/login?returnTo=%2Fen%2Fcourses', { email, password: PASSWORD })
    expect(location).toBe('/en/login-with-2fa?returnTo=%2Fen%2Fcourses')
    const shown = await browser.page(location!)
    expect(shown.headers.get('cache-control')).toContain('no-store')
    expect(shown.html).toContain(`<bdi dir="ltr">+966 •• ••• ••${phone.slice(-2)}</bdi>`)
    expect(shown.html).not.toContain(phone)
    expect((await browser.page('/en/profile')).location).toContain('/en/login')

    const done = await browser.page(location!, { method: 'sms', code: await messagedCode(site, phone) })
    expect([done.status, done.location]).toEqual([302, '/en/courses'])
    expect((await browser.page('/en/login-with-2fa')).location).toBe('/en')
  })

  it('a sign-in that took too long shows an error, and starts again', async () => {
    const { email } = await guarded()
    const browser = browserOf(site)
    await browser.page('/en/login', { email, password: PASSWORD })
    site.advance(11 * MINUTE_MS)
    const late = await browser.page('/en/login-with-2fa', { method: 'sms', code: '123456' })
    expect(late.location).toBe('/en/login?notice=expired')
    expect((await browser.page(late.location!)).html).toContain(WORDS.en.expired)
  })

  it('the backup codes can be downloaded by their signed-in owner only', async () => {
    const { browser } = await newPerson(site)
    const codes = ['12345678', '87654321']
    const send = (who: TestBrowser) =>
      fetch(`${site.address}/en/profile/backup-codes.txt`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          Cookie: [...who.cookies].map((pair) => pair.join('=')).join('; '),
        },
        body: new URLSearchParams(codes.map((code) => ['code', code])),
      })
    const file = await send(browser)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="backup-codes.txt"')
    expect(file.headers.get('cache-control')).toBe('no-store')
    const text = await file.text()
    expect(text).toContain('1234 5678\r\n8765 4321')
    expect((await send(browserOf(site))).status).toBe(302)
    codes.push('<script>')
    expect((await send(browser)).status).toBe(302)
  })
})

describe.each(WALKERS.map((visitor) => ({ visitor, name: nameOf(visitor) })))('in a browser: $name', ({ visitor }) => {
  const { lang } = visitor
  const words = WORDS[lang]

  it.runIf(hasTurn(visitor, 0))('verifying a phone, turning the second factor on, and signing in with it', async () => {
    const { page, context, errors, ready, shot, submit } = await visitOf(visitor)
    const { browser, email } = await newPerson(site, browserOf(site), { phone: newPhone() })
    await asIn(context, browser)
    const phone = (await browser.call('GET', 'auth/user-info')).data.userData.phone

    site.advance(11 * MINUTE_MS)
    await page.goto(`/${lang}/profile/phone`)
    await ready()
    await shot('phone')
    await page.fill('#phone', '0112345678')
    await submit('send')
    await page.locator('#phone[aria-invalid=true]').waitFor()
    await page.fill('#phone', phone)
    // What is corrected is not red any more.
    if (visitor.scripts) expect(await page.locator('#phone[aria-invalid], #phone-error').count()).toBe(0)
    await submit('send')
    // The session is older than ten minutes: the password first, and the number is not typed again.
    await page.getByText(words.kept).waitFor()
    await ready()
    await shot('confirm')
    await page.fill('#proofPassword', 'Wrong-7-words')
    await page.locator('main form [type=submit]').first().click()
    await page.locator('#proofPassword[aria-invalid=true]').waitFor()
    await page.fill('#proofPassword', PASSWORD)
    await page.locator('main form [type=submit]').first().click()
    await page.locator('#code').waitFor()
    await ready()
    await shot('phone-code')
    const code = await messagedCode(site, phone)
    await page.fill('#code', otherCode(code))
    await submit('verify')
    await page.locator('#code-error', { hasText: words.wrong }).waitFor()
    await page.fill('#code', code)
    await submit('verify')
    await page.waitForURL('**/profile/phone?done')

    await page.goto(`/${lang}/profile/two-factor`)
    await ready()
    await shot('off')
    await page.fill('#enable-password', PASSWORD)
    await submit('enable')
    await page.locator('main ol code').first().waitFor()
    await ready()
    await shot('codes')
    const codes = (await page.locator('main ol code').allInnerTexts()).map((text) => text.replace(/\s/g, ''))
    expect(codes).toHaveLength(10)
    if (visitor.scripts) expect(await page.evaluate(() => document.activeElement?.id)).toBe('codes-title')
    expect(await page.locator('main ol').evaluate((list) => list.getBoundingClientRect().top)).toBeGreaterThan(0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('form[action$="/backup-codes.txt"] [type=submit]').click(),
    ])
    expect(file.suggestedFilename()).toBe('backup-codes.txt')
    await page.goto(`/${lang}/profile/two-factor`)
    await ready()
    await shot('on')
    expect(await page.locator('main').innerText()).not.toContain(codes[0]!.slice(0, 4))

    await context.clearCookies()
    site.advance(2 * MINUTE_MS)
    await page.goto(`/${lang}/login?returnTo=${encodeURIComponent(`/${lang}/profile/two-factor`)}`)
    if (visitor.scripts) await hydrated(page)
    await page.fill('#email', email)
    await page.fill('#password', PASSWORD)
    await page.locator('main form [type=submit]').first().click()
    await page.waitForURL('**/login-with-2fa?**')
    await ready()
    await shot('login')
    await page.reload()
    if (visitor.scripts) await hydrated(page)
    const sent = await messagedCode(site, phone)
    await page.fill('#code', otherCode(sent))
    await page.locator('main form [type=submit]').first().click()
    await page.locator('#code-error', { hasText: words.wrong }).waitFor()
    await shot('login-wrong')

    await page.locator('a[href*="method=backup"]').click()
    await page.waitForURL('**method=backup**')
    await ready()
    await shot('login-backup')
    // A code of this kind is told apart from the ones that are sent.
    await page.fill('#code', '00000000')
    await page.locator('main form [type=submit]').first().click()
    await page.locator('#code-error', { hasText: words.backup }).waitFor()
    const arabic = codes[4]!.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    await page.fill('#code', `${arabic.slice(0, 4)} ${arabic.slice(4)}`)
    await page.locator('main form [type=submit]').first().click()
    await page.waitForURL(`**/${lang}/profile/two-factor`)
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('challenge')
    if (visitor.scripts) expect(errors.filter((one) => !/status of 40[03]/.test(one))).toEqual([])
    await context.close()
  })

  it.runIf(hasTurn(visitor, 1))('adding an authenticator app, and signing in with it', async () => {
    const { page, context, ready, shot, submit } = await visitOf(visitor)
    const { browser, email } = await newPerson(site)
    await asIn(context, browser)
    await page.goto(`/${lang}/profile/two-factor`)
    if (visitor.scripts) await hydrated(page)
    await submit('beginApp')
    await page.locator('main img[src^="data:image/svg"]').waitFor()
    await ready()
    await shot('app')
    expect(await page.locator('main ol img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const secret = (await page.locator('main ol code').innerText()).replace(/\s/g, '')
    await page.fill('#code', otherCode(appCode(site, secret)))
    await submit('confirmApp')
    await page.locator('#code-error', { hasText: words.wrong }).waitFor()
    await page.fill('#code', appCode(site, secret))
    await submit('confirmApp')
    await page.locator('[aria-labelledby=codes-title]').waitFor()

    await context.clearCookies()
    site.advance(MINUTE_MS)
    await page.goto(`/${lang}/login`)
    if (visitor.scripts) await hydrated(page)
    await page.fill('#email', email)
    await page.fill('#password', PASSWORD)
    await page.locator('main form [type=submit]').first().click()
    await page.waitForURL('**/login-with-2fa')
    await ready()
    await shot('login-app')
    await page.fill('#code', appCode(site, secret))
    await page.locator('main form [type=submit]').first().click()
    await page.waitForURL((url) => url.pathname === `/${lang}`)
    await context.close()
  })
})

async function visitOf(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  const { lang, width, scripts } = visitor
  return {
    page,
    context,
    errors: watchErrors(page),
    shot: (name: string) => picture(page, `two-factor-${name}-${lang}-${width}`),
    submit: (intent: string) => (page as Page).locator(`main button[name=intent][value=${intent}]`).click(),
    ready: async () => {
      if (scripts) await hydrated(page)
      if (scripts) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  }
}
