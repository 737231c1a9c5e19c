import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { companyPurchase, takeSeat } from '../../../tests/support/company-purchase.ts'
import { coupon, course, learner, type OrderFacts, order, schedule } from '../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { DAY_MS } from '../../platform/durations.ts'

let app: TestApp
let finance: Member
beforeAll(async () => {
  app = await startTestApp()
  finance = await signedInMember(app, ['Finance'])
})
afterAll(() => app.stop())

type Amounts = { items: { totalHalalas: number }[]; next: string | null }
type List = { items: { reference: string }[]; next: string | null; totalCount: number }

/** Orders of one learner, the newest first; the last two were placed within the same millisecond. */
async function orders(firstName: string): Promise<{ references: string[]; name: string }> {
  const { id: userId } = await learner(app.db, { firstName, lastName: 'العتيبي' })
  const placed: { id: string; reference: string }[] = []
  for (let n = 0; n < 5; n++) {
    const { id: courseId } = await course(app.db)
    placed.push(await order(app.db, { userId, courseId }))
  }
  const at = Date.parse('2026-01-01T10:00:00Z')
  for (const [n, { id }] of placed.entries())
    await app.db
      .updateTable('orders')
      .set({ created_at: n < 3 ? new Date(at - n * DAY_MS) : (`2025-01-01 10:00:00.00000${5 - n}+00` as never) })
      .where('id', '=', id)
      .execute()
  return { references: placed.map(({ reference }) => reference), name: `${firstName} العتيبي` }
}

/** An order by which an employee uses a seat of a company. */
async function companySeat(courseId: number) {
  const { id, reference } = await order(app.db, { courseId, totalHalalas: 0 })
  const { companyId, lineId } = await companyPurchase(app.db, { courseId })
  await takeSeat(app.db, lineId, id)
  return { reference, companyId }
}

describe("the staff's list of orders", () => {
  it('is in the order of the amounts, from any page on, and exported so', async () => {
    const { id: userId } = await learner(app.db, { firstName: 'جواهر', lastName: 'العتيبي' })
    const amounts = [500_00, 1500_00, 500_00, 0, 900_00]
    for (const totalHalalas of amounts)
      await order(app.db, { userId, courseId: (await course(app.db)).id, totalHalalas })
    const search = `SearchTerm=${encodeURIComponent('جواهر العتيبي')}`
    const read = async (sort: string) => {
      const totals: number[] = []
      let next: string | null = ''
      while (next !== null) {
        const path: string = `admin/orders?PageSize=2&Sort=${sort}&${search}${next && `&Cursor=${next}`}`
        const { data } = await finance.call<Amounts>('GET', path)
        totals.push(...data.items.map(({ totalHalalas }) => totalHalalas))
        next = data.next
      }
      return totals
    }
    expect(await read('dear')).toEqual([1500_00, 900_00, 500_00, 500_00, 0])
    expect(await read('cheap')).toEqual([0, 500_00, 500_00, 900_00, 1500_00])
    const other = (await finance.call<List>('GET', `admin/orders?PageSize=2&${search}`)).data.next
    expect((await finance.call('GET', `admin/orders?PageSize=2&Sort=dear&${search}&Cursor=${other}`)).status).toBe(400)
    const token = await tokenOf(app, finance.user)
    const file = await fetch(`${app.address}/api/admin/orders/export?format=csv&Sort=cheap&${search}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const rows = (await file.text()).trim().split('\r\n').slice(1)
    expect(rows.map((row) => /,(\d+\.\d\d),/.exec(row)?.[1])).toEqual(['0.00', '500.00', '500.00', '900.00', '1500.00'])
  })

  it('is searched by the end of a number, in any digits, and by the beginning of an address', async () => {
    const { id: userId } = await learner(app.db, {
      ...{ email: 'samiha.haddad@company.example', firstName: 'سميحة', lastName: 'حداد' },
    })
    const { reference } = await order(app.db, { userId, courseId: (await course(app.db)).id })
    const found = async (term: string) => {
      const { data } = await finance.call<List>('GET', `admin/orders?SearchTerm=${encodeURIComponent(term)}`)
      return data.items.map((item) => item.reference)
    }
    const end = reference.slice(-5)
    const arabic = end.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
    expect([await found(end), await found(arabic)]).toEqual([[reference], [reference]])
    expect(await found(end.slice(-3))).toEqual([])
    for (const address of ['samiha.h', 'SAMIHA.HADDAD@', 'samiha.haddad@comp'])
      expect(await found(address)).toEqual([reference])
    for (const other of ['sam_ha.h', 'haddad@company.example']) expect(await found(other)).toEqual([])
  })

  it('is filtered by the company whose seats the learners have', async () => {
    const { id: courseId } = await course(app.db)
    const [seat, other] = [await companySeat(courseId), await companySeat(courseId)]
    const found = async (query: string) =>
      (await finance.call<List>('GET', `admin/orders?${query}`)).data.items.map(({ reference }) => reference)
    expect(await found(`CompanyId=${seat.companyId}`)).toEqual([seat.reference])
    expect(await found(`CompanyId=${seat.companyId}&CourseId=${courseId}&Sort=dear`)).toEqual([seat.reference])
    expect(await found(`CompanyId=${seat.companyId}&SearchTerm=${other.reference}`)).toEqual([])
    expect(await found(`CompanyId=${seat.companyId}&SearchTerm=${seat.reference}`)).toEqual([seat.reference])
    expect(await found(`CompanyId=${seat.companyId}&Status=cancelled`)).toEqual([])
    expect((await finance.call('GET', 'admin/orders?CompanyId=x')).status).toBe(400)
  })

  it('has none that was free among those that were paid by card', async () => {
    const { id: userId } = await learner(app.db, { firstName: 'وجدان', lastName: 'العتيبي' })
    const [paid, free] = [
      await order(app.db, { userId, courseId: (await course(app.db)).id }),
      await order(app.db, { userId, courseId: (await course(app.db)).id, totalHalalas: 0 }),
    ]
    for (const [at, { id }] of [paid, free].entries())
      await sql`insert into refunds (id, order_id, amount_halalas, status, reason, requested_at, done_at)
        values (gen_random_uuid(), ${id}::uuid, ${at === 0 ? 1000 : 0}, 'done', 'x', now(), now())`.execute(app.db)
    const found = async (query: string) =>
      (await finance.call<List>('GET', `admin/orders?${query}`)).data.items.map(({ reference }) => reference)
    const search = `SearchTerm=${encodeURIComponent('وجدان العتيبي')}`
    expect(await found(search)).toHaveLength(2)
    for (const query of [
      `${search}&Method=online`,
      `${search}&Method=online&Sort=cheap`,
      `${search}&Method=online&Refund=done`,
    ])
      expect(await found(query), query).toEqual([paid.reference])
    expect(await found('Method=online&Refund=done&PageSize=50')).not.toContain(free.reference)
    expect(await found('Method=online&Refund=done&PageSize=50')).toContain(paid.reference)
    expect(await found('Refund=done&PageSize=50')).toContain(free.reference)
  })

  it('is read from its oldest order as well', async () => {
    const { references, name } = await orders('لولوة')
    const path = `admin/orders?PageSize=3&Sort=oldest&SearchTerm=${encodeURIComponent(name)}`
    const first = (await finance.call<List>('GET', path)).data
    const second = (await finance.call<List>('GET', `${path}&Cursor=${first.next}`)).data
    const read = [...first.items, ...second.items].map(({ reference }) => reference)
    expect([read, second.next]).toEqual([references.toReversed(), null])
  })

  it('is read on from its last row, while others order', async () => {
    const { references, name } = await orders('مزنة')
    const read: string[] = []
    let next = ''
    do {
      const path = `admin/orders?PageSize=2&SearchTerm=${encodeURIComponent(name)}${next && `&Cursor=${next}`}`
      const { data } = await finance.call<List>('GET', path)
      read.push(...data.items.map(({ reference }) => reference))
      const { id: courseId } = await course(app.db)
      const { id: userId } = await learner(app.db, { firstName: 'مزنة', lastName: 'العتيبي' })
      await order(app.db, { userId, courseId })
      next = data.next ?? ''
    } while (next)
    expect(read).toEqual(references)
    for (const wrong of ['x', Buffer.from('["a","b"]').toString('base64url')])
      expect((await finance.call('GET', `admin/orders?Cursor=${wrong}`)).status).toBe(400)
  })

  const download = async (query: string, lang = 'ar') =>
    fetch(`${app.address}/api/admin/orders/export?${query}`, {
      headers: { Authorization: `Bearer ${await tokenOf(app, finance.user)}`, 'Accept-Language': lang },
    })

  it('is downloaded as CSV and as a workbook, with what was searched only, and the download is in the audit log', async () => {
    const { references, name } = await orders('=شهد')
    const query = `SearchTerm=${encodeURIComponent(name)}`
    const csv = await download(query)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await csv.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(references)
    expect(lines[1]).toContain(`,2026-01-01 13:00,'=شهد العتيبي,`)
    expect(lines[0]).toContain(',طريقة الدفع,المصدر,')
    expect(lines[1]).toContain(',بالبطاقة,الموقع,')

    const workbook = await download(`${query}&format=xlsx`)
    expect(workbook.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(workbook.headers.get('content-disposition')).toMatch(/filename="orders-[\d-]+\.xlsx"/)
    const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('rightToLeft="1"')
    expect(sheet.match(/<row>/g)).toHaveLength(6)
    expect(sheet).toContain('>=شهد العتيبي</t>')

    const entries = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('user_id', '=', finance.user.id)
      .where('action', '=', 'order.export')
      .orderBy('id')
      .execute()
    expect(entries.map(({ detail }) => detail).slice(-2)).toEqual(
      ['csv', 'xlsx'].map((format) => ({ rows: 5, format, filter: { SearchTerm: name } })),
    )
  })

  it('is filtered by course, run, coupon, days in Riyadh and refunds, and by all of them together', async () => {
    const { id: courseId } = await course(app.db)
    const [first, second] = [await schedule(app.db, courseId), await schedule(app.db, courseId)]
    const used = await coupon(app.db, { code: 'FILTERS1' })
    const place = (scheduleId: number, at: string, facts: Partial<OrderFacts>) =>
      order(app.db, { courseId, scheduleId, createdAt: new Date(at), ...facts })
    const early = await place(first, '2026-03-01T20:59:59Z', { coupon: used })
    const night = await place(second, '2026-03-01T21:00:00Z', { coupon: used })
    const last = await place(second, '2026-03-02T20:59:59Z', {})
    await app.db
      .insertInto('refunds')
      .values({ id: randomUUID(), order_id: night.id, status: 'declined', reason: 'سبب', requested_at: new Date() })
      .execute()

    const read = async (query: string) => {
      const { status, data } = await finance.call<List>('GET', `admin/orders?PageSize=50&CourseId=${courseId}&${query}`)
      expect(status).toBe(200)
      expect(data.totalCount).toBe(data.items.length)
      return data.items.map(({ reference }) => reference)
    }
    expect(await read('')).toEqual([last, night, early].map(({ reference }) => reference))
    expect(await read(`ScheduleId=${second}`)).toEqual([last.reference, night.reference])
    expect(await read('Coupon=filters1')).toEqual([night.reference, early.reference])
    expect(await read('Coupon=unknown1')).toEqual([])
    expect(await read('From=2026-03-02')).toEqual([last.reference, night.reference])
    expect(await read('To=2026-03-01')).toEqual([early.reference])
    expect(await read('Refund=any')).toEqual([night.reference])
    expect(await read('Refund=done')).toEqual([])
    // In the same run, day and coupon, told apart by its state and its way of payment alone.
    const unpaid = await place(second, '2026-03-01T21:00:00Z', { coupon: used, status: 'cancelled' })
    const byTransfer = await place(second, '2026-03-01T21:00:00Z', { coupon: used })
    await app.db.updateTable('orders').set({ method: 'transfer' }).where('id', '=', byTransfer.id).execute()
    for (const { id } of [unpaid, byTransfer])
      await app.db
        .insertInto('refunds')
        .values({ id: randomUUID(), order_id: id, status: 'declined', reason: 'سبب', requested_at: new Date() })
        .execute()
    expect(await read('Status=cancelled')).toEqual([unpaid.reference])
    expect(await read('Method=transfer')).toEqual([byTransfer.reference])
    const all = `ScheduleId=${second}&Coupon=FILTERS1&From=2026-03-02&To=2026-03-02&Refund=declined&Status=paid&Method=online`
    expect(await read(all)).toEqual([night.reference])
    expect(await read(`${all}&SearchTerm=${night.reference}`)).toEqual([night.reference])
    expect(await read(`${all}&SearchTerm=${last.reference}`)).toEqual([])
    const csv = await (await download(`CourseId=${courseId}&Coupon=FILTERS1`)).text()
    expect(csv.trimEnd().split('\r\n')).toHaveLength(5)
    for (const wrong of ['From=yesterday', 'CourseId=x', 'Refund=all'])
      expect((await finance.call('GET', `admin/orders?${wrong}`)).status, wrong).toBe(400)
  })

  it('is downloaded in one format of two, by those with a fresh proof', async () => {
    expect((await download('format=pdf')).status).toBe(400)
    const token = await tokenOf(app, finance.user)
    const old = new Date(app.services.now().getTime() - DAY_MS)
    await app.db.updateTable('sessions').set({ proved_at: old }).where('user_id', '=', finance.user.id).execute()
    expect((await app.call('GET', 'admin/orders/export', { token })).error.code).toBe('proofNeeded')
  })
})
