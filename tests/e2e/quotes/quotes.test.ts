/** A company in a browser: it reads, accepts and pays its quote, names its employees, and one of them uses a seat. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Output } from '../../../app/api/endpoint.ts'
import type { companiesEndpoints } from '../../../app/features/companies/contract.ts'
import type { quotesEndpoints } from '../../../app/features/quotes/contract.ts'
import { linksFor } from '../../../app/links.ts'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { deskTexts } from '../../../app/locales/en/desk/index.ts'
import { texts as en } from '../../../app/locales/en/index.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { fillCard } from '../../support/learner.ts'
import { institute } from '../../support/orders/invoices.ts'
import { bookable, CARDS } from '../../support/orders/orders.ts'
import { companyDesk } from '../../support/orders/purchases.ts'
import { pay } from '../../support/payments/payment-flows.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'

type Quote = Output<(typeof quotesEndpoints)['quote']>

let site: TestSite
let finance: Member
let quote: Quote
const T = ar.quotation

beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
  finance = await signedInMember(site, ['Finance'])
  const place = await bookable(site.db, { priceHalalas: 115_000 }, { seats: 12 })
  const { data: company } = await finance.call<Output<(typeof companiesEndpoints)['company']>>(
    'POST',
    'admin/companies',
    {
      ...{ name: { ar: 'شركة أفق', en: 'Ufuq' }, vatNumber: '300000000000003', registerNumber: null, notes: '' },
      nationalAddress: {
        ...{ buildingNumber: '2322', street: { ar: 'طريق الملك فهد' }, district: { ar: 'العليا' } },
        ...{ city: { ar: 'الرياض' }, postalCode: '12211', additionalNumber: '', shortAddress: '' },
      },
      contact: { name: 'نورة السالم', email: 'noura@ufuq.example', phone: '', jobTitle: '', isPrimary: true },
    },
  )
  const call = async (path: string, body: object) =>
    (await finance.call<Quote>('POST', `admin/quotes${path}`, body)).data
  const { id } = await call('', { companyId: company.id, contactId: company.contacts[0]!.id })
  const { totals } = await call(`/${id}/lines`, { ...place, seats: 2 })
  quote = await call(`/${id}/send`, { totalHalalas: totals.totalHalalas })
})
afterAll(() => site.stop())

/** Run in the page. */
const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const linkIn = (lang: 'ar' | 'en') => {
  const { pathname, search } = new URL(quote.link!)
  return pathname.replace(/^\/ar/, `/${lang}`) + search
}

describe('a quote', () => {
  it('is accepted by the company’s link without scripts; what is missing is named, and nothing typed is lost', async () => {
    const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
    await page.goto(linkIn('ar'))
    await expectNoSidewaysScroll(page)
    await picture(page, 'quotation-sent-ar')
    // What opens has the sign of it.
    await page.locator('summary', { hasText: T.decline.title }).locator('svg').waitFor()
    const form = page.locator('form', { has: page.locator('input[value=accept]') })
    await form.locator('input[name=name]').fill('خالد العمري')
    await form.getByRole('button').click()
    expect(await form.locator('input[name=name]').inputValue()).toBe('خالد العمري')
    expect(await form.locator('[aria-invalid=true]').count()).toBe(2)
    await form.locator('input[name=role]').fill('مدير التدريب')
    await form.locator('input[name=hasAgreed]').check()
    await form.getByRole('button').click()
    await page.getByRole('heading', { name: T.titles.accepted }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(await page.getByText(T.notReleased).count()).toBe(1)
    await context.close()
  })

  it('is paid at the desk, and an employee of the company uses one of its seats', async () => {
    const desk = await site.visit({ lang: 'en', width: 1440, scripts: true })
    const access = await tokenOf(site, finance.user)
    await desk.context.addCookies([{ name: 'access', value: access, url: site.address }])
    const t = deskTexts.quotes.payment
    await desk.page.goto(`/en/desk/quotes/${quote.id}`)
    await hydrated(desk.page)
    await expectAccessible(desk.page)
    await desk.page.locator('summary', { hasText: t.title }).click()
    await desk.page.locator('input[name=amountHalalas]').fill('2,300')
    await desk.page.locator('input[name=reference]').fill('FT-1')
    await desk.page.getByRole('button', { name: t.submit, exact: true }).click()
    await desk.page.getByText(t.settled).waitFor()
    await picture(desk.page, 'desk-purchase-en')
    await desk.context.close()

    const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: true })
    await page.goto(linkIn('en'))
    await expectAccessible(page)
    await page.locator('a[href*="/seats/"]').first().click()
    await page.getByRole('heading', { name: en.quotation.seat.title }).waitFor()
    await expectAccessible(page)
    await picture(page, 'seat-en')
    // The days, their hours and the place.
    expect(await page.locator('section[aria-labelledby=course] li').count()).toBe(3)
    // Whoever agrees can read to what.
    for (const policy of ['terms-conditions', 'privacy-policy'] as const)
      await page.locator(`main label a[href="${linksFor('en').policy(policy)}"]`).waitFor()
    const person = { firstName: 'Sara', lastName: 'Ali', email: 'sara@ufuq.example', phone: '0501234567' }
    for (const [name, value] of Object.entries(person)) await page.locator(`main input[name=${name}]`).fill(value)
    await page.locator('main input[name=hasAgreed]').check()
    await page.getByRole('button', { name: en.quotation.seat.submit }).click()
    await page.getByRole('heading', { name: en.quotation.seat.doneTitle }).waitFor()
    await page.getByRole('link', { name: en.quotation.seat.forgot }).click()
    // Their address is there, and no code was sent before they ask for it.
    await expect.poll(() => page.locator('main [name=email]').inputValue()).toBe(person.email)
    await page.goto(linkIn('en'))
    await page.getByText('Sara Ali').waitFor()
    await context.close()

    // What would be refused is not offered: its seat belongs to the company.
    const { id } = await site.db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.user_id')
      .select('orders.id')
      .where('users.email', '=', 'sara@ufuq.example')
      .executeTakeFirstOrThrow()
    const staff = await site.visit({ lang: 'en', width: 390, scripts: false })
    await staff.context.addCookies([{ name: 'access', value: access, url: site.address }])
    await staff.page.goto(`/en/desk/orders/${id}`)
    await staff.page.getByText(deskTexts.enrolmentMove.stays.orderOfCompany).waitFor()
    expect(await staff.page.locator(`a[href$="/orders/${id}/move"]`).count()).toBe(0)
    await staff.context.close()
  })

  it.each([
    ['ar', false],
    ['en', true],
  ] as const)('is paid by card by the company itself, in %s, with scripts: %s', async (lang, scripts) => {
    const desk = await companyDesk(site)
    const owing = await desk.owing()
    const { pathname, search } = new URL(owing.link!)
    const { page, context } = await site.visit({ lang, width: 390, scripts })
    const t = (lang === 'ar' ? ar : en).quotation
    await page.goto(pathname.replace(/^\/ar/, `/${lang}`) + search)
    await expectNoSidewaysScroll(page)
    if (scripts) await hydrated(page)
    await picture(page, `quotation-card-${lang}`)
    const payForm = page.locator('form', { has: page.locator('input[value=card]') })
    await payForm.getByRole('button').click()
    await page.waitForURL('**/sandbox-payment/**')
    await fillCard(page, CARDS.poor)
    await pay(page)
    await page.getByRole('alert').waitFor()
    // It is the first thing that is said.
    await page.getByRole('heading', { level: 1, name: t.card.returned.failed.title }).waitFor()
    await picture(page, `quotation-card-refused-${lang}`)
    await payForm.getByRole('button').click()
    await page.waitForURL('**/sandbox-payment/**')
    await fillCard(page, CARDS.good)
    await pay(page)
    await page.getByText(t.settled).waitFor()
    await picture(page, `quotation-card-paid-${lang}`)
    expect((await desk.atDesk(owing)).money!.dueHalalas).toBe(0)

    // What was done with the seats is said in view, far from the form.
    const names = page.locator('form', { has: page.locator('input[value=names]') })
    await names.locator('input[name=lineId]').first().check()
    await names.locator('textarea').fill(`نورة, noura-${lang}@seats.example`)
    await names.getByRole('button', { name: t.names.submit }).click()
    await page.getByText(t.names.done).waitFor()
    await expect.poll(() => page.locator('#done').evaluate(isInView)).toBe(true)
    await page.getByText(`noura-${lang}@seats.example`).waitFor()
    await context.close()
  })

  it('is not found with another token, and a code that nobody has says so', async () => {
    const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
    await page.goto(`/en/quotation/${quote.number}?token=${'x'.repeat(32)}`)
    expect(page.url()).toContain('/error')
    const answer = await page.goto('/en/seats/2222-2222-2222')
    expect(answer!.status()).toBe(404)
    await context.close()
  })
})
