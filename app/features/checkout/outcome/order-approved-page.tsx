import { data, Link, redirect, redirectDocument } from 'react-router'
import type { SentFile } from '../../../api/sent-file.ts'
import { linksFor, stayHere } from '../../../links.ts'
import { formatDay, formatMoney } from '../../../locales/format.ts'
import { companyName } from '../../../locales/instalment-companies.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { isInstalmentCompany } from '../../../platform/instalment-companies.ts'
import { pageAddressOf } from '../../../platform/page-address.ts'
import { type FormFailure, pageRequestOf } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ShareLinks } from '../../../ui/navigation/share-links.tsx'
import { learnAddress } from '../../lessons/lesson-links.ts'
import { JOIN_BEFORE_MINUTES } from '../../orders/join-window.ts'
import { OrderDocuments } from '../../orders/my-orders/order-documents.tsx'
import { OrderStatusNote } from '../../orders/my-orders/order-status-note.tsx'
import { WithdrawRefund } from '../../orders/my-orders/withdraw-refund.tsx'
import type { Order } from '../../orders/order-contract.ts'
import { orderLinksFor } from '../../orders/order-links.ts'
import { OrderOutcome } from '../../orders/order-outcome.tsx'
import { OrderParts } from '../../orders/parts/order-parts.tsx'
import { RefundAccountNote } from '../../orders/refund-account/refund-account-note.tsx'
import { signedInOnly } from '../../sessions/signed-in-only.ts'
import { AwaitingTransfer } from '../../transfers/awaiting-transfer.tsx'
import { PartReceipt } from '../../transfers/part-receipt.tsx'
import type { Route } from './+types/order-approved-page'
import { Confirming } from './confirming.tsx'
import { NoOrder } from './no-order.tsx'
import styles from './order-approved-page.module.css'
import { outcomeOrder } from './outcome-order.tsx'

/** How often a page without scripts reloads itself: every 5 seconds for two minutes. */
const MAX_RELOADS = 24

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const order = await outcomeOrder(page, request)
  if (!order) return { order: undefined, isGuest: !page.user }
  if (order.status !== 'paid' && order.status !== 'pending') throw redirect(orderLinksFor(page.lang).canceled(order.id))
  const query = new URL(request.url).searchParams
  // The learner returned from the payment page without paying, or in vain: there is nothing to wait for.
  if (order.status === 'pending' && (query.has('back') || order.partPayment?.state === 'failed'))
    throw redirect(linksFor(page.lang).order(order.course.id, order.schedule?.id))
  const reloads = Number(query.get('try') ?? 0)
  return {
    order,
    /** The part from whose payment page the learner returned, while it is not paid. */
    returnedPart: order.nextPart === Number(query.get('part')) && !query.has('back') ? order.nextPart : undefined,
    firstName: page.user?.firstName ?? '',
    courseAddress: new URL(linksFor(page.lang).course(order.course.slug), page.publicUrl).href,
    serverNow: page.now.toISOString(),
    nextTry: reloads >= 0 && reloads < MAX_RELOADS ? Math.trunc(reloads) + 1 : undefined,
  }
}

/** Without scripts: accepts the receipt of a transfer, of an order or a part. Opens the payment of the next part. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const { searchParams } = pageAddressOf(request)
  const form = await request.formData()
  const id = searchParams.get('order') ?? ''
  try {
    if (form.get('intent') === 'payPart') {
      const { paymentUrl } = await page.api.orderParts.payPart({ id, part: Number(form.get('part')) })
      // The payment page is outside React Router: the browser must load a new document.
      return redirectDocument(stayHere(paymentUrl, page.publicUrl), 303)
    }
    const file = page.files.get('file') as SentFile
    if (form.get('intent') === 'partReceipt')
      await page.api.transfers.sendPartReceipt({ id, part: Number(form.get('part')), file })
    else await page.api.transfers.sendReceipt({ id, file })
    return redirect(orderLinksFor(page.lang).approved(id), 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    if (failure.code === 'orderNotFound') return redirect('/error', 303)
    return data({ failure }, { status: failure.status })
  }
}

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { approved } = textsIn(site.lang).orders
  return pageMeta({
    ...site,
    pathname: location.pathname,
    title: titleOf(loaderData, textsIn(site.lang).orders),
    description: approved.lead,
    noindex: true,
  })
}

function titleOf(loaderData: Route.MetaArgs['loaderData'], t: ReturnType<typeof textsIn>['orders']): string {
  if (loaderData && !loaderData.order) return t.noOrder.heading
  const order = loaderData?.order
  const state = loaderData?.returnedPart && order?.partPayment?.state
  if (state === 'open') return t.confirming.title
  if (state === 'failed') return t.parts.failedTitle(loaderData!.returnedPart!)
  if (order && laterPart(order)) return t.parts.laterTitle(laterPart(order)!, order.parts.length)
  if (order?.status !== 'pending') return t.approved.meta
  return order.transfer ? t.transfer.title[order.transfer.state] : t.confirming.title
}

export default function OrderApprovedPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.order) return <NoOrder isGuest={loaderData.isGuest} />
  const { order, nextTry, serverNow } = loaderData
  if (order.status === 'pending' && order.transfer)
    return (
      <AwaitingTransfer
        order={order}
        transfer={order.transfer}
        serverNow={serverNow}
        failure={actionData && 'failure' in actionData ? actionData.failure : undefined}
      />
    )
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined
  const { returnedPart } = loaderData
  if (returnedPart && order.partPayment?.state === 'open')
    return <Confirming order={order} part={returnedPart} nextTry={nextTry} isOverdue={false} />
  if (order.status === 'paid') return <Approved {...loaderData} failure={failure} />
  return <Confirming order={order} nextTry={nextTry} isOverdue={order.expiresAt <= serverNow} />
}

type ApprovedProps = {
  order: Order
  returnedPart: number | undefined
  firstName: string
  courseAddress: string
  serverNow: string
  failure: FormFailure | undefined
}

function Approved({ order, returnedPart, firstName, courseAddress, serverNow, failure }: ApprovedProps) {
  const { approved: t, parts } = useTexts('orders')
  const lang = useLang()
  const links = linksFor(lang)
  const lead = useLead(order)
  const later = laterPart(order)
  const failedPart = order.partPayment?.state === 'failed' ? returnedPart : undefined
  const titleFor = () => {
    if (failedPart) return parts.failedTitle(failedPart)
    return later ? parts.laterTitle(later, order.parts.length) : t.title
  }
  return (
    <OrderOutcome
      kind={failedPart ? 'canceled' : 'approved'}
      order={order}
      title={titleFor()}
      lead={
        failedPart ? `${order.partPayment?.because} ${parts.failed}` : later ? lead : `${t.greeting(firstName)} ${lead}`
      }
      actions={
        <>
          <ButtonLink
            to={orderLinksFor(lang).place(order.reference)}
            icon="book"
            variant={failedPart ? 'quiet' : 'primary'}
          >
            {t.nextSteps.open}
          </ButtonLink>
          {order.calendarUrl ? (
            <ButtonLink to={order.calendarUrl} reloadDocument variant="quiet" icon="calendar">
              {t.toCalendar}
            </ButtonLink>
          ) : null}
          <OrderDocuments order={order} />
        </>
      }
    >
      {failure ? (
        <Alert kind="error" about={failure}>
          {failure.message}
        </Alert>
      ) : null}
      {order.refund ? <OrderStatusNote order={order} /> : null}
      <WithdrawRefund order={order} action={orderLinksFor(lang).mine} />
      <OrderParts
        order={order}
        serverNow={serverNow}
        receiptField={
          order.nextPart === null ? null : <PartReceipt order={order} part={order.nextPart} failure={failure} />
        }
      />
      <RefundAccountNote order={order} />
      <Card as="section" aria-labelledby="next-steps">
        <h2 id="next-steps" className={styles.title}>
          {t.next}
        </h2>
        <ol className={styles.next}>
          <li>{t.nextSteps.email}</li>
          <li>
            <span>
              <NextStep order={order} />
            </span>
          </li>
          <li>{order.schedule ? t.nextSteps.mine : t.nextSteps.mineRecorded}</li>
          <li>
            <span>
              {t.nextSteps.help} <Link to={links.contact}>{t.contact}</Link>
            </span>
          </li>
        </ol>
      </Card>
      <ShareLinks address={courseAddress} title={order.course.name} />
      <p className={styles.more}>
        <Link to={links.courses()}>{t.more}</Link>
      </p>
    </OrderOutcome>
  )
}

const paidParts = ({ parts }: Order) => parts.filter(({ paidAt }) => paidAt !== null).length

/** How many parts are paid when it is more than the first, which confirmed the seat. */
const laterPart = (order: Order) => (order.status === 'paid' && paidParts(order) > 1 ? paidParts(order) : undefined)

/** What has arrived; of an order in parts which of them, what is left, and when the next one is due. */
function useLead(order: Order): string {
  const { totalHalalas, unpaidHalalas, method, parts, nextPart } = order
  const { approved, parts: t } = useTexts('orders')
  const lang = useLang()
  const next = parts.find(({ part }) => part === nextPart)
  const later = laterPart(order)
  if (later && unpaidHalalas === 0) return t.allPaid
  if (!next && isInstalmentCompany(method))
    return `${approved.leadConfirmed} ${approved.byCompany(companyName(method, lang))}`
  if (!next) return totalHalalas > 0 ? approved.lead : approved.leadConfirmed
  const due = t.next(formatMoney(next.amountHalalas, lang), formatDay(next.dueAt, lang))
  return later
    ? `${t.left(formatMoney(unpaidHalalas, lang))} ${due}`
    : `${t.thanks(paidParts(order), parts.length)} ${due}`
}

/** Where and how the course begins. */
function NextStep({ order: { schedule, course } }: { order: Order }) {
  const { nextSteps } = useTexts('orders').approved
  const lang = useLang()
  const comma = lang === 'ar' ? '، ' : ', '
  if (!schedule && !course.hasLessons) return nextSteps.recordedSoon
  if (!schedule)
    return (
      <>
        {nextSteps.recorded} <Link to={learnAddress(lang, course.id)}>{nextSteps.start}</Link>
      </>
    )
  if (!schedule.place) return nextSteps.online(JOIN_BEFORE_MINUTES)
  return nextSteps.inPerson([schedule.place.venue, schedule.place.city].filter(Boolean).join(comma))
}
