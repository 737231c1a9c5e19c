/** A user's phone and authenticator app. */
import { totp } from '../../../app/features/second-factors/totp.server.ts'
import type { TestApp } from '../app.ts'
import { PASSWORD, type TestBrowser } from './accounts.ts'

/** The six-digit code in the newest SMS to the number. */
export async function messagedCode(app: TestApp, phone: string): Promise<string> {
  const [sms] = await app.mails(phone)
  const code = /\d{6}/.exec(sms?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${phone}.`)
  return code
}

/** Verifies the phone number of the signed-in user. */
export async function verifiedPhone(app: TestApp, browser: TestBrowser): Promise<string> {
  const { phone } = (await browser.call('GET', 'auth/user-info')).data.userData
  await browser.call('POST', 'Profile/phone', { body: { phone } })
  const { status } = await browser.call('POST', 'Profile/phone/verify', {
    body: { code: await messagedCode(app, phone) },
  })
  if (status !== 200) throw new Error(`${phone} could not be verified.`)
  return phone
}

/** Enables the second factor by SMS. */
export async function secondFactor(browser: TestBrowser): Promise<{ backupCodes: string[] }> {
  const { data } = await browser.call('POST', 'Profile/two-factor/enable', { body: { password: PASSWORD } })
  return data
}

/** The code that an authenticator app shows. @param steps of half a minute from now */
export function appCode(app: TestApp, secret: string, steps = 0): string {
  return totp(bytesOf(secret), Math.floor(app.services.now().getTime() / 30_000) + steps)
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
