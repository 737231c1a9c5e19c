import type { orderPapers as source } from '../ar/order-papers.ts'

export const orderPapers: typeof source = {
  invoice: 'Invoice',
  creditNote: (number) => `Credit note ${number}`,
  of: (paper, course) => `${paper}: ${course}`,
}
