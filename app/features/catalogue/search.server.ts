/** What a visitor typed, as the database searches for it: for courses and whatever else is searched in the same way. */
import type { Context } from '../../platform/context.server.ts'
import { correctedSearchQuery, searchQuery } from './listing/listing-queries.server.ts'

/** The term as a tsquery in text; empty when it holds no word. */
export const queryOf = (ctx: Context, term: string): Promise<string> => searchQuery(ctx.db, term)

/** The term with its unknown words replaced by the nearest known ones; null when that is not possible or not needed. */
export const correctedQuery = (ctx: Context, term: string): Promise<string | null> => correctedSearchQuery(ctx.db, term)
