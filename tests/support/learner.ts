/** The steps of a learner in a browser. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { texts as ar } from '../../app/locales/ar/index.ts'
import { texts as en } from '../../app/locales/en/index.ts'
import type { Lang } from '../../app/locales/lang.ts'
import { mailedCode, signUpForm } from './accounts/accounts.ts'
import type { TestSite } from './browser.ts'

export const textsOf = (lang: Lang) => (lang === 'ar' ? ar : en)

/** The sign-up fields of a new learner. */
export type Person = ReturnType<typeof signUpForm>

/** Fills in and submits the registration. */
export async function signUp(page: Page, lang: Lang, person: Person): Promise<void> {
  const t = textsOf(lang).accounts
  await page.locator('[name=firstName]').fill(person.firstName)
  await page.locator('[name=lastName]').fill(person.lastName)
  await page.locator('[name=email]').fill(person.email)
  await page.locator('[name=phone]').fill(arabicDigits(person.phone))
  await page.locator('[name=password]').fill(person.password)
  await page.locator('[name=confirmPassword]').fill(person.password)
  await page.locator('[name=acceptTerms]').check()
  await page.getByRole('button', { name: t.signUp.submit }).click()
  await page.waitForURL('**/register-otp?**')
}

/** Types the code that was mailed, in Arabic digits. */
export async function activate(page: Page, lang: Lang, site: TestSite, person: Person): Promise<void> {
  await page.locator('[name=code]').fill(arabicDigits(await mailedCode(site, person.email)))
  await page.getByRole('button', { name: textsOf(lang).accounts.otp.submit }).click()
}

/** Registers through the API, so that this context's browser is signed in. */
export async function signedIn(site: TestSite, context: BrowserContext, lang: Lang = 'en'): Promise<Person> {
  const person = signUpForm()
  const headers = { 'Accept-Language': lang, Origin: site.address, 'X-Session': 'cookies' }
  const register = await context.request.post(`${site.address}/api/Auth/register`, {
    headers,
    data: person,
  })
  expect(register.status(), await register.text()).toBe(200)
  const activated = await context.request.post(`${site.address}/api/Auth/activate`, {
    headers,
    data: { email: person.email, code: await mailedCode(site, person.email) },
  })
  expect(activated.status(), await activated.text()).toBe(200)
  return person
}

/** Opens the part of an unpaid order's page that cancels, and confirms. */
export async function cancelOrder(page: Page, lang: Lang): Promise<void> {
  const t = textsOf(lang).orders.cancelling
  await page.locator('summary', { hasText: t.ask }).click()
  await page.getByRole('button', { name: t.confirm }).click()
}

/** Fills in the form on the payment provider's page. */
export async function payWith(page: Page, card: string): Promise<void> {
  await fillCard(page, card)
  await page.locator('form:has([name=number]) button').click()
}

export async function fillCard(page: Page, card: string): Promise<void> {
  await page.waitForURL('**/sandbox-payment/**')
  await page.locator('[name=number]').fill(card)
  await page.locator('[name=expiry]').fill('12/39')
  await page.locator('[name=cvc]').fill('123')
}

/** A run that can be booked, found through the public API. */
export async function openRun(site: TestSite, { slug, seats = 6 }: { slug?: string; seats?: number } = {}) {
  const list = await site.call('GET', `Courses/basic-courses-paginated?PageSize=50&SortMethod=2`)
  for (const card of list.data.items.filter((item: { slug: string; state: string }) =>
    slug ? item.slug === slug : item.state === 'open',
  )) {
    const { data: course } = await site.call('GET', `Courses/course-by-slug?slug=${encodeURIComponent(card.slug)}`)
    const run = course.schedules.find(
      (one: { state: string; seatsLeft: number; priceHalalas: number }) =>
        one.state === 'open' && one.seatsLeft >= seats && one.priceHalalas > 0,
    )
    if (run) return { course, run, path: `/order-details/${course.id}/${run.id}` }
  }
  throw new Error('no run can be booked')
}

export function arabicDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
}
