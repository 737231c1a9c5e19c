/** The search of the desk: the few best of each kind, each only for whoever may open it. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import { hasRight, type Right, scopesOf } from '../../api/rights.ts'
import { foldDigits } from '../../locales/digits.ts'
import { formatDay } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { certificatesOperations } from '../certificates/certificates.server.ts'
import { courseEditingOperations } from '../course-editing/course-editing.server.ts'
import { staffOperations as leadsOperations } from '../leads/staff.server.ts'
import type { deskEndpoints, FoundRecord } from './contract.ts'
import { ordersFound, ownAttendeesFound, peopleFound, runsFound, type Term } from './find-queries.server.ts'

const MAX_OF_KIND = 5

type Source = { right: Right; find: (ctx: Context, term: Term) => Promise<FoundRecord[]> }

/** A kind is found once its records have a page at the desk. */
const SOURCES: Source[] = [
  { right: 'courses.view', find: courses },
  { right: 'runs.view', find: runs },
  { right: 'orders.view', find: orders },
  { right: 'learners.view', find: people },
  { right: 'runs.view', find: ownAttendees },
  { right: 'enquiries.handle', find: enquiries },
  { right: 'certificates.issue', find: certificates },
]

export async function find(ctx: Context, { query }: Input<(typeof deskEndpoints)['find']>) {
  const text = foldDigits(query)
  const term = { text, phone: MobilePhone.safeParse(text).data }
  const open = SOURCES.filter(({ right }) => hasRight(ctx.user, right))
  const found = await Promise.all(open.map((source) => source.find(ctx, term)))
  return { found: found.flat() }
}

async function courses(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const { items } = await courseEditingOperations.courseList(ctx, { query: text, sort: 'changed', limit: MAX_OF_KIND })
  return items.map(({ id, name, slug }) => ({
    ...{ kind: 'course', title: inLang(name, ctx.lang), note: slug, path: `courses/${id}` },
  }))
}

const ownRunsOf = (ctx: Context) => (scopesOf(ctx.user, 'runs.view').has('all') ? null : requireUser(ctx).id)

async function runs(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await runsFound(ctx.db, text, { ownRunsOf: ownRunsOf(ctx), now: ctx.now(), limit: MAX_OF_KIND })
  return found.map(({ id, course, startsAt }) => ({
    ...{ kind: 'run', title: inLang(course, ctx.lang), note: formatDay(startsAt, ctx.lang), path: `runs/${id}` },
  }))
}

async function orders(ctx: Context, term: Term): Promise<FoundRecord[]> {
  const found = await ordersFound(ctx.db, term, MAX_OF_KIND)
  return found.map(({ id, reference, course, name }) => {
    const courseName = inLang(course, ctx.lang)
    const title = name ? `${name} · ${courseName}` : courseName
    return { kind: 'order', title, note: reference, path: `orders/${id}` }
  })
}

/** A person's orders are their page at the desk. */
async function people(ctx: Context, term: Term): Promise<FoundRecord[]> {
  const found = await peopleFound(ctx.db, term, MAX_OF_KIND)
  return found.map(({ name, email }) => ({
    ...{ kind: 'person', title: name, note: email, path: `orders?query=${encodeURIComponent(email)}` },
  }))
}

/** Trainers see the names of those in their own runs, and never how to reach them. */
async function ownAttendees(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const userId = ownRunsOf(ctx)
  if (userId === null || hasRight(ctx.user, 'learners.view')) return []
  const found = await ownAttendeesFound(ctx.db, text, { userId, limit: MAX_OF_KIND })
  return found.map(({ runId, name, course, startsAt }) => ({
    kind: 'person',
    title: name,
    note: `${inLang(course, ctx.lang)} · ${formatDay(startsAt, ctx.lang)}`,
    path: `runs/${runId}/attendees`,
  }))
}

async function enquiries(ctx: Context, { text, phone }: Term): Promise<FoundRecord[]> {
  const asked = { Kind: undefined, Status: undefined, Assignee: undefined, PageIndex: 1, PageSize: MAX_OF_KIND }
  const { items } = await leadsOperations.leads(ctx, { ...asked, SearchTerm: (phone ?? text).slice(0, 100) })
  return items.map(({ reference, name }) => ({
    ...{ kind: 'enquiry', title: name ?? reference, note: reference, path: `enquiries/${reference}` },
  }))
}

async function certificates(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const { items } = await certificatesOperations.certificates(ctx, { query: text.slice(0, 100), limit: MAX_OF_KIND })
  return items.map(({ number, name, course }) => ({
    kind: 'certificate',
    title: name ? `${name} · ${course}` : course,
    note: number,
    path: `certificates?query=${encodeURIComponent(number)}`,
  }))
}
