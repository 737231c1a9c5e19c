/** Signing in with a provider in a browser: to the provider's pages and back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { mailedCode, newPerson, otherCode, PASSWORD } from '../../support/accounts/accounts.ts'
import { type OpenId, startOpenId } from '../../support/accounts/openid.ts'
import { somebody } from '../../support/accounts/social-sign-in.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  VISITORS,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { inTurn, longIt } from '../../support/long.ts'

const WORDS = {
  ar: { denied: 'أُلغي الدخول', wrong: 'الرمز غير صحيح' },
  en: { denied: 'The sign-in was cancelled', wrong: 'Invalid OTP' },
}

let site: TestSite
let openid: OpenId
beforeAll(async () => {
  openid = await startOpenId()
  const env = { ...openid.env('campus', 'google', 'apple', 'microsoft'), OIDC_CAMPUS_LABEL: 'جامعة الواحة' }
  site = await startTestSite({ env })
  openid.knows(site.address)
})
afterAll(async () => {
  await site?.stop()
  await openid?.stop()
})

// Each flow in both languages, with and without scripts, in turns.
const [PHONE_AR, DESKTOP_AR, PHONE_EN, DESKTOP_EN] = VISITORS as [Visitor, Visitor, Visitor, Visitor]

describe('an account created with a provider, another provider linked, the first unlinked', () => {
  it.each(inTurn(PHONE_AR, PHONE_EN).map((visitor) => [nameOf(visitor), visitor] as const))(
    '%s',
    async (_, visitor) => {
      const { lang, scripts } = visitor
      const { page, context, errors, ready, shot } = await visitOf(visitor)
      const first = somebody(openid)
      await page.goto(`/${lang}/accounts?returnTo=${encodeURIComponent(`/${lang}/courses?page=2`)}`)
      await ready()
      await shot('accounts')
      await page.goto(`/${lang}/sign-up`)
      await ready()
      await shot('sign-up')
      await page.goto(`/${lang}/accounts?returnTo=${encodeURIComponent(`/${lang}/courses?page=2`)}`)
      await page.locator('a[href*="/campus/start"]').click()
      await agreeAt(page, first.subject)
      await page.waitForURL(`**/${lang}/external-sign-up?**`)
      await ready()
      await shot('register')
      expect(await page.inputValue('#email')).toBe(first.email)
      expect(await page.inputValue('#firstName')).toBe('نورة')
      await page.fill('#phone', '0501234567')
      await page.locator('main button[value=register]').click()
      await page.locator('#acceptTerms-error').waitFor()
      await shot('register-refused')
      expect(await page.inputValue('#phone')).toBe('0501234567')
      await page.check('#acceptTerms')
      await page.locator('main button[value=register]').click()
      await page.waitForURL(`**/${lang}/courses?page=2`)

      await page.goto(`/${lang}/profile/security`)
      await page.locator('main a[href$="/profile/connections"]').click()
      await page.waitForURL('**/profile/connections')
      await page.locator('main button[value=google]').waitFor()
      await ready()
      const second = somebody(openid)
      await context.clearCookies({ domain: new URL(openid.issuer).hostname, name: /^_/ })
      await page.locator('main button[value=google]').click()
      await agreeAt(page, second.subject)
      await page.waitForURL('**/profile/connections?done=connected')
      await ready()
      await shot('connections')
      expect(await page.locator('main li bdi[dir=ltr]').allInnerTexts()).toEqual([first.email, second.email])

      site.advance(11 * MINUTE_MS)
      await page.reload()
      if (scripts) await hydrated(page)
      await page.locator('main button[name=disconnect]').first().click()
      await page.locator('[aria-labelledby=confirm-title]').waitFor()
      await shot('confirm')
      await page.locator('main button[value=send]').click()
      await page.locator('#proofCode').waitFor()
      await page.fill('#proofCode', await mailedCode(site, first.email))
      await page.locator('[aria-labelledby=confirm-title] button[type=submit]').first().click()
      await page.waitForURL('**/profile/connections?done=disconnected')
      // The previous page may still be shown after the address has changed.
      await expect.poll(() => page.locator('main li bdi[dir=ltr]').allInnerTexts()).toEqual([second.email])
      await page.locator('main button[name=disconnect]').click()
      await page.locator('main [role=alert]').waitFor()
      await shot('last-way-in')
      if (scripts) expect(errors.filter((one) => !/status of 40[0-9]/.test(one))).toEqual([])
      await context.close()
    },
  )
})

describe('a denied consent, an unverified address, and an existing account', () => {
  longIt.each([DESKTOP_AR, DESKTOP_EN].map((visitor) => [nameOf(visitor), visitor] as const))(
    '%s',
    async (_, visitor) => {
      const { lang, scripts } = visitor
      const words = WORDS[lang]
      const { page, context, errors, ready, shot } = await visitOf(visitor)
      await page.goto(`/${lang}/login?returnTo=${encodeURIComponent(`/${lang}/profile`)}`)
      await page.locator('a[href*="/campus/start"]').click()
      await page.locator('a[href$="/abort"]').click()
      await page.waitForURL(`**/${lang}/login?**`)
      await page.getByText(words.denied).waitFor()
      await ready()
      await shot('denied')

      const { subject } = somebody(openid, { email: undefined })
      const { email } = await newPerson(site)
      site.advance(2 * MINUTE_MS)
      await page.locator('a[href*="/apple/start"]').click()
      await agreeAt(page, subject, scripts)
      await page.waitForURL(`**/${lang}/external-sign-up?**`)
      await ready()
      await shot('email')
      await page.fill('#email', 'nobody@')
      await page.locator('main button[value=send]').click()
      await page.locator('#email-error').waitFor()
      await page.fill('#email', email)
      await page.locator('main button[value=send]').click()
      await page.locator('#code').waitFor()
      await ready()
      await shot('code')
      const code = await mailedCode(site, email)
      await page.fill('#code', otherCode(code))
      await page.locator('main button[value=verify]').click()
      await page.locator('#code-error', { hasText: words.wrong }).waitFor()
      await page.fill('#code', code)
      await page.locator('main button[value=verify]').click()
      await page.waitForURL(`**/${lang}/profile`)
      expect(await page.content()).toContain(email)

      const there = await newPerson(site)
      const known = somebody(openid, { email: there.email })
      await context.clearCookies()
      site.advance(2 * MINUTE_MS)
      await page.goto(`/${lang}/login`)
      await ready()
      await page.locator('a[href*="/microsoft/start"]').waitFor()
      await page.locator('a[href*="/campus/start"]').click()
      await agreeAt(page, known.subject)
      await page.waitForURL(`**/${lang}/external-sign-up`)
      await ready()
      await shot('prove')
      await page.fill('#password', 'Wrong-guess-1')
      await page.locator('main button[value=password]').click()
      await page.locator('#password-error').waitFor()
      await page.locator('main button[value=send]').click()
      await page.locator('#code').waitFor()
      await ready()
      await shot('prove-code')
      await page.fill('#password', PASSWORD)
      await page.locator('main button[value=password]').click()
      await page.waitForURL((url) => url.pathname === `/${lang}`)
      if (scripts) expect(errors.filter((one) => !/status of 40[0-9]/.test(one))).toEqual([])
      await context.close()
    },
  )
})

/** Signs in at the provider and agrees. @param posts its last page submits itself with scripts, otherwise by its button */
async function agreeAt(page: Page, subject: string, posts = true): Promise<void> {
  await page.fill('input[name=login]', subject)
  await page.fill('input[name=password]', 'x')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
  if (!posts) await page.locator('noscript button, form button').click()
}

async function visitOf(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  // The provider's own pages request a font from another host.
  await context.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
  const { lang, width, scripts } = visitor
  return {
    page,
    context,
    errors: watchErrors(page),
    shot: (name: string) => picture(page, `external-${name}-${lang}-${width}`),
    ready: async () => {
      if (scripts) await hydrated(page)
      if (scripts) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  }
}
