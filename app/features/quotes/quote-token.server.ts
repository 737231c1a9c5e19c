/** The token of a company's link, which opens its quote. */
import type { Services } from '../../platform/context.server.ts'
import { isLinkToken, linkToken } from '../../platform/secrets.server.ts'
import type { QuoteRow } from './queries.server.ts'

type Asking = Pick<Services, 'settings'>
type Linked = Pick<QuoteRow, 'linkKey'>
const PURPOSE = 'quotation'

export const quoteToken = ({ settings }: Asking, { linkKey }: Linked): string => linkToken(settings, PURPOSE, linkKey)

export const isQuoteToken = ({ settings }: Asking, { linkKey }: Linked, token: string): boolean =>
  isLinkToken(settings, PURPOSE, linkKey, token)
