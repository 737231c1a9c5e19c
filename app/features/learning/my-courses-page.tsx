import { data, redirect, useLocation } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Pagination } from '../../ui/navigation/pagination.tsx'
import { ProfileSection } from '../profile/profile-section.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/my-courses-page'
import { CalendarFeed } from './calendar-feed.tsx'
import { EnrolmentCard } from './enrolment-card.tsx'
import styles from './my-courses-page.module.css'
import { OnTheWay } from './on-the-way.tsx'

const PAGE_SIZE = 10
/** Query parameters that announce what was just done. */
const NOTICES = ['asked', 'withdrawn', 'calendar', 'calendarMade', 'calendarEnded'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  const asked = Math.trunc(Number(query.get('page') ?? 1))
  const PageIndex = asked >= 1 && asked <= 1_000_000 ? asked : 1
  const [{ items, pending, totalCount }, { places }, { address }] = await Promise.all([
    page.api.learning.myCourses({ PageIndex, PageSize: PAGE_SIZE }),
    PageIndex === 1 ? page.api.runs.myWaiting({}) : { places: [] },
    page.api.learning.calendarAddress({}),
  ])
  return {
    enrolments: items,
    ...{ pending, places },
    calendar: address,
    ...{ totalCount, page: PageIndex, serverNow: page.now.toISOString() },
    notice: NOTICES.find((name) => query.has(name)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const [id, reason] = [String(form.get('orderId') ?? ''), String(form.get('reason') ?? '')]
  const intent = form.get('intent')
  const here = linksFor(page.lang).myCourses
  try {
    switch (intent) {
      case 'renewCalendar': {
        const { address: former } = await page.api.learning.calendarAddress({})
        await page.api.learning.renewCalendarAddress({})
        return redirect(`${here}?${former ? 'calendar' : 'calendarMade'}#calendar`, 303)
      }
      case 'endCalendar':
        await page.api.learning.endCalendarAddress({})
        return redirect(`${here}?calendarEnded#calendar`, 303)
      case 'withdrawRefund':
        await page.api.refunds.withdrawRefund({ id })
        return redirect(`${here}?withdrawn`, 303)
      default:
        await page.api.refunds.requestRefund({ id, reason })
        return redirect(`${here}?asked`, 303)
    }
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, orderId: id, reason, isRefund: intent === 'refund' }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).learning
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The courses in which the learner is enrolled, what comes next first. */
export default function MyCoursesPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('learning')
  const links = linksFor(useLang())
  const location = useLocation()
  const { enrolments, pending, places, totalCount, page, serverNow, notice, calendar } = loaderData
  // Recorded courses stand after those with sessions to come; the first page of one without a run has none at all.
  const hasRuns = page > 1 || enrolments.some(({ order }) => order.schedule !== null)
  const isHere = enrolments.some(({ order }) => order.id === actionData?.orderId)
  return (
    <ProfileSection title={t.title} lead={hasRuns || enrolments.length === 0 ? t.lead : t.leadRecorded}>
      {actionData && !isHere ? (
        <Alert kind="error" about={actionData}>
          {actionData.failure.message}
        </Alert>
      ) : null}
      {(notice === 'asked' || notice === 'withdrawn') && !actionData ? (
        <Alert kind="success" about={location}>
          {notice === 'asked' ? t.asked : t.withdrawn}
        </Alert>
      ) : null}
      <OnTheWay pending={pending} places={places} />
      {enrolments.length === 0 ? (
        <EmptyState
          title={t.emptyTitle}
          body={t.emptyBody}
          action={<ButtonLink to={links.courses()}>{t.browse}</ButtonLink>}
        />
      ) : (
        <ul className={styles.courses}>
          {enrolments.map((enrolment) => (
            <EnrolmentCard
              key={enrolment.order.id}
              enrolment={enrolment}
              serverNow={serverNow}
              failed={actionData?.orderId === enrolment.order.id ? actionData : undefined}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(totalCount / PAGE_SIZE)}
        hrefOf={(other) => (other > 1 ? `${links.myCourses}?page=${other}` : links.myCourses)}
      />
      {(totalCount > 0 && hasRuns) || calendar ? <CalendarFeed address={calendar} notice={notice} /> : null}
    </ProfileSection>
  )
}
