/** Staff enrol a person by hand with a seat that a company has bought: what redeeming a code does, without the code. */
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { type FieldErrors, Problem } from '../../../api/problem.ts'
import { inLang } from '../../../locales/localized.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import { findSeat } from '../../checkout/enrol.server.ts'
import { accountOf, createAccountFor, type EnrolledAccount } from '../../checkout/enrol-queries.server.ts'
import { placeSeatOrder } from '../../checkout/seat-order.server.ts'
import { heldOrderOf, lockPlace } from '../../orders/queries.server.ts'
import { staffOrder } from '../../orders/staff.server.ts'
import type { companyEnrolEndpoints } from './company-enrol-contract.ts'
import { freeSeats, lineOfSeats, lockSeatFor, markUsed, purchasesWithSeats } from './seat-queries.server.ts'

type Calls = typeof companyEnrolEndpoints

export const companyEnrolOperations: Operations<Calls> = { companySeats, enrolByCompany }

async function companySeats(ctx: Context, asked: Input<Calls['companySeats']>) {
  const { courseId, scheduleId = null, email } = asked
  const { offer, run } = await findSeat(ctx, asked)
  const learner = await accountOf(ctx.db, email)
  refuseOneself(ctx, learner)
  if (
    learner &&
    (await heldOrderOf(ctx.db, { userId: learner.id, courseId, scheduleId }, ctx.now()))?.status === 'paid'
  )
    throw new Problem('alreadyEnrolled')
  const purchases = await purchasesWithSeats(ctx.db, { courseId, scheduleId, email })
  return {
    learner: learner ? { id: learner.id, name: learner.name, phone: learner.phone } : null,
    course: inLang(offer.course.name, ctx.lang),
    run: run && { startsAt: run.startsAt.toISOString(), city: run.city && inLang(run.city, ctx.lang) },
    purchases: purchases.map(({ quoteId, number, company, ...purchase }) => ({
      ...{ ...purchase, quote: { id: quoteId, number }, company: inLang(company, ctx.lang) },
    })),
  }
}

/** One transaction: the seat, the account, the order and its mail are written together or not at all. */
async function enrolByCompany(
  ctx: Context,
  { lineId, scheduleId: asked, email, reason, ...person }: Input<Calls['enrolByCompany']>,
) {
  const staffId = requireUser(ctx).id
  const line = await lineOfSeats(ctx.db, lineId)
  if (!line) throw new Problem('notFound')
  if (!line.isReleased) throw new Problem('seatNotReleased')
  const { courseId, quoteNumber, unitHalalas: priceHalalas } = line
  const scheduleId = asked ?? line.scheduleId
  await findSeat(ctx, { courseId, scheduleId: scheduleId ?? undefined })
  const known = await accountOf(ctx.db, email)
  refuseOneself(ctx, known)
  if (!known) refuseIncomplete(person)
  const id = await ctx.db.transaction().execute(async (tx) => {
    await lockPlace(tx, courseId, scheduleId)
    const seatId = await lockSeatFor(tx, { lineId, scheduleId, email })
    if (seatId === undefined) throw new Problem('seatsGone')
    const now = ctx.now()
    const { firstName, lastName, phone, lang = 'ar' } = person
    const learner =
      known ??
      (await createAccountFor(tx, { email, firstName: firstName!, lastName: lastName!, phone: phone!, lang, now }))
    if (scheduleId !== null) await freeSeats(tx, scheduleId, 1)
    const staff = { staffId, note: reason }
    const seat = { learner, courseId, scheduleId, priceHalalas, quoteNumber, now, staff }
    const order = await placeSeatOrder(tx, ctx, seat)
    await markUsed(tx, seatId, order.id, now)
    const detail = { payment: 'company', quoteNumber, totalHalalas: 0 }
    await writeAudit(tx, ctx, { action: 'order.enrol', reference: order.reference, detail })
    return order.id
  })
  return staffOrder(ctx, { id })
}

/** Staff who are learners too do not give seats to themselves. */
function refuseOneself(ctx: Context, account: EnrolledAccount | undefined): void {
  if (account?.id === requireUser(ctx).id) throw new Problem('ownOrder')
}

type Person = Omit<Input<Calls['enrolByCompany']>, 'lineId' | 'email' | 'reason'>

function refuseIncomplete(person: Person): void {
  const missing = (['firstName', 'lastName', 'phone', 'hasAgreed'] as const).filter((name) => !person[name])
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, ['required']]))
  if (missing.length > 0) throw new Problem('validation', {}, errors)
}
