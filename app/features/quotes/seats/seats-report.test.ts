/** What the company's contact learns by its link of who attended and who got a certificate. */
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  type CompanyDesk,
  companyDesk,
  newEmployee,
  type Quote,
  redeem,
  someRun,
  tokenIn,
} from '../../../../tests/support/orders/purchases.ts'
import { signedInMember } from '../../../../tests/support/signed-in.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'

let app: TestApp
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
})
afterAll(() => app.stop())

const download = (quote: Quote, query: string) =>
  fetch(`${app.address}/api/Quotations/${quote.number}/report?token=${tokenIn(quote)}&${query}`)
const rowsOf = async (quote: Quote, lang = 'en') => {
  const text = await (await download(quote, `lang=${lang}`)).text()
  return text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

/** A run of two employees, one of whom was there twice and one once, and a third seat without anybody. */
async function taught() {
  const run = await someRun(app)
  const quote = await desk.owing({ ...run, seats: 3 })
  await desk.record(quote, { amountHalalas: quote.totals.totalHalalas })
  const codes = (await desk.seen(quote)).seats.map(({ code }) => code)
  const people = [
    { ...newEmployee(), firstName: 'سارة' },
    { ...newEmployee(), firstName: 'منى' },
  ]
  const orders: string[] = []
  for (const [index, person] of people.entries()) orders.push((await redeem(app, codes[index]!, person)).data.orderId)
  const admin = await signedInMember(app, ['Admin'])
  const begin = new Date(app.services.now().getTime() - 3 * DAY_MS)
  await app.db
    .updateTable('schedules')
    .set({ starts_at: begin, ends_at: new Date(begin.getTime() + 2 * DAY_MS), enrolment_closes_at: begin })
    .where('id', '=', run.scheduleId)
    .execute()
  for (const [day, present] of [orders, orders.slice(0, 1)].entries()) {
    const startsAt = new Date(begin.getTime() + day * DAY_MS)
    const { id } = await app.db
      .insertInto('run_sessions')
      .values({ schedule_id: run.scheduleId, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const orderId of present)
      expect((await admin.call('POST', `admin/attendance/${id}/marks`, { orderId, state: 'present' })).status).toBe(200)
  }
  const issued = await admin.call<{ issued: number }>('POST', `admin/runs/${run.scheduleId}/certificates`, {})
  expect(issued.data.issued).toBe(1)
  return { quote, codes, people }
}

it('attendance and certificates are read by the link, and downloaded for spreadsheets', async () => {
  const { quote, codes, people } = await taught()
  const { seats } = await desk.seen(quote)
  expect(seats.map(({ state, attended, sessions }) => [state, attended, sessions])).toEqual([
    ['used', 2, 2],
    ['used', 1, 2],
    ['open', 0, 0],
  ])
  const certificate = seats[0]!.certificate!
  expect(seats.slice(1).map((seat) => seat.certificate)).toEqual([null, null])

  const [head, first, second, third, ...more] = await rowsOf(quote)
  expect([head![0], head!.at(-1), more]).toEqual(['Course', 'Page to check the certificate', []])
  expect(first!.slice(1, 5)).toEqual([
    codes[0],
    'Enrolled',
    `${people[0]!.firstName} ${people[0]!.lastName}`,
    people[0]!.email,
  ])
  expect(first!.slice(6)).toEqual(['2', '2', '100', certificate.number, expect.stringContaining('/en/')])
  expect(second![3]).toBe(`${people[1]!.firstName} ${people[1]!.lastName}`)
  expect(second!.slice(6)).toEqual(['1', '2', '50', '', ''])
  expect(third!.slice(1)).toEqual([codes[2], 'Not used', '', '', '', '', '', '', '', ''])
  expect((await rowsOf(quote, 'ar'))[0]!.slice(0, 3)).toEqual(['الدورة', 'رمز المقعد', 'الحالة'])

  const workbook = await download(quote, 'format=xlsx&lang=ar')
  expect(workbook.headers.get('content-disposition')).toContain(`seats-${quote.number}.xlsx`)
  const sheet = new TextDecoder().decode(
    unzipSync(new Uint8Array(await workbook.arrayBuffer()))['xl/worksheets/sheet1.xml'],
  )
  expect(sheet).toContain('rightToLeft="1"')
  expect(sheet).toContain(certificate.number)
})

it('the file is for the company only, once it has bought, and has no codes before they can be used', async () => {
  const [own, other] = [await desk.owing(), await desk.sent({ ...(await someRun(app)), seats: 1 })]
  const withToken = (quote: Quote, token: string) =>
    fetch(`${app.address}/api/Quotations/${quote.number}/report?token=${token}`)
  for (const token of ['', tokenIn(other)]) expect((await withToken(own, token)).status).toBe(404)
  expect((await download(other, '')).status).toBe(409)
  expect((await download(own, 'format=pdf')).status).toBe(400)
  expect((await rowsOf(own)).slice(1).map(([, code, state]) => [code, state])).toEqual([
    ['', 'Not used'],
    ['', 'Not used'],
  ])
})
