import { data, redirect, redirectDocument } from 'react-router'
import { linksFor, stayHere } from '../../links.ts'
import { formatWeekday } from '../../locales/format.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { isInstalmentCompany } from '../../platform/instalment-companies.ts'
import { type FormFailure, type PageRequest, pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Steps } from '../../ui/feedback/steps.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { NEXT_STEP } from '../catalogue/course-state.ts'
import type { OrderSummary } from '../orders/order-contract.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import type { PaymentMethod } from '../orders/order-parts-contract.ts'
import { seatKindOf } from '../orders/seat-kind.ts'
import { HeldSeat, WaitingPanel } from '../waiting-list/waiting-panel.tsx'
import type { Route } from './+types/order-details-page'
import { Checkout, CheckoutBar } from './checkout.tsx'
import { ChooseRun } from './choose-run.tsx'
import { OpenOrder } from './open-order.tsx'
import styles from './order-details-page.module.css'
import { type OrderParams, readOrderParams } from './order-params.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { api, lang, user, now, publicUrl } = page
  const query = new URL(request.url).searchParams
  const orderParams = readOrderParams(params, query)
  if (!orderParams) throw redirect('/error')
  const here = linksFor(lang).order(orderParams.courseId, orderParams.scheduleId, orderParams.coupon)

  const { summary: fullSummary, couponError: refused } = await summaryOf(page, orderParams)
  const couponError = query.get('coupon')?.trim() === '' ? textsIn(lang).orders.couponEmpty : refused
  // A guest's page is cached and must not contain a moment in time; only signed-in users choose a payment method.
  const summary = user ? fullSummary : { ...fullSummary, transferUntil: null, plan: null }
  const open = summary.existingOrder?.status === 'pending' ? summary.existingOrder : undefined
  const order = open && (await api.checkout.order({ id: open.id }))
  const common = { here, params: orderParams, summary, couponError, isGuest: user === null }
  const paidOrderId = paidOrderOf(summary.existingOrder, order)
  if (paidOrderId) return { ...common, shows: 'enrolled' as const, paidOrderId }
  // Its time is over, and its payment is being checked.
  if (order?.status === 'pending' && order.expiresAt <= now.toISOString())
    throw redirect(orderLinksFor(lang).approved(order.id))
  if (order?.status === 'pending') {
    // With the coupon of the order, whatever the address says: that is what every way of paying it is about.
    const coupon = order.couponCode ?? orderParams.coupon
    const ofOrder =
      coupon === orderParams.coupon ? summary : (await summaryOf(page, { ...orderParams, coupon })).summary
    return {
      ...{ ...common, summary: ofOrder, shows: 'open' as const, order: payableHere(order, publicUrl) },
      ...{ serverNow: now.toISOString(), waiting: await waitingFor(page, summary) },
    }
  }
  if (summary.needsSchedule || NEXT_STEP[summary.state] !== 'enrol') {
    const [runs, waiting, { waiting: places, enrolment, pending }] = await Promise.all([
      runsOf(page, summary.course.slug),
      waitingFor(page, summary),
      api.catalogue.myCourse({ courseId: orderParams.courseId }),
    ])
    const own = { enrolledRunId: enrolment?.run?.id, orderedRunId: pending?.run?.id }
    return { ...common, shows: 'choice' as const, runs, waiting, places, own }
  }
  if (summary.enrolledIn && !orderParams.again)
    return { ...common, shows: 'again' as const, enrolledIn: summary.enrolledIn }
  // Without their days, which a guest's page must not contain.
  const planned = fullSummary.plan?.parts.map(({ amountHalalas }) => amountHalalas) ?? []
  return { ...common, shows: 'checkout' as const, brands: page.paymentBrands, planned }
}

/** A malformed coupon, or one guess too many, is reported at its field; an unknown course leads to the error page. */
async function summaryOf({ api, describe }: PageRequest, { courseId, scheduleId, coupon }: OrderParams) {
  try {
    return { summary: await api.checkout.summary({ courseId, scheduleId, coupon }), couponError: undefined }
  } catch (error) {
    const failure = describe(error)
    const couponError = failure?.code === 'tooManyRequests' ? failure.message : failure?.fields.coupon?.join(' ')
    if (couponError) return { summary: await api.checkout.summary({ courseId, scheduleId }), couponError }
    if (failure) throw redirect('/error')
    throw error
  }
}

/** The place in line for the chosen run; null for guests. */
async function waitingFor({ api, user }: PageRequest, { schedule }: Pick<OrderSummary, 'schedule'>) {
  return user && schedule ? api.runs.waitingPlace({ id: schedule.id }) : null
}

/** The sandbox's payment page is opened at the host that the visitor uses. */
function payableHere<O extends { paymentUrl: string | null }>(order: O, publicUrl: string): O {
  return { ...order, paymentUrl: order.paymentUrl && stayHere(order.paymentUrl, publicUrl) }
}

type Existing = { id: string; status: string } | null | undefined

/** Reading the order fetches its payment from the provider, which may have made it paid. */
function paidOrderOf(existing: Existing, order: Existing): string | undefined {
  return [order, existing].find((order) => order?.status === 'paid')?.id
}

async function runsOf({ api }: PageRequest, slug: string) {
  const course = await api.catalogue.courseBySlug({ slug })
  return 'schedules' in course ? course.schedules : []
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { api, lang, describe, publicUrl } = pageRequestOf(context)
  const links = linksFor(lang)
  const orderLinks = orderLinksFor(lang)
  const form = await request.formData()
  const orderParams = readOrderParams(params, new URL(request.url).searchParams)
  if (!orderParams) throw redirect('/error')
  const { courseId, scheduleId, coupon, again } = orderParams
  try {
    const waiting = WAITING_INTENTS[String(form.get('intent'))]
    if (waiting) {
      await api.runs[waiting]({ id: scheduleId ?? '' })
      return redirect(links.order(courseId, scheduleId, coupon), 303)
    }
    if (form.get('intent') === 'cancel') {
      const canceled = await api.checkout.cancel({ id: String(form.get('orderId')) })
      return redirect(orderLinks.canceled(canceled.id), 303)
    }
    const couponCode = form.has('coupon') ? String(form.get('coupon')) : coupon
    const placed = await api.checkout.place({
      courseId,
      scheduleId,
      couponCode,
      method: methodOf(form),
      plan: planOf(form),
      again,
    })
    // The payment page is outside React Router: the browser must load a new document.
    if (placed.status === 'pending' && placed.paymentUrl)
      return redirectDocument(stayHere(placed.paymentUrl, publicUrl), 303)
    return redirect(orderLinks.approved(placed.id), 303)
  } catch (error) {
    const failure = describe(error)
    if (failure?.code === 'unauthenticated')
      return redirect(links.loginAfterUnsent(links.order(courseId, scheduleId, coupon)), 303)
    if (failure?.code === 'courseNotFound' || failure?.code === 'orderNotFound') return redirect('/error', 303)
    // Paid or ended meanwhile: the outcome page shows what happened.
    if (failure?.code === 'orderNotPending') return redirect(orderLinks.approved(String(form.get('orderId'))), 303)
    if (!failure) throw error
    const inParts = ![undefined, 'none'].includes(planOf(form))
    return data({ failure, method: methodOf(form), inParts }, { status: failure.status })
  }
}

const WAITING_INTENTS: Record<string, 'joinWaiting' | 'leaveWaiting' | undefined> = {
  wait: 'joinWaiting',
  leave: 'leaveWaiting',
}

/** Undefined when the form has no such field: the order keeps its method. */
function methodOf(form: FormData): PaymentMethod | undefined {
  const method = form.get('method')
  const isCompany = typeof method === 'string' && isInstalmentCompany(method)
  return method === 'online' || method === 'transfer' || isCompany ? method : undefined
}

/** Undefined when the form has no such field: the order keeps its parts. */
const planOf = (form: FormData): string | undefined => (form.has('plan') ? String(form.get('plan')) : undefined)

/** A guest's forms work without scripts. */
export const handle = { deferHydration: true } satisfies RouteHandle

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const site = siteOf(matches)
  const t = textsIn(site.lang).orders
  const name = loaderData?.summary.course.name ?? ''
  return pageMeta({
    ...site,
    pathname: location.pathname,
    title: `${t.title}: ${name}`,
    description: t.holdNote[loaderData ? seatKindOf(loaderData.summary.course) : 'run'],
    noindex: true,
  })
}

const STEP = { choice: 0, again: 0, checkout: 1, open: 2 }

export default function OrderDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { summary, shows } = loaderData
  const t = useTexts('orders')
  const links = linksFor(useLang())
  const { home } = useTexts('ui')
  const { course } = summary
  const isChoosing = shows === 'choice' && summary.needsSchedule && NEXT_STEP[summary.state] === 'enrol'
  const steps = [t.firstStep[seatKindOf(course)], ...(summary.totalHalalas === 0 ? t.freeSteps : t.steps)]
  const title = isChoosing ? t.chooseTitle : t.title
  return (
    <main id="content" tabIndex={-1} data-footer="short">
      <PageHead
        title={title}
        breadcrumb={[
          { label: home, to: links.home },
          { label: course.name, to: links.course(course.slug) },
          { label: title },
        ]}
      >
        {shows !== 'enrolled' && (
          <div className={styles.steps}>
            <Steps steps={steps} current={STEP[shows]} />
          </div>
        )}
      </PageHead>
      <Container className={styles.page}>
        {actionData?.failure && <Failure failure={actionData.failure} />}
        {shows === 'enrolled' && <Enrolled orderId={loaderData.paidOrderId} />}
        {shows === 'open' && loaderData.waiting?.offeredUntil && <HeldSeat until={loaderData.waiting.offeredUntil} />}
        {shows === 'open' && (
          <OpenOrder
            params={loaderData.params}
            couponError={loaderData.couponError}
            summary={summary}
            order={loaderData.order}
            serverNow={loaderData.serverNow}
          />
        )}
        {shows === 'choice' && (
          <ChooseRun
            summary={summary}
            runs={loaderData.runs}
            coupon={loaderData.params.coupon}
            places={loaderData.places}
            own={loaderData.own}
            isWaiting={typeof loaderData.waiting?.position === 'number'}
            waiting={
              summary.state === 'full' && summary.schedule ? (
                <WaitingPanel place={loaderData.waiting} here={loaderData.here} />
              ) : null
            }
          />
        )}
        {shows === 'again' && <SecondRun here={loaderData.here} enrolledIn={loaderData.enrolledIn} />}
        {shows === 'checkout' && (
          <Checkout
            {...loaderData}
            method={actionData?.method}
            inParts={actionData?.inParts ?? loaderData.params.inParts}
          />
        )}
      </Container>
      {shows === 'checkout' && !loaderData.isGuest && <CheckoutBar summary={summary} />}
    </main>
  )
}

function Failure({ failure }: { failure: FormFailure }) {
  const t = useTexts('orders')
  const isDown = failure.code === 'paymentProviderDown'
  return (
    <Alert kind="error" about={failure} title={isDown ? t.paymentDown.title : t.failedTitle}>
      <p>{failure.message}</p>
      {isDown && <p>{t.paymentDown.next}</p>}
    </Alert>
  )
}

/** Whoever has a seat in another run is asked before they take a second one. */
function SecondRun({ here, enrolledIn }: { here: string; enrolledIn: NonNullable<OrderSummary['enrolledIn']> }) {
  const t = useTexts('orders').secondRun
  const lang = useLang()
  const links = linksFor(lang)
  const day = formatWeekday(enrolledIn.startsAt, lang)
  return (
    <EmptyState
      title={enrolledIn.isPaid ? t.title : t.reviewTitle}
      body={!enrolledIn.isPaid ? t.review(day) : enrolledIn.isOver ? t.over(day) : t.body(day)}
      action={
        <div className={styles.actions}>
          <ButtonLink to={links.myCourses}>{t.open}</ButtonLink>
          <ButtonLink to={`${here}${here.includes('?') ? '&' : '?'}again=1`} variant="quiet">
            {t.again}
          </ButtonLink>
        </div>
      }
    />
  )
}

function Enrolled({ orderId }: { orderId: string }) {
  const t = useTexts('orders')
  const links = linksFor(useLang())
  const orderLinks = orderLinksFor(useLang())
  return (
    <EmptyState
      title={t.enrolledTitle}
      body={t.enrolledBody}
      action={
        <div className={styles.actions}>
          <ButtonLink to={links.myCourses}>{t.secondRun.open}</ButtonLink>
          <ButtonLink to={orderLinks.approved(orderId)} variant="quiet">
            {t.seeOrder}
          </ButtonLink>
        </div>
      }
    />
  )
}
