import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { pdf } from '../../../tests/support/attacks/upload-corpus.ts'
import { course, learner, schedule, trainer } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { awaitedTransfer, withBank } from '../../../tests/support/orders/orders.ts'
import { signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import type { Role } from '../../api/rights.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { TodayItem } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

type Found = { found: { path: string }[] }
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

/** Enquiries of a test come one after the other, whatever the clock says. */
let received = Date.now() - DAY_MS

async function enquiry(assigneeId: number | null, kind = 'contact'): Promise<string> {
  received += MINUTE_MS
  const now = new Date(received)
  const reference = `C-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await app.db
    .insertInto('leads')
    .values({
      ...{ reference, kind, lang: 'ar', name: 'ليلى', email: 'layla@example.com', phone: null, fields: '{}' },
      ...{ created_at: now, updated_at: now, erase_at: now, assignee_id: assigneeId },
    })
    .execute()
  return reference
}

describe('the desk', () => {
  it('tells staff their rights, and opens for nobody else', async () => {
    const finance = (await (await as('Finance')).call<{ rights: string[] }>('GET', 'admin/me')).data
    expect(finance.rights).toEqual(expect.arrayContaining(['desk.open', 'refunds.send']))
    expect(finance.rights).not.toContain('moderation.decide')
    expect((await (await as('Student')).call('GET', 'admin/me')).status).toBe(403)
    expect((await app.call('GET', 'admin/me')).status).toBe(401)
  })

  it('finds orders by number and name for those who may see orders', async () => {
    const { id, reference, sara } = await awaitedTransfer(app)
    const find = async (role: Role, query: string) =>
      (await (await as(role)).call<Found>('GET', `admin/find?query=${encodeURIComponent(query)}`)).data.found
    const path = `orders/${id}`
    expect((await find('Finance', reference)).map((found) => found.path)).toEqual([path])
    expect((await find('Admin', sara.userName)).map((found) => found.path)).toContain(path)
    expect(await find('Teacher', reference)).toEqual([])
  })
})

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
    const [unassigned, quote, own] = [await enquiry(null), await enquiry(null, 'quote'), await enquiry(teacher.user.id)]
    const numbersIn = ({ items }: Today) =>
      items.filter(({ kind }) => kind === 'enquiry').map(({ reference }) => reference)
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
    await app.db
      .insertInto('run_sessions')
      .values({
        schedule_id: await schedule(app.db, courseId),
        starts_at,
        ends_at: new Date(starts_at.getTime() + HOUR_MS),
      })
      .execute()
    const sessionsIn = ({ items }: Today) => items.filter(({ kind }) => kind === 'session')
    expect(sessionsIn((await teacher.call<Today>('GET', 'admin/today')).data)).toMatchObject([
      { since: starts_at.toISOString(), path: 'attendance' },
    ])
    for (const role of ['Teacher', 'Admin'] as const) expect(sessionsIn(await todayOf(role))).toEqual([])
  })

  it('shows figures to Owners only', async () => {
    expect((await todayOf('Owner')).figures).toMatchObject({ inHalalas: 0, backHalalas: 0 })
    expect((await todayOf('Admin')).figures).toBeUndefined()
  })
})
