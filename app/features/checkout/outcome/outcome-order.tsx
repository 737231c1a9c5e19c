/** The order in the address of an outcome page. */
import { redirect } from 'react-router'
import { linksFor, stayHere } from '../../../links.ts'
import { pageAddressOf } from '../../../platform/page-address.ts'
import type { PageRequest } from '../../../request-context.ts'
import type { Order } from '../../orders/order-contract.ts'

type Page = Pick<PageRequest, 'api' | 'lang' | 'user' | 'describe' | 'publicUrl'>

/**
 * The learner's own order, with its payment fetched from the provider. Without an order in the address it is the
 * newest one; undefined where there is none, or a guest did not say which. A guest with an order's address signs in
 * first and returns; another learner's order leads to the error page.
 */
export async function outcomeOrder(page: Page, request: Request): Promise<Order | undefined> {
  const { pathname, search, searchParams } = pageAddressOf(request)
  const named = searchParams.get('order')
  if (!page.user && named === null) return undefined
  if (!page.user) throw redirect(linksFor(page.lang).login(pathname + search))
  try {
    const id = named ?? (await newestId(page))
    if (id === undefined) return undefined
    const order = await page.api.checkout.order({ id })
    return { ...order, paymentUrl: order.paymentUrl && stayHere(order.paymentUrl, page.publicUrl) }
  } catch (error) {
    if (page.describe(error)) throw redirect('/error')
    throw error
  }
}

async function newestId({ api }: Page): Promise<string | undefined> {
  const { items } = await api.orders.mine({ PageSize: 1 })
  return items[0]?.id
}
