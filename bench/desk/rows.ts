/** What staff ask of the desk most: its lists, its palette and a scan, each with its goal. */
import { sql } from 'kysely'
import type { Api } from '../../app/api/contract.ts'
import type { Database } from '../../app/platform/database/database.server.ts'
import { dayOf } from '../../app/platform/days.ts'
import { DAY_MS } from '../../app/platform/durations.ts'
import { COMMON_NAME, RARE_NAME, USUAL_NAME } from '../scale/people.ts'

const LIST_MS = 200
const PALETTE_MS = 100
const SCAN_MS = 500

type Ask = (api: Api) => Promise<unknown>
export type Row = {
  name: string
  goalMs: number
  asks: Ask[]
  /** Why its statements may read much more than they return. */
  readsMoreBecause?: string
}

/** An empty list proves nothing. @returns which of the questions have no rows, besides those for what is absent */
export async function emptyOnes({ name, asks }: Row, api: Api): Promise<number[]> {
  if (name.includes('absent')) return []
  const empty: number[] = []
  for (const [place, ask] of asks.entries()) if (isEmpty(await ask(api))) empty.push(place)
  return empty
}

function isEmpty(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length === 0
  const lists = Object.values(answer as object).filter(Array.isArray)
  return lists.length > 0 && lists.every((list) => list.length === 0)
}

/** After `DESK_PARTS` are filled. */
export async function lists(api: Api, db: Database, now: Date): Promise<Row[]> {
  const list = (name: string, ...asks: Ask[]): Row => ({ name, goalMs: LIST_MS, asks })
  const counting = (readsMoreBecause: string, row: Row): Row => ({ ...row, readsMoreBecause })
  // A page deep in each list.
  const next = async (ask: (cursor?: string) => Promise<{ next: string | null }>, pages = 20) => {
    let cursor: string | undefined
    for (let page = 0; page < pages; page++) cursor = (await ask(cursor)).next ?? cursor
    return cursor
  }
  const late = {
    orders: await next((Cursor) => api.orders.orders({ Cursor, PageSize: 50 })),
    runs: await next((cursor) => api.runs.runs({ cursor, limit: 50 })),
    courses: await next((cursor) => api.courseEditing.courseList({ cursor, limit: 50 })),
    audit: await next((cursor) => api.audit.audit({ cursor, limit: 50 })),
    learners: await next((cursor) => api.learners.learners({ cursor, limit: 50 })),
    learnersByName: await next((cursor) => api.learners.learners({ sort: 'name', cursor, limit: 50 })),
    articles: await next((cursor) => api.articleEditing.articleList({ cursor, limit: 50 })),
    invoices: await next((cursor) => api.invoices.invoiceList({ cursor, limit: 50 })),
    certificates: await next((cursor) => api.certificates.certificates({ cursor, limit: 50 })),
  }
  const found =
    (SearchTerm: string): Ask =>
    (one) =>
      one.orders.orders({ SearchTerm, PageSize: 25 })
  const learnersFound =
    (query: string): Ask =>
    (one) =>
      one.learners.learners({ query })
  const paymentsFound =
    (input: object): Ask =>
    (one) =>
      one.payments.unmatchedPayments({ ...input, PageSize: 25 })
  const payment = (await api.payments.unmatchedPayments({ PageIndex: 2, PageSize: 25 })).items[0]!.providerReference
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const month = dayOf(now).slice(0, 7)
  const { items } = await api.runs.runs({ state: 'coming' })
  const {
    id: runId,
    course: { id: courseId },
  } = items[0]!
  const { waitedId, companyId, couponId, couponCompanyId, payoutId, authorId, trainerId, specializationId } =
    await someRecords(db)
  return [
    counting(
      'its figures add up the orders of the coming runs',
      list('today', (one) => one.desk.today({})),
    ),
    list('orders', (one) => one.orders.orders({ PageSize: 25 })),
    list('orders, page 20', (one) => one.orders.orders({ PageSize: 25, Cursor: late.orders })),
    list(
      'orders by state, method, refund',
      (one) => one.orders.orders({ Status: 'pending' }),
      (one) => one.orders.orders({ Method: 'transfer', Status: 'paid' }),
      (one) => one.orders.orders({ Refund: 'requested' }),
    ),
    list(
      'orders by source: a usual one, a rare one, from the dearest, with a refund',
      (one) => one.orders.orders({ Source: 'site' }),
      (one) => one.orders.orders({ Source: 'move' }),
      (one) => one.orders.orders({ Source: 'move', Sort: 'dear' }),
      (one) => one.orders.orders({ Source: 'site', Sort: 'dear' }),
      (one) => one.orders.orders({ Source: 'desk', Refund: 'any' }),
      (one) => one.orders.orders({ Source: 'site', Cursor: late.orders, PageSize: 25 }),
    ),
    list(
      'orders by source with a state, a method, a refund, days, a name',
      (one) => one.orders.orders({ Source: 'desk', Status: 'expired' }),
      (one) => one.orders.orders({ Source: 'desk', Status: 'paid', Method: 'transfer' }),
      (one) => one.orders.orders({ Source: 'desk', Refund: 'done', Sort: 'dear' }),
      (one) => one.orders.orders({ Source: 'desk', Refund: 'declined', Status: 'paid' }),
      (one) => one.orders.orders({ Source: 'desk', From: dayOf(before(90)), To: dayOf(now), Sort: 'oldest' }),
      (one) => one.orders.orders({ Source: 'desk', SearchTerm: USUAL_NAME }),
      (one) => one.orders.orders({ Source: 'site', SearchTerm: COMMON_NAME }),
    ),
    list('orders by a rare name, a number', found(RARE_NAME), found('M-2026-0000500'), found('0500000500')),
    list('orders by usual names', found(USUAL_NAME), found(COMMON_NAME), found('مح')),
    list('orders by an absent name', found('زرافة')),
    list('transfers', (one) => one.transfers.transfersToCheck({})),
    list('refunds', (one) => one.refunds.waitingRefunds({})),
    list('payments', (one) => one.payments.unmatchedPayments({ PageSize: 25 })),
    list(
      'payments by a part of a number, amount, status',
      (one) => one.payments.unmatchedPayments({ SearchTerm: payment.slice(0, -1), PageSize: 25 }),
      (one) => one.payments.unmatchedPayments({ SearchTerm: payment, PageSize: 25 }),
      (one) => one.payments.unmatchedPayments({ AmountHalalas: 5000, PageSize: 25 }),
      (one) => one.payments.unmatchedPayments({ AmountHalalas: 5000, Status: 'open', PageSize: 25 }),
    ),
    list(
      'payments by an absent number, amount',
      ...[{ SearchTerm: 'nowhere' }, { AmountHalalas: 77 }].map(paymentsFound),
    ),
    list('courses', (one) => one.courseEditing.courseList({})),
    list('courses, page 20', (one) => one.courseEditing.courseList({ cursor: late.courses })),
    list('courses by name', (one) => one.courseEditing.courseList({ sort: 'name' })),
    list('courses, searched', (one) => one.courseEditing.courseList({ query: 'محاسبة' })),
    list('runs', (one) => one.runs.runs({})),
    counting(
      'the orders of every run that matches are counted',
      list(
        'runs by seats: of all, coming',
        (one) => one.runs.runs({ sort: 'full' }),
        (one) => one.runs.runs({ sort: 'free', state: 'coming' }),
      ),
    ),
    list('runs, page 20', (one) => one.runs.runs({ cursor: late.runs })),
    list(
      'runs by state, room',
      (one) => one.runs.runs({ state: 'current' }),
      (one) => one.runs.runs({ state: 'coming' }),
      (one) => one.runs.runs({ state: 'cancelled' }),
      (one) => one.runs.runs({ state: 'below-minimum' }),
      (one) => one.runs.runs({ room: 'R7' }),
    ),
    list('sessions of a day', (one) => one.attendance.sessionsOfDay({ day: dayOf(now) })),
    list('attendees of a run', (one) => one.attendance.attendees({ id: runId })),
    list('certificates', (one) => one.certificates.certificates({})),
    list('certificates, page 20', (one) => one.certificates.certificates({ cursor: late.certificates })),
    list('certificates by a name', (one) => one.certificates.certificates({ query: USUAL_NAME })),
    list('enquiries', (one) => one.leads.leads({ PageSize: 25 })),
    list(
      'enquiries of nobody, late ones',
      (one) => one.leads.leads({ PageSize: 25, Unassigned: true }),
      (one) => one.leads.leads({ PageSize: 25, Unassigned: true, Status: 'received' }),
      (one) => one.leads.leads({ PageSize: 25, Late: true }),
      (one) => one.leads.leads({ PageSize: 25, Late: true, Unassigned: true, Kind: 'contact' }),
    ),
    counting(
      'each state is counted',
      list(
        'counts of enquiries: of all, of nobody, late',
        (one) => one.leads.leadCounts({}),
        (one) => one.leads.leadCounts({ Unassigned: true }),
        (one) => one.leads.leadCounts({ Late: true }),
        (one) => one.leads.leadCounts({ SearchTerm: COMMON_NAME }),
      ),
    ),
    list('enquiries by usual names', (one) => one.leads.leads({ SearchTerm: COMMON_NAME })),
    list('learners', (one) => one.learners.learners({})),
    list('learners, page 20', (one) => one.learners.learners({ cursor: late.learners })),
    list(
      'learners by name, its page 20, the oldest first',
      (one) => one.learners.learners({ sort: 'name' }),
      (one) => one.learners.learners({ sort: 'name', cursor: late.learnersByName }),
      (one) => one.learners.learners({ sort: 'oldest' }),
    ),
    list('learners by usual names', ...[COMMON_NAME, USUAL_NAME, 'العتيبي', 'مح'].map(learnersFound)),
    counting(
      'all that were found are sorted',
      list(
        'learners by usual names, in the order of names',
        (one) => one.learners.learners({ query: COMMON_NAME, sort: 'name' }),
        (one) => one.learners.learners({ query: USUAL_NAME, sort: 'name' }),
      ),
    ),
    list(
      'learners by a rare and an absent name, mail, phone',
      ...[RARE_NAME, 'زرافة', 'u500@example.com', '0500000500'].map(learnersFound),
    ),
    list(
      'orders by course, run, company, coupon, days',
      (one) => one.orders.orders({ CourseId: courseId, PageSize: 25 }),
      (one) => one.orders.orders({ ScheduleId: runId, PageSize: 25 }),
      (one) => one.orders.orders({ CompanyId: companyId, PageSize: 25 }),
      (one) => one.orders.orders({ Coupon: 'C1', PageSize: 25 }),
      (one) => one.orders.orders({ From: dayOf(before(60)), To: dayOf(before(30)), PageSize: 25 }),
    ),
    list(
      'runs by course, trainer, tag, days',
      (one) => one.runs.runs({ courseId }),
      (one) => one.runs.runs({ trainerId }),
      (one) => one.runs.runs({ tag: 'season-7' }),
      (one) => one.runs.runs({ from: dayOf(before(30)), to: dayOf(now) }),
    ),
    list(
      'calendar: of all, of a room, of a trainer',
      (one) => one.runs.calendar({ month }),
      (one) => one.runs.calendar({ month, room: 'R7' }),
      (one) => one.runs.calendar({ month, trainerId }),
    ),
    list(
      'calendar: by rooms, by trainers, of a day',
      (one) => one.runs.calendar({ month, by: 'room' }),
      (one) => one.runs.calendar({ month, by: 'trainer' }),
      (one) => one.runs.calendarDay({ day: dayOf(before(1)) }),
    ),
    list(
      'a run and its waiting list',
      (one) => one.runs.run({ id: runId }),
      (one) => one.runs.waitingList({ id: waitedId }),
    ),
    list('trainers', (one) => one.trainers.trainers({})),
    counting(
      'the courses of each are counted',
      list('specializations', (one) => one.specializations.specializations({})),
    ),
    list(
      'courses by state, missing English, specialization',
      (one) => one.courseEditing.courseList({ state: 'draft' }),
      (one) => one.courseEditing.courseList({ english: 'missing' }),
      (one) => one.courseEditing.courseList({ specializationId }),
    ),
    list('articles', (one) => one.articleEditing.articleList({})),
    list('articles, page 20', (one) => one.articleEditing.articleList({ cursor: late.articles })),
    list(
      'articles by state, English, title; searched',
      (one) => one.articleEditing.articleList({ state: 'draft' }),
      (one) => one.articleEditing.articleList({ english: 'missing' }),
      (one) => one.articleEditing.articleList({ sort: 'title' }),
      (one) => one.articleEditing.articleList({ query: 'مقال 77' }),
    ),
    list('companies', (one) => one.companies.companies({})),
    list(
      'companies by name; searched',
      (one) => one.companies.companies({ sort: 'name' }),
      (one) => one.companies.companies({ query: 'شركة 77' }),
      (one) => one.companies.companies({ query: 'c77n1@company.example' }),
    ),
    list('companies by an absent name', (one) => one.companies.companies({ query: 'زرافة' })),
    list(
      'quotes: all, by state, of a company, searched',
      (one) => one.quotes.quotes({}),
      (one) => one.quotes.quotes({ state: 'accepted' }),
      (one) => one.quotes.quotes({ state: 'expired' }),
      (one) => one.quotes.quotes({ companyId }),
      (one) => one.quotes.quotes({ balance: 'late' }),
      (one) => one.quotes.quotes({ balance: 'due', sort: 'ending' }),
      (one) => one.quotes.quotes({ query: 'شركة 77' }),
    ),
    list(
      'coupons: all, by state, of a company, searched',
      (one) => one.coupons.coupons({}),
      (one) => one.coupons.coupons({ state: 'ended' }),
      (one) => one.coupons.coupons({ companyId: couponCompanyId }),
      (one) => one.coupons.coupons({ query: 'C77' }),
    ),
    counting(
      'its uses are counted',
      list('uses of a coupon', (one) => one.coupons.couponUses({ id: couponId })),
    ),
    list('invoices', (one) => one.invoices.invoiceList({})),
    list('invoices, page 20', (one) => one.invoices.invoiceList({ cursor: late.invoices })),
    list(
      'invoices by kind, days, name',
      (one) => one.invoices.invoiceList({ kind: 'credit-note' }),
      (one) => one.invoices.invoiceList({ from: dayOf(before(60)), to: dayOf(before(30)) }),
      (one) => one.invoices.invoiceList({ query: USUAL_NAME }),
    ),
    list('bank statements', (one) => one.bankStatements.bankStatements({})),
    counting(
      'they are compared with all orders that wait for a transfer',
      list(
        'movements of the account by state',
        (one) => one.bankStatements.bankLines({ state: 'open' }),
        (one) => one.bankStatements.bankLines({ state: 'setAside' }),
      ),
    ),
    list('payouts', (one) => one.payouts.payouts({})),
    list('lines of a payout', (one) => one.payouts.payoutLines({ id: payoutId })),
    list('payments without a payout', (one) => one.payouts.missingPayments({})),
    list(
      'chargebacks: all, open',
      (one) => one.chargebacks.chargebacks({}),
      (one) => one.chargebacks.chargebacks({ status: 'open' }),
    ),
    counting(
      'what each author wrote is counted, up to a cap',
      list('reports of texts', (one) => one.moderation.cases({})),
    ),
    list(
      'objections, bans',
      (one) => one.moderation.appeals({}),
      (one) => one.moderation.bans({}),
    ),
    list('what an author wrote', (one) => one.moderation.authorHistory({ id: authorId })),
    list(
      'reviews: all, unanswered',
      (one) => one.reviews.reviews({}),
      (one) => one.reviews.reviews({ state: 'unanswered' }),
    ),
    list('staff', (one) => one.staff.staff({})),
    list('audit', (one) => one.audit.audit({})),
    list('audit, page 20', (one) => one.audit.audit({ cursor: late.audit })),
    list(
      'audit by action, person, text',
      (one) => one.audit.audit({ action: 'order.refund' }),
      (one) => one.audit.audit({ person: 4 }),
      (one) => one.audit.audit({ query: 'M-1999' }),
    ),
  ]
}

/** Of each kind one with much behind it. */
async function someRecords(db: Database) {
  const { rows } = await sql<{
    waitedId: number
    companyId: number
    couponId: number
    couponCompanyId: number
    payoutId: string
    authorId: number
    trainerId: number
    specializationId: number
  }>`select (select schedule_id from waiting_places limit 1) as "waitedId",
    (select q.company_id from company_seats s join quotes q on q.id = s.quote_id where s.order_id is not null limit 1)
      as "companyId",
    (select id from coupons where code = 'C1') as "couponId",
    (select company_ids[1] from coupons where company_ids is not null limit 1) as "couponCompanyId",
    (select payout_id from payout_lines group by payout_id order by count(*) desc limit 1) as "payoutId",
    (select author_id from posts group by author_id order by count(*) desc limit 1) as "authorId",
    (select trainer_id from run_sessions where trainer_id is not null limit 1) as "trainerId",
    (select specialization_id from courses limit 1) as "specializationId"`.execute(db)
  return rows[0]!
}

export function palette(): Row[] {
  const find =
    (query: string): Ask =>
    (one) =>
      one.desk.find({ query })
  const row = (name: string, ...queries: string[]): Row => ({ name, goalMs: PALETTE_MS, asks: queries.map(find) })
  return [
    row('palette: a number, an address, a phone', 'M-2026-0000500', 'u500@example.com', '0500000500'),
    row('palette: a rare and an absent name', RARE_NAME, 'زرافة'),
    row('palette: usual names', COMMON_NAME, USUAL_NAME, 'العتيبي'),
    row('palette: two letters', 'مح', 'اد'),
    row('palette: a course', 'محاسبه', 'course 77'),
  ]
}

/** Each scan is another badge of the run with the most people. */
export async function scans(db: Database): Promise<Row> {
  const session = await db
    .selectFrom('run_sessions')
    .innerJoin('orders', 'orders.schedule_id', 'run_sessions.schedule_id')
    .innerJoin('badges', 'badges.order_id', 'orders.id')
    .select(({ fn }) => ['run_sessions.id', fn.agg<string[]>('array_agg', ['badges.code']).as('codes')])
    .groupBy('run_sessions.id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  let scan = 0
  const ask: Ask = (one) =>
    one.attendance.scan({
      id: session.id,
      early: true,
      scans: [
        {
          id: crypto.randomUUID(),
          code: session.codes[scan++ % session.codes.length]!,
          at: new Date().toISOString(),
        },
      ],
    })
  return { name: 'the verdict on a scan', goalMs: SCAN_MS, asks: [ask] }
}
