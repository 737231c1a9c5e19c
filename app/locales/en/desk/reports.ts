import type { reports as source } from '../../ar/desk/reports.ts'

export const reports: typeof source = {
  title: 'Sales reports',
  lead: 'Invoices less credit notes, to the halala. Periods are compared by net sales, before VAT.',
  by: 'By',
  groupings: {
    course: 'Course',
    run: 'Run',
    category: 'Kind of programme',
    coupon: 'Coupon',
    method: 'Payment method',
    source: 'Source',
    month: 'Month',
  },
  columns: {
    invoices: 'Invoices',
    creditNotes: 'Credit notes',
    net: 'Net',
    vat: 'VAT',
    total: 'Total',
    before: 'Period before',
    yearBefore: 'Year before',
  },
  total: 'Total',
  others: (count: string) => `Others (${count})`,
  compared: (before: string, yearBefore: string) => `Period before: ${before}. Year before: ${yearBefore}.`,
  days: (from: string, to: string) => `${from} – ${to}`,
  chart: (by: string) => `Net sales by ${by.toLowerCase()}`,
  chartBars: 'The dark bar is the period, the thin one below it the period before.',
  none: 'No sales in this period',
  noneBody: 'Choose another period. What an invoice or a credit note was issued for appears here.',
}
