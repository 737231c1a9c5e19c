/** The token of a company's link: derived from a key of the quote, so that the database holds no secret. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../platform/context.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import type { QuoteRow } from './queries.server.ts'

type Asking = Pick<Services, 'settings'>

export function quoteToken({ settings }: Asking, { linkKey }: Pick<QuoteRow, 'linkKey'>): string {
  return createHmac('sha256', derivedKey(settings, 'quotation')).update(linkKey).digest('base64url').slice(0, 32)
}

export function isQuoteToken(ctx: Asking, quote: Pick<QuoteRow, 'linkKey'>, token: string): boolean {
  const [actual, expected] = [Buffer.from(token), Buffer.from(quoteToken(ctx, quote))]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
