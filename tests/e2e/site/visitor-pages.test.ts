/** The pages that signed-in visitors share: to the byte what is rendered for each of them, and hydrated without errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lang } from '../../../app/locales/lang.ts'
import { hydrated, nameOf, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { IS_LONG, inTurn } from '../../support/long.ts'
import { NOW } from '../../support/pages/pictures.ts'
import { publicPages } from '../../support/pages/public-pages.ts'
import { tokenOf } from '../../support/signed-in.ts'
import { WALKERS } from '../../support/walkers.ts'

/** Rendered for each visitor, and why. */
const OWN: Record<string, string> = {
  search: 'a search has too many values',
  'search-nothing': 'a search has too many values',
  contact: 'its form has a token of its own',
  partners: 'its form has a token of its own',
  services: 'its form has a token of its own',
  support: 'its form has a token of its own',
  complains: 'its form has a token of its own',
  'join-us': 'its form has a token of its own',
  login: 'leads who is signed in on to the profile',
  'sign-up': 'leads who is signed in on to the profile',
  'register-otp': 'belongs to who has signed up',
  'forget-pass': 'leads who is signed in on to the profile',
  error: 'has no language in its address',
}
const HOSTILE = `</script><b>"O'Brien" & $& \\u003c \u2028👩🏽‍🏫 \ue000\u202e`

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ institute: true, now: NOW })
})
afterAll(() => site?.stop())

async function visitor(facts: { userName: string; picture?: string; role?: 'Student' | 'Teacher' | 'Owner' }) {
  const { userName, picture = null, role = 'Student' } = facts
  const user = await learner(site.db, { roles: [role] })
  await site.db
    .updateTable('users')
    .set({ user_name: userName, profile_picture: picture, last_role: role })
    .where('id', '=', user.id)
    .execute()
  return { ...user, userName, access: await tokenOf(site, user) }
}

describe.each(inTurn<Lang>('ar', 'en'))('%s', (lang) => {
  it('every public page is to the byte what is rendered for the visitor, in documents and in data', async () => {
    const people = await Promise.all([
      visitor({ userName: HOSTILE, picture: '/media/0123-45/512.webp' }),
      visitor({ userName: 'سارة الأحمد', role: 'Teacher' }),
    ])
    const pages = await publicPages(site, lang)
    const others = new Set<string>()
    const differences: string[] = []
    for (const { name, path } of pages.filter(({ name, likeAnother }) => IS_LONG || !likeAnother || name in OWN)) {
      const [address, query = ''] = path.split('?')
      const data = `${address}.data${query && `?${query}`}`
      for (const address of [path, data]) {
        for (const { access } of people) {
          const shared = await answer(address, { Cookie: `access=${access}` })
          if (shared.encoding !== 'gzip') {
            others.add(name)
            break
          }
          const own = await answer(address, { Authorization: `Bearer ${access}` })
          // Only the shared page may be kept for going back, see decision 0136.
          const caching = `${own.caching}; ${shared.caching}`
          if (caching !== 'private, no-store; private, no-cache') differences.push(`${address} ${caching}`)
          if (own.encoding !== 'br' || own.text !== shared.text || own.headers !== shared.headers)
            differences.push(`${address} ${firstDifference(own.text + own.headers, shared.text + shared.headers)}`)
        }
      }
    }
    expect(differences).toEqual([])
    expect([...others].sort()).toEqual(Object.keys(OWN).sort())
  })
})

async function answer(path: string, headers: Record<string, string>) {
  const response = await fetch(site.address + path, {
    headers: { ...headers, 'Accept-Encoding': 'br, gzip' },
    redirect: 'manual',
  })
  const text = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? 'none'
  const compared = [...response.headers].filter(
    ([name]) =>
      !['cache-control', 'content-encoding', 'content-length', 'x-request-id', 'date', 'transfer-encoding'].includes(
        name,
      ),
  )
  return {
    encoding: response.status === 200 ? response.headers.get('content-encoding') : null,
    caching: response.headers.get('cache-control'),
    text: text.replaceAll(nonce, 'NONCE'),
    headers: JSON.stringify(compared).replaceAll(nonce, 'NONCE'),
  }
}

function firstDifference(left: string, right: string): string {
  const at = [...left].findIndex((_, index) => left[index] !== right[index])
  return `${left.slice(at - 60, at + 60)} ≠ ${right.slice(at - 60, at + 60)}`
}

describe.each(inTurn(...WALKERS).map((walker) => [nameOf(walker), walker] as const))('%s', (_, walker) => {
  it('the pages show the visitor, and their scripts start without an error', async () => {
    const { page, context } = await site.visit(walker)
    const { userName, email, access } = await visitor({ userName: HOSTILE })
    await context.addCookies([{ name: 'access', value: access, url: site.address }])
    const errors = watchErrors(page)
    const pages = await publicPages(site, walker.lang)
    for (const name of ['home', 'courses', 'course', 'article', 'post', 'faq']) {
      const { path } = pages.find((one) => one.name === name)!
      // Once for the placeholder, once for somebody else.
      for (const _ of [1, 2]) {
        const response = await page.goto(site.address + path)
        expect(response!.headers()['content-encoding'], path).toBe('gzip')
        expect(await page.locator('header bdi').first().textContent()).toBe(userName)
        expect(await page.content()).toContain(email)
        if (walker.scripts) await hydrated(page)
      }
    }
    // Without scripts, browsers report that they load none.
    if (walker.scripts) expect(errors).toEqual([])
  })
})
