/** The history of an author, for whoever decides about one of their texts. */
import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { authorOf } from '../authors/authors.server.ts'
import type { authorHistoryEndpoints } from './author-history-contract.ts'
import { findAuthor, findHistory } from './author-history-queries.server.ts'

type Calls = typeof authorHistoryEndpoints

export const authorHistoryOperations: Operations<Calls> = { authorHistory }

/** By time, kind and id. */
const Place = z.tuple([z.iso.datetime(), z.string(), z.int()])

async function authorHistory(ctx: Context, { id, cursor, limit }: Input<Calls['authorHistory']>) {
  const found = await findAuthor(ctx.db, id)
  if (!found) throw new Problem('notFound')
  const place = placeOf(Place, cursor)
  const after = place && { at: place[0], kind: place[1], id: place[2] }
  const of = { author: id, account: found.author.userId }
  const rows = await findHistory(ctx.db, of, { limit: limit + 1, after })
  const page = cursorPage(rows, limit, {
    itemOf: ({ at, state, by, ...event }) => ({
      ...event,
      at: at.toISOString(),
      state: state ?? undefined,
      by: by ?? undefined,
    }),
    placeOf: ({ at, kind, id: ofEvent }) => [at.toISOString(), kind, ofEvent],
  })
  return {
    author: authorOf(found.author, ctx.lang),
    bannedAt: found.stoppedAt?.toISOString(),
    bannedUntil: found.stoppedUntil?.toISOString(),
    ...page,
  }
}
