/** Companies that buy seats: the desk's calls by a member of Finance, and those of the company by its link. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ListedPayment } from '../../../app/adapters/payment/port.ts'
import type { Output } from '../../../app/api/endpoint.ts'
import type { companiesEndpoints } from '../../../app/features/companies/contract.ts'
import { applyToPurchase } from '../../../app/features/purchase-payments/apply-to-purchase.server.ts'
import { insertAttempt } from '../../../app/features/purchase-payments/queries.server.ts'
import type { quotesEndpoints } from '../../../app/features/quotes/contract.ts'
import type { TestApp } from '../app.ts'
import { type Member, signedInMember } from '../signed-in.ts'
import { institute } from './invoices.ts'
import { bookable } from './orders.ts'

export type Quote = Output<(typeof quotesEndpoints)['quote']>
export type Quotation = Output<(typeof quotesEndpoints)['quotation']>
type Company = Output<(typeof companiesEndpoints)['company']>
export type Run = { courseId: number; scheduleId: number }

let companies = 0

/** An institute, a member of Finance, and a company with one contact. */
export async function companyDesk(app: TestApp) {
  await institute(app.db)
  const finance = await signedInMember(app, ['Finance'])
  const own = String(++companies)
  const contact = `contact${own}@ufuq.example`
  const { data: company } = await finance.call<Company>('POST', 'admin/companies', {
    ...{ name: { ar: 'شركة أفق', en: 'Ufuq' }, registerNumber: `1010${own.padStart(6, '0')}`, notes: '' },
    vatNumber: `31${own.padStart(12, '0')}3`,
    nationalAddress: {
      ...{ buildingNumber: '2322', street: { ar: 'طريق الملك فهد' }, district: { ar: 'العليا' } },
      ...{ city: { ar: 'الرياض' }, postalCode: '12211', additionalNumber: '', shortAddress: '' },
    },
    contact: { name: 'نورة السالم', email: contact, phone: '', jobTitle: '', isPrimary: true },
  })
  return deskOf(app, { finance, company, contact })
}

type Parts = { finance: Member; company: Company; contact: string }

function deskOf(app: TestApp, { finance, company, contact }: Parts) {
  const call = <T = Quote>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    finance.call<T>(method, `admin/quotes${path}`, body)

  /** A quote of these lines that was sent. */
  const sent = async (...lines: (Run & { seats: number; unitHalalas?: number })[]): Promise<Quote> => {
    const { data } = await call('POST', '', { companyId: company.id, contactId: company.contacts[0]!.id })
    let quote = data
    for (const line of lines) quote = (await call('POST', `/${data.id}/lines`, line)).data
    const answer = await call('POST', `/${data.id}/send`, { totalHalalas: quote.totals.totalHalalas })
    expect(answer.status).toBe(200)
    return answer.data
  }
  const byLink = <T = Quotation>(quote: Quote, method: 'GET' | 'POST', path = '', body: object = {}) => {
    const token = tokenIn(quote)
    return method === 'GET'
      ? app.call<T>('GET', `Quotations/${quote.number}${path}?token=${token}`)
      : app.call<T>('POST', `Quotations/${quote.number}${path}`, { body: { token, ...body } })
  }
  const accept = (quote: Quote) =>
    byLink(quote, 'POST', '/accept', {
      ...{ name: 'خالد العمري', role: 'مدير التدريب', hasAgreed: true, totalHalalas: quote.totals.totalHalalas },
    })
  const record = ({ id }: Quote, fields: object) =>
    call('POST', `/${id}/payments`, {
      ...{ kind: 'received', method: 'transfer', reference: 'FT-1', receivedOn: '2026-01-01', ...fields },
    })
  return {
    ...{ finance, company, contact, call, sent, byLink, accept, record },
    /** An accepted quote with these lines; two seats in a new run without any. */
    owing: async (...lines: Parameters<typeof sent>) => {
      const quote = await sent(...(lines.length > 0 ? lines : [{ ...(await someRun(app)), seats: 2 }]))
      expect((await accept(quote)).status).toBe(200)
      return quote
    },
    atDesk: async ({ id }: Quote) => (await call('GET', `/${id}`)).data,
    seen: async (quote: Quote) => (await byLink(quote, 'GET')).data,
  }
}
export type CompanyDesk = ReturnType<typeof deskOf>

export const tokenIn = ({ link }: Quote) => new URL(link!).searchParams.get('token')!

/** A run whose seats cost 1,150 riyals with VAT. */
export async function someRun(app: TestApp, seats = 12): Promise<Run> {
  return (await bookable(app.db, { priceHalalas: 115_000 }, { seats })) as Run
}

let people = 0
export const newEmployee = () => ({
  ...{ firstName: 'سارة', lastName: 'القحطاني', phone: `05${10_000_000 + ++people}`, hasAgreed: true },
  email: `employee${people}@ufuq.example`,
})
export const redeem = (app: TestApp, code: string, who: object = newEmployee()) =>
  app.call<{ reference: string; orderId: string }>('POST', `Seats/${code}/redeem`, { body: who })

/** What the provider says of a card payment. */
export const paidByCard = (reference: string, amountHalalas: number, refundedHalalas = 0): ListedPayment => ({
  ...{ attemptId: null, reference, status: 'paid', amountHalalas, currency: 'SAR', refundedHalalas },
  failureReason: null,
})

/** A card payment of a company for a purchase that owes less: it waits for staff. */
export async function surplusOf(app: TestApp, quote: Quote, amountHalalas: number) {
  const [id, reference, now] = [randomUUID(), randomUUID(), app.services.now()]
  const attempt = { id, quoteId: quote.id, provider: 'sandbox', reference, amountHalalas, expiresAt: now, now }
  await insertAttempt(app.db, attempt)
  await applyToPurchase(app.services, 'sandbox', paidByCard(reference, amountHalalas))
  const waiting = app.db.selectFrom('unmatched_payments').select('id').where('provider_reference', '=', reference)
  return { id: (await waiting.executeTakeFirstOrThrow()).id, reference }
}
