import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { copyDatabase, dropTestDatabase } from '../../tests/support/cluster.ts'
import { coupon, course, inDays, learner, order, schedule } from '../../tests/support/factories.ts'
import { attemptOf, bookable, CARDS, payWith, waitingOrder } from '../../tests/support/orders/orders.ts'
import { openDatabase } from '../platform/database/database.server.ts'
import { violatedConstraint } from '../platform/database/database-errors.ts'
import { problemOfConstraint } from './constraint-problems.ts'
import { isProblem } from './problem.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** What the database refuses about a statement, and the problem that a caller is told. */
async function refused(statement: Promise<unknown>): Promise<string> {
  const error = await statement.then(
    () => 'nothing',
    (refusal: Error) => refusal,
  )
  if (typeof error === 'string') return error
  const problem = problemOfConstraint(error)
  const name = violatedConstraint(error) ?? error.message
  return isProblem(problem) ? `${name}: ${problem.code}` : name
}

const setOrder = (id: string, values: string) =>
  sql`update orders set ${sql.raw(values)} where id = ${id}`.execute(app.db)
const setAttempt = (id: string, values: string) =>
  sql`update payment_attempts set ${sql.raw(values)} where order_id = ${id}`.execute(app.db)

async function paidOrder() {
  const placed = await waitingOrder(app)
  await payWith(placed.paymentUrl, CARDS.good)
  await placed.api.order({ id: placed.id })
  return placed.id
}

async function insertRefund(orderId: string, amountHalalas: number, status: 'sending' | 'done' | 'refused') {
  const { id } = await attemptOf(app.db, orderId)
  await sql`insert into refunds (id, order_id, attempt_id, amount_halalas, status, reason, requested_at)
    values (${randomUUID()}, ${orderId}, ${id}, ${amountHalalas}, ${status}, 'x', now())`.execute(app.db)
}

describe('the database refuses', () => {
  it('negative VAT, an unknown VAT treatment, a wrong rate, and VAT where none is due', async () => {
    const { id } = await order(app.db, { courseId: (await course(app.db)).id, status: 'pending' })
    expect(await refused(setOrder(id, 'net_halalas = total_halalas + 1, vat_halalas = -1'))).toBe(
      'orders_vat_not_negative',
    )
    expect(
      await refused(
        setOrder(id, "vat_treatment = 'unknown', vat_rate_percent = 0, vat_halalas = 0, net_halalas = total_halalas"),
      ),
    ).toBe('orders_vat_treatment_known')
    expect(await refused(setOrder(id, 'vat_rate_percent = 101'))).toBe('orders_vat_rate')
    expect(await refused(setOrder(id, "vat_treatment = 'zero'"))).toBe('orders_vat_rate')
  })

  it('a paid order without its time of payment, and the time on an unpaid one', async () => {
    const { id } = await order(app.db, { courseId: (await course(app.db)).id, status: 'pending' })
    expect(await refused(setOrder(id, "status = 'paid'"))).toBe('orders_paid_at')
    expect(await refused(setOrder(id, 'paid_at = now()'))).toBe('orders_paid_at')
    expect(await refused(setOrder(id, 'refunded_halalas = 1'))).toBe('orders_refunded_was_paid')
  })

  it('an order that becomes paid without a payment', async () => {
    const { id } = await waitingOrder(app)
    expect(await refused(setOrder(id, "status = 'paid', paid_at = now()"))).toBe('orders_paid_by_payment')
  })

  it('a second paid attempt of an order, and one with another amount', async () => {
    const id = await paidOrder()
    const { id: attemptId } = await attemptOf(app.db, id)
    const second =
      sql`insert into payment_attempts (id, order_id, provider, amount_halalas, paid_halalas, paid_currency, status,
        created_at, updated_at)
      select ${randomUUID()}, order_id, provider, amount_halalas, paid_halalas, paid_currency, status, now(), now()
      from payment_attempts where id = ${attemptId}`.execute(app.db)
    expect(await refused(second)).toContain('payment_attempts_paid_part_once')
    expect(await refused(setAttempt(id, 'paid_halalas = paid_halalas - 1'))).toBe('payment_attempts_paid_amount')
    expect(await refused(setAttempt(id, "paid_currency = 'USD'"))).toBe('payment_attempts_paid_amount')
    expect(await refused(setAttempt(id, 'paid_halalas = paid_halalas - 1, amount_halalas = amount_halalas - 1'))).toBe(
      'payment_attempts_order_amount',
    )
  })

  it('refunds of more than was paid, together or one alone', async () => {
    const id = await paidOrder()
    expect(await refused(insertRefund(id, 1000_01, 'sending'))).toBe('refunds_at_most_paid: orderNotRefundable')
    await insertRefund(id, 600_00, 'done')
    expect(await refused(insertRefund(id, 400_01, 'sending'))).toBe('refunds_at_most_paid: orderNotRefundable')
    // A refused refund was not sent.
    await insertRefund(id, 500_00, 'refused')
    expect(await refused(insertRefund(id, 400_00, 'sending'))).toBe('nothing')
  })

  it('a change of what a paid order cost', async () => {
    const id = await paidOrder()
    for (const change of [
      'price_halalas = price_halalas + 1, total_halalas = total_halalas + 1, net_halalas = net_halalas + 1',
      'discount_halalas = 1, total_halalas = total_halalas - 1, net_halalas = net_halalas - 1',
      'net_halalas = net_halalas - 1, vat_halalas = vat_halalas + 1',
      'vat_rate_percent = 5',
      "paid_at = paid_at + interval '1 day'",
      "reference = 'M-0'",
    ])
      expect(await refused(setOrder(id, change))).toBe('paid_orders_stay: paidOrderStays')
    expect(await refused(setOrder(id, "lang = 'en'"))).toBe('nothing')
  })

  it('any change of the audit log, also by deleting an account', async () => {
    const { id } = await learner(app.db)
    await sql`insert into audit_log (user_id, action, area, subject) values (${id}, 'order.refund', 'money', 'M-1')`.execute(
      app.db,
    )
    const never = 'rows of audit_log are never changed'
    expect(await refused(sql`update audit_log set action = 'other' where user_id = ${id}`.execute(app.db))).toBe(never)
    expect(await refused(sql`delete from audit_log where user_id = ${id}`.execute(app.db))).toBe(never)
    expect(await refused(sql`truncate audit_log`.execute(app.db))).toBe(never)
    expect(await refused(sql`delete from users where id = ${id}`.execute(app.db))).toContain('audit_log_user_id_fkey')
  })

  it('a coupon that ends before it begins', async () => {
    const dates = { validFrom: inDays(2), validTo: inDays(1) }
    expect(await refused(coupon(app.db, dates))).toBe('coupons_valid_dates: couponDatesWrong')
  })

  it('a coupon for a course that does not exist; a deleted course leaves the coupon', async () => {
    const [existing, deleted] = [await course(app.db), await course(app.db)]
    expect(await refused(coupon(app.db, { courseIds: [existing.id, 987_654] }))).toBe(
      'coupons_courses_exist: courseNotFound',
    )
    const { id } = await coupon(app.db, { courseIds: [existing.id, deleted.id] })
    const only = await coupon(app.db, { courseIds: [deleted.id] })
    await app.db.deleteFrom('courses').where('id', '=', deleted.id).execute()
    const idsOf = async (couponId: number) =>
      (await app.db.selectFrom('coupons').select('course_ids').where('id', '=', couponId).executeTakeFirstOrThrow())
        .course_ids
    expect(await idsOf(id)).toEqual([existing.id])
    // Not null, which would be every course.
    expect(await idsOf(only.id)).toEqual([])
  })

  it('enrolment that closes after the start', async () => {
    const { id } = await course(app.db)
    const late = schedule(app.db, id, { startsAt: inDays(3), enrolmentClosesAt: inDays(4) })
    expect(await refused(late)).toBe('schedules_enrolment_closes: enrolmentClosesLate')
  })

  it('fewer seats than are sold, and a seat too many', async () => {
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: 3, heldSeats: 1 })
    for (const status of ['paid', 'pending', 'expired'] as const) await order(app.db, { courseId, scheduleId, status })
    const noSeat = 'orders_fit_in_run: seatsGone'
    expect(await refused(order(app.db, { courseId, scheduleId, status: 'pending' }))).toBe(noSeat)
    const again = sql`update orders set status = 'pending', ended_at = null
      where schedule_id = ${scheduleId} and status = 'expired'`.execute(app.db)
    expect(await refused(again)).toBe(noSeat)
    const setRun = (values: string) =>
      sql`update schedules set ${sql.raw(values)} where id = ${scheduleId}`.execute(app.db)
    expect(await refused(setRun('seats = 2'))).toBe('schedules_seats_sold: seatsSold')
    expect(await refused(setRun('held_seats = 2'))).toBe('schedules_seats_sold: seatsSold')
    expect(await refused(setRun('seats = 2, held_seats = 0'))).toBe('nothing')
  })
})

it('rows from before the rules are brought into them, and keep what they mean', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  const url = await copyDatabase(admin, { templateUrl: inject('templateUrl') }, name, 'template1')
  await admin.end()
  const { pool, close } = openDatabase(url, 2, () => undefined)
  try {
    const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations')
    const before = readdirSync(folder).filter((file) => file.endsWith('.sql') && file < '044')
    for (const file of before.sort()) await pool.query(readFileSync(join(folder, file), 'utf8'))
    await pool.query(OLD_ROWS)
    for (const file of readdirSync(folder).sort())
      if (file >= '044' && file.endsWith('.sql')) await pool.query(readFileSync(join(folder, file), 'utf8'))
    const rows = async (query: string) => (await pool.query(query)).rows
    expect(
      await rows('select code, active, valid_to > valid_from as dated, course_ids from coupons order by code'),
    ).toEqual([
      { code: 'BACKWARDS', active: false, dated: true, course_ids: null },
      { code: 'GONE', active: true, dated: null, course_ids: [1] },
    ])
    expect(await rows('select enrolment_closes_at = starts_at as closes from schedules')).toEqual([{ closes: true }])
    expect(await rows('select paid_at = created_at as dated from orders')).toEqual([{ dated: true }])
  } finally {
    await close()
    await dropTestDatabase({ adminUrl: inject('adminUrl') }, name)
  }
})

/** A coupon that ends before it begins, one for a missing course, a late window, and a paid order without its time. */
const OLD_ROWS = `
  insert into specializations (key, name) values ('s', '{}');
  insert into courses (key, slug, specialization_id, category, level, delivery_method, hours, price_halalas, name, summary,
    description, outcomes, prerequisites, audience, outline, certificate, faq, seo, cover)
  values ('c', 'c', 1, 1, 1, 1, 1, 100, '{"ar": "د"}', '{}', '{}', '[]', '[]', '[]', '[]', '{}', '[]', '{}', '');
  insert into coupons (code, note, percent, valid_from, valid_to, course_ids)
  values ('BACKWARDS', '{}', 5, now(), now() - interval '1 day', null), ('GONE', '{}', 5, now(), null, '{1, 99}');
  insert into schedules (course_id, key, starts_at, ends_at, weekdays, from_time, to_time, seats, enrolment_closes_at)
  values (1, 'r', now(), now() + interval '1 day', '{}', '', '', 1, now() + interval '1 hour');
  insert into users (email, first_name, last_name, user_name, phone, terms_accepted_at) values ('a@b.c', '', '', '', '', now());
  insert into orders (id, reference, user_id, course_id, status, lang, course_name, price_halalas, discount_halalas,
    total_halalas, net_halalas, vat_halalas, vat_treatment, vat_rate_percent, created_at, expires_at)
  values (gen_random_uuid(), 'M-1', 1, 1, 'paid', 'ar', '{}', 0, 0, 0, 0, 0, 'standard', 15, now(), now());`
