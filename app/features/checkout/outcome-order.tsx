/** The order that an outcome page's address names. */
import { redirect } from 'react-router'
import { linksFor, stayHere } from '../../links.ts'
import type { PageRequest } from '../../request-context.ts'
import type { Order } from '../orders/order-contract.ts'

type Page = Pick<PageRequest, 'api' | 'lang' | 'user' | 'describe' | 'publicUrl'>

/**
 * The learner's own order, whose state was asked of the provider. An address without one means the newest; a guest
 * signs in first and comes back; what is not theirs is not there.
 */
export async function outcomeOrder(page: Page, request: Request): Promise<Order> {
  const { pathname, search, searchParams } = new URL(request.url)
  if (!page.user) throw redirect(linksFor(page.lang).login(pathname + search))
  try {
    const id = searchParams.get('order') ?? (await newestId(page))
    const order = await page.api.checkout.order({ id })
    return { ...order, paymentUrl: order.paymentUrl && stayHere(order.paymentUrl, page.publicUrl) }
  } catch (error) {
    if (page.describe(error)) throw redirect('/error')
    throw error
  }
}

async function newestId({ api }: Page): Promise<string> {
  const { items } = await api.orders.mine({ PageSize: 1 })
  return items[0]?.id ?? ''
}
