/** Plans at the desk, and what a course page says of them. */
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { type FieldErrors, Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { paymentPlansEndpoints } from './contract.ts'
import { arePayable } from './offered-parts.server.ts'
import {
  daysOfRun,
  findOne,
  insertOne,
  knownCourses,
  listPlans,
  lockOne,
  type PlanFields,
  type PlanRow,
  planOf,
  priceOfCourse,
  updateOne,
} from './queries.server.ts'
import { datedAmounts, daysUntil, termsOfPrice, whyImpossible } from './schedule.ts'

type Calls = typeof paymentPlansEndpoints
type RunDays = { startsAt: Date; endsAt: Date }

/** An institute has a handful of terms. */
const MAX_PLANS = 100

export const paymentPlansOperations: Operations<Calls> = {
  ...{ coursePlan, paymentPlans, paymentPlan, addPaymentPlan, changePaymentPlan },
}

async function coursePlan(ctx: Context, { courseId, schedule, price }: Input<Calls['coursePlan']>) {
  const { db, now } = ctx
  const course = await priceOfCourse(db, courseId, now())
  const totalHalalas = price ?? course?.totalHalalas
  if (!course || !totalHalalas) return { plan: null }
  const plan = await planOf(db, courseId, totalHalalas)
  if (!plan) return { plan: null }
  const run = schedule === undefined ? undefined : await daysOfRun(db, { id: schedule, courseId })
  if (schedule !== undefined && !run) return { plan: null }
  const terms = run ? termsInRun(ctx, plan, totalHalalas, run) : termsOfPrice(plan, { ...course, totalHalalas })
  return { plan: terms ? { ...terms, laterParts: terms.later.length } : null }
}

/** What the checkout of the run would ask of an order of now. */
function termsInRun({ settings, now }: Context, plan: PlanRow, totalHalalas: number, run: RunDays) {
  const at = now()
  const parts = datedAmounts(plan, totalHalalas, { run, now: at })
  if (!parts || !arePayable(parts, settings.payment.minimumHalalas)) return undefined
  const [deposit, ...later] = parts
  return {
    depositHalalas: deposit!.amountHalalas,
    later: later.map(({ amountHalalas, dueAt }) => ({
      ...{ amountHalalas, days: daysUntil(dueAt, at), from: 'order' as const, dueAt: dueAt.toISOString() },
    })),
  }
}

async function paymentPlans({ db }: Context) {
  return { items: await listPlans(db, MAX_PLANS) }
}

/** @throws Problem notFound */
async function paymentPlan({ db }: Context, { id }: { id: number }) {
  return required(await findOne(db, id))
}

/** @throws Problem validation, tooManyPlans */
async function addPaymentPlan(ctx: Context, fields: Input<Calls['addPaymentPlan']>) {
  const id = await ctx.db.transaction().execute(async (tx) => {
    await refuseInvalid(tx, fields, '')
    if ((await listPlans(tx, MAX_PLANS)).length >= MAX_PLANS) throw new Problem('tooManyPlans', { most: MAX_PLANS })
    const added = await insertOne(tx, fields)
    await writeAudit(tx, ctx, { action: 'price.add-plan', reference: String(added), after: fields })
    return added
  })
  return paymentPlan(ctx, { id })
}

/** @throws Problem notFound, changedMeanwhile, validation */
async function changePaymentPlan(ctx: Context, { id, changes }: Input<Calls['changePaymentPlan']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const { id: _, version: current, ...before } = required(await lockOne(tx, id))
    const edits = applyEdits<PlanFields>({ ...before, version: current }, changes as object)
    if (Object.keys(edits).length === 0) return
    const next = { ...before, ...edits }
    await refuseInvalid(tx, next, 'changes')
    await updateOne(tx, id, next)
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    await writeAudit(tx, ctx, { action: 'price.change-plan', reference: String(id), before: was, after: edits })
  })
  return paymentPlan(ctx, { id })
}

function required(row: PlanRow | undefined): PlanRow {
  if (!row) throw new Problem('notFound')
  return row
}

/** @param changes whether the fields are those of an edit */
async function refuseInvalid(db: Database, fields: PlanFields, changes: '' | 'changes'): Promise<void> {
  const at = (field: string) => (changes ? `changes.${field}.to` : field)
  const errors: FieldErrors = {}
  if ((fields.depositPercent === null) === (fields.depositHalalas === null))
    errors[at('depositPercent')] = ['oneDeposit']
  const impossible = whyImpossible(fields)
  if (impossible) errors[at('parts')] = [impossible]
  if ((await knownCourses(db, fields.courseIds)).length !== new Set(fields.courseIds).size)
    errors[at('courseIds')] = ['invalid']
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
}
