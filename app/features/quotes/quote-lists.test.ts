/** Quotes as a list of the desk, and what the page of a company adds up. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type CompanyDesk, companyDesk, type Quote, redeem, someRun } from '../../../tests/support/orders/purchases.ts'
import { signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import type { companiesEndpoints } from '../companies/contract.ts'
import type { quotesEndpoints } from './contract.ts'

let app: TestApp
let desk: CompanyDesk
let other: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
  other = await companyDesk(app)
})
afterAll(() => app.stop())

type List = Output<(typeof quotesEndpoints)['quotes']>
type Account = Output<(typeof companiesEndpoints)['companyAccount']>
const accountOf = async ({ company }: CompanyDesk) =>
  (await desk.finance.call<Account>('GET', `admin/companies/${company.id}/account`)).data
const inSomeDays = (days: number) => plusDays(dayOf(app.services.now()), days)
const endsOn = (quote: Quote, day: string) =>
  sql`update quotes set valid_until = ${day}::date where id = ${quote.id}`.execute(app.db)

it('quotes are found by company and state, in each order from any page on, and exported so', async () => {
  const quotes = [
    await desk.sent({ ...(await someRun(app)), seats: 1 }),
    await desk.sent({ ...(await someRun(app)), seats: 2 }),
    await other.sent({ ...(await someRun(app)), seats: 3 }),
    await desk.owing(),
  ] as const
  const [past, soon, later] = [inSomeDays(-1), inSomeDays(40), inSomeDays(70)]
  for (const [index, day] of [later, past, soon, later].entries()) await endsOn(quotes[index]!, day)
  const numbers = (...places: number[]) => places.map((place) => quotes[place]!.number)
  async function read(query: string) {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `admin/quotes?limit=1&${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const { data } = await desk.finance.call<List>('GET', path)
      found.push(...data.items.map(({ number }) => number))
      cursor = data.next
    }
    return found
  }
  expect(await read('')).toEqual(numbers(3, 2, 1, 0))
  expect(await read('sort=oldest')).toEqual(numbers(0, 1, 2, 3))
  expect(await read('sort=ending')).toEqual(numbers(1, 2, 0, 3))
  const ofCompany = `companyId=${desk.company.id}`
  expect(await read(`sort=ending&${ofCompany}`)).toEqual(numbers(1, 0, 3))
  expect(await read(`state=sent&${ofCompany}`)).toEqual(numbers(0))
  expect(await read(`state=expired&${ofCompany}`)).toEqual(numbers(1))
  expect((await desk.finance.call('GET', 'admin/quotes?sort=dear')).status).toBe(400)

  const { data } = await desk.finance.call<Blob>('GET', `admin/quotes/export?sort=ending&${ofCompany}`)
  const rows = (await data.text())
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
  expect(rows.map(([number]) => number)).toEqual(numbers(1, 0, 3))
  expect(rows.map((row) => row.slice(5))).toEqual([
    [past, '2', '2300.00', ''],
    [later, '1', '1150.00', ''],
    [later, '2', '2300.00', '2300.00'],
  ])
  const { action, detail } = await app.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const filter = { companyId: desk.company.id, sort: 'ending' }
  expect([action, detail]).toEqual(['quote.export', { rows: 3, format: 'csv', filter }])
  const teacher = await signedInMember(app, ['Teacher'])
  expect((await teacher.call('GET', 'admin/quotes/export')).status).toBe(403)
})

it('a company’s page adds up what it bought, paid, owes and uses, of all its purchases and of no other company', async () => {
  const own = await companyDesk(app)
  expect(await accountOf(own)).toEqual({
    sums: {
      ...{ purchases: 0, boughtHalalas: 0, paidHalalas: 0, dueHalalas: 0, overdueHalalas: 0, owedHalalas: 0 },
      ...{ seats: 0, usedSeats: 0 },
    },
    documents: [],
  })
  await own.sent({ ...(await someRun(app)), seats: 9 })
  await other.owing()
  const late = await own.owing()
  await own.record(late, { amountHalalas: 30_000, reference: 'FT-31' })
  await sql`update purchase_balances set due_at = now() - interval '1 day' where quote_id = ${late.id}`.execute(app.db)
  const due = await own.owing({ ...(await someRun(app)), seats: 1 })
  const paid = await own.owing({ ...(await someRun(app)), seats: 3 })
  await own.record(paid, { amountHalalas: 345_000, reference: 'FT-32' })
  const { seats, lines } = await own.atDesk(paid)
  expect((await redeem(app, seats[0]!.code)).status).toBe(201)
  const back = await own.call('POST', `/${paid.id}/lines/${lines[0]!.id}/withdraw`, { seats: 1, reason: 'Ill' })
  expect(back.status).toBe(200)
  const books = { amountHalalas: 5_000, reason: 'كتب المتدربين', known: 0 }
  expect((await own.call('POST', `/${due.id}/lines/${due.lines[0]!.id}/debit-notes`, books)).status).toBe(200)

  const withBalance = async (balance: string) => {
    const path = `admin/quotes?companyId=${own.company.id}&balance=${balance}`
    return (await own.finance.call<List>('GET', path)).data.items.map(({ number }) => number)
  }
  expect([await withBalance('due'), await withBalance('late'), await withBalance('credit')]).toEqual([
    [due.number, late.number],
    [late.number],
    [paid.number],
  ])
  const { sums, documents } = await accountOf(own)
  expect(sums).toEqual({
    ...{ purchases: 3, boughtHalalas: 230_000 + 120_000 + 230_000, paidHalalas: 375_000 },
    ...{ dueHalalas: 200_000 + 120_000, overdueHalalas: 200_000, owedHalalas: 115_000 },
    ...{ seats: 2 + 1 + 2, usedSeats: 1 },
  })
  expect(sums.boughtHalalas - sums.paidHalalas).toBe(sums.dueHalalas - sums.owedHalalas)
  expect(documents.map(({ kind, totalHalalas, quote }) => [kind, totalHalalas, quote.number])).toEqual([
    ['debit-note', 5_000, due.number],
    ['credit-note', 115_000, paid.number],
    ['invoice', 345_000, paid.number],
    ['invoice', 115_000, due.number],
    ['invoice', 230_000, late.number],
  ])
  const content = await signedInMember(app, ['Content'])
  expect((await content.call('GET', `admin/companies/${own.company.id}/account`)).status).toBe(403)
  expect((await desk.finance.call('GET', 'admin/companies/999999/account')).status).toBe(404)
})
