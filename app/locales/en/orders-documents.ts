import type { ordersDocuments as source } from '../ar/orders-documents.ts'

export const ordersDocuments: typeof source = {
  invoice: 'Invoice',
  debitNote: (number) => `Debit note ${number}`,
  creditNote: (number) => `Credit note ${number}`,
  of: (paper, course) => `${paper}: ${course}`,
}
