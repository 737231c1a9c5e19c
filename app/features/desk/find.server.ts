/** The search of the desk: the few best of each kind, each only for whoever may open it. */
import type { Input } from '../../api/endpoint.ts'
import { MobilePhone } from '../../api/fields.ts'
import { hasRight, type Right, scopesOf } from '../../api/rights.ts'
import { foldDigits } from '../../locales/digits.ts'
import { formatDay } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { namedArticles } from '../article-editing/article-editing.server.ts'
import { namedCertificates } from '../certificates/certificates.server.ts'
import { namedCompanies } from '../companies/companies.server.ts'
import { namedCourses } from '../course-editing/course-editing.server.ts'
import { namedLeads } from '../leads/staff.server.ts'
import { namedPages } from '../page-editing/page-editing.server.ts'
import type { deskEndpoints, FoundRecord } from './contract.ts'
import {
  bestPeople,
  couponsFound,
  invoicesFound,
  ordersFound,
  ownAttendeesFound,
  peopleFound,
  questionsFound,
  quotesFound,
  runsFound,
  specializationsFound,
  type Term as Typed,
  trainersFound,
} from './find-queries.server.ts'

const MAX_OF_KIND = 5

/** What was typed, and the accounts to which it leads, which are looked for once for all kinds. */
type Term = Typed & { userIds: () => Promise<number[]> }

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
  { right: 'companies.manage', find: companies },
  { right: 'articles.view', find: articles },
  { right: 'courses.view', find: trainers },
  { right: 'courses.change', find: specializations },
  { right: 'coupons.manage', find: coupons },
  { right: 'invoices.view', find: invoices },
  { right: 'quotes.manage', find: quotes },
  { right: 'pages.view', find: sitePages },
  { right: 'pages.view', find: questions },
]

export async function find(ctx: Context, { query }: Input<(typeof deskEndpoints)['find']>) {
  const text = foldDigits(query)
  const typed = { text, phone: MobilePhone.safeParse(text).data }
  let userIds: Promise<number[]> | undefined
  const term = {
    ...typed,
    userIds: () => {
      userIds ??= peopleFound(ctx.db, typed)
      return userIds
    },
  }
  const open = SOURCES.filter(({ right }) => hasRight(ctx.user, right))
  const found = await Promise.all(open.map((source) => source.find(ctx, term)))
  return { found: found.flat() }
}

async function courses(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await namedCourses(ctx, text, MAX_OF_KIND)
  return found.map(({ id, name, slug }) => ({
    ...{ kind: 'course', title: inLang(name, ctx.lang), note: slug, path: `courses/${id}` },
  }))
}

async function articles(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await namedArticles(ctx, text, MAX_OF_KIND)
  return found.map(({ id, title, slug }) => ({
    ...{ kind: 'article', title: inLang(title, ctx.lang), note: slug, path: `articles/${id}` },
  }))
}

async function sitePages(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await namedPages(ctx, text, MAX_OF_KIND)
  return found.map(({ code, title, path }) => ({
    ...{ kind: 'sitePage', title: inLang(title, ctx.lang), note: path ?? code, path: `pages/${code}` },
  }))
}

const ownRunsOf = (ctx: Context) => (scopesOf(ctx.user, 'runs.view').has('all') ? null : requireUser(ctx).id)

async function runs(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await runsFound(ctx.db, text, { ownRunsOf: ownRunsOf(ctx), now: ctx.now(), limit: MAX_OF_KIND })
  return found.map(({ id, course, startsAt }) => ({
    ...{ kind: 'run', title: inLang(course, ctx.lang), note: formatDay(startsAt, ctx.lang), path: `runs/${id}` },
  }))
}

async function orders(ctx: Context, { text, userIds }: Term): Promise<FoundRecord[]> {
  const found = await ordersFound(ctx.db, { text, userIds: await userIds() }, MAX_OF_KIND)
  return found.map(({ id, reference, course, name }) => {
    const courseName = inLang(course, ctx.lang)
    const title = name ? `${name} · ${courseName}` : courseName
    return { kind: 'order', title, note: reference, path: `orders/${id}` }
  })
}

async function people(ctx: Context, { text, userIds }: Term): Promise<FoundRecord[]> {
  const found = await bestPeople(ctx.db, await userIds(), text, MAX_OF_KIND)
  return found.map(({ id, name, email }) => ({
    ...{ kind: 'person', title: name, note: email, path: `learners/${id}` },
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

async function enquiries(ctx: Context, term: Term): Promise<FoundRecord[]> {
  const found = await namedLeads(ctx, term, MAX_OF_KIND)
  return found.map(({ reference, name }) => ({
    ...{ kind: 'enquiry', title: name ?? reference, note: reference, path: `enquiries/${reference}` },
  }))
}

async function companies(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await namedCompanies(ctx, text, MAX_OF_KIND)
  return found.map(({ id, name, note }) => ({ kind: 'company', title: name, note, path: `companies/${id}` }))
}

async function certificates(ctx: Context, { text, userIds }: Term): Promise<FoundRecord[]> {
  const found = await namedCertificates(ctx, { text, userIds: await userIds() }, MAX_OF_KIND)
  return found.map(({ number, name, course }) => ({
    kind: 'certificate',
    title: name ? `${name} · ${course}` : course,
    note: number,
    path: `certificates?query=${encodeURIComponent(number)}`,
  }))
}

/** A trainer sees what is said of themselves. */
async function trainers(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const ofAccount = scopesOf(ctx.user, 'courses.view').has('all') ? null : requireUser(ctx).id
  const found = await trainersFound(ctx.db, text, { ofAccount, limit: MAX_OF_KIND })
  return found.map(({ id, name, title }) => ({
    ...{ kind: 'trainer', title: inLang(name, ctx.lang), note: inLang(title, ctx.lang), path: `trainers/${id}` },
  }))
}

async function specializations(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await specializationsFound(ctx.db, text, MAX_OF_KIND)
  return found.map(({ id, name }) => ({
    ...{ kind: 'specialization', title: inLang(name, ctx.lang), note: '', path: `specializations/${id}` },
  }))
}

async function questions(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await questionsFound(ctx.db, text, MAX_OF_KIND)
  return found.map(({ id, question, group }) => ({
    ...{ kind: 'question', title: inLang(question, ctx.lang), note: inLang(group, ctx.lang), path: `questions/${id}` },
  }))
}

async function coupons(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await couponsFound(ctx.db, text, MAX_OF_KIND)
  return found.map(({ id, code, note }) => ({
    ...{ kind: 'coupon', title: code, note: inLang(note, ctx.lang), path: `coupons/${id}` },
  }))
}

async function invoices(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await invoicesFound(ctx.db, text)
  return found.map(({ number, issuedAt }) => ({
    ...{ kind: 'invoice', title: number, note: formatDay(issuedAt, ctx.lang), path: `invoices/${number}` },
  }))
}

async function quotes(ctx: Context, { text }: Term): Promise<FoundRecord[]> {
  const found = await quotesFound(ctx.db, text)
  return found.map(({ id, number, company }) => ({
    ...{ kind: 'quote', title: number, note: inLang(company, ctx.lang), path: `quotes/${id}` },
  }))
}
