/** How many statements each page of the site sends to the database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtPages } from '../app/composition/built-pages.server.ts'
import type { SignedInUser } from '../app/platform/context.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { learner } from './support/factories.ts'
import { publicPages } from './support/pages/public-pages.ts'
import { tokenOf } from './support/signed-in.ts'
import { statementsDuring } from './support/statements.ts'

/** A remembered page or answer is too old after it. */
const TOO_OLD_MS = 31_000

/**
 * At most: for the first guest, for the next one, and for a visitor who is signed in after them. The latter includes the
 * one statement that finds the session.
 */
type Limits = [first: number, next: number, signedIn: number]
const DEFAULT: Limits = [7, 0, 1]
const LIMITS: Record<string, Limits> = {
  home: [19, 0, 1],
  courses: [10, 0, 1],
  'courses-filtered': [10, 0, 1],
  'courses-none': [10, 0, 1],
  blog: [10, 0, 1],
  community: [9, 0, 1],
  // What is the visitor's own: a review; whether it is followed, and comments.
  course: [14, 0, 2],
  article: [10, 0, 2],
  post: [8, 0, 2],
  // Each search is made anew in transactions of its own, and limited for each network.
  search: [14, 11, 12],
  'search-nothing': [17, 14, 15],
  // Depends on the address that was typed before.
  'register-otp': [4, 1, 1],
  profile: [0, 0, 2],
  'profile/security': [0, 0, 5],
  'profile/courses': [0, 0, 6],
  'profile/orders': [0, 0, 4],
  'profile/data': [0, 0, 8],
  'profile/notifications': [0, 0, 6],
  'profile/phone': [0, 0, 6],
  'profile/two-factor': [0, 0, 5],
  'profile/passkeys': [0, 0, 3],
  'profile/sessions': [0, 0, 3],
  'profile/connections': [0, 0, 3],
}
/** Of a visitor's own pages. */
const OWN = Object.keys(LIMITS).filter((name) => name.startsWith('profile'))

let app: TestApp
let sara: SignedInUser
beforeAll(async () => {
  const pageHandler = await builtPages()
  app = await startTestApp({ pageHandler, institute: true })
  sara = await learner(app.db)
  // The first search of a process reads what searches are counted by into its memory.
  await fetch(`${app.address}/ar/courses?search=excel`)
})
afterAll(() => app.stop())

async function statementsOf(path: string, token?: string): Promise<string[]> {
  await app.waitForSync()
  const headers: Record<string, string> = token ? { Cookie: `access=${token}` } : {}
  const { answer, statements } = await statementsDuring(async () => {
    const response = await fetch(app.address + path, { redirect: 'manual', headers })
    await response.text()
    return response
  })
  expect(answer.status, path).toBeLessThan(500)
  return statements
}

it('is small for every page, and none for a remembered one', { timeout: 120_000 }, async () => {
  const found: Record<string, Limits> = {}
  for (const { name, path } of await publicPages(app, 'ar')) {
    app.advance(TOO_OLD_MS)
    const [first, next] = [await statementsOf(path), await statementsOf(path)]
    const signedIn = await statementsOf(path, await tokenOf(app, sara))
    found[name] = [first.length, next.length, signedIn.length]
  }
  for (const name of OWN) {
    await statementsOf(`/ar/${name}`, await tokenOf(app, sara))
    const again = await statementsOf(`/ar/${name}`, await tokenOf(app, sara))
    found[name] = [0, 0, again.length]
  }
  const exceeding = Object.entries(found).filter(([name, counts]) =>
    counts.some((count, place) => count > (LIMITS[name] ?? DEFAULT)[place]!),
  )
  expect(Object.fromEntries(exceeding)).toEqual({})
})
