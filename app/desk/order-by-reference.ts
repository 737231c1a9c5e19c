import type { PageRequest } from '../request-context.ts'

/** The id of the order with this number, as staff type it into a form; undefined when there is none. */
export async function orderByReference(api: PageRequest['api'], reference: string): Promise<string | undefined> {
  if (reference === '') return undefined
  const { items } = await api.orders.orders({ SearchTerm: reference.slice(0, 100) })
  return items.find((order) => order.reference === reference.toUpperCase())?.id
}
