/** Test users for accounts: a cookie jar over HTTP, and an account created by signing up. */
import type { Answer, CallOptions, TestApp } from '../app.ts'

export const PASSWORD = 'Sahara-7-dunes'

let count = 0
/** The fields of a sign-up form; each call is another person. */
export function signUpForm(facts: Record<string, unknown> = {}) {
  count += 1
  const password = (facts.password as string | undefined) ?? PASSWORD
  return {
    firstName: 'سارة',
    lastName: 'القحطاني',
    email: `person-${count}@example.com`,
    phone: '0501234567',
    password,
    confirmPassword: password,
    acceptTerms: true,
    ...facts,
  }
}

/** The six-digit code in the newest mail to the address that contains one. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  for (const { subject } of await app.mails(email)) {
    const code = /\b\d{6}\b/.exec(subject ?? '')?.[0]
    if (code) return code
  }
  throw new Error(`No code was mailed to ${email}.`)
}

/** A different six-digit code. */
export const otherCode = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

/** A browser as the server sees it: stores cookies and sends them back. */
export function browserOf(app: TestApp) {
  const cookies = new Map<string, string>()
  const keep = (headers: Headers) => {
    for (const cookie of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
  }
  const headers = (): Record<string, string> => ({
    'Sec-Fetch-Site': 'same-origin',
    'X-Session': 'cookies',
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests check the fields by assertions
  const call = async <T = any>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> => {
    const answer = await app.call<T>(method, path, { ...options, headers: { ...headers(), ...options.headers } })
    keep(answer.headers)
    return answer
  }
  /** Requests a page, or posts a form without scripts; redirects are not followed. */
  const page = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(app.address + path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: headers(),
      body: form ? new URLSearchParams(form) : undefined,
    })
    keep(response.headers)
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
      headers: response.headers,
    }
  }
  /** The tokens of the browser's session, which only cookies hold. */
  const tokens = () => {
    const cookie = (name: string) => cookies.get(name) ?? cookies.get(`__Host-${name}`) ?? ''
    return { accessToken: cookie('access'), refreshToken: cookie('refresh') }
  }
  return { cookies, call, page, tokens }
}
export type TestBrowser = ReturnType<typeof browserOf>

/** Signs a new person up and in. */
export async function newPerson(
  app: TestApp,
  browser: TestBrowser = browserOf(app),
  facts: Record<string, unknown> = {},
) {
  const form = signUpForm(facts)
  await browser.call('POST', 'Auth/register', { body: form })
  const { data, status } = await browser.call('POST', 'Auth/activate', {
    body: { email: form.email, code: await mailedCode(app, form.email) },
  })
  if (status !== 200) throw new Error(`The account of ${form.email} could not be opened.`)
  return { browser, form, email: form.email, tokens: { ...data, ...browser.tokens() } }
}
