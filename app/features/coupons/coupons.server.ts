/** Coupons at the desk. */
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { cappedTotal } from '../../platform/count-cap.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { CouponItem, couponsEndpoints } from './contract.ts'
import { exportCoupons } from './export.server.ts'
import {
  type CouponRow,
  countCoupons,
  countSeries,
  countUses,
  findCompaniesOf,
  findCouponById,
  findCoupons,
  findCourseChoices,
  findSeries,
  findSeriesList,
  findUses,
  insertCoupons,
  insertSeries,
  lockCouponById,
  type SeriesRow,
  setActive,
  stopAll,
  totalsOf,
  updateCoupon,
} from './queries.server.ts'
import { codeOf, daysOf, hasRoomFor, stateOf, timesOf } from './terms.ts'

type Calls = typeof couponsEndpoints
type Terms = Omit<Input<Calls['createCoupon']>, 'code'>

export const couponsOperations: Operations<Calls> = {
  coupons,
  coupon,
  couponUses,
  couponCourses: async (ctx) =>
    (await findCourseChoices(ctx.db)).map(({ id, name }) => ({ id, name: inLang(name, ctx.lang) })),
  createCoupon,
  changeCoupon,
  stopCoupon: (ctx, { id }) => setActiveOf(ctx, id, false),
  resumeCoupon: (ctx, { id }) => setActiveOf(ctx, id, true),
  exportCoupons,
  couponSeriesList,
  couponSeries,
  createCouponSeries,
  stopCouponSeries,
}

const itemOf = ({ validFrom, validTo, active, ...row }: CouponRow, now: Date): CouponItem => ({
  ...row,
  ...daysOf({ validFrom, validTo }),
  state: stateOf({ ...row, validFrom, validTo, active }, now),
})

const IdPlace = z.tuple([z.int()])

async function coupons(ctx: Context, { cursor, limit, ...filter }: Input<Calls['coupons']>) {
  const now = ctx.now()
  const before = placeOf(IdPlace, cursor)?.[0]
  const [rows, count] = await Promise.all([
    findCoupons(ctx.db, filter, { limit: limit + 1, before }, now),
    countCoupons(ctx.db, filter, now),
  ])
  const page = cursorPage(rows, limit, { itemOf: (row) => itemOf(row, now), placeOf: ({ id }) => [id] })
  return { ...page, ...cappedTotal(count) }
}

async function coupon(ctx: Context, { id }: { id: number }) {
  const now = ctx.now()
  const row = await findCouponById(ctx.db, id, now)
  if (!row) throw new Problem('notFound')
  const [totals, companies] = await Promise.all([
    totalsOf(ctx.db, { couponId: id }, now),
    findCompaniesOf(ctx.db, row.companyIds ?? []),
  ])
  const named = companies.map(({ id: companyId, name }) => ({ id: companyId, name: inLang(name, ctx.lang) }))
  return { ...itemOf(row, now), totals, companies: named }
}

async function couponUses(ctx: Context, { id, cursor, limit }: Input<Calls['couponUses']>) {
  if (!(await findCouponById(ctx.db, id, ctx.now()))) throw new Problem('notFound')
  const place = placeOf(TimePlace, cursor)
  const before = place && { at: place.at, id: String(place.id) }
  const [rows, count] = await Promise.all([findUses(ctx.db, id, { limit: limit + 1, before }), countUses(ctx.db, id)])
  const page = cursorPage(rows, limit, {
    itemOf: ({ learner, course, createdAt, ...row }) => ({
      ...row,
      course: inLang(course, ctx.lang),
      createdAt: createdAt.toISOString(),
      ...(learner ? { learner } : {}),
    }),
    placeOf: ({ createdAt, id: order }) => [createdAt.toISOString(), order],
  })
  return { ...page, ...cappedTotal(count) }
}

async function createCoupon(ctx: Context, { code, ...terms }: Input<Calls['createCoupon']>) {
  requireOneDiscount(terms)
  const id = await ctx.db.transaction().execute(async (tx) => {
    const [created] = await insertCoupons(tx, [code], storedOf(terms), null)
    if (!created) throw new Problem('couponCodeTaken')
    await writeAudit(tx, ctx, { action: 'coupon.create', reference: code, after: terms })
    return created.id
  })
  return itemOf((await findCouponById(ctx.db, id, ctx.now()))!, ctx.now())
}

async function changeCoupon(ctx: Context, { id, changes }: Input<Calls['changeCoupon']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockCouponById(tx, id, ctx.now())
    if (!row) throw new Problem('notFound')
    const before = termsOf(row)
    const edits = applyEdits({ ...before, version: row.version }, changes)
    if (Object.keys(edits).length === 0) return
    const after = { ...before, ...edits }
    requireOneDiscount(after)
    await updateCoupon(tx, id, {
      ...storedOf(after),
      // A time of day that came with the content stays unless its day is changed.
      ...('firstDay' in edits ? {} : { validFrom: row.validFrom }),
      ...('lastDay' in edits ? {} : { validTo: row.validTo }),
    })
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    await writeAudit(tx, ctx, { action: 'coupon.change', reference: row.code, before: was, after: edits })
  })
  return itemOf((await findCouponById(ctx.db, id, ctx.now()))!, ctx.now())
}

function termsOf(row: CouponRow): Terms {
  const {
    note,
    percent,
    amountHalalas,
    totalLimit,
    perLearnerLimit,
    minimumHalalas,
    courseIds,
    emailDomain,
    companyIds,
  } = row
  const limits = { totalLimit, perLearnerLimit, minimumHalalas, courseIds, emailDomain, companyIds }
  return { note, percent, amountHalalas, ...daysOf(row), ...limits }
}

function storedOf({ firstDay, lastDay, note: { ar, en }, ...terms }: Terms) {
  return { ...terms, note: en === undefined ? { ar } : { ar, en }, ...timesOf({ firstDay, lastDay }) }
}

/** @throws Problem validation unless there is either a percentage or an amount */
function requireOneDiscount({ percent, amountHalalas }: Terms): void {
  if ((percent === null) === (amountHalalas === null))
    throw new Problem('validation', {}, { [percent === null ? 'percent' : 'amountHalalas']: ['couponOneDiscount'] })
}

async function setActiveOf(ctx: Context, id: number, active: boolean) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await lockCouponById(tx, id, ctx.now())
    if (!row) throw new Problem('notFound')
    if (row.active === active) return
    await setActive(tx, id, active)
    await writeAudit(tx, ctx, { action: active ? 'coupon.resume' : 'coupon.stop', reference: row.code })
  })
  return itemOf((await findCouponById(ctx.db, id, ctx.now()))!, ctx.now())
}

const seriesOf = ({ createdAt, ...row }: SeriesRow) => ({ ...row, createdAt: createdAt.toISOString() })

async function couponSeriesList(ctx: Context, { cursor, limit }: Input<Calls['couponSeriesList']>) {
  const before = placeOf(IdPlace, cursor)?.[0]
  const [rows, count] = await Promise.all([findSeriesList(ctx.db, { limit: limit + 1, before }), countSeries(ctx.db)])
  return { ...cursorPage(rows, limit, { itemOf: seriesOf, placeOf: ({ id }) => [id] }), ...cappedTotal(count) }
}

async function couponSeries(ctx: Context, { id }: { id: number }) {
  const row = await findSeries(ctx.db, id)
  if (!row) throw new Problem('notFound')
  return { ...seriesOf(row), totals: await totalsOf(ctx.db, { seriesId: id }, ctx.now()) }
}

async function createCouponSeries(ctx: Context, input: Input<Calls['createCouponSeries']>) {
  const { name, pattern, count, ...terms } = input
  requireOneDiscount(terms)
  if (!hasRoomFor(pattern, count)) throw new Problem('validation', {}, { pattern: ['couponPatternShort'] })
  const id = await ctx.db.transaction().execute(async (tx) => {
    const series = await insertSeries(tx, { name, pattern })
    let missing = count
    // Hardly ever more than one round: the pattern has far more codes than are issued.
    while (missing > 0) {
      const codes = new Set(Array.from({ length: missing }, () => codeOf(pattern, randomInt)))
      missing -= (await insertCoupons(tx, [...codes], storedOf(terms), series)).length
    }
    await writeAudit(tx, ctx, { action: 'coupon.create-series', reference: name, after: { pattern, count, ...terms } })
    return series
  })
  return { id, name }
}

async function stopCouponSeries(ctx: Context, { id }: { id: number }) {
  const series = await findSeries(ctx.db, id)
  if (!series) throw new Problem('notFound')
  const stopped = await ctx.db.transaction().execute(async (tx) => {
    const count = await stopAll(tx, id)
    if (count > 0) await writeAudit(tx, ctx, { action: 'coupon.stop-series', reference: series.name, after: { count } })
    return count
  })
  return { stopped }
}
