import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { inTurn, longIt } from '../../support/long.ts'

/** What a QR reader finds. */
function readCode(picture: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(picture)
  // A CommonJS module: its function is in `default`.
  const read = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr
  return read(new Uint8ClampedArray(data), width, height)?.data
}

describe('the pages of the app', () => {
  let site: TestSite
  let stores: { ios: string; android: string }
  beforeAll(async () => {
    site = await startTestSite()
    stores = (await site.call<{ stores: typeof stores }>('GET', 'Pages/institute')).data.stores
  })
  afterAll(() => site.stop())

  longIt.each(inTurn(['ios', 'ar', 390], ['android', 'ar', 1440], ['ios', 'en', 1440], ['android', 'en', 390]))(
    'lead to the store by link, and on a desktop by code: %s, %s, %i px',
    async (system, lang, width) => {
      const { page, context } = await site.visit({ lang, width, scripts: false })
      await page.goto(`/${lang}/app/${system}`)
      const main = page.getByRole('main')
      expect(await main.locator(`a[href="${stores[system]}"]`).count()).toBe(1)
      const code = main.getByRole('img', { name: lang === 'ar' ? /^رمز صفحة/ : /^QR code/ })
      /** Nobody photographs a phone with itself. */
      const isPhone = width === 390
      const read = async () => (isPhone ? code.count() : readCode(await code.screenshot()))
      expect(await read()).toBe(isPhone ? 0 : stores[system])
      const other = system === 'ios' ? 'android' : 'ios'
      await main.locator(`a[href="/${lang}/app/${other}"]`).click()
      await page.waitForURL(`**/${lang}/app/${other}`)
      expect(await read()).toBe(isPhone ? 0 : stores[other])
      await context.close()
    },
  )

  it('exist for no other system', async () => {
    const answer = await fetch(`${site.address}/ar/app/windows`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/error'])
  })
})
