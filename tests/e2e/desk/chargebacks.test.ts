/** Staff write about a chargeback on the page of its order, and attach what they sent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargebacks as ar } from '../../../app/locales/ar/desk/chargebacks.ts'
import { quotes as quotesAr } from '../../../app/locales/ar/desk/quotes.ts'
import { sales as salesAr } from '../../../app/locales/ar/desk/sales.ts'
import { fieldTexts as arFields } from '../../../app/locales/ar/fields.ts'
import { orders as ordersAr } from '../../../app/locales/ar/orders.ts'
import { ordersRecords as recordsAr } from '../../../app/locales/ar/orders-records.ts'
import { profile as profileAr } from '../../../app/locales/ar/profile.ts'
import { chargebacks as en } from '../../../app/locales/en/desk/chargebacks.ts'
import { sales as salesEn } from '../../../app/locales/en/desk/sales.ts'
import { fieldTexts as enFields } from '../../../app/locales/en/fields.ts'
import { orders as ordersEn } from '../../../app/locales/en/orders.ts'
import { ordersRecords as recordsEn } from '../../../app/locales/en/orders-records.ts'
import { profile as profileEn } from '../../../app/locales/en/profile.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { gif, pdf } from '../../support/attacks/upload-corpus.ts'
import { expectNoSidewaysScroll, startTestSite, type TestSite } from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { institute } from '../../support/orders/invoices.ts'
import { bookable, CARDS, eventually, is, payWith } from '../../support/orders/orders.ts'
import { companyDesk } from '../../support/orders/purchases.ts'
import { refundTools } from '../../support/orders/refunds.ts'
import { tokenOf } from '../../support/signed-in.ts'

const TEXTS = {
  ar: { orders: ordersAr, profile: profileAr, ordersRecords: recordsAr },
  en: { orders: ordersEn, profile: profileEn, ordersRecords: recordsEn },
}

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
})
afterAll(() => site.stop())
const { paid } = refundTools(() => site)

it.each(
  inTurn(
    { lang: 'ar', width: 390, scripts: false, t: ar, wrong: arFields.evidenceKind() } as const,
    { lang: 'en', width: 1440, scripts: true, t: en, wrong: enFields.evidenceKind() } as const,
  ),
)(
  'a file goes with a note; another kind of file is refused at its field, and what was typed stays ($lang, scripts: $scripts)',
  async ({ lang, width, scripts, t, wrong }) => {
    const finance = await learner(site.db, { roles: ['Finance'] })
    const { id } = await paid()
    await apiAs(site, finance).chargebacks.recordChargeback({ id, reason: 'Not known', dueOn: '2099-12-01' })
    const { page, context } = await site.visit({ lang, width, scripts })
    await context.addCookies([{ name: 'access', value: await tokenOf(site, finance), url: site.address }])
    await page.goto(`/${lang}/desk/orders/${id}`)

    const form = page.locator('details', { has: page.locator('summary', { hasText: t.write.title }) })
    await form.locator('summary').click()
    await form.getByLabel(t.write.note).fill('كشف حضور اليومين')
    await form.getByLabel(t.write.file).setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: await gif() })
    await form.getByRole('button', { name: t.write.submit }).click()
    await form.getByText(wrong).first().waitFor()
    expect(await form.getByLabel(t.write.note).inputValue()).toBe('كشف حضور اليومين')
    expect(await form.getByLabel(t.write.file).getAttribute('aria-invalid')).toBe('true')
    await expectNoSidewaysScroll(page)
    if (scripts) await expectAccessible(page)

    const file = { name: 'كشف.pdf', mimeType: 'application/pdf', buffer: pdf('attendance') }
    await form.getByLabel(t.write.file).setInputFiles(file)
    await form.getByRole('button', { name: t.write.submit }).click()
    await page.getByText(t.done.noted!).waitFor()
    const link = page.getByRole('link', { name: t.openFile })
    expect(await link.innerText()).toContain('كشف.pdf')
    expect((await link.innerText()).includes('،')).toBe(lang === 'ar')
    const opened = await fetch((await link.getAttribute('href'))!)
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await expectNoSidewaysScroll(page)
    if (scripts) await expectAccessible(page)
    await context.close()
  },
)

it.each([
  { lang: 'ar', width: 390, scripts: false, t: salesAr },
  { lang: 'en', width: 1440, scripts: false, t: salesEn },
] as const)('money that the institute did not send back is not said to be sent back ($lang)', async (visitor) => {
  const { lang, t } = visitor
  const staff = await learner(site.db, { roles: ['Owner'] })
  const desk = apiAs(site, staff)
  const { page, context } = await site.visit(visitor)
  const openAs = async (user: Parameters<typeof tokenOf>[1], path: string) => {
    await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
    await page.goto(`/${lang}/${path}`)
    await expectNoSidewaysScroll(page)
    return page.locator('main').innerText()
  }

  const moved = await paid()
  const to = await bookable(site.db, { priceHalalas: 1000_00 })
  const { fingerprint } = await desk.runs.enrolmentMovePreview({ id: moved.id, ...to })
  const placed = await desk.runs.moveEnrolment({ id: moved.id, ...to, fingerprint, reason: 'طلبت ذلك' } as never)
  const ofMoved = await openAs(staff, `desk/orders/${moved.id}`)
  for (const said of [t.attemptStatuses.refunded, t.refundStatuses.done, t.bankReference])
    expect(ofMoved, said).not.toContain(said)
  for (const said of [t.endings.moved, t.countsElsewhere, t.order.notSentBack]) expect(ofMoved, said).toContain(said)
  // In the facts, in the books and where it stands in place of a refund.
  expect(await page.getByRole('link', { name: placed.reference }).count()).toBe(3)
  const { status, moved: own } = TEXTS[lang].profile.orders
  const mine = await openAs(moved.sara, 'profile/orders')
  expect([mine.includes(own), mine.includes(status.refunded)]).toEqual([true, false])
  const { canceled } = TEXTS[lang].orders
  const ended = await openAs(moved.sara, `order-canceled?order=${moved.id}`)
  expect([ended.includes(canceled.moved.title), ended.includes(canceled.refunded.body)]).toEqual([true, false])
  expect(ended).not.toContain(canceled.again)
  await page.getByRole('link', { name: canceled.moved.open(placed.reference) }).click()
  await page.getByText(placed.reference).first().waitFor()

  const lost = await paid()
  const finance = apiAs(site, staff).chargebacks
  const { id } = await finance.recordChargeback({ id: lost.id, reason: 'x', dueOn: '2099-12-01' })
  await finance.decideChargeback({ id, outcome: 'lost', seat: 'cancel', reason: 'لم يقبل البنك' })
  const ofLost = await openAs(staff, `desk/orders/${lost.id}`)
  for (const said of [t.attemptStatuses.refunded, t.refundStatuses.done]) expect(ofLost, said).not.toContain(said)
  for (const said of [t.endings.chargedBack, t.takenByBank]) expect(ofLost, said).toContain(said)
  const list = await openAs(staff, 'desk/orders')
  expect([list.includes(t.endings.moved), list.includes(t.endings.chargedBack)]).toEqual([true, true])
  const badges = page.locator('main span').filter({ hasText: new RegExp(`^${t.statuses.refunded}$`) })
  expect(await badges.filter({ visible: true }).count()).toBe(0)
  await openAs(lost.sara, `order-canceled?order=${lost.id}`)
  await page.getByRole('heading', { level: 1, name: canceled.chargedBack.title }).waitFor()
  // Said once, with the amount and the day.
  const ofSara = await openAs(lost.sara, 'profile/orders')
  const [, , end] = TEXTS[lang].profile.orders.refund.chargedBack('|', '|').split('|')
  expect(ofSara).toContain(end)
  expect(ofSara).not.toContain(TEXTS[lang].ordersRecords.endedBecause.chargeback)
  await context.close()
})

it('ar, 390 px, without scripts: a lost chargeback of a company is due again on the page of its quote', async () => {
  const companies = await companyDesk(site)
  const quote = await companies.owing()
  const { data } = await companies.byLink<{ paymentUrl: string }>(quote, 'POST', '/card-payment')
  await payWith(data.paymentUrl, CARDS.good)
  await eventually(async () => (await companies.atDesk(quote)).money!.dueHalalas, is(0))
  const finance = await learner(site.db, { roles: ['Finance'] })
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, finance), url: site.address }])
  await page.goto(`/ar/desk/quotes/${quote.id}`)
  const form = (title: string) => page.locator('details', { has: page.locator('summary', { hasText: title }) })

  // The other form with a file on this page.
  const names = form(quotesAr.names.title('')).first()
  await names.locator('summary').click()
  const list = { name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('سارة القحطاني,sara@ufuq.example') }
  await names.getByLabel(quotesAr.names.file).setInputFiles(list)
  await names.getByRole('button', { name: quotesAr.names.submit }).click()
  await page.getByText('سارة القحطاني').first().waitFor()

  const record = form(ar.record.title)
  await record.locator('summary').click()
  await record.getByLabel(ar.due).fill('2099-12-01')
  await record.getByLabel(ar.reason).fill('لم يعرف حامل البطاقة الدفعة')
  await record.getByRole('button', { name: ar.record.submit }).click()
  await page.getByText(ar.statuses.open).waitFor()
  expect(await record.count()).toBe(0)

  const note = form(ar.write.title)
  await note.locator('summary').click()
  await note.getByLabel(ar.write.note).fill('أُرسل عرض السعر موقّعًا')
  const file = { name: 'عرض.pdf', mimeType: 'application/pdf', buffer: pdf('quote') }
  await note.getByLabel(ar.write.file).setInputFiles(file)
  await note.getByRole('button', { name: ar.write.submit }).click()
  await page.getByRole('link', { name: ar.openFile }).waitFor()

  const lost = form(ar.decide.lost.title)
  await lost.locator('summary').click()
  await lost.getByLabel(ar.decide.reason).fill('لم يقبل البنك الدليل')
  await expectNoSidewaysScroll(page)
  await lost.getByRole('button', { name: ar.decide.lost.submit }).click()
  await page.getByText(ar.statuses.lost).first().waitFor()
  expect((await companies.atDesk(quote)).money!.dueHalalas).toBe(230_000)

  await context.close()
})
