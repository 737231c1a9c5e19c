/** All operations on orders in one object, for tests of a complete purchase. */
import type { Api } from '../../../app/api/contract.ts'

export type OrderApi = Api['orders'] &
  Api['checkout'] &
  Api['transfers'] &
  Api['refunds'] &
  Api['invoices'] &
  Api['payments'] &
  Api['orderParts']

export function orderApi({ orders, checkout, transfers, refunds, invoices, payments, orderParts }: Api): OrderApi {
  return { ...orders, ...checkout, ...transfers, ...refunds, ...invoices, ...payments, ...orderParts }
}
