/** Coupons at the desk: single ones, and series of codes on the same terms. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  EditOf,
  FileAnswer,
  Id,
  optional,
  orBlank,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { OrderStatus } from '../orders/order-contract.ts'
import { COUPON_STATES } from './terms.ts'

const MAX_SERIES = 5000
const MAX_COMPANIES = 50
const Between = (min: number, max: number) => {
  const message = `numberBetween:${min},${max}`
  return WholeNumber.pipe(z.number().min(min, message).max(max, message))
}
const Day = z.iso.date('invalid')
const Halalas = Between(1, 100_000_000)
const Limit = Between(1, 1_000_000)
const Percent = z
  .union([z.number(), z.string().transform((text) => Number(foldDigits(text).trim().replace('٫', '.') || Number.NaN))])
  .pipe(
    z.number('number').gt(0, 'numberBetween:0.01,100').max(100, 'numberBetween:0.01,100').multipleOf(0.01, 'number'),
  )
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z
      .string()
      .max(253, 'invalid')
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'invalid'),
  )
const upperCase = (code: unknown) =>
  typeof code === 'string' ? foldDigits(code).replace(/\s/g, '').toUpperCase() : code
const Code = z.preprocess(upperCase, z.string().regex(/^[A-Z0-9-]{3,20}$/, 'couponCode'))
/** Each ? becomes a random letter or digit. */
const Pattern = z.preprocess(upperCase, z.string().regex(/^(?=.*\?)[A-Z0-9?-]{3,20}$/, 'couponPattern'))

const terms = {
  /** What it is for; only staff read it. */
  note: z.object({ ar: Text(200), en: orBlank(Text(200)) }),
  /** Either a percentage or an amount. */
  percent: Percent.nullable(),
  amountHalalas: Halalas.nullable(),
  firstDay: Day,
  /** The last day on which it is valid; null: without an end. */
  lastDay: Day.nullable(),
  totalLimit: Limit.nullable(),
  perLearnerLimit: Limit.nullable(),
  minimumHalalas: Halalas.nullable(),
  /** Null: every course. */
  courseIds: z.array(Id).min(1, 'required').max(500, 'tooManyRows:500').nullable(),
  /** Only for learners whose email address ends with this domain. */
  emailDomain: Domain.nullable(),
  /** Only for people of these companies: their contacts, and whoever has one of their seats; null: for everybody. */
  companyIds: z.array(Id).min(1, 'required').max(MAX_COMPANIES, `tooManyRows:${MAX_COMPANIES}`).nullable(),
}

const Series = z.object({ id: z.int(), name: z.string() })

const CouponItem = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  note: z.object({ ar: z.string(), en: z.string().optional() }),
  state: z.enum(COUPON_STATES),
  percent: z.number().nullable(),
  amountHalalas: z.int().nullable(),
  firstDay: z.string(),
  lastDay: z.string().nullable(),
  totalLimit: z.int().nullable(),
  perLearnerLimit: z.int().nullable(),
  minimumHalalas: z.int().nullable(),
  courseIds: z.array(z.int()).nullable(),
  emailDomain: z.string().nullable(),
  companyIds: z.array(z.int()).nullable(),
  series: Series.nullable(),
  /** Orders that hold it or were paid with it. */
  uses: z.int(),
})
export type CouponItem = z.output<typeof CouponItem>

const Totals = z.object({
  /** Paid with it. */
  paid: z.int(),
  /** Hold it and are not paid yet. */
  pending: z.int(),
  /** What the discounts of the paid orders cost so far. */
  discountHalalas: z.int(),
  /** What the paid orders came to. */
  salesHalalas: z.int(),
})

const ById = z.object({ id: Id })
const MANAGE = { right: 'coupons.manage' } as const

const Filter = z.object({
  /** Part of a code or of a note. */
  query: optional(Text(100)),
  state: optional(z.enum(COUPON_STATES, 'invalid')),
  seriesId: optional(Id),
  courseId: optional(Id),
  /** Limited to this company, maybe among others. */
  companyId: optional(Id),
})

export const couponsEndpoints = {
  coupons: endpoint({
    method: 'GET',
    path: 'admin/coupons',
    summary: 'Coupons, the newest first. Codes of a series are listed with its id or when they are searched for.',
    audience: MANAGE,
    input: Filter.extend({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(CouponItem),
  }),
  exportCoupons: endpoint({
    method: 'GET',
    path: 'admin/coupons/export',
    summary: 'Coupons for spreadsheets, such as the codes of a series. Each export is in the audit log.',
    needsProof: true,
    audience: MANAGE,
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  coupon: endpoint({
    method: 'GET',
    path: 'admin/coupons/{id}',
    summary: 'A coupon with its terms, its uses and what it cost so far.',
    audience: MANAGE,
    input: ById,
    output: CouponItem.extend({ totals: Totals, companies: z.array(z.object({ id: z.int(), name: z.string() })) }),
    problems: ['notFound'],
  }),
  couponUses: endpoint({
    method: 'GET',
    path: 'admin/coupons/{id}/uses',
    summary: 'The orders for which a coupon was used, the newest first.',
    audience: MANAGE,
    input: ById.extend({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        status: OrderStatus,
        course: z.string(),
        /** Missing once the account is deleted. */
        learner: Series.optional(),
        discountHalalas: z.int(),
        totalHalalas: z.int(),
        createdAt: z.iso.datetime(),
      }),
    ),
    problems: ['notFound'],
  }),
  couponCourses: endpoint({
    method: 'GET',
    path: 'admin/coupon-courses',
    summary: 'The courses that a coupon can be limited to, by name.',
    audience: MANAGE,
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: 'admin/coupons',
    summary: 'Creates a coupon; its code stays.',
    audience: MANAGE,
    input: z.object({ code: Code, ...terms }),
    output: CouponItem,
    problems: ['couponCodeTaken', 'couponDatesWrong', 'courseNotFound', 'companyNotFound'],
    creates: true,
    status: 201,
  }),
  changeCoupon: endpoint({
    method: 'PATCH',
    path: 'admin/coupons/{id}',
    summary: 'Changes the terms of a coupon; orders that were placed keep their discount.',
    audience: MANAGE,
    input: ById.extend(EditOf(terms).shape),
    output: CouponItem,
    problems: ['notFound', 'changedMeanwhile', 'couponDatesWrong', 'courseNotFound', 'companyNotFound'],
  }),
  stopCoupon: endpoint({
    method: 'POST',
    path: 'admin/coupons/{id}/stop',
    summary: 'Stops a coupon: nobody can use it for a new order.',
    audience: MANAGE,
    input: ById,
    output: CouponItem,
    problems: ['notFound'],
  }),
  resumeCoupon: endpoint({
    method: 'POST',
    path: 'admin/coupons/{id}/resume',
    summary: 'Lets a stopped coupon be used again.',
    audience: MANAGE,
    input: ById,
    output: CouponItem,
    problems: ['notFound'],
  }),
  couponSeriesList: endpoint({
    method: 'GET',
    path: 'admin/coupon-series',
    summary: 'Series of coupons, the newest first.',
    audience: MANAGE,
    input: z.object({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(
      Series.extend({ pattern: z.string(), createdAt: z.iso.datetime(), coupons: z.int(), active: z.int() }),
    ),
  }),
  couponSeries: endpoint({
    method: 'GET',
    path: 'admin/coupon-series/{id}',
    summary: 'A series with its number of codes, their uses and what they cost so far.',
    audience: MANAGE,
    input: ById,
    output: Series.extend({
      pattern: z.string(),
      createdAt: z.iso.datetime(),
      coupons: z.int(),
      /** Codes that are not stopped. */
      active: z.int(),
      totals: Totals,
    }),
    problems: ['notFound'],
  }),
  createCouponSeries: endpoint({
    method: 'POST',
    path: 'admin/coupon-series',
    summary: 'Creates up to 5,000 coupons with random codes on the same terms.',
    audience: MANAGE,
    input: z.object({ name: Text(80), pattern: Pattern, count: Between(1, MAX_SERIES), ...terms }),
    output: Series,
    problems: ['couponDatesWrong', 'courseNotFound', 'companyNotFound'],
    creates: true,
    status: 201,
  }),
  stopCouponSeries: endpoint({
    method: 'POST',
    path: 'admin/coupon-series/{id}/stop',
    summary: 'Stops all coupons of a series.',
    audience: MANAGE,
    input: ById,
    output: z.object({ stopped: z.int() }),
    problems: ['notFound'],
  }),
}
