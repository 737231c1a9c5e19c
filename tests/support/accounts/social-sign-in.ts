/** The redirects of a browser to a sign-in provider and back. */

import { startTestApp, type TestApp, type TestAppOptions } from '../app.ts'
import { browserOf, type TestBrowser } from './accounts.ts'
import { type OpenId, type Person, type SentBack, startOpenId, visitOpenId } from './openid.ts'

export type TestAppWithOpenId = TestApp & { openid: OpenId }

/** The product with a provider under these names. */
export async function startAppWithOpenId(names: string[], options: TestAppOptions = {}): Promise<TestAppWithOpenId> {
  const openid = await startOpenId()
  const app = await startTestApp({ ...options, env: { ...openid.env(...names), ...options.env } })
  openid.knows(app.address)
  const stop = async () => {
    await app.stop()
    await openid.stop()
  }
  return { ...app, openid, stop }
}

let count = 0
/** A user of the provider; each call is another person. Undefined omits a claim. */
export function somebody(openid: OpenId, facts: Person = {}) {
  count += 1
  const subject = `subject-${count}`
  const person = {
    email: `elsewhere-${count}@example.com`,
    email_verified: true,
    given_name: 'نورة',
    family_name: 'العتيبي',
    ...facts,
  }
  openid.people.set(subject, person)
  return { subject, email: person.email ?? `typed-${count}@example.com`, person }
}

/** Starts a sign-in; returns the provider's address. */
export async function leaveFor(browser: TestBrowser, provider: string, query: Record<string, string> = {}) {
  const { status, location } = await browser.page(
    `/api/Auth/external/${provider}/start?${new URLSearchParams({ lang: 'en', ...query })}`,
  )
  if (status !== 302 || !location) throw new Error(`The product answered ${status}.`)
  return location
}

/** Delivers the provider's response, as the browser does. Returns the product's redirect. */
export async function bringBack(app: TestApp, browser: TestBrowser, { url, form }: SentBack): Promise<string> {
  if (!form) return (await browser.page(url.pathname + url.search)).location!
  // A cross-site POST: the browser sends no cookies.
  const posted = await fetch(app.address + url.pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://appleid.apple.com' },
    body: form,
  })
  const next = posted.headers.get('location')!
  return next.startsWith('/api/') ? (await browser.page(next)).location! : next
}

/** To the provider and back. Returns the product's redirect. */
export async function signInBy(
  app: TestAppWithOpenId,
  subject: string,
  {
    browser = browserOf(app),
    provider = 'campus',
    query = {},
    deny = false,
  }: { browser?: TestBrowser; provider?: string; query?: Record<string, string>; deny?: boolean } = {},
) {
  const sent = await visitOpenId(await leaveFor(browser, provider, query), subject, { deny })
  return { browser, sent, location: await bringBack(app, browser, sent) }
}

/** The final submission of the sign-up page. */
export const restOfForm = { firstName: 'Nora', lastName: 'Alotaibi', phone: '0501234567', acceptTerms: true }
