/** Open redirects: no account flow leads to another site, whatever `returnTo` contains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterSignIn, safeReturnTo } from '../app/links.ts'
import {
  browserOf,
  mailedCode,
  newPerson,
  PASSWORD,
  signUpForm,
  type TestBrowser,
} from './support/accounts/accounts.ts'
import { appCode } from './support/accounts/second-factors.ts'
import { LEADING_AWAY, wouldGoTo } from './support/attacks/other-sites.ts'
import { startTestSite, type TestSite } from './support/browser.ts'

const HERE = 'https://maahad.example'
const PAGE = `${HERE}/ar/login`

describe('an address to come back to', () => {
  it.each(LEADING_AWAY.map((address) => [address]))('%j stays on this site', (address) => {
    for (const lang of ['ar', 'en'] as const) {
      const next = afterSignIn(lang, address)
      expect(next).toMatch(/^\/(ar|en)(\/|\?|$)/)
      expect(wouldGoTo(next, PAGE)).toBe(HERE)
    }
    const safe = safeReturnTo(address)
    if (safe !== undefined) {
      expect(wouldGoTo(safe, PAGE)).toBe(HERE)
      expect(safeReturnTo(safe)).toBe(safe)
    }
  })

  it('is unchanged when it is internal', () => {
    for (const ours of ['/ar', '/en/order-details/1?coupon=A%20B', '/ar/courses/%D8%AF%D9%88%D8%B1%D8%A9', '/en?x=//y'])
      expect(safeReturnTo(ours)).toBe(ours)
  })

  it.each([
    ['begins with a slash', (address: string) => address.startsWith('/')],
    ['begins with one slash', (address: string) => /^\/[^/]/.test(address)],
    ['begins with a language', (address: string) => /^\/(ar|en)/.test(address)],
    ['names no host of its own', (address: string) => wouldGoTo(address, PAGE) === HERE],
  ])('that merely %s would lead away', (_name, isTaken) => {
    // As resolved by a server or a browser.
    const read = (address: string) => new URL(address, PAGE).pathname
    const fooled = LEADING_AWAY.filter((address) => {
      if (!isTaken(address) || !URL.canParse(address, PAGE)) return false
      return wouldGoTo(address, PAGE) !== HERE || wouldGoTo(read(address), PAGE) !== HERE
    })
    expect(fooled.length).toBeGreaterThan(0)
  })
})

/** A few of each kind, since a flow through pages takes long. */
const SOME = [
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example/ar',
  '/ar/..//evil.example',
  '/ar/%2e%2e//evil.example',
  '/\t/evil.example',
  '/ar\r\nLocation: //evil.example',
  'javascript:alert(1)',
  '/ar@evil.example',
]

describe('every flow with `returnTo`', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite({ env: { TRUST_PROXY: '1' } })
  })
  afterAll(() => site.stop())

  /** No redirect, link, form or refresh of the page leads to another site. */
  function staysHere({ location, html, headers }: Awaited<ReturnType<TestBrowser['page']>>, from: string) {
    const links = [...html.matchAll(/(?:href|action|src|formaction)="([^"]*)"/g)].map(([, link]) =>
      link!.replaceAll('&amp;', '&'),
    )
    for (const link of [location ?? '', headers.get('refresh') ?? '', ...links]) {
      const to = URL.parse(link, site.address + from)
      expect(to?.hostname, link).not.toMatch(/evil/)
      expect(to?.protocol, link).not.toBe('javascript:')
    }
    for (const inner of [location ?? '', ...links].flatMap((link) => handedOn(link, from)))
      expect(wouldGoTo(inner, site.address + from), inner).toBe(site.address)
  }
  /** The `returnTo` of the next page; the same page, in either language, checks it itself. */
  function handedOn(link: string, from: string): string[] {
    const next = URL.parse(link, site.address)
    const returnTo = next?.searchParams.get('returnTo')
    return returnTo && next!.pathname.slice(3) !== from.slice(3) ? [returnTo] : []
  }

  it.each(SOME)('%j, as a guest who signs up, forgets the password and signs in', async (evil) => {
    const to = `returnTo=${encodeURIComponent(evil)}`
    const browser = browserOf(site)
    for (const path of ['accounts', 'login', 'sign-up', 'forget-pass']) {
      const page = await browser.page(`/en/${path}?${to}`)
      // Where e-mail is the only way, `accounts` leads on to the sign-up.
      expect(page.status).toBe(path === 'accounts' ? 302 : 200)
      staysHere(page, `/en/${path}`)
    }
    for (const path of ['/en/external-sign-up', '/api/Auth/external/google/start', '/en/profile/security'])
      staysHere(await browser.page(`${path}?${to}`), path)
    const { acceptTerms: _, ...form } = signUpForm()
    const signedUp = await browser.page(`/en/sign-up?${to}`, { ...form, acceptTerms: 'on' })
    staysHere(signedUp, '/en/sign-up')
    expect(signedUp.status).toBe(302)
    const code = await mailedCode(site, form.email)
    const activated = await browser.page(`/en/register-otp?email=${form.email}&${to}`, { code })
    expect([activated.status, activated.location]).toEqual([302, '/en/welcome'])

    for (const path of ['accounts', 'login', 'sign-up', 'forget-pass', 'register-otp', 'login-with-2fa']) {
      const sent = await browser.page(`/en/${path}?${to}`)
      expect([sent.status, sent.location], path).toEqual([302, '/en'])
    }
    await browser.page('/en/logout', {})
    const signedIn = await browser.page(`/en/login?${to}`, { email: form.email, password: PASSWORD })
    expect([signedIn.status, signedIn.location]).toEqual([302, '/en'])
  })

  it.each(SOME)('%j, through a new password, a second step and the mail of a sign-up', async (evil) => {
    const to = `returnTo=${encodeURIComponent(evil)}`
    const body = signUpForm({ returnTo: evil })
    await browserOf(site).call('POST', 'Auth/register', { body })
    const [mail] = await site.mails(body.email)
    for (const [link] of mail!.text.matchAll(/https?:\/\/\S+/g)) {
      expect(new URL(link).hostname).not.toMatch(/evil/)
      expect(new URL(link).searchParams.get('returnTo')).toBeNull()
    }

    const { browser, email } = await newPerson(site)
    const { data } = await browser.call('POST', 'Profile/authenticator', { body: {} })
    await browser.call('POST', 'Profile/authenticator/confirm', { body: { code: appCode(site, data.secret) } })
    const elsewhere = browserOf(site)
    const answer = await elsewhere.page(`/en/forget-pass?${to}`, { email })
    staysHere(answer, '/en/forget-pass')
    const code = await mailedCode(site, email)
    const right = await elsewhere.page(`/en/forget-pass?email=${email}&${to}`, { code, intent: 'code' })
    staysHere(right, '/en/forget-pass')

    const first = await elsewhere.page(`/en/login?${to}`, { email, password: PASSWORD })
    expect(first.status).toBe(302)
    expect(first.location).toMatch(/^\/en\/login-with-2fa$/)
    const page = await elsewhere.page(`/en/login-with-2fa?${to}`)
    staysHere(page, '/en/login-with-2fa')
    const second = await elsewhere.page(`/en/login-with-2fa?${to}`, {
      code: appCode(site, data.secret, 1),
      method: 'totp',
    })
    expect([second.status, second.location]).toEqual([302, '/en'])
  })

  it('a page for signed-in users sends guests to the sign-in with an internal address', async () => {
    for (const path of ['/ar/profile//evil.example', '/ar/profile?next=//evil.example', '//evil.example/ar/profile']) {
      const response = await browserOf(site).page(path)
      staysHere(response, path)
      expect(response.status).toBe(302)
    }
  })
})
