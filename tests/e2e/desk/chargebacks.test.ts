/** Staff write about a chargeback on the page of its order, and attach what they sent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargebacks as ar } from '../../../app/locales/ar/desk/chargebacks.ts'
import { quotes as quotesAr } from '../../../app/locales/ar/desk/quotes.ts'
import { fieldTexts as arFields } from '../../../app/locales/ar/fields.ts'
import { chargebacks as en } from '../../../app/locales/en/desk/chargebacks.ts'
import { fieldTexts as enFields } from '../../../app/locales/en/fields.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import { gif, pdf } from '../../support/attacks/upload-corpus.ts'
import { expectNoSidewaysScroll, startTestSite, type TestSite } from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { institute } from '../../support/orders/invoices.ts'
import { CARDS, eventually, is, payWith } from '../../support/orders/orders.ts'
import { companyDesk } from '../../support/orders/purchases.ts'
import { refundTools } from '../../support/orders/refunds.ts'
import { tokenOf } from '../../support/signed-in.ts'

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
    const opened = await fetch((await link.getAttribute('href'))!)
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await expectNoSidewaysScroll(page)
    if (scripts) await expectAccessible(page)
    await context.close()
  },
)

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
