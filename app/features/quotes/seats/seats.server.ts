/** Seats that a company has bought: released to it, and used by its employees. */
import type { Input } from '../../../api/endpoint.ts'
import { type FieldErrors, Problem } from '../../../api/problem.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Context, Services } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { limitSource } from '../../attempt-limits/attempt-limits.server.ts'
import { accountOf, createAccountFor, type EnrolledAccount } from '../../checkout/enrol-queries.server.ts'
import { placeSeatOrder } from '../../checkout/seat-order.server.ts'
import { runView } from '../../orders/order-views.server.ts'
import { lockPlace } from '../../orders/queries.server.ts'
import type { quotesEndpoints, Seat } from '../contract.ts'
import { type QuoteRow, saveReleased } from '../queries.server.ts'
import { mailInvitations, mailReleased } from '../quote-mails.server.ts'
import { seatCodeOf } from './seat-code.ts'
import { type FoundSeat, freeSeats, lockFreeSeat, markUsed, seatByCode } from './seat-queries.server.ts'

type Calls = typeof quotesEndpoints

/** Of one network: a whole company behind one address uses its seats, and nobody guesses a code. */
const MAX_CODES_PER_HOUR = 300

/** Lets the company use its seats. False when it could already. */
export async function releaseTo(tx: Tx, ctx: Pick<Services, 'settings' | 'now'>, quote: QuoteRow): Promise<boolean> {
  if (!(await saveReleased(tx, quote.id, ctx.now()))) return false
  await mailReleased(tx, ctx, quote)
  await mailInvitations(tx, ctx, quote)
  return true
}

async function requireSeat(ctx: Context, code: string): Promise<FoundSeat> {
  await limitSource(ctx, 'seat-code', MAX_CODES_PER_HOUR)
  const seat = await seatByCode(ctx.db, seatCodeOf(code))
  if (!seat) throw new Problem('seatUnknown')
  if (seat.isWithdrawn) throw new Problem('seatGone')
  return seat
}

const isOver = ({ run }: FoundSeat, now: Date) => run !== null && (run.isCancelled || new Date(run.startsAt) <= now)

export async function seat(ctx: Context, { code }: Input<Calls['seat']>): Promise<Seat> {
  const found = await requireSeat(ctx, code)
  const { run } = found
  return {
    company: inLang(found.company, ctx.lang),
    course: { name: inLang(found.course, ctx.lang), slug: found.slug },
    run: run && { ...runView(run, ctx.lang), city: run.city && inLang(run.city, ctx.lang) },
    meantFor: found.personEmail && hidden(found.personEmail),
    state: stateOf(found, ctx.now()),
    myOrderId: ctx.user && found.learnerId === ctx.user.id ? found.orderId : null,
  }
}

function stateOf(found: FoundSeat, now: Date): Seat['state'] {
  if (found.isUsed) return 'used'
  if (isOver(found, now)) return 'over'
  return found.isReleased ? 'free' : 'notReleased'
}

/** `n****@company.example`: its owner knows it, nobody else learns it. */
const hidden = (email: string) => email.replace(/^(.).*(?=@)/, '$1****')

/**
 * Enrols the holder of the code by an order of total zero, in one transaction with the use of the seat. Without a
 * session the person gets an account without a password, as by staff: its owner sets one by the link for a forgotten one.
 */
export async function redeemSeat(ctx: Context, { code, ...person }: Input<Calls['redeemSeat']>) {
  const found = await requireSeat(ctx, code)
  if (found.isUsed) throw new Problem('seatUsed')
  if (!found.isReleased) throw new Problem('seatNotReleased')
  if (isOver(found, ctx.now())) throw new Problem('enrolmentClosed')
  const email = ctx.user?.email ?? person.email
  if (!ctx.user) refuseIncomplete(person)
  if (found.personEmail && found.personEmail !== email) throw new Problem('seatOfOther')
  const scheduleId = found.run?.id ?? null
  return ctx.db.transaction().execute(async (tx) => {
    await lockPlace(tx, found.courseId, scheduleId)
    if (!(await lockFreeSeat(tx, found.id))) throw new Problem('seatUsed')
    const now = ctx.now()
    const learner = await learnerOf(tx, ctx, person)
    if (scheduleId !== null) await freeSeats(tx, scheduleId, 1)
    const { courseId, unitHalalas: priceHalalas, quoteNumber } = found
    const order = await placeSeatOrder(tx, ctx, { learner, courseId, scheduleId, priceHalalas, quoteNumber, now })
    await markUsed(tx, found.id, order.id, now)
    return { reference: order.reference, orderId: order.id, email: learner.email, isMine: ctx.user !== null }
  })
}

type Person = Omit<Input<Calls['redeemSeat']>, 'code'>

function refuseIncomplete(person: Person): void {
  const needed = ['firstName', 'lastName', 'email', 'phone', 'hasAgreed'] as const
  const missing = needed.filter((name) => !person[name])
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, ['required']]))
  if (missing.length > 0) throw new Problem('validation', {}, errors)
}

async function learnerOf(tx: Tx, ctx: Context, person: Person): Promise<EnrolledAccount> {
  const email = ctx.user?.email ?? person.email!
  const known = await accountOf(tx, email)
  if (known) return known
  const { firstName, lastName, phone } = person
  return createAccountFor(tx, {
    ...{ email, firstName: firstName!, lastName: lastName!, phone: phone!, lang: ctx.lang, now: ctx.now() },
  })
}
