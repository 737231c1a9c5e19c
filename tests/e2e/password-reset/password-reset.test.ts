/** The flow for a forgotten password and its fields: by posted forms, and in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../app/features/accounts/password.server.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { browserOf, mailedCode, otherCode, PASSWORD } from '../../support/accounts/accounts.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
} from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { WALKERS } from '../../support/walkers.ts'

const NEW = 'Oasis-9-palms'
const returning = `?returnTo=${encodeURIComponent('/en/order-details/1')}`

let site: TestSite
let passwordHash: string
beforeAll(async () => {
  site = await startTestSite()
  passwordHash = await hashPassword(PASSWORD, site.services)
})
afterAll(() => site.stop())

const person = () => learner(site.db, { passwordHash })

describe('without scripts', () => {
  it('the flow leads from the sign-in by mail back to the sign-in, and then to the order', async () => {
    const { email } = await person()
    const browser = browserOf(site)
    const login = await browser.page(`/en/login${returning}`)
    expect(login.html).toContain(`href="/en/forget-pass${returning}"`)

    const answer = await browser.page(`/en/forget-pass${returning}`, { email: ` ${email} ` })
    expect(answer.status).toBe(302)
    const code = await mailedCode(site, email)
    const [mail] = await site.mails(email)
    expect(mail!.text).toContain(`/en/forget-pass?email=${encodeURIComponent(email)}`)
    const typed = await browser.page(answer.location!, { code })
    expect(typed.location).toContain('step=password')
    const chosen = await browser.page(typed.location!, { password: NEW, confirmPassword: NEW })
    expect(chosen.status).toBe(302)
    expect(chosen.location).toContain('/en/login?password=new&returnTo=')
    expect(answer.location! + typed.location! + chosen.location!).not.toContain(code)

    const end = await browser.page(chosen.location!)
    expect(end.html).toContain(textsOf('en').accounts.login.passwordSet)
    expect(end.html).toContain(`value="${email}"`)
    expect((await browser.page(chosen.location!, { email, password: NEW })).location).toBe('/en/order-details/1')
  })

  it('a wrong address, a wrong code and a weak password show an error at their field', async () => {
    const { email } = await person()
    const browser = browserOf(site)
    const nothing = await browser.page('/en/forget-pass', { email: '' })
    expect(nothing.status).toBe(400)
    expect(nothing.html).toContain('This field is required.')
    const bad = await browser.page('/en/forget-pass', { email: 'sara@' })
    expect(bad.html).toContain('Please enter a valid email address.')
    expect(bad.html).toContain('value="sara@"')

    const { location } = await browser.page('/en/forget-pass', { email })
    const code = await mailedCode(site, email)
    for (const [typed, text] of [
      ['', 'This field is required.'],
      ['12', 'Enter the 6-digit code.'],
      [otherCode(code), 'Invalid OTP. Please try again.'],
    ] as const) {
      const refused = await browser.page(location!, { code: typed })
      expect(refused.status).toBe(400)
      expect(refused.html).toContain('id="code-error"')
      expect(refused.html).toContain(text)
    }
    const right = await browser.page(location!, { code })
    const weak = await browser.page(right.location!, { password: 'palms', confirmPassword: 'x' })
    expect(weak.status).toBe(400)
    expect(weak.html).toContain('Use at least 8 characters')
    expect(weak.html).toContain('Password confirmation does not match.')
    expect(weak.html).not.toContain('palms')
  })

  it('an expired code or an expired reset shows an error; a new code continues the flow', async () => {
    const { email } = await person()
    const browser = browserOf(site)
    const { location } = await browser.page('/en/forget-pass', { email })
    const early = await browser.page(location!, { intent: 'resend' })
    expect(early.status).toBe(429)
    const old = await mailedCode(site, email)
    site.advance(11 * MINUTE_MS)
    expect((await browser.page(location!, { code: old })).html).toContain(
      'The OTP has expired. Please request a new one.',
    )
    const resent = await browser.page(location!, { intent: 'resend' })
    expect((await browser.page(resent.location!)).html).toContain('We sent a new code.')
    const right = await browser.page(resent.location!, { code: await mailedCode(site, email) })
    site.advance(16 * MINUTE_MS)
    const late = await browser.page(right.location!, { password: NEW, confirmPassword: NEW })
    expect(late.location).toContain('expired=1')
    expect((await browser.page(late.location!)).html).toContain('The OTP has expired. Please request a new one.')
  })

  it('a sign-in that fails unexpectedly shows an error, and keeps the typed values', async () => {
    const { email } = await person()
    await site.db.schema.alterTable('sign_in_tries').renameTo('sign_in_tries_away').execute()
    try {
      for (const [lang, text] of [
        ['en', 'Login failed. Please try again.'],
        ['ar', textsOf('ar').accounts.login.failed],
      ] as const) {
        const failed = await browserOf(site).page(`/${lang}/login`, { email, password: PASSWORD })
        expect(failed.status).toBe(500)
        expect(failed.html).toContain(text)
        expect(failed.html).toContain(`value="${email}"`)
      }
    } finally {
      await site.db.schema.alterTable('sign_in_tries_away').renameTo('sign_in_tries').execute()
    }
  })

  it('a signed-in user is redirected', async () => {
    const { email } = await person()
    const browser = browserOf(site)
    await browser.page('/en/login', { email, password: PASSWORD })
    expect((await browser.page('/en/forget-pass')).location).toBe('/en')
  })
})

// Without scripts the flow is tested above by its forms.
describe.each(inTurn(...WALKERS))('$lang, $width px, scripts: $scripts', (visitor) => {
  it('the flow leads to a new password, with a reload at each step', async () => {
    const t = textsOf(visitor.lang).accounts
    const { email } = await person()
    const { page, context } = await site.visit(visitor)
    const seen = async (name: string) => {
      if (visitor.scripts) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `forget-pass-${name}-${nameOf(visitor).replaceAll(/\W+/g, '-')}`)
    }
    const ready = async () => {
      if (visitor.scripts) await hydrated(page)
    }
    await page.goto(`/${visitor.lang}/login`)
    await ready()
    await page.getByRole('link', { name: t.login.forgot }).click()
    await page.waitForURL('**/forget-pass')
    await seen('1-address')
    await ready()
    await page.locator('[name=email]').fill(email)
    await page.getByRole('button', { name: t.reset.send }).click()
    await page.waitForURL('**/forget-pass?email=*')
    await page.reload()
    await page.getByText(email).waitFor()
    expect(await page.locator('time').count()).toBe(1)
    await seen('2-code')
    await ready()
    const code = await mailedCode(site, email)
    await page.locator('[name=code]').fill(visitor.lang === 'ar' ? arabicDigits(code) : code)
    await page.getByRole('button', { name: t.reset.submitCode }).click()
    await page.waitForURL('**step=password**')
    await page.reload()
    await seen('3-password')
    await ready()
    await page.getByLabel(t.reset.newPassword, { exact: true }).fill(NEW)
    await page.getByLabel(t.fields.confirmPassword, { exact: true }).fill(NEW)
    await page.getByRole('button', { name: t.reset.save }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/login'))
    await page.getByText(t.login.passwordSet).waitFor()
    expect(await page.locator('[name=email]').inputValue()).toBe(email)
    await seen('4-login')
    await context.close()
  })
})

const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)

describe('the code field', () => {
  const t = textsOf('en').accounts.reset

  async function atTheCode(): Promise<{ page: Page; email: string; close: () => Promise<void> }> {
    const { email } = await person()
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
    await page.goto('/en/forget-pass')
    await hydrated(page)
    await page.locator('[name=email]').fill(email)
    await page.getByRole('button', { name: t.send }).click()
    await page.waitForURL('**/forget-pass?email=*')
    await page.getByLabel(t.codeLabel).waitFor()
    return { page, email, close: () => context.close() }
  }

  async function paste(page: Page, text: string) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.getByLabel(t.codeLabel).focus()
    await page.keyboard.press('Control+V')
  }

  it('is one field that phones autofill, keeps only digits, folds Arabic ones, and accepts a code with spaces', async () => {
    const { page, email, close } = await atTheCode()
    const field = page.getByLabel(t.codeLabel)
    expect(await page.locator('main input:visible').count()).toBe(1)
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    await paste(page, 'x١٢-٣')
    expect(await field.inputValue()).toBe('123')
    expect(await page.locator('main span[data-filled]').count()).toBe(3)
    await field.fill('')
    const code = await mailedCode(site, email)
    await paste(page, `${code.slice(0, 3)} ${code.slice(3)}`)
    await page.waitForURL('**step=password**')
    await close()
  })

  longIt('is submitted by its button when typed; the code after a wrong one replaces it', async () => {
    const { page, email, close } = await atTheCode()
    const code = await mailedCode(site, email)
    const field = page.getByLabel(t.codeLabel)
    await field.pressSequentially(otherCode(code))
    expect(await page.getByText('Invalid OTP. Please try again.').count()).toBe(0)
    await page.getByRole('button', { name: t.submitCode }).click()
    await page.getByText('Invalid OTP. Please try again.').first().waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type(code)
    expect(await field.inputValue()).toBe(code)
    await page.keyboard.press('Enter')
    await page.waitForURL('**step=password**')
    await close()
  })

  /** A browser that reads codes from messages (WebOTP); `offer` exists as soon as the page requests a code. */
  async function readingMessages(page: Page): Promise<(code: string) => Promise<void>> {
    await page.addInitScript(() => {
      Object.assign(window, { OTPCredential: class {} })
      navigator.credentials.get = (options) =>
        new Promise((resolve) => {
          if (options && 'otp' in options)
            Object.assign(window, { offer: (code: string) => resolve({ id: '', type: 'otp', code } as Credential) })
        })
    })
    return async (code) => {
      await page.waitForFunction(() => 'offer' in window)
      await page.evaluate((code) => (window as unknown as { offer: (code: string) => void }).offer(code), code)
    }
  }

  it.each(inTurn(true, false))(
    'takes the code that the browser reads from a message; frames are immediate: %s',
    async (early) => {
      const { email } = await person()
      const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
      const offer = await readingMessages(page)
      await page.goto('/en/forget-pass')
      await hydrated(page)
      await page.locator('[name=email]').fill(email)
      await page.getByRole('button', { name: t.send }).click()
      await page.waitForURL('**/forget-pass?email=*')
      if (early)
        // Callbacks of the next frame run before React has written the code into the field.
        await page.evaluate(() => {
          window.requestAnimationFrame = (draw) => {
            queueMicrotask(() => draw(performance.now()))
            return 0
          }
        })
      await offer(await mailedCode(site, email))
      await page.waitForURL('**step=password**')
      await context.close()
    },
  )

  longIt('a new code can be requested when the countdown is over', async () => {
    const { page, close } = await atTheCode()
    expect(await page.locator('time').textContent()).toMatch(/^0[01]:\d\d$/)
    expect(await page.getByRole('button', { name: textsOf('en').accounts.codeAgain.resend }).count()).toBe(0)
    site.advance(MINUTE_MS)
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: textsOf('en').accounts.codeAgain.resend }).click()
    await page.getByText(t.sentAgain).waitFor()
    await close()
  })
})

describe('the password field', () => {
  const t = textsOf('en')

  longIt(
    'shows and hides the password, announces each rule that is met, accepts a paste and warns of Caps Lock',
    async () => {
      const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: true })
      await page.goto('/en/sign-up')
      await hydrated(page)
      const field = page.getByLabel('Password', { exact: true })
      expect(await field.getAttribute('autocomplete')).toBe('new-password')
      const met = () =>
        page.locator('#password-rules li').evaluateAll((rules) => rules.map((rule) => rule.hasAttribute('data-met')))
      expect(await met()).toEqual([false, false, false, false, false])
      await field.pressSequentially('a')
      expect(await met()).toEqual([false, false, true, false, false])
      await field.pressSequentially('B3')
      expect(await met()).toEqual([false, true, true, true, false])
      await field.fill('')
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), NEW)
      await field.focus()
      await page.keyboard.press('Control+V')
      expect(await field.inputValue()).toBe(NEW)
      expect(await met()).toEqual([true, true, true, true, true])
      expect(await page.locator('#password-rules').getByRole('img', { name: t.ui.ruleMet }).count()).toBe(5)

      await page
        .getByRole('button', { name: `${t.ui.show} ${t.ui.thePassword}` })
        .first()
        .click()
      expect(await field.getAttribute('type')).toBe('text')
      await page
        .getByRole('button', { name: `${t.ui.hide} ${t.ui.thePassword}` })
        .first()
        .click()
      expect(await field.getAttribute('type')).toBe('password')

      await field.focus()
      await field.evaluate((element) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
      )
      await page.getByRole('status').getByText(t.ui.capsLock).waitFor()
      await expectAccessible(page)
      await field.blur()
      expect(await page.getByText(t.ui.capsLock).count()).toBe(0)
      await context.close()
    },
  )
})
