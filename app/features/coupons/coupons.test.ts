/** Coupons from the desk, and what learners get for them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, order, schedule } from '../../../tests/support/factories.ts'
import { companyDesk, newEmployee, someRun } from '../../../tests/support/orders/purchases.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import type { checkoutEndpoints } from '../checkout/contract.ts'
import type { couponsEndpoints } from './contract.ts'
import { codeOf, hasRoomFor } from './terms.ts'

type Calls = typeof couponsEndpoints
type One = Output<Calls['createCoupon']>
type List = Output<Calls['coupons']>
type Summary = Output<(typeof checkoutEndpoints)['summary']>

let app: TestApp
let finance: Member
const today = dayOf(new Date())
const TERMS = {
  note: { ar: 'حملة الشتاء', en: 'Winter campaign' },
  percent: 10,
  amountHalalas: null,
  firstDay: today,
  lastDay: null,
  totalLimit: null,
  perLearnerLimit: null,
  minimumHalalas: null,
  courseIds: null,
  emailDomain: null,
  companyIds: null,
}
beforeAll(async () => {
  app = await startTestApp()
  finance = await signedInMember(app, ['Finance'])
})
afterAll(() => app.stop())

const create = (facts: object) => finance.call<One>('POST', 'admin/coupons', { ...TERMS, ...facts })
const list = async (query: string) => (await finance.call<List>('GET', `admin/coupons?${query}`)).data
const place = (learner: Member, courseId: number, scheduleId: number, couponCode: string) =>
  learner.call<{ orderId: string }>('POST', 'Orders', { courseId, scheduleId, couponCode })

it('a new coupon is used by a learner, counted, stopped and refused', async () => {
  const made = await course(app.db, { priceHalalas: 100_000 })
  const run = await schedule(app.db, made.id)
  const { status, data } = await create({ code: ' winter-١٠ ', percent: '10', totalLimit: 5 })
  expect(status).toBe(201)
  expect(data).toMatchObject({ code: 'WINTER-10', state: 'valid', percent: 10, uses: 0, version: 1 })
  const learner = await signedInMember(app)
  expect((await place(learner, made.id, run, 'winter-10')).status).toBeLessThan(300)
  const { data: used } = await finance.call<Output<Calls['coupon']>>('GET', `admin/coupons/${data.id}`)
  expect(used).toMatchObject({ uses: 1, totals: { paid: 0, pending: 1, discountHalalas: 0 } })
  await order(app.db, { courseId: made.id, coupon: data, totalHalalas: 90_000, discountHalalas: 10_000 })
  const { data: paid } = await finance.call<Output<Calls['coupon']>>('GET', `admin/coupons/${data.id}`)
  expect(paid.totals).toEqual({ paid: 1, pending: 1, discountHalalas: 10_000, salesHalalas: 90_000 })
  const { data: uses } = await finance.call<Output<Calls['couponUses']>>('GET', `admin/coupons/${data.id}/uses`)
  expect(uses.items).toMatchObject([
    { status: 'paid', discountHalalas: 10_000 },
    { status: 'pending', learner: { id: learner.user.id } },
  ])
  const { data: stopped } = await finance.call<One>('POST', `admin/coupons/${data.id}/stop`)
  expect(stopped.state).toBe('stopped')
  const other = await signedInMember(app)
  expect((await place(other, made.id, run, 'WINTER-10')).error.code).toBe('couponInactive')
  await finance.call('POST', `admin/coupons/${data.id}/resume`)
  expect((await place(other, made.id, run, 'WINTER-10')).status).toBeLessThan(300)
})

it('a limit for each learner that staff set at the desk holds for each learner by themselves', async () => {
  const made = await course(app.db, { priceHalalas: 100_000 })
  const [first, second] = [await schedule(app.db, made.id), await schedule(app.db, made.id)]
  const { data } = await create({ code: 'ONCE-EACH', perLearnerLimit: 1 })
  expect(data.perLearnerLimit).toBe(1)
  const [one, other] = [await signedInMember(app), await signedInMember(app)]
  expect((await place(one, made.id, first, data.code)).status).toBeLessThan(300)
  expect((await place(one, made.id, second, data.code)).error.code).toBe('couponUsedByLearner')
  expect((await place(other, made.id, first, data.code)).status).toBeLessThan(300)
  // Raised at the desk, the limit lets the learner in again.
  const raised = await finance.call<One>('PATCH', `admin/coupons/${data.id}`, {
    ...{ version: data.version, changes: { perLearnerLimit: { from: 1, to: 2 } } },
  })
  expect(raised.data.perLearnerLimit).toBe(2)
  expect((await place(one, made.id, second, data.code)).status).toBeLessThan(300)
  for (const perLearnerLimit of [0, -1, 'x'])
    expect((await create({ code: 'EACH-X', perLearnerLimit })).error.fields).toHaveProperty('perLearnerLimit')
})

it('a series adds up what its codes were used for, and what they cost, without those of other series', async () => {
  const series = async (pattern: string) =>
    (
      await finance.call<{ id: number }>('POST', 'admin/coupon-series', {
        ...{ ...TERMS, name: 'شركاء', pattern, count: 3, totalLimit: 1 },
      })
    ).data.id
  const [mine, others] = [await series('MINE-?????'), await series('OTHER-?????')]
  const [codes, foreign] = [await list(`seriesId=${mine}`), await list(`seriesId=${others}`)]
  const made = await course(app.db, { priceHalalas: 100_000 })
  const run = await schedule(app.db, made.id)
  const [first, second, third] = codes.items as [One, One, One]
  await order(app.db, { courseId: made.id, coupon: first, totalHalalas: 90_000, discountHalalas: 10_000 })
  await order(app.db, { courseId: made.id, coupon: second, totalHalalas: 45_050, discountHalalas: 5_005 })
  await order(app.db, { courseId: made.id, coupon: second, totalHalalas: 1, discountHalalas: 1, status: 'cancelled' })
  await order(app.db, { courseId: made.id, coupon: foreign.items[0]!, totalHalalas: 7, discountHalalas: 7 })
  expect((await place(await signedInMember(app), made.id, run, third.code)).status).toBeLessThan(300)
  const { data } = await finance.call<Output<Calls['couponSeries']>>('GET', `admin/coupon-series/${mine}`)
  expect(data.totals).toEqual({
    ...{ paid: 2, pending: 1, discountHalalas: 10_000 + 5_005, salesHalalas: 90_000 + 45_050 },
  })
})

it('what cannot be is refused at its field', async () => {
  const fields = async (facts: object) => {
    const { error } = await create({ code: 'WRONG', ...facts })
    return error.fields ? Object.keys(error.fields) : error.code
  }
  expect(await fields({ code: 'خصم' })).toEqual(['code'])
  expect(await fields({ percent: 101 })).toEqual(['percent'])
  expect(await fields({ percent: 0 })).toEqual(['percent'])
  expect(await fields({ percent: null })).toEqual(['percent'])
  expect(await fields({ amountHalalas: 100 })).toEqual(['amountHalalas'])
  expect(await fields({ emailDomain: 'company' })).toEqual(['emailDomain'])
  expect(await fields({ courseIds: [] })).toEqual(['courseIds'])
  expect(await fields({ courseIds: [999_999] })).toBe('courseNotFound')
  expect(await fields({ firstDay: today, lastDay: plusDays(today, -1) })).toBe('couponDatesWrong')
  expect((await create({ code: 'ONCE' })).status).toBe(201)
  expect(await fields({ code: 'once' })).toBe('couponCodeTaken')
})

it('its last day is the last on which it is valid; limits end it, too', async () => {
  const { data } = await create({ code: 'LASTDAY', lastDay: today })
  expect(data).toMatchObject({ firstDay: today, lastDay: today, state: 'valid' })
  const row = await app.db.selectFrom('coupons').select('valid_to').where('id', '=', data.id).executeTakeFirstOrThrow()
  expect(row.valid_to?.toISOString()).toBe(new Date(`${plusDays(today, 1)}T00:00:00+03:00`).toISOString())
  await create({ code: 'LATER1', firstDay: plusDays(today, 3) })
  await create({ code: 'ENDED1', firstDay: plusDays(today, -9), lastDay: plusDays(today, -1) })
  const made = await course(app.db)
  const { data: single } = await create({ code: 'SINGLE1', totalLimit: 1 })
  await place(await signedInMember(app), made.id, await schedule(app.db, made.id), 'SINGLE1')
  const codesIn = async (state: string) => (await list(`state=${state}&limit=50`)).items.map(({ code }) => code)
  expect(await codesIn('coming')).toContain('LATER1')
  expect(await codesIn('ended')).toContain('ENDED1')
  expect(await codesIn('used-up')).toContain('SINGLE1')
  expect(await codesIn('valid')).toContain('LASTDAY')
  expect(await codesIn('valid')).not.toContain('SINGLE1')
  expect((await finance.call<One>('GET', `admin/coupons/${single.id}`)).data.state).toBe('used-up')
})

it('two editors change different terms, and not the same one; orders keep their discount', async () => {
  const made = await course(app.db, { priceHalalas: 100_000 })
  const { data } = await create({ code: 'EDITED' })
  const learner = await signedInMember(app)
  await place(learner, made.id, await schedule(app.db, made.id), 'EDITED')
  const change = (changes: object) => finance.call<One>('PATCH', `admin/coupons/${data.id}`, { version: 1, changes })
  const amount = { percent: { from: 10, to: null }, amountHalalas: { from: null, to: 5000 } }
  expect((await change(amount)).data).toMatchObject({ percent: null, amountHalalas: 5000, version: 2 })
  expect((await change({ totalLimit: { from: null, to: 3 } })).data).toMatchObject({ totalLimit: 3, version: 3 })
  const late = await change({ amountHalalas: { from: null, to: 100 } })
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  expect((await change({ percent: { from: null, to: 20 } })).error.fields).toHaveProperty('amountHalalas')
  const placed = await app.db
    .selectFrom('orders')
    .select('discount_halalas')
    .where('coupon_id', '=', data.id)
    .executeTakeFirstOrThrow()
  expect(placed.discount_halalas).toBe(10_000)
  const audit = await app.db.selectFrom('audit_log').select(['action', 'before']).orderBy('id', 'desc').execute()
  expect(audit[0]).toEqual({ action: 'coupon.change', before: { totalLimit: null } })
})

it('a series has as many different codes as were asked for, and is stopped at once', async () => {
  const series = (facts: object) =>
    finance.call<{ id: number }>('POST', 'admin/coupon-series', { ...TERMS, name: 'شركاء', ...facts })
  expect((await series({ pattern: 'P-??', count: 300 })).error.fields).toHaveProperty('pattern')
  expect((await series({ pattern: 'PARTNER', count: 3 })).error.fields).toHaveProperty('pattern')
  const { data } = await series({ pattern: 'partner-?????', count: 300, totalLimit: 1 })
  const first = await list(`seriesId=${data.id}&limit=50`)
  expect(first.totalCount).toBe(300)
  expect(first.items.every(({ code }) => /^PARTNER-[2-9A-HJKMNP-TV-Z]{5}$/.test(code))).toBe(true)
  const second = await list(`seriesId=${data.id}&limit=50&cursor=${first.next}`)
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(100)
  // Codes of a series are found by search, and left out of the open list.
  expect((await list('limit=50')).items.some(({ series: one }) => one !== null)).toBe(false)
  expect((await list(`query=${first.items[0]!.code.toLowerCase()}`)).items[0]).toEqual(first.items[0])
  expect((await finance.call('POST', `admin/coupon-series/${data.id}/stop`)).data).toEqual({ stopped: 300 })
  const { data: after } = await finance.call<Output<Calls['couponSeries']>>('GET', `admin/coupon-series/${data.id}`)
  expect(after).toMatchObject({ coupons: 300, active: 0, totals: { paid: 0, discountHalalas: 0 } })
})

it('a pattern has room for few guesses only', () => {
  expect([hasRoomFor('A????', 81), hasRoomFor('A????', 82)]).toEqual([true, false])
  expect(codeOf('X?-?', () => 0)).toBe('X2-2')
})

it('the codes of a series are downloaded, and the download is in the audit log', async () => {
  const { data: series } = await finance.call<{ id: number }>('POST', 'admin/coupon-series', {
    ...{ ...TERMS, name: 'شركاء', pattern: 'EXPORT-?????', count: 3 },
  })
  const answer = await fetch(`${app.address}/api/admin/coupons/export?seriesId=${series.id}`, {
    headers: { Authorization: `Bearer ${await tokenOf(app, finance.user)}`, 'Accept-Language': 'ar' },
  })
  const [head, ...rows] = (await answer.text()).trim().split('\r\n')
  expect(head).toContain('الخصم (٪)')
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual(
    Array(3).fill([expect.stringMatching(/^EXPORT-/), 'شركاء']),
  )
  const { data: entries } = await finance.call<{ items: { detail: object }[] }>(
    'GET',
    'admin/audit?action=coupon.export',
  )
  expect(entries.items.map(({ detail }) => detail)).toMatchObject([{ rows: 3, filter: { seriesId: series.id } }])
})

/** A learner with this address. */
async function memberAt(email: string): Promise<Member> {
  const member = await signedInMember(app)
  await app.db.updateTable('users').set({ email }).where('id', '=', member.user.id).execute()
  return { ...member, user: { ...member.user, email } }
}

it('a coupon of companies is used by their contacts and by whoever has one of their seats, and by nobody else', async () => {
  const [mine, others] = [await companyDesk(app), await companyDesk(app)]
  const { courseId, scheduleId } = await someRun(app)
  const { status, data } = await create({ code: 'UFUQ-10', companyIds: [mine.company.id] })
  expect([status, data.companyIds]).toEqual([201, [mine.company.id]])
  const contact = await memberAt(mine.contact)
  const [named, stranger, guest] = [newEmployee(), await signedInMember(app), newEmployee()]
  const quote = await mine.owing({ ...(await someRun(app)), seats: 2 })
  await mine.record(quote, { amountHalalas: quote.totals.totalHalalas })
  const { seats } = await mine.atDesk(quote)
  // One learner is named for a seat, another has used one.
  const names = `${named.firstName} ${named.lastName},${named.email}`
  expect((await mine.call('POST', `/${quote.id}/lines/${quote.lines[0]!.id}/names`, { names })).status).toBe(200)
  const user = await signedInMember(app)
  const free = (await mine.atDesk(quote)).seats.find(({ state }) => state === 'open')!
  expect(seats).toHaveLength(2)
  const used = await user.call<{ orderId: string }>('POST', `Seats/${free.code}/redeem`, { hasAgreed: true })
  expect(used.status).toBe(201)
  const reasonFor = async (member: Member | undefined) => {
    const path = `Orders/summary?courseId=${courseId}&scheduleId=${scheduleId}&coupon=UFUQ-10`
    const answer = await (member ? member.call<Summary>('GET', path) : app.call<Summary>('GET', path))
    return answer.data.coupon
  }
  expect(await reasonFor(undefined)).toEqual({ code: 'UFUQ-10', valid: true })
  expect(await reasonFor(contact)).toMatchObject({ valid: true })
  expect(await reasonFor(stranger)).toMatchObject({ valid: false, reason: expect.stringMatching(/شركات|companies/) })
  const outcome = async (member: Member) => {
    const answer = await place(member, courseId, scheduleId, 'UFUQ-10')
    return answer.error?.code ?? answer.status
  }
  expect(await outcome(contact)).toBe(201)
  expect(await outcome(user)).toBe(201)
  expect(await outcome(await memberAt(named.email))).toBe(201)
  expect(await outcome(stranger)).toBe('couponOtherCompany')
  expect(await outcome(await memberAt(others.contact))).toBe('couponOtherCompany')
  const preview = (email: string) =>
    finance.call<object>(
      'GET',
      `admin/orders/enrolment?courseId=${courseId}&scheduleId=${scheduleId}&payment=cash&couponCode=UFUQ-10&email=${email}`,
    )
  expect((await preview(guest.email)).error.code).toBe('couponOtherCompany')
})

it('the companies of a coupon are changed at the desk and found by its list; unknown ones are refused', async () => {
  const [{ company: first }, { company: second }] = [await companyDesk(app), await companyDesk(app)]
  expect((await create({ code: 'NOBODY', companyIds: [] })).error.fields).toHaveProperty('companyIds')
  expect((await create({ code: 'NOBODY', companyIds: [999_999] })).error.code).toBe('companyNotFound')
  const { data } = await create({ code: 'SHARED', companyIds: [first.id] })
  const change = async (version: number, from: number[] | null, to: number[] | null) =>
    finance.call<One>('PATCH', `admin/coupons/${data.id}`, { version, changes: { companyIds: { from, to } } })
  const { data: both } = await change(data.version, [first.id], [first.id, second.id])
  expect(both.companyIds).toEqual([first.id, second.id])
  const { data: shown } = await finance.call<Output<Calls['coupon']>>('GET', `admin/coupons/${data.id}`)
  expect(shown.companies.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
  const codesOf = async (id: number) => (await list(`companyId=${id}`)).items.map(({ code }) => code)
  expect([await codesOf(first.id), await codesOf(second.id)]).toEqual([['SHARED'], ['SHARED']])
  await expect(app.db.deleteFrom('companies').where('id', '=', second.id).execute()).rejects.toThrow()
  expect((await change(both.version, both.companyIds, null)).data.companyIds).toBeNull()
  expect(await codesOf(second.id)).toEqual([])
})
