/** Passkeys and sessions, walked in a browser. */
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, newPerson, PASSWORD, type TestBrowser } from '../support/accounts.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  VISITORS,
  type Visitor,
  watchErrors,
} from '../support/browser.ts'
import { textsOf } from '../support/learner.ts'

const MINUTE = 60_000
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const asIn = async (context: BrowserContext, browser: TestBrowser) =>
  context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: site.address })))

/** A new person, signed in here. */
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

describe.each(VISITORS.filter(({ width }) => width === 390).map((visitor) => [nameOf(visitor), visitor] as const))(
  'sessions: %s',
  (_, visitor) => {
    const t = textsOf(visitor.lang).sessions

    it('are seen, and ended one by one or all at once', async () => {
      const { page, context, email, go, fits, shot } = await visitOf(visitor)
      const devices = [browserOf(site), browserOf(site), browserOf(site)]
      for (const device of devices) {
        site.advance(MINUTE)
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
      expect(await page.locator('main h4').count()).toBe(4)
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
