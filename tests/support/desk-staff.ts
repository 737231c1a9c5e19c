/** Staff at the desk who signed in a while ago: what moves money or seats needs a fresh proof of them. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '../../app/api/rights.ts'
import type { Lang } from '../../app/locales/lang.ts'
import { type TestSite, type Visitor, watchErrors } from './browser.ts'
import { inDays } from './factories.ts'
import { type Person, signedIn, textsOf } from './learner.ts'

export async function staffWithOldProof(site: TestSite, visitor: Visitor, role: Role) {
  const { page, context } = await site.visit(visitor)
  const person = await signedIn(site, context, visitor.lang)
  const { id } = await site.db
    .updateTable('users')
    .set({ roles: [role], last_role: role })
    .where('email', '=', person.email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await signInAgain(site, context, visitor.lang, person)
  await site.db
    .updateTable('sessions')
    .set({ proved_at: inDays(-0.1) })
    .where('user_id', '=', id)
    .execute()
  return { page, context, person, errors: watchErrors(page) }
}

/** A session has the rights of its beginning. */
async function signInAgain(site: TestSite, context: BrowserContext, lang: Lang, { email, password }: Person) {
  const headers = { 'Accept-Language': lang, Origin: site.address, 'X-Session': 'cookies' }
  const answer = await context.request.post(`${site.address}/api/auth/login`, { headers, data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The fresh proof, by the password. */
export async function confirmItIsMe(page: Page, lang: Lang, { password }: Person): Promise<void> {
  await page.locator('[name=proofPassword]').fill(password)
  await page.getByRole('button', { name: textsOf(lang).twoFactor.confirm.submit, exact: true }).click()
}
