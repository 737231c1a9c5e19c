/** Helpers for tests of orders: something to order, the sandbox's payment page without scripts, waiting for a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Services } from '../../../app/platform/context.server.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { apiAs } from '../api-as.ts'
import type { TestApp } from '../app.ts'
import { type CourseFacts, course, learner, type ScheduleFacts, schedule } from '../factories.ts'
import { orderApi } from './order-api.ts'

export const CARDS = {
  good: '4111 1111 1111 1111',
  poor: '4000 0000 0000 0002',
  challenge: '4000 0000 0000 3220',
  late: '4000 0000 0000 0341',
  twice: '4000 0000 0000 0259',
  first: '4000 0000 0000 0416',
  never: '4000 0000 0000 0705',
  lost: '4000 0000 0000 0804',
  unrefundable: '4000 0000 0000 0903',
}

/** For `PaymentPort.refund`: nothing is recorded before the money is sent. */
export const sendNow = async (): Promise<void> => undefined

export type Step = { status: number; location: string | null; html: string }

/** Sends one form of the payment page; redirects are not followed. */
export async function post(url: string, form: Record<string, string>): Promise<Step> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

/** Submits the card form. */
export async function payWith(
  paymentUrl: string | undefined,
  number: string,
  other: { expiry?: string; cvc?: string } = {},
): Promise<Step> {
  if (!paymentUrl) throw new Error('There is nothing to pay.')
  return post(paymentUrl, { number, expiry: '12/40', cvc: '123', ...other })
}

export const leave = (paymentUrl: string | undefined) => post(`${paymentUrl}/leave`, {})

/** Polls until the check passes, for up to 30 seconds: a job that failed twice is retried after ten seconds. */
export async function eventually<T>(read: () => Promise<T>, check: (value: T) => void): Promise<T> {
  const end = Date.now() + 30_000
  for (;;) {
    const value = await read()
    try {
      check(value)
      return value
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(50)
    }
  }
}

/** For `eventually`: a plain comparison. */
export const is =
  <T>(expected: T) =>
  (value: T) =>
    expect(value).toEqual(expected)

/** A course with one bookable run. */
export async function bookable(db: Database, facts: CourseFacts = {}, run: ScheduleFacts = {}) {
  const { id: courseId } = await course(db, facts)
  return { courseId, scheduleId: await schedule(db, courseId, run) }
}

export function orderStatus(db: Database, id: string) {
  return db.selectFrom('orders').select(['status', 'ended_because']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The problem code of a failed call. */
export function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'not refused',
    (problem: { code: string }) => problem.code,
  )
}

export type Waiting = [run?: ScheduleFacts, couponCode?: string]

/** A new learner with a pending order. */
export async function waitingOrder(app: TestApp, ...[run, couponCode]: Waiting) {
  const sara = await learner(app.db)
  const place = await bookable(app.db, { name: { ar: 'إدارة المشاريع', en: 'Project management' } }, run)
  const api = orderApi(apiAs(app, sara))
  const placed = await api.place({ ...place, couponCode })
  return { sara, api, ...place, ...placed }
}

/** The payment attempt of an order that has only one. */
export function attemptOf(db: Database, orderId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'status', 'provider_reference as reference', 'amount_halalas as amount'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

export async function mailsAbout(app: TestApp, email: string, reference: string) {
  return (await app.mails(email)).filter(({ subject }) => subject?.includes(reference))
}

/** Services whose clock is this many minutes ahead. */
export function servicesAfter(app: TestApp, minutes: number): Services {
  return { ...app.services, now: () => new Date(Date.now() + minutes * MINUTE_MS) }
}

export const BANK = {
  name: { ar: 'بنك المثال', en: 'Example Bank' },
  beneficiary: { ar: 'شركة معهد للتدريب المحدودة', en: 'Maahad Training Company Ltd' },
  iban: 'SA1600000001234567890123',
}

/** Replaces the institute by one that accepts bank transfers. */
export async function withBank(db: Database, facts: Record<string, unknown> = { bank: BANK }): Promise<void> {
  const data = JSON.stringify({
    ...{ name: { ar: 'معهد', en: 'Maahad' }, address: { ar: 'الرياض', en: 'Riyadh' }, email: 'info@maahad.example' },
    ...{ mailboxes: { orders: 'orders@maahad.example' }, vatRatePercent: 15 },
    ...facts,
  })
  await db
    .insertInto('institute')
    .values({ data, loaded_on: '2026-01-01' })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ data }))
    .execute()
}

/** A new learner with an order awaiting a bank transfer. */
export async function awaitedTransfer(app: TestApp, run?: ScheduleFacts, lang: 'ar' | 'en' = 'en') {
  const sara = await learner(app.db)
  const place = await bookable(app.db, { name: { ar: 'إدارة المشاريع', en: 'Project management' } }, run)
  const api = orderApi(apiAs(app, sara, { lang }))
  return { sara, api, ...place, ...(await api.place({ ...place, method: 'transfer' })) }
}

/** By which ways the order was to be paid, the oldest first. */
export const attemptsOf = (db: Database, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .select(['provider', 'provider_reference as reference', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()

export const minutesLeft = (expiresAt: string) => Math.round((Date.parse(expiresAt) - Date.now()) / MINUTE_MS)
export const hoursLeft = (expiresAt: string) => Math.round(minutesLeft(expiresAt) / 60)
