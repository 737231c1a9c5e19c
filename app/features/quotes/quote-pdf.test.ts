/** The quotation on paper, in both languages. */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type CompanyDesk, companyDesk, type Quote, someRun, tokenIn } from '../../../tests/support/orders/purchases.ts'
import { pdfFacts } from '../../../tests/support/pdf-text.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { formatDay } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'

let app: TestApp
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
})
afterAll(() => app.stop())

const byStaff = async ({ id }: Quote, lang: Lang) =>
  fetch(`${app.address}/api/admin/quotes/${id}/pdf?lang=${lang}`, {
    headers: { Authorization: `Bearer ${await tokenOf(app, desk.finance.user)}` },
  })

/** A quote of two lines, one of them with a discount, and terms of its own. */
async function quoted(): Promise<Quote> {
  const { call, company } = desk
  const { data } = await call('POST', '', { companyId: company.id, contactId: company.contacts[0]!.id })
  await call('POST', `/${data.id}/lines`, { ...(await someRun(app)), seats: 3, discountHalalas: 34_500 })
  const { version } = (await call('POST', `/${data.id}/lines`, { ...(await someRun(app)), seats: 1 })).data
  const changes = {
    validUntil: { from: data.validUntil, to: plusDays(dayOf(app.services.now()), 60) },
    paymentDays: { from: data.paymentDays, to: 45 },
    withdrawalDays: { from: data.withdrawalDays, to: 3 },
    terms: { from: '', to: 'تشمل الضيافة.\nLunch is included.' },
  }
  expect((await call('PATCH', `/${data.id}`, { version, changes })).status).toBe(200)
  return desk.atDesk(data)
}
const send = async ({ id, totals }: Quote) =>
  (await desk.call('POST', `/${id}/send`, { totalHalalas: totals.totalHalalas })).data

const read = async (answer: Response) => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const file = Buffer.from(await answer.arrayBuffer())
  const facts = pdfFacts(file)
  // What is broken into lines, such as terms, is one text for a reader.
  return { ...facts, file, text: facts.text, words: facts.text.replace(/\s+/g, ' ') }
}

const SAID = {
  ar: [
    ...['عرض سعر', 'شركة معهد للتدريب المحدودة', '310098765000003', '1010987650', 'حي الملقا، الرياض 13521'],
    ...['شركة أفق', '2322 طريق الملك فهد، العليا، الرياض 12211', 'عناية', 'نورة السالم'],
    ...['صالح حتى', 'سعر المقعد', 'الخصم', 'قبل الضريبة'],
    ...['تشمل الضيافة.', 'Lunch is included.', 'خلال 45 يومًا من تاريخ الفاتورة', 'حتى 3 أيام قبل بداية الدورة'],
    ...[
      'تُحجز المقاعد عند قبول العرض',
      'تشمل أسعار المقاعد والخصومات ضريبة القيمة المضافة',
      'هذا عرض سعر وليس فاتورة.',
      '(15%) المضافة القيمة ضريبة',
    ],
  ],
  en: [
    ...['Quotation', 'Maahad Training Company Ltd', '310098765000003', '1010987650', 'Al-Malqa, Riyadh 13521'],
    ...['Ufuq', 'Attention', 'نورة السالم', 'Valid until', 'Price of a seat', 'Discount', 'Before VAT'],
    ...[
      'تشمل الضيافة.',
      'Lunch is included.',
      'within 45 days of the invoice',
      'until 3 days before the course starts',
    ],
    ...[
      'Seats are booked when the quote is accepted',
      'discounts include VAT',
      'This is a quotation, not an invoice.',
      'VAT (15%)',
    ],
  ],
}

describe('the quotation', () => {
  it('says its number, validity, lines, discount, VAT and terms in either language, whichever the quote is in', async () => {
    const quote = await send(await quoted())
    for (const lang of ['ar', 'en'] as const) {
      const answer = await byStaff(quote, lang)
      expect(answer.headers.get('content-disposition')).toContain(`${quote.number}.pdf`)
      const { text, source, pages, file } = await read(answer)
      const days = [quote.sentAt!, instantOf(quote.validUntil).toISOString()].map((day) => formatDay(day, lang))
      for (const said of [...SAID[lang], quote.number, ...days]) expect(text).toContain(said)
      // Of each line its price, discount, net, VAT and total, and the sums below them.
      for (const amount of ['1,150.00', '345.00', '2,700.00', '405.00', '3,105.00', '150.00'])
        expect(text).toContain(amount)
      for (const sum of ['3,700.00', '555.00', '4,255.00']) expect(text).toContain(sum)
      expect([pages, source.match(/\/Lang \((..)\)/)?.[1]]).toEqual([1, lang])
      expect(text).not.toMatch(/مسودة|Draft/)
      if (process.env.SHOW) writeFileSync(`/tmp/quote-${lang}.pdf`, file)
    }
  })

  it('is the same for the company by its link, and says of a draft that nobody can accept it', async () => {
    const draft = await quoted()
    expect((await read(await byStaff(draft, 'ar'))).text).toContain('مسودة لم تُرسل')
    const quote = await send(draft)
    const path = `/api/Quotations/${quote.number}/files/quote?token=${tokenIn(quote)}&lang=en`
    const [theirs, ours] = [await read(await fetch(app.address + path)), await read(await byStaff(quote, 'en'))]
    expect(theirs.text).toBe(ours.text)
  })
})
