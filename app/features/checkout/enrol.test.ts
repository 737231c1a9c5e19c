import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, inDays, learner, order } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { BANK, bookable } from '../../../tests/support/orders/orders.ts'
import { failedChecks, moneyChecks } from '../../../tests/support/payments/money-checks.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

let app: TestApp
let finance: Member
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db, { bank: BANK })
  finance = await signedInMember(app, ['Finance'])
})
afterAll(() => app.stop())

type Preview = { learner: { name: string } | null; price: { totalHalalas: number }; isOutsideWindow: boolean }
type Enrolled = {
  id: string
  reference: string
  status: string
  method: string
  totalHalalas: number
  payments: { provider: string; amountHalalas: number }[]
  history: { event: string; by: string; staff?: { id: number }; details: object }[]
}
type Asked = { courseId: number; scheduleId: number; email: string; payment?: string; [field: string]: unknown }

let people = 0
const newPerson = () => ({
  email: `walk-in-${++people}@example.com`,
  ...{ firstName: 'موضي', lastName: 'الدوسري', phone: '0501234567', hasAgreed: true },
})

const preview = ({ courseId, scheduleId, email, payment = 'cash', couponCode = '' }: Asked) =>
  finance.call<Preview>(
    'GET',
    `admin/orders/enrolment?${new URLSearchParams({
      ...{ courseId: String(courseId), scheduleId: String(scheduleId), email, payment },
      couponCode: String(couponCode),
    })}`,
  )

const enrol = (asked: Asked, by = finance) =>
  by.call<Enrolled>('POST', 'admin/orders', {
    ...{ payment: 'cash', moneyReference: 'R-17', reason: 'دفع في المعهد', totalHalalas: 1000_00 },
    ...asked,
  })

const place = (...facts: Parameters<typeof bookable> extends [unknown, ...infer Rest] ? Rest : never) =>
  bookable(app.db, ...(facts.length > 0 ? facts : ([{ priceHalalas: 1000_00 }] as typeof facts)))

describe('enrolling a person by hand', () => {
  it('books cash, and gives the invoice, the mail and an account that its owner can open', async () => {
    const seat = await place()
    const person = newPerson()
    expect((await preview({ ...seat, ...person })).data).toMatchObject({
      learner: null,
      price: { totalHalalas: 1000_00 },
      isOutsideWindow: false,
    })
    const { status, data } = await enrol({ ...seat, ...person })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      status: 'paid',
      method: 'cash',
      payments: [{ provider: 'cash', amountHalalas: 1000_00 }],
    })
    expect(data.history.map(({ event, by, staff }) => [event, by, staff?.id])).toEqual([
      ['placed', 'staff', finance.user.id],
      ['paid', 'staff', finance.user.id],
    ])
    expect(data.history.map(({ details }) => details)).toEqual([{ note: 'دفع في المعهد' }, { note: 'R-17' }])
    const mails = await app.mails(person.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(data.reference)
    // Nobody has chosen a password for the account yet.
    expect(mails[0]!.text).toContain(`/forget-pass?email=${encodeURIComponent(person.email)}&step=address`)
    const invoice = await app.db.selectFrom('invoices').select('kind').where('order_id', '=', data.id).execute()
    expect(invoice).toEqual([{ kind: 'invoice' }])
    expect((await app.call('POST', 'Auth/forgot-password', { body: { email: person.email } })).status).toBe(200)
    await expect.poll(async () => (await app.mails(person.email)).length).toBe(2)
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('subject', '=', data.reference)
      .execute()
    expect(logged).toEqual([
      { action: 'order.enrol', detail: { payment: 'cash', totalHalalas: 1000_00, moneyReference: 'R-17' } },
    ])
  })

  it('uses the account of the address, and ends its open order', async () => {
    const seat = await place({ priceHalalas: 1000_00 }, { seats: 1 })
    const known = await learner(app.db, { passwordHash: 'chosen' })
    const open = await order(app.db, { ...seat, userId: known.id, status: 'pending' })
    const { data } = await enrol({ ...seat, email: known.email, payment: 'transfer', moneyReference: 'FT26' })
    expect(data).toMatchObject({ status: 'paid', method: 'transfer', payments: [{ provider: 'transfer' }] })
    expect((await app.mails(known.email))[0]!.text).not.toContain('forget-pass')
    const rows = await app.db
      .selectFrom('orders')
      .select(['id', 'status', 'ended_because', 'user_id'])
      .where('schedule_id', '=', seat.scheduleId)
      .orderBy('created_at')
      .execute()
    expect(rows).toEqual([
      { id: open.id, status: 'cancelled', ended_because: 'replaced', user_id: known.id },
      { id: data.id, status: 'paid', ended_because: null, user_id: known.id },
    ])
    expect((await enrol({ ...seat, email: known.email })).error.code).toBe('alreadyEnrolled')
  })

  it('enrols free of charge, and holds a seat for a transfer that is awaited', async () => {
    const seat = await place()
    const free = await enrol({ ...seat, ...newPerson(), payment: 'free', moneyReference: '', totalHalalas: 0 })
    expect(free.data).toMatchObject({ status: 'paid', totalHalalas: 0, payments: [] })
    const person = newPerson()
    const awaited = await enrol({ ...seat, ...person, payment: 'awaited', moneyReference: '' })
    expect(awaited.data).toMatchObject({ status: 'pending', method: 'transfer', payments: [] })
    expect((await app.mails(person.email)).map(({ text }) => text.includes(awaited.data.reference))).toEqual([true])
    const approved = await finance.call('POST', `admin/orders/${awaited.data.id}/approve-transfer`, {})
    expect(approved.status).toBe(200)
  })

  it('takes a coupon, and nobody at another price than the one shown', async () => {
    const seat = await place()
    const { code } = await coupon(app.db, { percent: 25 })
    const asked = { ...seat, ...newPerson(), couponCode: code }
    expect((await preview(asked)).data.price.totalHalalas).toBe(750_00)
    expect((await enrol({ ...asked, totalHalalas: 1000_00 })).error.code).toBe('previewStale')
    expect((await enrol({ ...asked, totalHalalas: 750_00 })).data).toMatchObject({
      totalHalalas: 750_00,
      status: 'paid',
    })
    expect((await enrol({ ...seat, ...newPerson(), couponCode: 'NOSUCH1' })).error.code).toBe('couponUnknown')
  })

  it('works after the enrolment window, until the run starts, and never beyond its seats', async () => {
    const late = await place(
      { priceHalalas: 1000_00 },
      { seats: 1, enrolmentClosesAt: inDays(-1), startsAt: inDays(2) },
    )
    expect((await preview({ ...late, ...newPerson() })).data.isOutsideWindow).toBe(true)
    const both = await Promise.all([newPerson(), newPerson()].map((person) => enrol({ ...late, ...person })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.error.code).toBe('seatsGone')
    expect((await preview({ ...late, ...newPerson() })).error.code).toBe('seatsGone')
    const begun = await place({}, { enrolmentClosesAt: inDays(-3), startsAt: inDays(-2) })
    expect((await enrol({ ...begun, ...newPerson() })).error.code).toBe('enrolmentClosed')
    const cancelled = await place()
    await app.db
      .updateTable('schedules')
      .set({ cancelled_at: new Date() })
      .where('id', '=', cancelled.scheduleId)
      .execute()
    expect((await enrol({ ...cancelled, ...newPerson() })).error.code).toBe('enrolmentClosed')
  })

  it('says at its field what is missing, and refuses oneself and those without the right', async () => {
    const seat = await place()
    const { status, error } = await enrol({ ...seat, email: 'nobody@example.com', moneyReference: '', reason: '' })
    expect(status).toBe(400)
    const missing = ['firstName', 'hasAgreed', 'lastName', 'moneyReference', 'phone', 'reason']
    expect(Object.keys(error.fields!).sort()).toEqual(missing)
    expect((await enrol({ ...seat, email: finance.user.email })).error.code).toBe('ownOrder')
    const content = await signedInMember(app, ['Content'])
    expect((await enrol({ ...seat, ...newPerson() }, content)).status).toBe(403)
  })

  it('mails again what the learner lost, once in ten minutes', async () => {
    const person = newPerson()
    const { data } = await enrol({ ...(await place()), ...person })
    const order = async () =>
      (
        await finance.call<{ mails: { id: number; status: string; canSendAgain: boolean }[] }>(
          'GET',
          `admin/orders/${data.id}`,
        )
      ).data
    await expect.poll(async () => (await order()).mails.map(({ status }) => status)).toEqual(['sent'])
    const [mail] = (await order()).mails
    const again = () => finance.call('POST', `admin/orders/${data.id}/mails/${mail!.id}/send`)
    const tooSoon = await again()
    expect([tooSoon.status, tooSoon.error.code]).toEqual([429, 'mailSentRecently'])
    expect(tooSoon.error.description).toMatch(/sent less than ten minutes ago.* again in 10 minutes/)
    app.advance(11 * MINUTE_MS)
    const both = await Promise.all([again(), again()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
    const [first, second] = await app.mails(person.email)
    expect([first!.subject, first!.text]).toEqual([second!.subject, second!.text])
    expect((await order()).mails).toHaveLength(2)
    const other = await enrol({ ...(await place()), ...newPerson() })
    const foreign = await finance.call('POST', `admin/orders/${other.data.id}/mails/${mail!.id}/send`)
    expect(foreign.status).toBe(404)
  })

  it('is refunded by hand, and the books agree', async () => {
    const seat = await place()
    const { data } = await enrol({ ...seat, ...newPerson() })
    expect((await finance.call('POST', `admin/orders/${data.id}/refund`, { reason: 'اعتذر' })).status).toBe(200)
    const [refund] = await app.db.selectFrom('refunds').selectAll().where('order_id', '=', data.id).execute()
    expect(refund!.status).toBe('sending')
    const recorded = await finance.call('POST', `admin/orders/${data.id}/refunds/${refund!.id}/sent`, {
      ...{ bankReference: 'RET-1', note: 'نقدًا' },
    })
    expect(recorded.error).toBeUndefined()
    const ledger = app.db.selectFrom('ledger').select('amount_halalas').where('order_id', '=', data.id).orderBy('id')
    expect((await ledger.execute()).map(({ amount_halalas }) => amount_halalas)).toEqual([1000_00, -1000_00])
    const checks = await moneyChecks(app.db, { invoices: new Map(), payments: new Map() })
    // The others compare with a provider, which has nothing of this money.
    expect(failedChecks(checks).filter((check) => !/money|ledger/.test(check))).toEqual([])
  })
})
