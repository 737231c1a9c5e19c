/** People of companies are not stored for ever. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type CompanyDesk, companyDesk, type Quote, someRun } from '../../../tests/support/orders/purchases.ts'
import { eraseOldCompanyPeople } from './erase.server.ts'

let app: TestApp
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
})
afterAll(() => app.stop())

const monthsOn = (months: number) => {
  const later = new Date()
  later.setUTCMonth(later.getUTCMonth() + months)
  return eraseOldCompanyPeople({ ...app.services, now: () => later })
}
const quoteRow = async ({ id }: Quote) => {
  const { rows } = await sql<{ name: string; email: string; said: string }>`
    select contact_name || coalesce(contact_phone, '') as name, contact_email as email, coalesce(answer ->> 'name', '') || (document #>> '{contact,email}')
      as said from quotes where id = ${id}`.execute(app.db)
  return rows[0]!
}
const contacts = async () => {
  const { rows } = await sql`select from company_contacts where company_id = ${desk.company.id}`.execute(app.db)
  return rows.length
}

it('named employees, contacts of quotes and contacts of companies end when the privacy policy says', async () => {
  const run = await someRun(app)
  const [bought, refused] = [await desk.owing({ ...run, seats: 2 }), await desk.sent({ ...run, seats: 1 })]
  await desk.record(bought, { amountHalalas: 115_000 })
  const lineId = bought.lines[0]!.id
  await desk.byLink(bought, 'POST', '/names', { lineId, names: 'سارة,sara@ufuq.example' })
  const named = async () => (await desk.atDesk(bought)).seats.filter(({ person }) => person !== null).length

  await monthsOn(11)
  expect([await named(), await contacts()]).toEqual([1, 1])
  await monthsOn(16)
  expect(await named()).toBe(0)
  expect((await desk.atDesk(bought)).seats).toHaveLength(2)
  expect(await quoteRow(refused)).toMatchObject({ email: desk.contact })

  await sql`update quotes set contact_phone = '+966501234567'`.execute(app.db)
  await monthsOn(25)
  expect(await quoteRow(refused)).toEqual({ name: '', email: '', said: '' })
  expect(await quoteRow(bought)).toMatchObject({ email: desk.contact })
  // What was offered stays, nobody has its link, and it cannot be sent to nobody.
  expect(refused.link).not.toBeNull()
  expect((await desk.byLink(refused, 'GET')).status).toBe(404)
  expect((await desk.atDesk(refused)).totals.totalHalalas).toBe(115_000)
  expect((await desk.call('POST', `/${refused.id}/revise`)).status).toBe(409)

  // A company that still owes is somebody's business.
  await monthsOn(37)
  expect(await contacts()).toBe(1)
  await desk.record(bought, { amountHalalas: 115_000, reference: 'FT-2' })
  await monthsOn(35)
  expect(await contacts()).toBe(1)
  await monthsOn(37)
  expect(await contacts()).toBe(0)

  await monthsOn(12 * 7 + 1)
  expect(await quoteRow(bought)).toEqual({ name: '', email: '', said: '' })
  const { money } = await desk.atDesk(bought)
  expect(money).toMatchObject({ invoicedHalalas: 230_000, receivedHalalas: 230_000, dueHalalas: 0 })
})
