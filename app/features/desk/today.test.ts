import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { pdf } from '../../../tests/support/attacks/upload-corpus.ts'
import { course, inDays, learner, order, schedule, trainer } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  awaitedTransfer,
  bookable,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  withBank,
} from '../../../tests/support/orders/orders.ts'
import { signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { waitingEnquiry } from '../../../tests/support/waiting-enquiry.ts'
import { post } from '../../../tests/support/writing.ts'
import type { Role } from '../../api/rights.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { TodayItem } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

type Today = { items: TodayItem[]; figures?: { inHalalas: number; backHalalas: number; sold: number; seats: number } }
const as = (...roles: Role[]) => signedInMember(app, roles)
const todayOf = async (...roles: Role[]) => (await (await as(...roles)).call<Today>('GET', 'admin/today')).data

/** A transfer whose receipt has arrived. */
async function receipt() {
  const order = await awaitedTransfer(app)
  const sent = await fetch(`${app.address}/api/Orders/${order.id}/receipt`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await tokenOf(app, order.sara)}`,
      'Content-Type': 'application/octet-stream',
      'X-File-Name': 'receipt.pdf',
    },
    body: new Uint8Array(pdf()),
  })
  expect(sent.status).toBe(201)
  return order
}
describe('today', () => {
  it('has a transfer from its receipt until it is decided, for those who decide', async () => {
    const waiting = await receipt()
    const isThere = async (role: Role) =>
      (await todayOf(role)).items.some(({ reference }) => reference === waiting.reference)
    expect([await isThere('Finance'), await isThere('Admin'), await isThere('Content')]).toEqual([true, true, false])
    const staff = orderApi(apiAs(app, await learner(app.db, { roles: ['Admin'] })))
    await staff.declineTransfer({ id: waiting.id, reason: 'unreadable' })
    expect(await isThere('Finance')).toBe(false)
  })

  it('has the enquiries that the person handles: all, those for a quote, or the assigned ones', async () => {
    const teacher = await as('Teacher')
    const [unassigned, quote, own] = [
      await waitingEnquiry(app.db, null),
      await waitingEnquiry(app.db, null, 'quote'),
      await waitingEnquiry(app.db, teacher.user.id),
    ]
    const numbersIn = ({ items }: Today) =>
      items.filter(({ kind }) => kind.startsWith('enquiry')).map(({ reference }) => reference)
    const oldestFirst = numbersIn(await todayOf('Admin'))
    expect(oldestFirst.filter((number) => [unassigned, quote, own].includes(number!))).toEqual([unassigned, quote, own])
    expect(numbersIn(await todayOf('Finance'))).toEqual([quote])
    expect(numbersIn((await teacher.call<Today>('GET', 'admin/today')).data)).toEqual([own])
  })

  it('shows trainers the sessions of the day that they teach, and nobody else', async () => {
    const { id: courseId } = await course(app.db, { name: { ar: 'دورة اليوم', en: 'A course of today' } })
    const teacher = await as('Teacher')
    const trainerId = await trainer(app.db, { courseIds: [courseId] })
    await app.db.updateTable('trainers').set({ user_id: teacher.user.id }).where('id', '=', trainerId).execute()
    const starts_at = new Date()
    const { id } = await app.db
      .insertInto('run_sessions')
      .values({
        schedule_id: await schedule(app.db, courseId),
        starts_at,
        ends_at: new Date(starts_at.getTime() + HOUR_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sessionsIn = ({ items }: Today) => items.filter(({ kind }) => kind === 'session')
    expect(sessionsIn((await teacher.call<Today>('GET', 'admin/today')).data)).toMatchObject([
      { since: starts_at.toISOString(), path: `attendance/${id}` },
    ])
    for (const role of ['Teacher', 'Admin'] as const) expect(sessionsIn(await todayOf(role))).toEqual([])
  })

  it('has the drafts of a person, unless they are scheduled, and those that missed their time', async () => {
    const writer = await as('Content')
    const { id } = await course(app.db, { name: { ar: 'دورة تُكتب', en: 'A course in work' } })
    const draft = (kind: 'course' | 'page', key: string, more: object = {}) =>
      app.db
        .insertInto('drafts')
        .values({
          kind,
          key,
          base_version: 1,
          changes: '{}',
          updated_by: writer.user.id,
          updated_at: inDays(-2),
          ...more,
        })
        .execute()
    await draft('course', String(id))
    const texts = { title: '{"ar":"تواصل معنا"}', description: '{"ar":""}', sections: '[]', updated_at: inDays(-9) }
    await app.db
      .insertInto('pages')
      .values({ code: 'contact-us', ...texts })
      .execute()
    await draft('page', 'about-us', { publish_at: inDays(1) })
    await draft('page', 'contact-us', { publish_at: inDays(-1), missed_at: inDays(-1), missed_because: 'changed' })
    const draftsIn = ({ items }: Today) =>
      items
        .filter(({ kind }) => kind === 'draft' || kind === 'missedDraft')
        .map(({ kind, subject, path }) => [kind, subject, path])
    expect(draftsIn((await writer.call<Today>('GET', 'admin/today')).data)).toEqual([
      ['draft', 'A course in work', `courses/${id}?draft=1`],
      ['missedDraft', 'تواصل معنا', 'pages/contact-us?draft=1'],
    ])
    expect(draftsIn(await todayOf('Content'))).toEqual([])
  })

  it('has runs that begin soon below their minimum, for those who plan runs', async () => {
    const { id: courseId } = await course(app.db)
    const [near, far, full] = [inDays(5), inDays(40), inDays(6)]
    const [low, later, enough] = await Promise.all(
      [near, far, full].map((startsAt) => schedule(app.db, courseId, { startsAt })),
    )
    const set = (id: number, minimum_seats: number) =>
      app.db.updateTable('schedules').set({ minimum_seats }).where('id', '=', id).execute()
    await Promise.all([
      set(low!, 3),
      set(later!, 3),
      set(enough!, 1),
      order(app.db, { courseId, scheduleId: enough!, status: 'paid' }),
    ])
    const runsIn = ({ items }: Today) => items.filter(({ kind }) => kind === 'run').map(({ path }) => path)
    expect(runsIn(await todayOf('Admin'))).toEqual([`runs/${low}`])
    expect((await todayOf('Owner')).items.find(({ kind }) => kind === 'run')).toMatchObject({ paid: 0, minimum: 3 })
    for (const role of ['Finance', 'Content', 'Teacher'] as const) expect(runsIn(await todayOf(role))).toEqual([])
  })

  it('has online sessions of the next two days without a link to join, for those who plan runs', async () => {
    const { id: courseId } = await course(app.db, { delivery: 3 })
    const run = async (startsAt: Date, session: { join_link?: string; room?: string } = {}, city?: string) => {
      const id = await schedule(app.db, courseId, { startsAt })
      const place = city ? JSON.stringify({ ar: city }) : null
      await app.db.updateTable('schedules').set({ city: place }).where('id', '=', id).execute()
      const ends_at = new Date(startsAt.getTime() + HOUR_MS)
      await app.db.deleteFrom('run_sessions').where('schedule_id', '=', id).execute()
      await app.db
        .insertInto('run_sessions')
        .values({ schedule_id: id, starts_at: startsAt, ends_at, ...session })
        .execute()
      return id
    }
    const near = await run(inDays(1.5))
    const begun = await run(inDays(-0.01))
    await run(inDays(1.5), { join_link: 'https://meet.example/1' })
    await run(inDays(1.5), { room: 'Hall' })
    await run(inDays(1.5), {}, 'الرياض')
    await run(inDays(3))
    await run(inDays(-1))
    const linksIn = ({ items }: Today) => items.filter(({ kind }) => kind === 'missingLink').map(({ path }) => path)
    expect(linksIn(await todayOf('Admin'))).toEqual([`runs/${begun}`, `runs/${near}`])
    for (const role of ['Finance', 'Content', 'Teacher'] as const) expect(linksIn(await todayOf(role))).toEqual([])
  })

  it('has messages and jobs that failed for good, until somebody repeats or dismisses them', async () => {
    const admin = await as('Admin')
    const failed = async (key: string) => {
      const { id } = await app.db
        .insertInto('messages')
        .values({
          ...{
            key: crypto.randomUUID(),
            channel: 'email',
            recipient: 'x@example.com',
            subject: key,
            text: 'x',
            html: 'x',
            lang: 'ar',
          },
          ...{ about: key, created_at: new Date(), given_up_at: new Date(), given_up_because: 'refused' },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    const [again, never] = [await failed('again'), await failed('never')]
    await sql`select graphile_worker.add_job('comparePayments', '{}', job_key := 'broken', run_at := now() + interval '1 day')`.execute(
      app.db,
    )
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'broken'`.execute(app.db)
    const counts = async () =>
      (await todayOf('Admin')).items
        .filter(({ path }) => path === 'failures')
        .map(({ kind, count }) => `${kind} ${count}`)
        .sort()
    expect(await counts()).toEqual(['failedJobs 1', 'failedMessages 2'])
    const { jobs } = (await admin.call<{ jobs: { id: string }[] }>('GET', 'admin/failures')).data
    for (const path of [`messages/${again}/retry`, `messages/${never}/dismiss`, `jobs/${jobs[0]!.id}/retry`])
      expect((await admin.call('POST', `admin/failures/${path}`, {})).status).toBe(200)
    expect(await counts()).toEqual([])
    const row = await app.db.selectFrom('messages').selectAll().where('id', '=', again).executeTakeFirstOrThrow()
    expect([row.given_up_at, row.tries]).toEqual([null, 0])
    for (const path of [`messages/${never}/dismiss`, `jobs/${jobs[0]!.id}/retry`])
      expect((await admin.call('POST', `admin/failures/${path}`, {})).status).toBe(404)
  })

  it('shows figures to Owners only', async () => {
    expect((await todayOf('Owner')).figures).toMatchObject({ inHalalas: 0, backHalalas: 0 })
    expect((await todayOf('Admin')).figures).toBeUndefined()
  })

  it('adds up what came in, went back and is sold of the coming runs', async () => {
    const before = (await todayOf('Owner')).figures!
    const { courseId, scheduleId } = await bookable(app.db, {}, { seats: 10, heldSeats: 2 })
    const person = await learner(app.db)
    const buyer = orderApi(apiAs(app, person))
    const { id, paymentUrl } = await buyer.place({ courseId, scheduleId })
    await payWith(paymentUrl, CARDS.good)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('paid'))
    const added = async () => {
      const { inHalalas, backHalalas, sold, seats } = (await todayOf('Owner')).figures!
      const [paid, back] = [inHalalas - before.inHalalas, backHalalas - before.backHalalas]
      return { paid, back, sold: sold - before.sold, seats: seats - before.seats }
    }
    expect(await added()).toEqual({ paid: 1000_00, back: 0, sold: 3, seats: 10 })
    await buyer.requestRefund({ id, reason: 'I travel then' })
    const waits = async () => (await todayOf('Finance')).items.filter(({ kind }) => kind === 'refund')
    expect(await waits()).toMatchObject([{ amountHalalas: 1000_00, path: `orders/${id}` }])
    await sql`insert into ledger (kind, order_id, attempt_id, refund_id, provider, amount_halalas, currency, at)
      select 'refund', order_id, attempt_id, id, 'sandbox', -250_00, 'SAR', ${app.services.now()} from refunds
      where order_id = ${id}`.execute(app.db)
    expect(await added()).toEqual({ paid: 1000_00, back: 250_00, sold: 3, seats: 10 })
  })

  it('has payments of nobody, payments that a bank disputes, and reports, for those who settle them', async () => {
    const { id } = await receipt()
    await sql`insert into unmatched_payments (provider, provider_reference, amount_halalas, currency, seen_at)
      values ('sandbox', 'nobody', 700_00, 'SAR', ${inDays(-1)})`.execute(app.db)
    await sql`insert into chargebacks (id, order_id, attempt_id, reference, amount_halalas, reason, due_on, source, created_at)
      select gen_random_uuid(), order_id, id, 'D-1', 1000_00, 'not mine', '2020-01-05', 'staff', ${inDays(-2)}
      from payment_attempts where order_id = ${id}`.execute(app.db)
    await sql`insert into moderation_cases (post_id, cause, opened_at) values (${await post(app.db)}, 'reports', ${inDays(-3)})`.execute(
      app.db,
    )
    const kindsOf = async (role: Role) => {
      const { items } = await todayOf(role)
      // The oldest first, whatever they are.
      expect(items.map(({ since }) => since)).toEqual(items.map(({ since }) => since).toSorted())
      return items.filter(({ kind }) => ['unmatched', 'chargeback', 'report'].includes(kind))
    }
    const unmatched = { kind: 'unmatched', amountHalalas: 700_00, path: 'payments' }
    const chargeback = { kind: 'chargeback', amountHalalas: 1000_00, path: `orders/${id}` }
    expect(await kindsOf('Finance')).toMatchObject([chargeback, unmatched])
    expect((await kindsOf('Finance'))[1]).not.toHaveProperty('reference')
    expect(await kindsOf('Content')).toMatchObject([{ kind: 'report', count: 1 }])
    expect(await kindsOf('Admin')).toMatchObject([chargeback, { kind: 'report', count: 1 }, unmatched])
    expect(await kindsOf('Teacher')).toEqual([])
  })
})
