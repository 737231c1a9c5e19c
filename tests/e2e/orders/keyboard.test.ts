/** From the home page to the payment page by keyboard alone: Tab, Enter and Space. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode, signUpForm } from '../../support/accounts/accounts.ts'
import { hydrated, startTestSite, type TestSite, watchErrors } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'

const MAX_STEPS = 90

type Focused = { name: string; path: string; isSeen: boolean; isMarked: boolean }

/** The focused element, whether it is in view and whether its focus is visible. */
function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const ring = (one: Element | null) =>
      one !== null && getComputedStyle(one).outlineStyle !== 'none' && getComputedStyle(one).outlineWidth !== '0px'
    const boxes = element.matches('[autocomplete=one-time-code]') ? element.nextElementSibling : null
    const { top, bottom, width, height } = element.getBoundingClientRect()
    return {
      name: (element.getAttribute('aria-label') ?? element.innerText ?? '').trim(),
      path: `${element.tagName.toLowerCase()} ${element.id || element.getAttribute('name') || element.getAttribute('href') || ''}`,
      isSeen: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
      isMarked:
        ring(element) ||
        ring(element.closest('article, label, li, form')) ||
        ring(element.parentElement) ||
        (boxes !== null && getComputedStyle(boxes).boxShadow !== 'none'),
    }
  })
}

/** Presses Tab until the element has the focus; each element before it must show its focus. */
async function tabTo(page: Page, selector: string, name?: string): Promise<void> {
  // The address changes before the page does.
  await page.locator(selector, { hasText: name }).first().waitFor({ state: 'attached' })
  const way: string[] = []
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (now.path.startsWith('body')) continue
    way.push(`${now.path} ${now.name}`)
    expect(now, way.at(-1)!).toMatchObject({ isSeen: true, isMarked: true })
    const isIt = await page.evaluate((sought) => document.activeElement?.matches(sought) ?? false, selector)
    if (isIt && (name === undefined || now.name === name)) return
  }
  throw new Error(`${selector} ${name ?? ''} was not reached on ${page.url()}:\n${way.join('\n')}`)
}

describe('the keyboard alone', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  afterAll(() => site.stop())

  it('leads from the home page to the payment page, in Arabic', async () => {
    const t = textsOf('ar')
    const person = signUpForm()
    const { page, context } = await site.visit({ lang: 'ar', width: 1440, scripts: true })
    const errors = watchErrors(page)
    const press = (key: string) => page.keyboard.press(key)

    await page.goto('/ar')
    await hydrated(page)
    await press('Tab')
    expect((await focused(page)).name).toBe(t.shell.skipToContent)
    await press('Enter')
    await tabTo(page, 'main [type=search]')
    await page.keyboard.type('المحاسبه')
    await press('Enter')
    await page.waitForURL('**/courses?**')
    await page.locator('#results-count').waitFor()
    const card = page.locator('main article a').first()
    const course = (await card.innerText()).trim()
    await tabTo(page, 'main article a', course)
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: course }).waitFor()
    await tabTo(page, '#runs a[href*="order-details"]')
    await press('Enter')
    await page.waitForURL('**/order-details/**')
    await tabTo(page, '[name=coupon]')
    await page.keyboard.type('welcome10')
    await press('Enter')
    await page.getByText(t.orders.couponApplied('WELCOME10')).waitFor()
    await tabTo(page, 'main a', t.orders.createAccount)
    await press('Enter')
    await page.waitForURL('**/sign-up?**')
    for (const [field, value] of [
      ['firstName', person.firstName],
      ['lastName', person.lastName],
      ['email', person.email],
      ['phone', person.phone],
      ['password', person.password],
      ['confirmPassword', person.password],
    ] as const) {
      await tabTo(page, `[name=${field}]`)
      await page.keyboard.type(value)
    }
    await tabTo(page, '[name=acceptTerms]')
    await press('Space')
    await tabTo(page, 'main form button', t.accounts.signUp.submit)
    await press('Space')
    await page.waitForURL('**/register-otp?**')
    await tabTo(page, '[name=code]')
    await page.keyboard.type(await mailedCode(site, person.email))
    await press('Enter')
    await page.waitForURL('**/order-details/**')
    await page.getByText(t.orders.couponApplied('WELCOME10')).waitFor()
    await tabTo(page, 'main button', t.orders.placeOrder.run)
    await press('Enter')
    await page.waitForURL('**/sandbox-payment/**')
    await tabTo(page, '[name=number]')
    expect(errors).toEqual([])
    await context.close()
  })

  it('opens the programmes menu, and Escape returns the focus', async () => {
    const t = textsOf('ar').shell
    const { page, context } = await site.visit({ lang: 'ar', width: 1440, scripts: true })
    await page.goto('/ar/about')
    await hydrated(page)
    await tabTo(page, 'header summary', t.programs)
    await page.keyboard.press('Enter')
    await tabTo(page, 'header summary + * :is(a, button)')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await focused(page)).name).toBe(t.programs)
    expect(await page.locator('header details[open]').count()).toBe(0)
    // Closed, it is left with one Tab.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('header details') === null)).toBe(true)
    await context.close()
  })
})
