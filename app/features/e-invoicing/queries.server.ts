/** Documents for the tax authority in the database: their bytes are written once. */
import { type RawBuilder, sql } from 'kysely'
import type { InvoiceDocument, NationalAddress } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { AuthorityMessage, EInvoicingEnvironment } from './authority.ts'

export type EInvoiceState = 'waiting' | 'accepted' | 'warned' | 'refused'

/** An invoice or a note with what its document does not say. */
export type IssuedDocument = {
  id: string
  kind: 'invoice' | 'credit-note' | 'debit-note'
  number: string
  issuedAt: Date
  orderId: string | null
  quoteId: number | null
  document: InvoiceDocument
}

/** How an order was paid, as `orders.method`. */
export async function findOrderMethod(db: Database, orderId: string): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('method').where('id', '=', orderId).executeTakeFirst()
  return row?.method
}

/** The registered address of the company that a quote is for. */
export async function findCompanyAddress(db: Database, quoteId: number): Promise<NationalAddress | null> {
  const row = await db
    .selectFrom('quotes')
    .innerJoin('companies', 'companies.id', 'quotes.company_id')
    .select('companies.national_address')
    .where('quotes.id', '=', quoteId)
    .executeTakeFirst()
  return row?.national_address ?? null
}

export type NewEInvoice = {
  id: string
  unitId: number
  invoiceId: string
  attempt: number
  isStandard: boolean
  /** Null where the document could not be written: `errors` say why. */
  written: { counter: number; previousHash: string; hash: string; xml: string } | null
  errors: AuthorityMessage[]
  now: Date
}

export async function insertEInvoice(tx: Tx, row: NewEInvoice): Promise<void> {
  const { written, now } = row
  await sql`insert into e_invoices (id, unit_id, invoice_id, attempt, is_standard, state, counter, previous_hash, hash, xml,
      errors, next_try_at, created_at, decided_at)
    values (${row.id}, ${row.unitId}, ${row.invoiceId}, ${row.attempt}, ${row.isStandard}, ${written ? 'waiting' : 'refused'},
      ${written?.counter ?? null}, ${written?.previousHash ?? null}, ${written?.hash ?? null}, ${written?.xml ?? null},
      ${JSON.stringify(row.errors)}::jsonb, ${now}, ${now}, ${written ? null : now})`.execute(tx)
}

export type ToStamp = {
  id: string
  unitId: number
  xml: string
  sentXml: string | null
  qr: string | null
  isStandard: boolean
  /** With the authority's stamp. */
  clearedXml: string | null
}

/** The attempt of an invoice that is in force. */
export async function findToStamp(db: Database, invoiceId: string): Promise<ToStamp | undefined> {
  const { rows } = await sql<ToStamp>`
    select id, unit_id as "unitId", xml, sent_xml as "sentXml", qr, is_standard as "isStandard", cleared_xml as "clearedXml"
    from e_invoices
    where invoice_id = ${invoiceId}::uuid and state <> 'refused'`.execute(db)
  return rows[0]
}

/** Keeps the first signature: each signing gives another one. */
export async function saveStamp(
  db: Database,
  id: string,
  { sentXml, qr }: { sentXml: string; qr: string | null },
): Promise<{ sentXml: string; qr: string | null }> {
  const { rows } = await sql<{ sentXml: string; qr: string | null }>`
    with saved as (
      update e_invoices set sent_xml = ${sentXml}, qr = ${qr} where id = ${id}::uuid and sent_xml is null
      returning sent_xml, qr)
    select sent_xml as "sentXml", qr from saved
    union all select sent_xml, qr from e_invoices where id = ${id}::uuid and sent_xml is not null
    limit 1`.execute(db)
  // Another signed it between the two halves of the statement.
  return rows[0] ?? (await findStamp(db, id))
}

async function findStamp(db: Database, id: string) {
  const { rows } = await sql<{ sentXml: string; qr: string | null }>`
    select sent_xml as "sentXml", qr from e_invoices where id = ${id}::uuid`.execute(db)
  return rows[0]!
}

export type DueEInvoice = ToStamp & {
  invoiceId: string
  hash: string
  environment: EInvoicingEnvironment
  tries: number
}

/**
 * Takes the next document that is due, for as long as a sending may take: until then no other process takes it. Those
 * that a buyer waits for come first.
 */
export async function takeDue(db: Database, now: Date, until: Date): Promise<DueEInvoice | undefined> {
  const { rows } = await sql<DueEInvoice>`
    update e_invoices e set next_try_at = ${until}, tries = e.tries + 1
    from (select d.id, u.environment from e_invoices d join e_invoicing_units u on u.id = d.unit_id
        and u.blocked_at is null and u.sealed_credentials is not null
      where d.state = 'waiting' and d.next_try_at <= ${now}
      order by d.is_standard desc, d.next_try_at, d.counter limit 1 for no key update of d skip locked) as due
    where e.id = due.id
    returning e.id, e.unit_id as "unitId", e.xml, e.sent_xml as "sentXml", e.qr, e.is_standard as "isStandard",
      e.invoice_id as "invoiceId", e.hash, due.environment, e.tries, e.cleared_xml as "clearedXml"`.execute(db)
  return rows[0]
}

/** Whether a document is due, or when the next one will be. */
export async function nextDueAt(db: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(e.next_try_at) as at from e_invoices e join e_invoicing_units u on u.id = e.unit_id and u.blocked_at is null
    where e.state = 'waiting'`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function postpone(db: Database, id: string, at: Date, failure: string): Promise<void> {
  await sql`update e_invoices set next_try_at = ${at}, last_failure = ${failure}
    where id = ${id}::uuid and state = 'waiting'`.execute(db)
}

export type Decision = {
  state: Exclude<EInvoiceState, 'waiting'>
  warnings: AuthorityMessage[]
  errors: AuthorityMessage[]
  clearedXml: string | null
  /** Of a cleared document, from the XML with the authority's stamp. */
  qr: string | null
  wasReported: boolean
}

/** @returns false when it was decided before */
export async function saveDecision(db: Database, id: string, decision: Decision, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update e_invoices set state = ${decision.state}, warnings = ${JSON.stringify(decision.warnings)}::jsonb,
      errors = ${JSON.stringify(decision.errors)}::jsonb, cleared_xml = ${decision.clearedXml},
      qr = coalesce(${decision.qr}, qr), was_reported = ${decision.wasReported}, last_failure = null, decided_at = ${now}
    where id = ${id}::uuid and state = 'waiting'`.execute(db)
  return numAffectedRows === 1n
}

/** The latest attempt of an invoice, locked. */
export async function lockLatestAttempt(
  tx: Tx,
  invoiceId: string,
): Promise<{ id: string; attempt: number; state: EInvoiceState } | undefined> {
  const { rows } = await sql<{ id: string; attempt: number; state: EInvoiceState }>`
    select id, attempt, state from e_invoices where invoice_id = ${invoiceId}::uuid
    order by attempt desc limit 1 for no key update`.execute(tx)
  return rows[0]
}

/** Sends what waits at once, however long it was to wait. */
export async function makeDue(db: Database, now: Date, invoiceId?: string): Promise<void> {
  const one = invoiceId ? sql`and invoice_id = ${invoiceId}::uuid` : sql``
  await sql`update e_invoices set next_try_at = ${now} where state = 'waiting' and next_try_at > ${now} ${one}`.execute(
    db,
  )
}

/** The invoices of documents that wait for other units, which cannot send any more. */
export async function findWaitingOfBlocked(db: Database, max: number): Promise<string[]> {
  const { rows } = await sql<{ invoiceId: string }>`
    select e.invoice_id as "invoiceId" from e_invoices e join e_invoicing_units u on u.id = e.unit_id
      and u.state = 'retired' and u.blocked_at is not null
    where e.state = 'waiting' order by e.unit_id, e.counter limit ${max}`.execute(db)
  return rows.map(({ invoiceId }) => invoiceId)
}

export async function markSeen(db: Database, invoiceId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update e_invoices set seen_at = ${now}
    where invoice_id = ${invoiceId}::uuid and state = 'warned' and seen_at is null`.execute(db)
  return numAffectedRows === 1n
}

export type EInvoiceRow = {
  id: string
  invoiceId: string
  number: string
  kind: IssuedDocument['kind']
  buyer: string | null
  totalHalalas: number
  issuedAt: Date
  createdAt: Date
  attempt: number
  isStandard: boolean
  isLatest: boolean
  state: EInvoiceState
  counter: number | null
  wasReported: boolean
  warnings: AuthorityMessage[]
  errors: AuthorityMessage[]
  tries: number
  lastFailure: string | null
  nextTryAt: Date
  seenAt: Date | null
  decidedAt: Date | null
  hasXml: boolean
}

const latestOnly = sql`not exists (select from e_invoices n where n.invoice_id = e.invoice_id and n.attempt > e.attempt)`

const itemColumns = sql`e.id, e.invoice_id as "invoiceId", i.number, i.kind, i.document #>> '{buyer,name}' as buyer,
  (i.document #>> '{totals,totalHalalas}')::float8 as "totalHalalas", i.issued_at as "issuedAt", e.created_at as "createdAt",
  e.attempt, e.is_standard as "isStandard", e.state, e.counter, e.was_reported as "wasReported", e.warnings, e.errors,
  e.tries, e.last_failure as "lastFailure", e.next_try_at as "nextTryAt", e.seen_at as "seenAt",
  e.decided_at as "decidedAt", e.sent_xml is not null as "hasXml",
  ${latestOnly} as "isLatest"`

const ofState = (state: EInvoiceState | undefined): RawBuilder<unknown> => (state ? sql`e.state = ${state}` : sql`true`)

/** The latest attempts, the newest first; `after` is the last row of the page before. */
export async function findEInvoices(
  db: Database,
  state: EInvoiceState | undefined,
  { limit, after }: { limit: number; after: { createdAt: Date; id: string } | undefined },
): Promise<EInvoiceRow[]> {
  const place = after ? sql`(e.created_at, e.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<EInvoiceRow>`
    select ${itemColumns} from e_invoices e join invoices i on i.id = e.invoice_id
    where ${ofState(state)} and ${latestOnly} and ${place}
    order by e.created_at desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

/** All attempts of an invoice, the latest first. */
export async function findAttempts(db: Database, number: string): Promise<EInvoiceRow[]> {
  const { rows } = await sql<EInvoiceRow>`
    select ${itemColumns} from invoices i join e_invoices e on e.invoice_id = i.id
    where i.number = ${number} order by e.attempt desc`.execute(db)
  return rows
}

export type Counts = {
  waiting: number
  warned: number
  refused: number
  oldestWaitingAt: Date | null
  oldestWarnedAt: Date | null
  oldestRefusedAt: Date | null
}

/** What somebody has to look at: refused documents without another attempt, warnings that nobody has seen, and what waits. */
export async function countOpen(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select waits.count as waiting, waits.since as "oldestWaitingAt", warns.count as warned, warns.since as "oldestWarnedAt",
      refusals.count as refused, refusals.since as "oldestRefusedAt"
    from (select count(*)::int, min(created_at) as since from e_invoices where state = 'waiting') as waits,
      (select count(*)::int, min(created_at) as since from e_invoices where state = 'warned' and seen_at is null) as warns,
      (select count(*)::int, min(created_at) as since from e_invoices e where state = 'refused' and ${latestOnly}) as refusals`.execute(
    db,
  )
  return rows[0]!
}

/** Counts up to `max`. */
export async function countEInvoices(db: Database, state: EInvoiceState | undefined, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from e_invoices e where ${ofState(state)} and ${latestOnly} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

/** Documents of which the unit's chain holds one attempt or more. */
export async function countDocumentsOf(db: Database, unitId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct invoice_id)::int as count from e_invoices where unit_id = ${unitId} and counter is not null`.execute(
    db,
  )
  return rows[0]!.count
}

/** The XML that counts: with the authority's stamp, or as it was sent. */
export async function findXml(
  db: Database,
  number: string,
): Promise<
  { xml: string; issuedAt: Date; vatNumber: string; quoteId: number | null; userId: number | null } | undefined
> {
  const { rows } = await sql<{
    xml: string
    issuedAt: Date
    vatNumber: string
    quoteId: number | null
    userId: number | null
  }>`
    select coalesce(e.cleared_xml, e.sent_xml) as xml, i.issued_at as "issuedAt", u.vat_number as "vatNumber",
      i.quote_id as "quoteId", o.user_id as "userId"
    from invoices i join e_invoices e on e.invoice_id = i.id and e.state <> 'refused'
      join e_invoicing_units u on u.id = e.unit_id left join orders o on o.id = i.order_id
    where i.number = ${number} and coalesce(e.cleared_xml, e.sent_xml) is not null`.execute(db)
  return rows[0]
}

/** Of the latest attempt of an invoice; undefined of one from before phase 2. */
export async function findLatestState(
  db: Database,
  invoiceId: string,
): Promise<{ state: EInvoiceState; isStandard: boolean } | undefined> {
  const { rows } = await sql<{ state: EInvoiceState; isStandard: boolean }>`
    select state, is_standard as "isStandard" from e_invoices where invoice_id = ${invoiceId}::uuid
    order by attempt desc limit 1`.execute(db)
  return rows[0]
}

/** The invoice or note that a document was written of. */
export async function findIssued(
  db: Database,
  by: { id: string } | { number: string },
): Promise<IssuedDocument | undefined> {
  return db
    .selectFrom('invoices')
    .select(['id', 'number', 'issued_at as issuedAt', 'order_id as orderId', 'quote_id as quoteId', 'document'])
    .select(sql<IssuedDocument['kind']>`kind`.as('kind'))
    .where((row) => ('id' in by ? row('id', '=', by.id) : row('number', '=', by.number)))
    .executeTakeFirst()
}

/** Ends an attempt that was not decided and cannot be any more; another one follows. */
export async function giveUp(
  tx: Tx,
  invoiceId: string,
  error: AuthorityMessage,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ attempt: number }>`
    update e_invoices set state = 'refused', errors = ${JSON.stringify([error])}::jsonb, decided_at = ${now}
    where invoice_id = ${invoiceId}::uuid and state = 'waiting' returning attempt`.execute(tx)
  return rows[0]?.attempt
}
