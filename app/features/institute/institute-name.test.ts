/** The institute's own name, once it has set itself up, in what people are sent and keep. */
import { expect, it } from 'vitest'
import { browserOf, newPerson } from '../../../tests/support/accounts/accounts.ts'
import { startProduct } from '../../../tests/support/accounts/two-factor.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'

const product = startProduct()

const NAME = { ar: 'أكاديمية الأفق', en: 'Al Ofoq Academy' }
const LONG_NAME = { ar: 'أكاديمية الأفق العالمية للتدريب والتطوير المهني', en: NAME.en }

/** Sends a code to the phone of a new person, and gives the text of its SMS. */
async function codeMessage(lang: 'ar' | 'en', phone: string): Promise<string> {
  const { app } = product
  const { browser } = await newPerson(app, browserOf(app))
  await browser.call('POST', 'Profile/phone', { body: { phone }, headers: { 'Accept-Language': lang } })
  return (await app.mails(phone))[0]!.text
}

it('is the name in mails about an account', async () => {
  const { app, subjects } = product
  await institute(app.db, { name: NAME })
  const { email } = await newPerson(app)
  expect((await subjects(email)).at(-1)).toMatch(/^Your Al Ofoq Academy activation code: \d{6}$/)
  const [mail] = await app.mails(email)
  expect(mail!.text).toContain('Welcome to Al Ofoq Academy.')
  expect(mail!.text + mail!.html).not.toContain('Maahad.')
})

it('is the name that authenticator apps and passkeys show', async () => {
  const { app, withApp } = product
  await institute(app.db, { name: NAME })
  const { browser } = await newPerson(app)
  expect((await withApp(browser)).otpauthUrl).toMatch(
    /^otpauth:\/\/totp\/Al%20Ofoq%20Academy:.*&issuer=Al%20Ofoq%20Academy$/,
  )
  const { data } = await browser.call('POST', 'Profile/passkeys/options', { body: {} })
  expect(data.rp.name).toBe(NAME.en)
})

it('stands in an SMS where it leaves the SMS one message', async () => {
  const { app } = product
  await institute(app.db, { name: NAME })
  expect(await codeMessage('ar', '+966555550701')).toMatch(/^رمزك في أكاديمية الأفق: \d{6}\. /)
  await institute(app.db, { name: LONG_NAME })
  const long = await codeMessage('ar', '+966555550702')
  expect(long).toMatch(/^رمزك: \d{6}\. /)
  expect(long.length).toBeLessThanOrEqual(70)
  expect(await codeMessage('en', '+966555550703')).toMatch(/^\d{6} is your Al Ofoq Academy code\. /)
})
