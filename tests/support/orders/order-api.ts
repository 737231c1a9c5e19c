/** All operations on orders in one object, for tests of a complete purchase. */
import type { Api } from '../../../app/api/contract.ts'

export type OrderApi = Api['orders'] &
  Api['checkout'] &
  Api['transfers'] &
  Api['refunds'] &
  Api['invoices'] &
  Api['payments']

export function orderApi({ orders, checkout, transfers, refunds, invoices, payments }: Api): OrderApi {
  const calls: Record<string, unknown> = {}
  // The calls are properties of a prototype, which a spread would leave out.
  for (const feature of [orders, checkout, transfers, refunds, invoices, payments] as Record<string, unknown>[])
    for (const name in feature) calls[name] = feature[name]
  return calls as OrderApi
}
