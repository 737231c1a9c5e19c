/** What is sent of a draft, checked so that the company can accept it as it stands. */
import type { QuoteDocument } from '../../../db/shapes.ts'
import { Problem } from '../../api/problem.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { sellerOf } from '../invoices/invoice-document.ts'
import { vatReasonsOf } from '../invoices/invoicing.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { linesOf, type QuoteRow } from './queries.server.ts'
import { buyerOf, documentLine, totalsOf } from './quote-document.ts'
import { MAX_TOTAL_HALALAS } from './terms.ts'

/** @throws Problem quoteEmpty, sellerIncomplete */
export async function printedDocument(db: Database, quote: QuoteRow, now: Date): Promise<QuoteDocument> {
  if (quote.document) return quote.document
  const [lines, institute] = await Promise.all([linesOf(db, quote.id, now), findInstitute(db)])
  if (lines.length === 0) throw new Problem('quoteEmpty')
  const seller = sellerOf(institute)
  if (!seller) throw new Problem('sellerIncomplete')
  const printed = lines.map((line) => documentLine(line, institute, vatReasonsOf(institute)))
  return {
    ...{ seller, buyer: buyerOf(quote.company), contact: { name: quote.contactName, email: quote.contactEmail } },
    sentAt: now.toISOString(),
    ...{ validUntil: quote.validUntil, paymentDays: quote.paymentDays, withdrawalDays: quote.withdrawalDays },
    ...{ terms: quote.terms, lines: printed, totals: totalsOf(printed) },
  }
}

/**
 * What an accepted quote needs must be there when it is sent: data for the invoice, and runs that are still to begin. Free
 * seats are not: none are held before it is accepted, and until then the run may get more of them.
 * @throws Problem
 */
export async function draftDocument(db: Database, quote: QuoteRow, now: Date): Promise<QuoteDocument> {
  const document = await printedDocument(db, quote, now)
  // Source: ZATCA, a standard tax invoice names the buyer's address.
  if (document.seller.vatNumber !== null && !quote.company.nationalAddress) throw new Problem('companyIncomplete')
  if (document.totals.totalHalalas > MAX_TOTAL_HALALAS) throw new Problem('validation', {}, { seats: ['invalid'] })
  for (const { run, isPublished } of await linesOf(db, quote.id, now))
    if (!isPublished || (run && (run.isCancelled || new Date(run.startsAt) <= now)))
      throw new Problem('enrolmentClosed')
  return document
}
