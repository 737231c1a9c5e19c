import type { PageRequest } from '../request-context.ts'

/** The id of the order with this number, as staff type it into a form; undefined when there is none. */
export async function orderByReference(api: PageRequest['api'], reference: string): Promise<string | undefined> {
  if (reference === '') return undefined
  const { items } = await api.orders.orders({ SearchTerm: reference.slice(0, 100) })
  return items.find((order) => order.reference === reference.toUpperCase())?.id
}

/** The id of the quote with this number; undefined when it is none. */
export async function quoteByNumber(api: PageRequest['api'], number: string): Promise<number | undefined> {
  if (!/^QT-/i.test(number)) return undefined
  const { items } = await api.quotes.quotes({ query: number.slice(0, 100), limit: 20 })
  return items.find((quote) => quote.number === number.toUpperCase())?.id
}
