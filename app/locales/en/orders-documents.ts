import type { ordersDocuments as source } from '../ar/orders-documents.ts'

export const ordersDocuments: typeof source = {
  invoice: 'Invoice',
  creditNote: (number) => `Credit note ${number}`,
  of: (paper, course) => `${paper}: ${course}`,
}
