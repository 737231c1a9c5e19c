import { Form, Link, redirect } from 'react-router'
import { linksFor } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { pageRequestOf } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { OrderDocuments } from '../../orders/my-orders/order-documents.tsx'
import { OrderStatusNote } from '../../orders/my-orders/order-status-note.tsx'
import type { Order } from '../../orders/order-contract.ts'
import { orderLinksFor } from '../../orders/order-links.ts'
import { OrderOutcome } from '../../orders/order-outcome.tsx'
import { RefundAccountNote } from '../../orders/refund-account/refund-account-note.tsx'
import type { Route } from './+types/order-canceled-page'
import { NoOrder } from './no-order.tsx'
import styles from './order-canceled-page.module.css'
import { outcomeOrder } from './outcome-order.tsx'

const ENDED = ['cancelled', 'expired', 'failed', 'refunded'] as const
type Ended = (typeof ENDED)[number]

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const links = linksFor(page.lang)
  const orderLinks = orderLinksFor(page.lang)
  const order = await outcomeOrder(page, request)
  if (!order) return { order: undefined, isGuest: !page.user }
  if (order.status === 'paid') throw redirect(orderLinks.approved(order.id))
  if (order.status === 'pending') throw redirect(links.order(order.course.id, order.schedule?.id))
  return { order, status: order.status satisfies Ended }
}

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { canceled } = textsIn(site.lang).orders
  const { noOrder } = textsIn(site.lang).orders
  if (loaderData && !loaderData.order)
    return pageMeta({
      ...site,
      pathname: location.pathname,
      title: noOrder.heading,
      description: noOrder.heading,
      noindex: true,
    })
  const title = loaderData?.status === 'refunded' ? titleOf(loaderData.order, 'refunded', canceled) : canceled.meta
  return pageMeta({ ...site, pathname: location.pathname, title, description: title, noindex: true })
}

export default function OrderCanceledPage({ loaderData }: Route.ComponentProps) {
  return loaderData.order ? <EndedOrder {...loaderData} /> : <NoOrder isGuest={loaderData.isGuest} />
}

function EndedOrder({ order, status }: { order: Order; status: Ended }) {
  const t = useTexts('orders').canceled
  const { contact } = useTexts('orders').approved
  const links = linksFor(useLang())
  const again = links.order(order.course.id, order.schedule?.id, order.couponCode ?? undefined)
  return (
    <OrderOutcome
      kind={status === 'refunded' ? 'refunded' : 'canceled'}
      order={order}
      title={titleOf(order, status, t)}
      lead={
        <>
          {order.endedBecause && status !== 'refunded' && (
            <strong className={styles.reason}>{order.endedBecause}</strong>
          )}
          {bodyText(order, status, t)}
        </>
      }
      actions={
        <>
          <OrderDocuments order={order} />
          {status === 'failed' ? (
            // Places the same order again and continues to its payment page.
            <Form method="post" action={again}>
              <input type="hidden" name="coupon" value={order.couponCode ?? ''} />
              <SubmitButton name="intent" value="place">
                {t.retry}
              </SubmitButton>
            </Form>
          ) : (
            <ButtonLink to={again}>{t.again}</ButtonLink>
          )}
          {order.schedule && (
            <ButtonLink to={links.order(order.course.id)} variant="quiet">
              {t.otherRun}
            </ButtonLink>
          )}
        </>
      }
    >
      {status === 'refunded' && order.totalHalalas > 0 ? <OrderStatusNote order={order} /> : null}
      <RefundAccountNote order={order} />
      {order.totalHalalas > 0 ? (
        <p className={styles.help}>
          {status === 'refunded' || refundedPayment(order) ? t.helpRefunded : t.help}{' '}
          <Link to={links.contact}>{contact}</Link>
        </p>
      ) : null}
    </OrderOutcome>
  )
}

function titleOf(order: Order, status: Ended, t: ReturnType<typeof useTexts<'orders'>>['canceled']): string {
  if (status === 'refunded' && order.totalHalalas === 0) return t.given.title
  return isPartlyRefunded(order, status) ? t.refundedInPart.title : t[status].title
}

function isPartlyRefunded({ refundedHalalas, totalHalalas }: Order, status: Ended): boolean {
  return status === 'refunded' && refundedHalalas > 0 && refundedHalalas < totalHalalas
}

/** A late or wrong payment that arrived, and is or will be refunded. */
function refundedPayment({ status, attempts }: Order): Order['attempts'][number] | undefined {
  if (status === 'refunded') return undefined
  return attempts.find((attempt) => attempt.status === 'refund-due' || attempt.status === 'refunded')
}

function bodyText(order: Order, status: Ended, t: ReturnType<typeof useTexts<'orders'>>['canceled']): string {
  const payment = refundedPayment(order)
  if (payment) return ['transfer', 'cash', 'carried'].includes(payment.provider) ? t.transferBack : t.moneyBack
  if (status === 'refunded' && order.totalHalalas === 0) return t.given.body
  if (isPartlyRefunded(order, status)) return t.refundedInPart.body
  if (status === 'cancelled' && order.transfer) return t.cancelledTransfer
  if (status !== 'expired' || !order.transfer) return t[status].body
  return order.transfer.state === 'received' ? t.expiredChecking : t.expiredTransfer
}
