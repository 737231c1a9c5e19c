import type { orderDocuments as source } from '../ar/order-documents.ts'

export const orderDocuments: typeof source = {
  invoice: 'Invoice',
  creditNote: (number) => `Credit note ${number}`,
  of: (paper, course) => `${paper}: ${course}`,
}
