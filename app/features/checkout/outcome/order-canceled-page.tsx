import { Form, Link, redirect } from 'react-router'
import { linksFor, withQuery } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { isInstalmentCompany } from '../../../platform/instalment-companies.ts'
import { type PageRequest, pageRequestOf } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { isEndedUnreturned } from '../../orders/ended-unreturned.ts'
import { OrderDocuments } from '../../orders/my-orders/order-documents.tsx'
import { OrderStatusNote } from '../../orders/my-orders/order-status-note.tsx'
import type { Order } from '../../orders/order-contract.ts'
import { orderLinksFor } from '../../orders/order-links.ts'
import { OrderOutcome } from '../../orders/order-outcome.tsx'
import type { PaymentMethod } from '../../orders/order-parts-contract.ts'
import { OrderParts } from '../../orders/parts/order-parts.tsx'
import { PlanField } from '../../orders/parts/plan-field.tsx'
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
  return {
    ...{ order, status: order.status satisfies Ended, serverNow: page.now.toISOString() },
    canPayByTransfer: await canPayByTransfer(page, order),
  }
}

/** A card that is declined leaves the bank transfer, as long as the run can be paid by one. */
async function canPayByTransfer({ api, describe }: PageRequest, { status, course, schedule }: Order): Promise<boolean> {
  if (status !== 'failed') return false
  try {
    const summary = await api.checkout.summary({ courseId: course.id, scheduleId: schedule?.id })
    return summary.transferUntil !== null
  } catch (error) {
    if (describe(error)) return false
    throw error
  }
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

type EndedProps = { order: Order; status: Ended; canPayByTransfer: boolean; serverNow: string }

function EndedOrder({ order, status, canPayByTransfer, serverNow }: EndedProps) {
  const t = useTexts('orders').canceled
  const { contact } = useTexts('orders').approved
  const lang = useLang()
  const links = linksFor(lang)
  const again = withQuery(links.order(order.course.id, order.schedule?.id), {
    coupon: order.couponCode ?? undefined,
    parts: order.parts.length > 0 ? 1 : undefined,
  })
  return (
    <OrderOutcome
      kind={status === 'refunded' ? 'refunded' : 'canceled'}
      order={order}
      title={titleOf(order, status, t)}
      lead={
        <>
          {order.endedBecause && (status !== 'refunded' || (isEndedUnreturned(order) && !order.isChargedBack)) && (
            <strong className={styles.reason}>{order.endedBecause}</strong>
          )}
          {bodyText(order, status, t)}
        </>
      }
      actions={
        <>
          <OrderDocuments order={order} />
          {order.movedTo ? (
            <ButtonLink to={orderLinksFor(lang).approved(order.movedTo.id)}>
              {t.moved.open(order.movedTo.reference)}
            </ButtonLink>
          ) : status === 'failed' && !isInstalmentCompany(order.method) ? (
            <PlaceAgain order={order}>{t.retry}</PlaceAgain>
          ) : (
            <ButtonLink to={again}>{status === 'failed' ? t.otherMethod : t.again}</ButtonLink>
          )}
          {canPayByTransfer && (
            <PlaceAgain order={order} method="transfer">
              {t.byTransfer}
            </PlaceAgain>
          )}
          {order.schedule && !order.isMoved && (
            <ButtonLink to={links.order(order.course.id)} variant="quiet">
              {t.otherRun}
            </ButtonLink>
          )}
        </>
      }
    >
      {status === 'refunded' && order.totalHalalas > 0 ? <OrderStatusNote order={order} /> : null}
      {status === 'refunded' ? <OrderParts order={order} serverNow={serverNow} /> : null}
      <RefundAccountNote order={order} />
      {order.totalHalalas > 0 ? (
        <p className={styles.help}>
          {helpText(order, status, t)} <Link to={links.contact}>{contact}</Link>
        </p>
      ) : null}
    </OrderOutcome>
  )
}

type PlaceAgainProps = { order: Order; method?: PaymentMethod; children: string }

/** Places the same order again and continues to its payment page, or to the details of the transfer. */
function PlaceAgain({ order, method, children }: PlaceAgainProps) {
  const links = linksFor(useLang())
  return (
    <Form method="post" action={links.order(order.course.id, order.schedule?.id, order.couponCode ?? undefined)}>
      <input type="hidden" name="coupon" value={order.couponCode ?? ''} />
      <PlanField order={order} />
      {method ? <input type="hidden" name="method" value={method} /> : null}
      <SubmitButton name="intent" value="place" variant={method ? 'quiet' : 'primary'}>
        {children}
      </SubmitButton>
    </Form>
  )
}

function titleOf(order: Order, status: Ended, t: ReturnType<typeof useTexts<'orders'>>['canceled']): string {
  if (order.isMoved) return t.moved.title
  if (order.isChargedBack) return t.chargedBack.title
  if (status === 'refunded' && (order.totalHalalas === 0 || isEndedUnreturned(order))) return t.given.title
  return isPartlyRefunded(order, status) ? t.refundedInPart.title : t[status].title
}

function isPartlyRefunded({ refundedHalalas, totalHalalas, unpaidHalalas }: Order, status: Ended): boolean {
  return status === 'refunded' && refundedHalalas > 0 && refundedHalalas < totalHalalas - unpaidHalalas
}

/** A late or wrong payment that arrived, and is or will be refunded. */
function refundedPayment({ status, attempts }: Order): Order['attempts'][number] | undefined {
  if (status === 'refunded') return undefined
  return attempts.find((attempt) => attempt.status === 'refund-due' || attempt.status === 'refunded')
}

function bodyText(order: Order, status: Ended, t: ReturnType<typeof useTexts<'orders'>>['canceled']): string {
  const payment = refundedPayment(order)
  if (payment) return ['transfer', 'cash', 'carried'].includes(payment.provider) ? t.transferBack : t.moneyBack
  if (order.isMoved) return order.refund?.amountHalalas ? t.moved.backToo : t.moved.body
  if (order.isChargedBack) return t.chargedBack.body
  if (status === 'refunded' && order.totalHalalas === 0) return t.given.body
  if (isEndedUnreturned(order)) return ''
  const isTransferred = status === 'refunded' && (order.method === 'transfer' || order.refundAccount !== null)
  if (isPartlyRefunded(order, status)) return t.refundedInPart.body
  if (isTransferred) return t.refunded.transferred
  if (status === 'cancelled' && order.transfer) return t.cancelledTransfer
  if (status === 'failed' && isInstalmentCompany(order.method)) return t.declinedByCompany
  if (status !== 'expired' || !order.transfer) return t[status].body
  return order.transfer.state === 'received' ? t.expiredChecking : t.expiredTransfer
}

function helpText(order: Order, status: Ended, t: ReturnType<typeof useTexts<'orders'>>['canceled']): string {
  const isWaitedFor = order.refund !== null && !order.refund.isChargeback
  if ((order.isMoved && !isWaitedFor) || order.isChargedBack) return t.helpEnded
  return status === 'refunded' || refundedPayment(order) ? t.helpRefunded : t.help
}
