/** Seats are named for people: all rows of a list, or none with the reason at each row. */
import { Problem } from '../../../api/problem.ts'
import type { Context } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { linesOf, type QuoteRow } from '../queries.server.ts'
import { mailInvitations } from '../quote-mails.server.ts'
import { readNames } from './read-names.server.ts'
import type { SheetRow } from './read-workbook.server.ts'
import { namedIn, nameSeats, openSeatsOf } from './seat-queries.server.ts'

/** As many as a person reads; the rest stays to be found after these are mended. */
const MAX_SHOWN_ERRORS = 20

/** The caller holds the lock of the quote. Returns how many were named. @throws Problem notFound, validation */
export async function nameSeatsOf(
  tx: Tx,
  ctx: Context,
  quote: QuoteRow,
  lineId: number,
  { rows, field }: { rows: readonly SheetRow[]; field: 'names' | 'file' },
): Promise<number> {
  const lines = await linesOf(tx, quote.id, ctx.now())
  if (!lines.some(({ id }) => id === lineId)) throw new Problem('notFound')
  const { people, errors } = readNames(rows, await namedIn(tx, lineId))
  const shown = errors.slice(0, MAX_SHOWN_ERRORS).map(({ row, problem }) => `${problem}:${row}`)
  if (errors.length > shown.length) shown.push(`moreRows:${errors.length - shown.length}`)
  if (shown.length > 0) throw new Problem('validation', {}, { [field]: shown })
  if (people.length === 0) throw new Problem('validation', {}, { [field]: ['required'] })
  const open = await openSeatsOf(tx, lineId)
  if (people.length > open.length)
    throw new Problem('validation', {}, { [field]: [`moreNamesThanSeats:${open.length}`] })
  await nameSeats(
    tx,
    people.map((person, index) => ({ ...person, id: open[index]! })),
  )
  if (quote.releasedAt) await mailInvitations(tx, ctx, quote)
  return people.length
}
