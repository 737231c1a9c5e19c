import type { quoteExport as source } from '../../../ar/desk/exports/quote-export.ts'
import { quotes } from '../quotes.ts'

export const quoteExport: typeof source = {
  fileName: 'quotes',
  title: quotes.title,
  columns: {
    number: quotes.number,
    company: quotes.company,
    contact: quotes.contact,
    state: quotes.state,
    created: quotes.created,
    validUntil: quotes.validUntil,
    seats: quotes.seatCount,
    total: quotes.total,
    due: quotes.due,
  },
  states: quotes.states,
}
