import { data, redirect, useLocation } from 'react-router'
import { linksFor, stayHere } from '../../../links.ts'
import { textsIn, useLang, useTexts } from '../../../locales/texts.tsx'
import { pageRequestOf } from '../../../request-context.ts'
import { pageMeta, siteOf } from '../../../shell/meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pagination } from '../../../ui/navigation/pagination.tsx'
import { ProfileSection } from '../../profile/profile-section.tsx'
import { sectionAddress } from '../../profile/profile-sections.ts'
import { signedInOnly } from '../../sessions/signed-in-only.ts'
import { OwnPlaces } from '../../waiting-list/own-places.tsx'
import type { Order } from '../order-contract.ts'
import { isBeingChecked, isOverdue } from '../overdue.ts'
import type { Route } from './+types/my-orders-page'
import styles from './my-orders-page.module.css'
import { OrderRow } from './order-row.tsx'

const PAGE_SIZE = 10
/** Query parameters that announce what was just done. */
const NOTICES = ['cancelled', 'asked', 'withdrawn', 'account', 'left'] as const
/** The notice after each form. */
const NOTICE_OF: Record<string, (typeof NOTICES)[number]> = {
  refund: 'asked',
  withdrawRefund: 'withdrawn',
  refundAccount: 'account',
  leaveWaiting: 'left',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const requestedPage = Math.trunc(Number(query.get('page') ?? 1))
  const PageIndex = requestedPage >= 1 && requestedPage <= 1_000_000 ? requestedPage : 1
  const [{ items, totalCount }, { places }] = await Promise.all([
    page.api.orders.mine({ PageIndex, PageSize: PAGE_SIZE }),
    PageIndex === 1 ? page.api.runs.myWaiting({}) : { places: [] },
  ])
  return {
    orders: items.map((order) => ({
      ...order,
      paymentUrl: order.paymentUrl && stayHere(order.paymentUrl, page.publicUrl),
      status: statusAt(order, page.now),
    })),
    totalCount,
    places,
    page: PageIndex,
    serverNow: page.now.toISOString(),
    notice: NOTICES.find((name) => query.has(name)),
  }
}

/** The job that expires overdue orders runs every minute; one whose payment is being checked stays pending. */
function statusAt(order: Order, now: Date): Order['status'] {
  return order.status === 'pending' && isOverdue(order, now.toISOString()) && !isBeingChecked(order)
    ? 'expired'
    : order.status
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const id = textOf(form, 'orderId')
  const intent = textOf(form, 'intent')
  const typed = { reason: textOf(form, 'reason'), iban: textOf(form, 'iban'), holder: textOf(form, 'holder') }
  try {
    if (intent === 'refund') await page.api.refunds.requestRefund({ id, reason: typed.reason })
    else if (intent === 'withdrawRefund') await page.api.refunds.withdrawRefund({ id })
    else if (intent === 'refundAccount')
      await page.api.refunds.giveRefundAccount({ id, iban: typed.iban, holder: typed.holder })
    else if (intent === 'leaveWaiting') await page.api.runs.leaveWaiting({ id: textOf(form, 'runId') })
    else await page.api.checkout.cancel({ id })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, orderId: id, intent, typed }, { status: failure.status })
  }
  return redirect(`${sectionAddress('orders', page.lang)}?${NOTICE_OF[intent] ?? 'cancelled'}`, 303)
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.orders
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

const isOrderedIn = (orders: Order[], courseId: number) =>
  orders.some(({ course, status }) => course.id === courseId && (status === 'paid' || status === 'pending'))

/** The learner's orders, the newest first. */
export default function MyOrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('profile').orders
  const lang = useLang()
  const location = useLocation()
  const { orders, places, totalCount, page, serverNow, notice } = loaderData
  const notices = {
    asked: t.refund.sent,
    withdrawn: t.refund.withdrawal.done,
    account: t.refund.account.saved,
    cancelled: t.cancelled,
    left: t.waiting.left,
  }
  const listAddress = sectionAddress('orders', lang)
  const isOnPage = orders.some(({ id }) => id === actionData?.orderId)
  return (
    <ProfileSection title={t.title} lead={totalCount > 0 ? t.count(totalCount) : t.lead}>
      {actionData && !isOnPage ? (
        <Alert kind="error" about={actionData}>
          {actionData.failure.message}
        </Alert>
      ) : null}
      {notice && !actionData ? (
        <Alert kind="success" about={location}>
          {notices[notice]}
        </Alert>
      ) : null}
      <OwnPlaces places={places} />
      {orders.length === 0 ? (
        <EmptyState
          title={t.emptyTitle}
          body={t.emptyBody}
          action={<ButtonLink to={linksFor(lang).courses()}>{t.browse}</ButtonLink>}
        />
      ) : (
        <ul className={styles.orders}>
          {orders.map((order, index) => (
            <OrderRow
              key={order.id}
              order={order}
              serverNow={serverNow}
              isOrderedAgain={isOrderedIn(orders.slice(0, index), order.course.id)}
              failed={actionData?.orderId === order.id ? actionData : undefined}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(totalCount / PAGE_SIZE)}
        hrefOf={(other) => (other > 1 ? `${listAddress}?page=${other}` : listAddress)}
      />
    </ProfileSection>
  )
}
