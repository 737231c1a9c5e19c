/** The hash chain of documents: each hash covers the document and the hash of the one before. */
import { createHash } from 'node:crypto'
import type { InvoiceDocument } from '../../../db/shapes.ts'

export type Chained = {
  id: string
  kind: string
  number: string
  counter: number
  previousHash: string
  orderId: string | null
  quoteId: number | null
  issuedAt: Date
  document: InvoiceDocument
}

/** The previous hash of the first document. Source: ZATCA, KSA-61: the hash of `0`, in hexadecimal, in base64. */
export const GENESIS_HASH = Buffer.from(createHash('sha256').update('0').digest('hex')).toString('base64')

/** SHA-256 in base64, independent of the order of the fields in the database. */
export function hashOf({ id, kind, number, counter, previousHash, orderId, ...row }: Chained): string {
  const { issuedAt, document } = row
  const sale = orderId === null ? { quoteId: row.quoteId } : { orderId }
  const content = { id, kind, number, counter, previousHash, ...sale, issuedAt: issuedAt.toISOString(), document }
  return createHash('sha256').update(canonical(content)).digest('base64')
}

/** JSON with sorted names and no spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}
