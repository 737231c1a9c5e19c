/** Today: what waits for the person who asks, the oldest first, each with its next action. */
import { hasRight, type Right, scopesOf } from '../../api/rights.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { dayOf, instantOf } from '../../platform/days.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../platform/durations.ts'
import { attendanceOperations } from '../attendance/attendance.server.ts'
import { openMatters } from '../e-invoicing/open-matters.server.ts'
import { dueLeads } from '../leads/promises/promises.server.ts'
import { openAppeals } from '../moderation/appeals.server.ts'
import { waitingMoney } from '../refunds/waiting-money.server.ts'
import { reviewsToAnswer, reviewsToCheck } from '../reviews/reviews.server.ts'
import { runsOperations } from '../runs/runs.server.ts'
import type { TodayItem } from './contract.ts'
import {
  draftsOf,
  failedJobs,
  failedMessages,
  missingLinks,
  moneySince,
  openChargebacks,
  openEnquiries,
  openReports,
  overduePurchases,
  partsMissed,
  partsToMatch,
  proposedCertificates,
  seatsAhead,
  transfersToMatch,
  type Waiting,
  waitingProposals,
} from './today-queries.server.ts'

/** Of each kind; the list behind has the others. */
const MAX_OF_KIND = 20
const MAX_COUNTED = 1000
/** The provider confirms most refunds at once: a younger one does not wait for a person. */
const CONFIRMED_WITHIN_MS = HOUR_MS
/** How long before its first day a run that is below its minimum is shown. */
const MINIMUM_NOTICE_MS = 2 * WEEK_MS
/** How long before an online session its missing link to join is shown. */
const LINK_NOTICE_MS = 2 * DAY_MS

type Source = { right: Right; items: (ctx: Context) => Promise<TodayItem[]> }

const SOURCES: Source[] = [
  { right: 'attendance.take', items: sessions },
  { right: 'certificates.issue', items: certificates },
  { right: 'transfers.decide', items: transfers },
  { right: 'refunds.send', items: refunds },
  { right: 'orders.change', items: missedParts },
  { right: 'payments.match', items: chargebacks },
  { right: 'invoices.issue', items: eInvoicing },
  { right: 'quotes.manage', items: purchases },
  { right: 'enquiries.handle', items: enquiries },
  { right: 'courses.change', items: proposals },
  { right: 'courses.change', items: drafts },
  { right: 'runs.plan', items: runsBelowMinimum },
  { right: 'runs.plan', items: runsWithoutLink },
  { right: 'moderation.decide', items: reports },
  { right: 'moderation.decide', items: appeals },
  { right: 'moderation.decide', items: heldReviews },
  { right: 'reviews.answer', items: reviews },
  { right: 'system.watch', items: failures },
]

export async function today(ctx: Context) {
  const own = SOURCES.filter(({ right }) => hasRight(ctx.user, right))
  const found = await Promise.all(own.map(({ items }) => items(ctx)))
  const items = found.flat().sort((one, other) => one.since.localeCompare(other.since))
  return { items, figures: hasRight(ctx.user, 'figures.view') ? await figures(ctx) : undefined }
}

const itemOf =
  (kind: TodayItem['kind'], pathOf: (id: string) => string) =>
  ({ id, reference, subject, amountHalalas, since }: Waiting): TodayItem => ({
    kind,
    reference,
    subject: subject ?? undefined,
    amountHalalas: amountHalalas ?? undefined,
    since: since.toISOString(),
    path: pathOf(id),
  })

/** For trainers, the sessions of the day that they teach. */
async function sessions(ctx: Context): Promise<TodayItem[]> {
  if (scopesOf(ctx.user, 'attendance.take').has('all')) return []
  const { sessions: today } = await attendanceOperations.sessionsOfDay(ctx, {})
  return today.map(({ id, course, startsAt }) => ({
    kind: 'session',
    reference: formatTime(startsAt, ctx.lang),
    subject: course,
    since: startsAt,
    path: `attendance/${id}`,
  }))
}

/** Runs whose trainer has said that the certificates can be issued. */
async function certificates({ db, lang }: Context): Promise<TodayItem[]> {
  const rows = await proposedCertificates(db, lang, MAX_OF_KIND)
  return rows.map(itemOf('certificates', (id) => `runs/${id}/attendees`))
}

async function transfers({ db }: Context): Promise<TodayItem[]> {
  const found = await Promise.all([transfersToMatch(db, MAX_OF_KIND), partsToMatch(db, MAX_OF_KIND)])
  return found.flat().map(itemOf('transfer', (id) => `orders/${id}`))
}

async function refunds(ctx: Context): Promise<TodayItem[]> {
  const now = ctx.now()
  const rows = await waitingMoney(ctx.db, now, MAX_OF_KIND * 2)
  const waits = rows.filter(
    ({ reason, since }) => reason !== 'unconfirmed' || now.getTime() - since.getTime() > CONFIRMED_WITHIN_MS,
  )
  return waits.slice(0, MAX_OF_KIND).map(({ reason, reference, orderId, amountHalalas, since }) => ({
    kind: reason === 'unmatched' ? 'unmatched' : 'refund',
    // The payment company's number of a payment without an order tells nobody anything: its amount and day name it.
    ...(orderId === null ? {} : { reference }),
    subject: reason,
    amountHalalas,
    since: since.toISOString(),
    path: reason === 'unmatched' || orderId === null ? 'payments' : `orders/${orderId}`,
  }))
}

/** Parts that were not paid: staff extend, pause access or end the enrolment. */
async function missedParts({ db, now }: Context): Promise<TodayItem[]> {
  return (await partsMissed(db, now(), MAX_OF_KIND)).map(itemOf('missedPart', (id) => `orders/${id}`))
}

/** By their deadline; the nearest first. */
async function chargebacks({ db }: Context): Promise<TodayItem[]> {
  return (await openChargebacks(db, MAX_OF_KIND)).map((row) =>
    itemOf('chargeback', (id) => (row.isOfCompany ? `quotes/${id}` : `orders/${id}`))(row),
  )
}

/** What the tax authority refused or warned of, and what keeps documents from reaching it. */
async function eInvoicing(ctx: Context): Promise<TodayItem[]> {
  return (await openMatters(ctx)).map(({ matter, count, since, state }) => ({
    kind: 'eInvoicing',
    subject: matter,
    count,
    since: since.toISOString(),
    path: state ? `e-invoicing?state=${state}` : 'e-invoicing',
  }))
}

async function purchases({ db, now }: Context): Promise<TodayItem[]> {
  return (await overduePurchases(db, now(), MAX_OF_KIND)).map(itemOf('purchase', (id) => `quotes/${id}`))
}

async function enquiries(ctx: Context): Promise<TodayItem[]> {
  const user = requireUser(ctx)
  const scopes = scopesOf(user, 'enquiries.handle')
  const scope = { all: scopes.has('all'), quotes: scopes.has('quotes'), assignedTo: user.id }
  const [due, open] = await Promise.all([
    dueLeads(ctx, scope, MAX_OF_KIND),
    openEnquiries(ctx.db, scope, MAX_OF_KIND * 2),
  ])
  const isDue = new Set(due.map(({ reference }) => reference))
  return [
    ...due.map(({ reference, kind, dueAt, isLate }) => ({
      kind: isLate ? ('enquiryLate' as const) : ('enquiryClose' as const),
      ...{ reference, subject: kind, since: lastDayOf(dueAt), path: `enquiries/${reference}` },
    })),
    ...open
      .filter(({ reference }) => !isDue.has(reference))
      .slice(0, MAX_OF_KIND)
      .map(itemOf('enquiry', (id) => `enquiries/${id}`)),
  ]
}

/** The promise ends with a day: midnight belongs to the next one. */
const lastDayOf = (dueAt: Date) => new Date(dueAt.getTime() - 1).toISOString()

async function proposals({ db, lang }: Context): Promise<TodayItem[]> {
  return (await waitingProposals(db, lang, MAX_OF_KIND)).map(itemOf('proposal', (id) => `courses/${id}`))
}

const PATH_OF = { course: 'courses', article: 'articles', page: 'pages' } as const

/** What the person has begun to write. */
async function drafts(ctx: Context): Promise<TodayItem[]> {
  const found = await draftsOf(ctx.db, requireUser(ctx).id, ctx.lang, MAX_OF_KIND)
  return found.map(({ kind, key, name, since, isMissed }) => ({
    kind: isMissed ? 'missedDraft' : 'draft',
    subject: name,
    since: since.toISOString(),
    path: `${PATH_OF[kind]}/${key}?draft=1`,
  }))
}

/** Runs that begin soon and have too few learners: from when they came within that time. */
async function runsBelowMinimum(ctx: Context): Promise<TodayItem[]> {
  const to = dayOf(new Date(ctx.now().getTime() + MINIMUM_NOTICE_MS))
  const { items } = await runsOperations.runs(ctx, { state: 'below-minimum', to, limit: MAX_OF_KIND })
  return items.map(({ id, course, startsAt, paid, heldSeats, companySeats, minimum }) => ({
    kind: 'run',
    reference: formatDay(startsAt, ctx.lang),
    subject: course.name,
    paid: paid + heldSeats + companySeats,
    minimum: minimum ?? 0,
    since: new Date(new Date(startsAt).getTime() - MINIMUM_NOTICE_MS).toISOString(),
    path: `runs/${id}`,
  }))
}

/** Online runs whose learners could not join a session that is near: from when it came within that time. */
async function runsWithoutLink({ db, lang, now }: Context): Promise<TodayItem[]> {
  const time = { endsAfter: now(), startsBefore: new Date(now().getTime() + LINK_NOTICE_MS) }
  return (await missingLinks(db, time, lang, MAX_OF_KIND)).map(({ runId, course, startsAt }) => ({
    kind: 'missingLink',
    reference: `${formatDay(startsAt, lang)} · ${formatTime(startsAt, lang)}`,
    subject: course,
    since: new Date(startsAt.getTime() - LINK_NOTICE_MS).toISOString(),
    path: `runs/${runId}`,
  }))
}

async function reports({ db }: Context): Promise<TodayItem[]> {
  return together('report', 'moderation', await openReports(db, MAX_COUNTED))
}

/** Objections that this person may decide on: not those to their own decisions. */
async function appeals(ctx: Context): Promise<TodayItem[]> {
  return (await openAppeals(ctx, MAX_OF_KIND)).map(({ author, appealedAt }) => ({
    kind: 'appeal',
    subject: author,
    since: appealedAt,
    path: 'moderation/appeals',
  }))
}

/** Low ratings that the person may answer. */
async function reviews(ctx: Context): Promise<TodayItem[]> {
  return (await reviewsToAnswer(ctx, MAX_OF_KIND)).map(reviewItem('review'))
}

/** Reviews that nobody sees until they are looked at. */
async function heldReviews(ctx: Context): Promise<TodayItem[]> {
  return (await reviewsToCheck(ctx, MAX_OF_KIND)).map(reviewItem('heldReview'))
}

const reviewItem =
  (kind: TodayItem['kind']) =>
  ({ id, course, since }: { id: number; course: string; since: string }): TodayItem => ({
    ...{ kind, subject: course, since, path: `reviews/${id}` },
  })

async function failures({ db, now }: Context): Promise<TodayItem[]> {
  const [messages, jobs] = await Promise.all([
    failedMessages(db, new Date(now().getTime() - WEEK_MS), MAX_COUNTED),
    failedJobs(db),
  ])
  return [...together('failedMessages', 'failures', messages), ...together('failedJobs', 'failures', jobs)]
}

function together(
  kind: TodayItem['kind'],
  path: string,
  { count, since }: { count: number; since: Date | null },
): TodayItem[] {
  return since ? [{ kind, count, since: since.toISOString(), path }] : []
}

/** Money since the first of the month in Riyadh, and how full the coming runs are. */
async function figures({ db, now }: Context) {
  const [money, seats] = await Promise.all([moneySince(db, monthBegins(now())), seatsAhead(db, now())])
  return { ...money, ...seats }
}

const monthBegins = (now: Date) => instantOf(`${dayOf(now).slice(0, 7)}-01`)
