/** Quotes and their lines, as staff and the company read and write them. */
import { type RawBuilder, sql } from 'kysely'
import { foundCompanies } from '../../../db/found-companies.ts'
import { isOverdue } from '../../../db/seats.ts'
import type { Localized, NationalAddress, QuoteAnswer, QuoteDocument } from '../../../db/shapes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { LineRow } from './quote-document.ts'
import type { Balance, QuoteSort, QuoteState, ShownState } from './terms.ts'

export type QuoteRow = {
  id: number
  version: number
  number: string
  state: QuoteState
  lang: 'ar' | 'en'
  companyId: number
  company: {
    name: Localized
    vatNumber: string | null
    registerNumber: string | null
    nationalAddress: NationalAddress | null
  }
  contactName: string
  contactEmail: string
  contactPhone: string | null
  enquiry: string | null
  validUntil: string
  paymentDays: number
  withdrawalDays: number
  terms: string
  document: QuoteDocument | null
  linkKey: string
  createdAt: Date
  createdBy: string | null
  sentAt: Date | null
  answeredAt: Date | null
  answer: QuoteAnswer | null
  recordedBy: string | null
  releasedAt: Date | null
  /** Nobody can be written to any more. */
  isContactErased: boolean
}

const QUOTE = sql`q.id, q.version, q.number, q.state, q.lang, q.company_id as "companyId",
  jsonb_build_object('name', c.name, 'vatNumber', c.vat_number, 'registerNumber', c.register_number,
    'nationalAddress', c.national_address) as company,
  q.contact_name as "contactName", q.contact_email as "contactEmail", q.contact_phone as "contactPhone",
  (select l.reference from leads l where l.id = q.lead_id) as enquiry, q.valid_until::text as "validUntil",
  q.payment_days as "paymentDays", q.withdrawal_days as "withdrawalDays", q.terms, q.document, q.link_key as "linkKey",
  q.created_at as "createdAt", (select u.user_name from users u where u.id = q.created_by) as "createdBy",
  q.sent_at as "sentAt", q.answered_at as "answeredAt", q.answer,
  (select u.user_name from users u where u.id = (q.answer ->> 'staffId')::int) as "recordedBy",
  q.released_at as "releasedAt", q.contact_erased_at is not null as "isContactErased"`

export async function findQuote(
  db: Database,
  where: { id: number } | { number: string },
): Promise<QuoteRow | undefined> {
  const condition = 'id' in where ? sql`q.id = ${where.id}` : sql`q.number = ${where.number}`
  const { rows } = await sql<QuoteRow>`
    select ${QUOTE} from quotes q join companies c on c.id = q.company_id where ${condition}`.execute(db)
  return rows[0]
}

/** Locks the quote, so that it is sent, answered and paid by one at a time. */
export async function lockQuote(tx: Tx, id: number): Promise<QuoteRow | undefined> {
  await sql`select from quotes where id = ${id} for no key update`.execute(tx)
  return findQuote(tx, { id })
}

export type QuoteFilter = {
  query?: string | undefined
  state?: ShownState | undefined
  companyId?: number | undefined
  balance?: Balance | undefined
}

/** Of the balance `b` of a purchase. */
const isBalance = (balance: Balance, today: string): RawBuilder<unknown> =>
  ({
    due: sql`b.due_halalas > 0`,
    late: sql`b.due_halalas > 0 and b.due_at < ${today}::timestamp at time zone 'Asia/Riyadh'`,
    credit: sql`b.due_halalas < 0`,
  })[balance]

function matching({ query, state, companyId, balance }: QuoteFilter, today: string): RawBuilder<unknown> {
  const states: Partial<Record<ShownState, RawBuilder<unknown>>> = {
    sent: sql`q.state = 'sent' and q.valid_until >= ${today}::date`,
    expired: sql`q.state = 'sent' and q.valid_until < ${today}::date`,
  }
  return sql.join(
    [
      state ? (states[state] ?? sql`q.state = ${state}`) : sql`true`,
      companyId ? sql`q.company_id = ${companyId}` : sql`true`,
      balance
        ? sql`q.id in (select b.quote_id from purchase_balances b where ${isBalance(balance, today)})`
        : sql`true`,
      query?.trim()
        ? sql`q.id in (select id from quotes where number like '%' || upper(${query.replace(/[\\%_]/g, '\\$&')}) || '%'
            union select id from quotes where company_id in (${foundCompanies(query)}))`
        : sql`true`,
    ],
    sql` and `,
  )
}

export type QuoteItemRow = {
  id: number
  number: string
  state: QuoteState
  companyId: number
  company: Localized
  contact: string
  createdAt: Date
  validUntil: string
  seats: number
  totalHalalas: number
  dueHalalas: number | null
}

type Place = { id: number; validUntil: string }

/** How the list is ordered, and whether a row lies behind a place. */
const ORDERS: Record<QuoteSort, { order: RawBuilder<unknown>; isBehind: (place: Place) => RawBuilder<unknown> }> = {
  newest: { order: sql`q.id desc`, isBehind: ({ id }) => sql`q.id < ${id}::int` },
  oldest: { order: sql`q.id`, isBehind: ({ id }) => sql`q.id > ${id}::int` },
  ending: {
    order: sql`q.valid_until, q.id`,
    isBehind: ({ id, validUntil }) => sql`(q.valid_until, q.id) > (${validUntil}::date, ${id}::int)`,
  },
}

type Page = { limit: number; after?: Place | undefined; sort: QuoteSort; today: string }

export async function findQuotes(
  db: Database,
  filter: QuoteFilter,
  { limit, after, sort, today }: Page,
): Promise<QuoteItemRow[]> {
  const { rows } = await sql<QuoteItemRow>`
    select q.id, q.number, q.state, q.company_id as "companyId", c.name as company, q.contact_name as contact,
      q.created_at as "createdAt", q.valid_until::text as "validUntil", lines.seats, lines.total as "totalHalalas",
      case when q.state = 'accepted' then ${DUE} end as "dueHalalas"
    from quotes q join companies c on c.id = q.company_id, lateral (
      select coalesce(sum(l.seats), 0)::int as seats,
        coalesce(sum(l.seats::bigint * l.unit_halalas - l.discount_halalas), 0)::float8 as total
      from quote_lines l where l.quote_id = q.id) as lines
    where ${matching(filter, today)} and ${after ? ORDERS[sort].isBehind(after) : sql`true`}
    order by ${ORDERS[sort].order} limit ${limit}`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countQuotes(
  db: Database,
  filter: QuoteFilter,
  today: string,
  max = COUNT_CAP + 1,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from quotes q join companies c on c.id = q.company_id where ${matching(filter, today)}
    limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

/** What the company of the current row `q` still owes: documents less money. */
const DUE = sql<number>`(
  select coalesce(sum(case i.kind when 'credit-note' then -1 else 1 end * (i.document #>> '{totals,totalHalalas}')::bigint), 0)
  from invoices i where i.quote_id = q.id)::float8 - (
  select coalesce(sum(case p.kind when 'returned' then -p.amount_halalas else p.amount_halalas end), 0)
  from company_payments p where p.quote_id = q.id)::float8`

export async function linesOf(db: Database, quoteId: number, now: Date): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.course_id as "courseId", c.name as "courseName",
      jsonb_build_object('vatTreatment', c.vat_treatment, 'vatReasonCode', c.vat_reason_code,
        'zeroRatedForCitizens', c.zero_rated_for_citizens) as "courseVat",
      coalesce(c.published_at <= ${now}::timestamptz, false) as "isPublished",
      case when s.id is not null then jsonb_build_object('id', s.id, 'startsAt', s.starts_at, 'endsAt', s.ends_at,
        'city', s.city, 'isCancelled', s.cancelled_at is not null, 'seatsLeft', ${seatsLeftOf(now)},
        'freeUntil', case when s.moved_at > q.answered_at then s.free_exit_until end) end as run,
      l.seats, l.unit_halalas as "unitHalalas", l.discount_halalas as "discountHalalas"
    from quote_lines l join quotes q on q.id = l.quote_id join courses c on c.id = l.course_id
      left join schedules s on s.id = l.schedule_id
    where l.quote_id = ${quoteId} order by l.id`.execute(db)
  return rows
}

/** Of the run `s`: what neither orders hold nor anybody waits for. */
const seatsLeftOf = (now: Date) => sql`s.seats - s.held_seats
  - (select count(*) from orders o where o.schedule_id = s.id and (o.status = 'paid'
      or (o.status = 'pending' and not ${isOverdue(now, 'o')})))
  - (select count(*) from waiting_places w where w.schedule_id = s.id and w.order_id is null and w.left_at is null)`

export type NewQuote = {
  number: string
  companyId: number
  contact: { name: string; email: string; phone: string | null }
  leadId: number | null
  lang: string
  validUntil: string
  paymentDays: number
  withdrawalDays: number
  staffId: number
  now: Date
}

/** @param prefix of the number: `QT-2026-` */
export async function insertQuote(
  tx: Tx,
  prefix: string,
  quote: Omit<NewQuote, 'number'>,
): Promise<{ id: number; number: string }> {
  const { rows } = await sql<{ id: number; number: string }>`
    insert into quotes (number, company_id, lead_id, contact_name, contact_email, contact_phone, lang, valid_until, payment_days,
      withdrawal_days, created_by, created_at)
    values (${prefix}::text || lpad(nextval('quote_numbers')::text, 6, '0'), ${quote.companyId}, ${quote.leadId},
      ${quote.contact.name}, ${quote.contact.email}, ${quote.contact.phone}, ${quote.lang}, ${quote.validUntil}::date, ${quote.paymentDays},
      ${quote.withdrawalDays}, ${quote.staffId}, ${quote.now})
    returning id, number`.execute(tx)
  return rows[0]!
}

export async function leadIdOf(db: Database, reference: string): Promise<number | undefined> {
  const row = await db.selectFrom('leads').select('id').where('reference', '=', reference).executeTakeFirst()
  return row?.id
}

export type QuoteTerms = {
  lang: string
  validUntil: string
  paymentDays: number
  withdrawalDays: number
  terms: string
}

export async function updateTerms(tx: Tx, id: number, terms: QuoteTerms): Promise<void> {
  await sql`update quotes set lang = ${terms.lang}, valid_until = ${terms.validUntil}::date,
    payment_days = ${terms.paymentDays}, withdrawal_days = ${terms.withdrawalDays}, terms = ${terms.terms}
    where id = ${id}`.execute(tx)
}

export type NewLine = {
  courseId: number
  scheduleId: number | null
  seats: number
  unitHalalas: number
  discountHalalas: number
}

export async function insertLine(tx: Tx, quoteId: number, line: NewLine): Promise<void> {
  await tx
    .insertInto('quote_lines')
    .values({
      ...{ quote_id: quoteId, course_id: line.courseId, schedule_id: line.scheduleId, seats: line.seats },
      ...{ unit_halalas: line.unitHalalas, discount_halalas: line.discountHalalas },
    })
    .execute()
}

export async function deleteLine(tx: Tx, quoteId: number, lineId: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('quote_lines')
    .where('id', '=', lineId)
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Raises the version: a line is part of what is sent. */
export async function touchQuote(tx: Tx, id: number): Promise<void> {
  await sql`update quotes set version = version + 1 where id = ${id}`.execute(tx)
}

export async function saveSent(tx: Tx, id: number, document: QuoteDocument, now: Date): Promise<void> {
  await sql`update quotes set state = 'sent', document = ${JSON.stringify(document)}::jsonb, sent_at = ${now},
    answered_at = null, answer = null where id = ${id}`.execute(tx)
}

export async function saveDraft(tx: Tx, id: number): Promise<void> {
  await sql`update quotes set state = 'draft', document = null, sent_at = null, answered_at = null, answer = null
    where id = ${id}`.execute(tx)
}

export async function saveAnswer(
  tx: Tx,
  id: number,
  state: 'accepted' | 'declined',
  answer: QuoteAnswer,
  now: Date,
): Promise<void> {
  await sql`update quotes set state = ${state}, answered_at = ${now}, answer = ${JSON.stringify(answer)}::jsonb
    where id = ${id}`.execute(tx)
}

export async function saveWithdrawn(tx: Tx, id: number): Promise<void> {
  await sql`update quotes set state = 'withdrawn' where id = ${id}`.execute(tx)
}

/** False when the seats can be used already. */
export async function saveReleased(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update quotes set released_at = ${now}
    where id = ${id} and released_at is null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
