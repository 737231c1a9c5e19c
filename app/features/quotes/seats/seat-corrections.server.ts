/** A named seat that nobody has used is meant for another person, or for nobody. */
import { Problem } from '../../../api/problem.ts'
import type { Context } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import type { QuoteRow } from '../queries.server.ts'
import { mailInvitations } from '../quote-mails.server.ts'
import { newSeatCode } from './seat-code.ts'
import { lockNamedSeat, type NamedPerson, namedIn, saveSeatPerson } from './seat-queries.server.ts'

/** The caller holds the lock of the quote. @throws Problem notFound, seatUsed, validation */
export async function renameSeatOf(
  tx: Tx,
  ctx: Context,
  quote: QuoteRow,
  { seatId, person }: { seatId: number; person: NamedPerson },
): Promise<void> {
  const seat = await requireNamed(tx, quote, seatId)
  const isOther = seat.email !== person.email
  if (isOther && (await namedIn(tx, seat.lineId)).has(person.email))
    throw new Problem('validation', {}, { email: ['seatNamed'] })
  // Whoever got the code before must not use the seat of another.
  await saveSeatPerson(tx, seatId, { person, newCode: isOther ? newSeatCode() : null })
  if (isOther && quote.releasedAt) await mailInvitations(tx, ctx, quote)
  const before = { name: seat.name, email: seat.email }
  await writeAudit(tx, ctx, { action: 'quote.rename-seat', reference: quote.number, before, after: person })
}

/** The caller holds the lock of the quote. @throws Problem notFound, seatUsed */
export async function takeNameOffSeat(tx: Tx, ctx: Context, quote: QuoteRow, seatId: number): Promise<void> {
  const { name, email } = await requireNamed(tx, quote, seatId)
  await saveSeatPerson(tx, seatId, { person: null, newCode: newSeatCode() })
  await writeAudit(tx, ctx, { action: 'quote.take-name-off', reference: quote.number, before: { name, email } })
}

async function requireNamed(tx: Tx, { id }: QuoteRow, seatId: number) {
  const seat = await lockNamedSeat(tx, id, seatId)
  if (!seat) throw new Problem('notFound')
  if (seat.isUsed) throw new Problem('seatUsed')
  return seat
}
