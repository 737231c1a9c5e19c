import { quotes } from '../quotes.ts'

export const quoteExport = {
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
