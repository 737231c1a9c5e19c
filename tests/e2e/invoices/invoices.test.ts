/** Invoices in a browser: from the order to the printed page, in both languages and widths, with a scanned QR code. */
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linksFor } from '../../../app/links.ts'
import { invoice as ar } from '../../../app/locales/ar/invoices.ts'
import { invoice as en } from '../../../app/locales/en/invoices.ts'
import { HOUR_MS } from '../../../app/platform/durations.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  VISITORS,
  watchErrors,
} from '../../support/browser.ts'
import { openRun, payWith, signedIn, textsOf } from '../../support/learner.ts'
import { inTurn, longIt } from '../../support/long.ts'
import { CARDS } from '../../support/orders/orders.ts'
import { layoutFaults } from '../../support/pages/measured-page.ts'

const TEXTS = { ar, en }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

/** What an independent QR reader finds in a screenshot. */
async function scanned(png: Buffer): Promise<string[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr
  const code = read(new Uint8ClampedArray(data), info.width, info.height)
  if (!code) throw new Error('There is no QR code in the picture.')
  const bytes = Buffer.from(code.data, 'base64')
  const values: string[] = []
  for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]!)
    values.push(bytes.subarray(at + 2, at + 2 + bytes[at + 1]!).toString())
  return values
}

async function buy(page: Page, lang: 'ar' | 'en'): Promise<void> {
  const { course, run } = await openRun(site)
  await page.goto(linksFor(lang).order(course.id, run.id))
  await page.getByRole('button', { name: textsOf(lang).orders.placeOrder.run }).click()
  await payWith(page, CARDS.good)
  await page.getByRole('heading', { level: 1, name: textsOf(lang).orders.approved.title }).waitFor()
}

it.each(inTurn(VISITORS[0]!, VISITORS[2]!).map((visitor) => [nameOf(visitor), visitor] as const))(
  'the invoice of a bought course is one click away, and its QR code has the same data: %s',
  async (_, visitor) => {
    const { lang, scripts } = visitor
    const t = TEXTS[lang]
    const { page, context } = await site.visit(visitor)
    const errors = watchErrors(page)
    await signedIn(site, context, lang)
    await buy(page, lang)
    const { ordersDocuments } = textsOf(lang)
    const toInvoice = page.getByRole('link', { name: ordersDocuments.invoice }).first()
    await toInvoice.click()
    await page.waitForURL(`**/${lang}/invoice/INV-*`)
    const number = new URL(page.url()).pathname.split('/').at(-1)!

    const paper = page.getByRole('article')
    await paper.getByRole('heading', { level: 1, name: ar.titles.invoice }).waitFor()
    expect(await paper.getAttribute('lang')).toBe('ar')
    for (const words of [number, en.titles.invoice, ar.vatNumber, en.vatNumber, ar.buyer, ar.total.invoice])
      expect(await paper.textContent()).toContain(words)
    await expectNoSidewaysScroll(page)
    // Its rules are scripts of their own.
    if (scripts) await expectAccessible(page)
    await picture(page, `invoice-${lang}-${visitor.width}`)
    if (visitor.width === 390) {
      expect(await layoutFaults(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
    }

    const shown = await paper.locator('.grand dd').innerText()
    const [seller, vatNumber, time, total] = await scanned(
      await paper.locator('.code svg').screenshot({ scale: 'device' }),
    )
    expect(await paper.textContent()).toContain(seller)
    expect(await paper.textContent()).toContain(vatNumber)
    expect(total).toBe(shown.replaceAll(',', ''))
    expect(Math.abs(Date.parse(time!) - Date.now())).toBeLessThan(HOUR_MS)

    // The print has the document and nothing else, on one sheet, and its code can still be scanned.
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.bar:visible').count()).toBe(0)
    await page.setViewportSize({ width: 680, height: 1010 })
    const sheet = await page.screenshot({ fullPage: true })
    await picture(page, `invoice-print-${lang}-${visitor.width}`)
    expect((await sharp(sheet).metadata()).height).toBeLessThanOrEqual(1016)
    expect((await scanned(await sharp(sheet).resize({ width: 1360 }).png().toBuffer()))[3]).toBe(total)
    await page.emulateMedia({ media: null })

    const print = page.getByRole('button', { name: t.page.print })
    if (scripts) {
      await page.evaluate('window.print = () => { window.printed = true }')
      await print.click()
      expect(await page.evaluate('window.printed')).toBe(true)
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: t.page.pdf }).click()
      expect((await coming).suggestedFilename()).toBe(`${number}.pdf`)
    } else expect(await print.count()).toBe(0)

    await page.getByRole('link', { name: t.page.back }).click()
    await page.getByRole('link', { name: ordersDocuments.invoice }).waitFor()
    // Scripts that are disabled are reported as errors.
    expect(errors.filter((error) => scripts || !error.endsWith(' csp'))).toEqual([])
    await context.close()
  },
)

longIt('a signed-out learner who follows the link of a mail reaches the invoice after signing in', async () => {
  const { page, context } = await site.visit({ lang: 'ar', width: 1440, scripts: true })
  const { email, password } = await signedIn(site, context, 'ar')
  await buy(page, 'ar')
  const url = await page
    .getByRole('link', { name: textsOf('ar').ordersDocuments.invoice })
    .first()
    .getAttribute('href')
  await context.clearCookies()
  await page.goto(url!)
  await page.waitForURL('**/ar/login?**')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.getByRole('button', { name: textsOf('ar').accounts.login.submit, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: ar.titles.invoice }).waitFor()
  expect(new URL(page.url()).pathname).toBe(url)
  await context.close()
})
