/** Passkeys and sessions in a browser. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { browserOf, mailedCode, newPerson, PASSWORD, type TestBrowser } from '../../support/accounts/accounts.ts'
import { addPasskey, authenticator } from '../../support/accounts/authenticator.ts'
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
import { textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const asIn = async (context: BrowserContext, browser: TestBrowser) =>
  context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: site.address })))

/** A new user, signed in. */
async function visitOf(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  const { lang, width, scripts } = visitor
  const person = await newPerson(site)
  await asIn(context, person.browser)
  return {
    ...person,
    page,
    context,
    errors: watchErrors(page),
    shot: (name: string) => picture(page, `passkeys-${name}-${lang}-${width}`),
    go: async (path: string) => {
      await page.goto(`/${lang}${path}`)
      if (scripts) await hydrated(page)
    },
    fits: async () => {
      if (scripts) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    },
  }
}

describe.each(inTurn(VISITORS[2]!, VISITORS[0]!).map((visitor) => [nameOf(visitor), visitor] as const))(
  'sessions: %s',
  (_, visitor) => {
    const t = textsOf(visitor.lang).sessions

    longIt('are listed, and ended one by one or all together', async () => {
      const { page, context, email, go, fits, shot } = await visitOf(visitor)
      const devices = [browserOf(site), browserOf(site), browserOf(site)]
      for (const device of devices) {
        site.advance(MINUTE_MS)
        const headers = { 'User-Agent': PHONE }
        await device.call('POST', 'auth/login', { body: { email, password: PASSWORD }, headers })
      }
      const areIn = () =>
        Promise.all(devices.map(async (one) => (await one.call('GET', 'auth/user-info')).status === 200))
      await go('/profile/security')
      await page.locator(`main a[href="/${visitor.lang}/profile/sessions"]`).click()
      await page.waitForURL('**/profile/sessions')
      await fits()
      await shot('sessions')
      await expect.poll(() => page.locator('main h4').count()).toBe(4)
      // The last used comes first.
      await page.locator('main li button').first().click()
      await page.getByText(t.ended).waitFor()
      expect(await areIn()).toEqual([true, true, false])
      await page.getByRole('button', { name: t.endOthers }).click()
      await page.getByText(t.endedOthers).waitFor()
      await page.getByText(t.noOthers).waitFor()
      await fits()
      await shot('sessions-alone')
      expect(await areIn()).toEqual([false, false, false])
      await context.close()
    })
  },
)

/** A virtual authenticator with passkeys and user verification. */
async function virtualAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the device confirms user presence. */
    attended: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** Whether the device verifies the user. */
    knowsOwner: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(
        ({ credentialId }) => credentialId,
      ),
  }
}

describe('a passkey', () => {
  const lang = 'ar'
  const visitor: Visitor = { lang, width: 390, scripts: true }
  const t = textsOf(lang)

  it('is added after re-authentication, renamed, signs in by button and by suggestion, and is removed', async () => {
    const { page, context, email, errors, go, fits, shot } = await visitOf(visitor)
    const device = await virtualAuthenticator(page)
    site.advance(11 * MINUTE_MS)
    await go('/profile/passkeys')
    await page.getByText(t.passkeys.none).waitFor()
    await fits()
    await shot('none')
    const add = page.getByRole('button', { name: t.passkeys.add })
    await add.click()
    // The session is older than ten minutes.
    await page.locator('#proofPassword').fill(PASSWORD)
    await fits()
    await page.getByRole('button', { name: t.twoFactor.confirm.submit }).click()
    await page.getByText(t.passkeys.confirmed).waitFor()
    await device.knowsOwner(false)
    await add.click()
    await page.getByText(t.passkeys.failures.cancelled).waitFor()
    expect(await device.credentials()).toHaveLength(0)
    await device.knowsOwner(true)
    await add.click()
    await page.getByText(t.passkeys.done.added).waitFor()
    expect(await device.credentials()).toHaveLength(1)
    // The same device again.
    await add.click()
    await page.getByText(t.passkeys.failures.known).waitFor()
    await page.getByText(t.passkeys.edit, { exact: true }).click()
    await fits()
    await shot('edit')
    await page.getByLabel(t.passkeys.name).fill(' ')
    await page.getByRole('button', { name: t.passkeys.save }).click()
    await page.locator('main [aria-invalid=true]').waitFor()
    await page.getByLabel(t.passkeys.name).fill('جوال أبي')
    await page.getByRole('button', { name: t.passkeys.save }).click()
    await page.getByRole('heading', { name: 'جوال أبي' }).waitFor()

    await context.clearCookies()
    // Without user presence, so that the suggestion is not accepted immediately.
    await device.attended(false)
    await go(`/login?returnTo=%2F${lang}%2Fprofile%2Fpasskeys`)
    await fits()
    await shot('login')
    await device.knowsOwner(false)
    await device.attended(true)
    await page.getByRole('button', { name: t.passkeys.signIn }).click()
    await page.getByText(t.passkeys.failures.cancelled).waitFor()
    await shot('login-cancelled')
    await device.knowsOwner(true)
    await page.getByRole('button', { name: t.passkeys.signIn }).click()
    await page.waitForURL('**/profile/passkeys')
    await shot('one')

    // Among the suggestions of the field; the virtual authenticator chooses immediately.
    await context.clearCookies()
    await page.goto(`/${lang}/login`)
    await page.locator('[name=email]').focus()
    await page.waitForURL((url) => url.pathname === `/${lang}`)
    expect(await page.request.get('/api/auth/user-info').then((answer) => answer.json())).toMatchObject({
      data: { userData: { email } },
    })

    site.advance(11 * MINUTE_MS)
    await go('/profile/passkeys')
    await page.getByText(t.passkeys.edit, { exact: true }).click()
    await page.getByRole('button', { name: t.passkeys.removeNamed('جوال أبي') }).click()
    await page.getByRole('button', { name: t.twoFactor.confirm.ways.passkey, exact: true }).click()
    await shot('proof')
    await page.getByRole('button', { name: t.passkeys.prove }).click()
    await page.getByText(t.passkeys.done.removed).waitFor()
    expect(errors.filter((one) => !/status of 40[013]/.test(one))).toEqual([])

    // Removed here, but not from the device.
    await context.clearCookies()
    await device.attended(false)
    await go('/login')
    await device.attended(true)
    await page.getByRole('button', { name: t.passkeys.signIn }).click()
    await page.locator('main [role=alert]').waitFor()
    await shot('login-refused')
    expect(new URL(page.url()).pathname).toBe(`/${lang}/login`)
    await context.close()
  })
})

describe('an account without a password', () => {
  const visitor: Visitor = { lang: 'en', width: 1440, scripts: true }
  const t = textsOf('en')

  longIt('sets a password and deletes the account, after re-authentication on the same page', async () => {
    const { page, context, email, go, fits, shot } = await visitOf(visitor)
    await virtualAuthenticator(page)
    await go('/profile/passkeys')
    await page.getByRole('button', { name: t.passkeys.add }).click()
    await page.getByText(t.passkeys.done.added).waitFor()
    const without = () => site.db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
    await without()
    site.advance(11 * MINUTE_MS)
    await go('/profile/security')
    expect(await page.locator('[name=currentPassword]').count()).toBe(0)
    await page.locator('[name=password]').fill('Oasis-9-palms')
    await page.locator('[name=confirmPassword]').fill('Oasis-9-palms')
    await page.getByRole('button', { name: t.profile.password.submitSet }).click()
    await page.getByRole('button', { name: t.passkeys.prove }).waitFor()
    await fits()
    await shot('set-password')
    await page.getByRole('button', { name: t.passkeys.prove }).click()
    await page.getByText(t.profile.security.passwordSet).waitFor()
    const login = await site.call('POST', 'auth/login', { body: { email, password: 'Oasis-9-palms' } })
    expect(login.status).toBe(200)

    await without()
    site.advance(11 * MINUTE_MS)
    await go('/profile/data')
    await page.locator('[name=sure]').check()
    await page.getByRole('button', { name: t.profile.data.delete.submit }).click()
    await page.getByRole('button', { name: t.passkeys.prove }).click()
    await page.waitForURL('**/account-deleted')
    expect((await site.db.selectFrom('users').select('id').where('email', '=', email).execute()).length).toBe(0)
    await context.close()
  })

  longIt('without scripts shows what passkeys need, and re-authenticates by a mailed code', async () => {
    const { browser, email } = await newPerson(site)
    const device = authenticator({ origin: site.address })
    expect((await addPasskey(browser, device)).status).toBe(201)
    await site.db.updateTable('users').set({ password_hash: null }).where('email', '=', email).execute()
    site.advance(11 * MINUTE_MS)
    const { page, context } = await site.visit({ ...visitor, scripts: false })
    await asIn(context, browser)
    await page.goto('/en/profile/passkeys')
    expect(await page.locator('main').innerText()).toContain(t.passkeys.needsScripts)
    await page.goto('/en/profile/data')
    await page.locator('[name=sure]').check()
    await page.getByRole('button', { name: t.profile.data.delete.submit }).click()
    expect(await page.locator('main').innerText()).toContain(t.passkeys.needsScripts)
    await page.getByRole('button', { name: t.twoFactor.confirm.ways.email }).click()
    await page.getByRole('button', { name: t.twoFactor.confirm.send }).click()
    await page.locator('#proofCode').fill(await mailedCode(site, email))
    await page.getByRole('button', { name: t.twoFactor.confirm.submit }).click()
    await page.waitForURL('**/account-deleted')
    const sent = await browserOf(site).page('/en/login', { by: 'passkey', credential: '' })
    expect([sent.status, sent.html.includes(t.passkeys.needsScripts)]).toEqual([400, true])
    await context.close()
  })
})
