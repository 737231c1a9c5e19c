/** Invoices and notes, numbered in the order of their times. */
import { sql } from 'kysely'
import type { Database } from '../../app/platform/database/database.server.ts'
import type { InvoiceDocument } from '../../db/shapes.ts'
import { insertRows, uuidOf } from './rows.ts'

export type Draft = Omit<InvoiceDocument, 'qr'>
type Issued = { id: string; number: string; issuedAt: Date; document: InvoiceDocument }
export type Paper = {
  at: Date
  kind: 'invoice' | 'credit-note' | 'debit-note'
  /** What was sold: an order, or one of its parts, or the purchase of a company. */
  sale: { id: string; part?: number } | { quoteId: number }
  /** Of a credit note that takes a debit note back. */
  of?: Paper
  refundId?: string
  draft: (original: Issued | undefined) => Draft
}

const SERIES = { invoice: 'INV', 'credit-note': 'CN', 'debit-note': 'DN' } as const

/** As the product numbers them. */
export async function insertPapers(db: Database, papers: Paper[]): Promise<void> {
  papers.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.kind < other.kind ? 1 : -1))
  const invoices = new Map<Paper['sale'], Issued>()
  const notes = new Map<Paper, Issued>()
  const numbers = { invoice: 0, 'credit-note': 0, 'debit-note': 0 }
  const rows = papers.map((paper, index) => {
    const { at, kind, sale, of, refundId, draft } = paper
    const number = `${SERIES[kind]}-${String(++numbers[kind]).padStart(6, '0')}`
    const original = kind === 'invoice' ? undefined : of ? notes.get(of) : invoices.get(sale)
    const document = { ...draft(original), qr: null }
    const id = uuidOf(`paper ${index}`)
    if (kind === 'invoice') invoices.set(sale, { id, number, issuedAt: at, document })
    else notes.set(paper, { id, number, issuedAt: at, document })
    return {
      ...{ id, kind, number, counter: index + 1, previous_hash: `hash ${index}`, hash: `hash ${index + 1}` },
      ...('quoteId' in sale ? { order_id: null, quote_id: sale.quoteId } : { order_id: sale.id, quote_id: null }),
      part: 'quoteId' in sale ? 1 : (sale.part ?? 1),
      ...{ refund_id: refundId ?? null, original_id: original?.id ?? null, issued_at: at, document },
    }
  })
  await insertRows(db, 'invoices', rows)
  await sql`update invoice_counters set documents = ${rows.length}, invoices = ${numbers.invoice},
    credit_notes = ${numbers['credit-note']}, debit_notes = ${numbers['debit-note']}`.execute(db)
}
