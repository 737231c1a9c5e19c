/** Plans by which the institute lets learners pay in parts. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Flag, Id, optional, orBlank, Text, WholeNumber } from '../../api/fields.ts'
import { COUNTED_FROM, MAX_LATER_PARTS, MIN_PART_HALALAS } from './schedule.ts'

const Percent = (most: number) =>
  WholeNumber.pipe(z.number().min(1, `numberBetween:1,${most}`).max(most, `numberBetween:1,${most}`))
const nullable = <T extends z.ZodType>(schema: T) => orBlank(schema.nullable()).transform((value) => value ?? null)
const MAX_DAYS = 730

const Part = z.object({
  /** Of what is left after the deposit. */
  percent: Percent(100),
  days: WholeNumber.pipe(z.number().min(0, `numberBetween:0,${MAX_DAYS}`).max(MAX_DAYS, `numberBetween:0,${MAX_DAYS}`)),
  from: z.enum(COUNTED_FROM, 'invalid'),
})

const fields = {
  name: Text(100),
  /** A percentage of the price or an amount: exactly one of the two. */
  depositPercent: nullable(Percent(95)),
  depositHalalas: nullable(WholeNumber.pipe(z.number().min(MIN_PART_HALALAS, 'invalid').max(100_000_000, 'invalid'))),
  parts: z.array(Part).max(MAX_LATER_PARTS, 'invalid'),
  /** The courses that name it. */
  courseIds: z.array(Id).max(500, 'invalid'),
  /** For every other course at this price or above. */
  fromHalalas: nullable(WholeNumber.pipe(z.number().min(100, 'invalid').max(100_000_000, 'invalid'))),
  isActive: Flag.transform((active) => active ?? false),
}

const PaymentPlan = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  depositPercent: z.int().nullable(),
  depositHalalas: z.int().nullable(),
  parts: z.array(z.object({ percent: z.int(), days: z.int(), from: z.enum(COUNTED_FROM) })),
  courseIds: z.array(z.int()),
  fromHalalas: z.int().nullable(),
  isActive: z.boolean(),
})
export type PaymentPlan = z.output<typeof PaymentPlan>

const CoursePlan = z.object({
  plan: z
    .object({
      depositHalalas: z.int(),
      laterParts: z.int(),
      /** The later parts, each with the days after the order, before the start or after it at which it is due. */
      later: z.array(
        z.object({
          amountHalalas: z.int(),
          days: z.int(),
          from: z.enum(COUNTED_FROM),
          /** In a run, the day that the checkout would say now. */
          dueAt: z.iso.datetime().optional(),
        }),
      ),
    })
    .nullable(),
})
export type CoursePlan = z.output<typeof CoursePlan>

/** What courses cost is for those who handle money. */
const CHANGE = { right: 'prices.change' } as const

export const paymentPlansEndpoints = {
  coursePlan: endpoint({
    method: 'GET',
    path: 'Courses/{courseId}/payment-plan',
    summary:
      'The parts in which the course can be paid; null where it cannot. With `schedule` they are what its checkout would ask of an order of today, with `dueAt`; without, they are those of the terms alone. `price` (halalas) is that of a run, otherwise it is the course’s own.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['courses', 'schedules', 'payment_plans'],
    input: z.object({
      courseId: Id,
      schedule: optional(Id),
      price: optional(WholeNumber.pipe(z.number().min(0, 'invalid').max(100_000_000, 'invalid'))),
    }),
    output: CoursePlan,
  }),
  paymentPlans: endpoint({
    method: 'GET',
    path: 'admin/payment-plans',
    summary: 'Plans by which courses can be paid in parts, those in use first.',
    audience: CHANGE,
    input: z.object({}),
    output: z.object({ items: z.array(PaymentPlan) }),
  }),
  paymentPlan: endpoint({
    method: 'GET',
    path: 'admin/payment-plans/{id}',
    summary: 'One plan.',
    audience: CHANGE,
    input: z.object({ id: Id }),
    output: PaymentPlan,
    problems: ['notFound'],
  }),
  addPaymentPlan: endpoint({
    method: 'POST',
    path: 'admin/payment-plans',
    summary: 'Adds a plan. Orders that are placed from now on can be paid by it.',
    audience: CHANGE,
    input: z.object(fields),
    output: PaymentPlan,
    problems: ['tooManyPlans'],
    creates: true,
    status: 201,
  }),
  changePaymentPlan: endpoint({
    method: 'POST',
    path: 'admin/payment-plans/{id}',
    summary: 'Changes a plan, or ends its use. What learners have agreed to stays as it is.',
    audience: CHANGE,
    input: EditOf(fields).extend({ id: Id }),
    output: PaymentPlan,
    problems: ['notFound', 'changedMeanwhile'],
  }),
}
