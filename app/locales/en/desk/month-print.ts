import type { monthPrint as Source } from '../../ar/desk/month-print.ts'
import { formatNumber } from '../../format.ts'
import { books } from './books.ts'
import { closing } from './closing.ts'

export const monthPrint: typeof Source = {
  title: (month) => `Documents of ${month}`,
  vatNumber: 'VAT number',
  closed: (when, by) => `The month was closed on ${when} by ${by}.`,
  open: (when) => `The month is not closed: these are its figures on ${when}.`,
  erased: closing.erased,
  sums: 'Sales and their VAT',
  documents: 'Documents',
  part: (part, parts) => `Part ${formatNumber(part)} of ${formatNumber(parts)}`,
  partSum: 'This part',
  monthSum: 'The month',
  riyals: 'Amounts in Saudi riyals. Credit notes are taken off.',
  kinds: { ...closing.kinds, balance: closing.balance },
  one: { invoice: 'Invoice', 'credit-note': 'Credit note', 'debit-note': 'Debit note' },
  treatments: books.treatments,
  deleted: 'Deleted account',
  columns: {
    kind: books.invoices.kind,
    treatment: books.vat.treatment,
    count: closing.count,
    number: books.invoices.number,
    issued: books.invoices.issued,
    order: books.invoices.order,
    buyer: books.invoices.buyer,
    net: books.invoices.net,
    vat: books.invoices.vat,
    total: books.invoices.total,
  },
}
