/** The forms of guests' pages before their scripts run: nothing typed is lost, nothing is sent twice. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUpForm } from '../../support/accounts/accounts.ts'
import { pdf } from '../../support/attacks/upload-corpus.ts'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { holdScripts, openHeldPage } from '../../support/held-scripts.ts'
import { textsOf } from '../../support/learner.ts'
import { longIt } from '../../support/long.ts'

/** Longer than the form token requires. */
const A_WHILE = 5000
const hydrated = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready')

describe('a form that is used before hydration', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ isWhole: true })
  })
  afterAll(() => site.stop())

  const late = (page: Page) => page.evaluate(() => document.documentElement.dataset.scripts)

  it('shows the password once, and is checked by the browser in the language of the page', async () => {
    const { context, page, errors, release } = await openHeldPage(site, '/ar/login', {
      hasTouch: true,
      locale: 'en-GB',
    })
    const { ui, accounts } = textsOf('ar')
    const eye = page.getByRole('button', { name: `${ui.show} ${ui.thePassword}` })
    await eye.tap()
    const password = page.locator('[name=password]')
    expect(await password.getAttribute('type')).toBe('text')
    await password.fill('Secret-1')
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    const send = page.getByRole('button', { name: accounts.login.submit, exact: true })
    const complaint = () =>
      page
        .locator('[name=email]')
        .evaluate((field: HTMLInputElement) => [field.validationMessage, field.matches(':focus')])
    await send.tap()
    expect(await complaint()).toEqual([ui.invalid.missing, true])
    await page.keyboard.type('nobody')
    await send.tap()
    expect(await complaint()).toEqual([ui.invalid.email, true])
    expect(posts).toEqual([])
    release()
    await hydrated(page)
    expect(await password.getAttribute('type')).toBe('text')
    expect(await password.inputValue()).toBe('Secret-1')
    expect(await page.locator('[name=email]').inputValue()).toBe('nobody')
    await page.getByRole('button', { name: `${ui.hide} ${ui.thePassword}` }).tap()
    expect(await password.getAttribute('type')).toBe('password')
    expect(errors).toEqual([])
    await context.close()
  })

  it('is sent once, and shows what was typed beside the errors', async () => {
    const { context, page } = await openHeldPage(site, '/en/sign-up')
    const person = { ...signUpForm(), confirmPassword: 'another' }
    for (const [name, value] of Object.entries(person))
      if (name !== 'acceptTerms') await page.locator(`[name=${name}]`).fill(String(value))
    await page.locator('[name=acceptTerms]').check()
    let posts = 0
    await page.route('**/sign-up', async (route) => {
      if (route.request().method() === 'POST') posts += 1
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    const send = page.getByRole('button', { name: textsOf('en').accounts.signUp.submit, exact: true })
    await send.evaluate((button: HTMLButtonElement) => [button.click(), button.click(), button.click()])
    await page.locator('[name=confirmPassword][aria-invalid=true]').waitFor()
    expect(posts).toBe(1)
    expect(await page.locator('[name=firstName]').inputValue()).toBe(person.firstName)
    expect(await page.locator('[name=acceptTerms]').isChecked()).toBe(true)
    await context.close()
  })

  it('asks for the passkey as soon as the scripts are there', async () => {
    const { context, page, release } = await openHeldPage(site, '/en/login')
    // A device that knows no passkey: without one, Chromium may wait for a minute for somebody to attach it.
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
    })
    const t = textsOf('en').passkeys
    const button = page.getByRole('button', { name: t.signIn })
    await button.click()
    expect(await button.getAttribute('aria-busy')).toBe('true')
    const request = page.waitForRequest('**/api/Auth/passkey/options')
    release()
    await request
    await page.getByText(t.failures.cancelled).or(page.getByText(t.failures.failed)).waitFor()
    expect(await button.getAttribute('aria-busy')).toBeNull()
    expect(new URL(page.url()).pathname).toBe('/en/login')
    await context.close()
  })

  longIt('keeps a choice and a message, and goes on to the next step', async () => {
    const { context, page, errors, release } = await openHeldPage(site, '/en/contact?subject=other')
    await page.locator('#subject').selectOption({ index: 2 })
    const chosen = await page.locator('#subject').inputValue()
    await page.locator('[name=message]').fill('Where are you?')
    release()
    await hydrated(page)
    expect(await page.locator('#subject').inputValue()).toBe(chosen)
    expect(await page.locator('[name=message]').inputValue()).toBe('Where are you?')
    // Also in the draft, which is shown again.
    await page.goto('/en/contact')
    await hydrated(page)
    expect(await page.locator('[name=message]').inputValue()).toBe('Where are you?')

    const releaseSteps = await holdScripts(page)
    await page.goto('/en/join-us', { waitUntil: 'domcontentloaded' })
    expect(await page.locator('#form [data-step]:visible').count()).toBe(1)
    await page.locator('#form [name=name]').fill('Hind')
    await page.locator('#form [name=gender]').selectOption('female')
    const next = page.getByRole('button', { name: textsOf('en').trainer.next, exact: true })
    await next.click()
    expect(await next.getAttribute('aria-busy')).toBe('true')
    releaseSteps()
    await page.locator('#form [name=email][aria-invalid=true]').waitFor()
    expect(await page.locator('#form [name=name]').inputValue()).toBe('Hind')
    expect(await page.locator('#form [name=gender]').inputValue()).toBe('female')
    expect(errors.filter((error) => !error.includes('net::ERR'))).toEqual([])
    await context.close()
  })

  longIt('shows a stepwise form as a whole when the scripts do not come', async () => {
    const { context, page, release } = await openHeldPage(site, '/ar/join-us')
    const next = page.getByRole('button', { name: textsOf('ar').trainer.next, exact: true })
    await next.click()
    await expect.poll(() => late(page), { timeout: 10_000 }).toBe('late')
    expect(await next.isVisible()).toBe(false)
    const row = page.locator('[name^="researches"]').first()
    site.advance(A_WHILE)
    await page.locator('[name=cv]').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf() })
    await row.fill('بحث')
    release()
    await hydrated(page)
    // The visitor stays where the focus is, with what was typed.
    await page.locator('[data-step="2"]:visible').waitFor()
    expect(await page.locator('[name^="researches"]').first().inputValue()).toBe('بحث')
    await expect.poll(() => page.locator('[name=cvId]').inputValue()).not.toBe('')
    await context.close()
  })
})
