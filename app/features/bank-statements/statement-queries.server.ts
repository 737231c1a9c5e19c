/** Statements of the bank account: their files, what was read, and the columns that a bank names. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { DayOrder } from './amounts.ts'
import type { Columns, RememberedColumns } from './formats/csv.ts'
import { LINE_STATES, type LineState } from './queries.server.ts'
import type { BalanceDoubt, StatementError, StatementFormat, StatementLine } from './statement.ts'

export type StatementRow = {
  id: string
  fileName: string
  format: StatementFormat
  account: string
  importedAt: Date
  importedBy: string | null
  lines: number
  knownLines: number
  open: number
  used: number
  setAside: number
  outgoing: number
  errorCount: number
  errors: StatementError[]
  balanceDoubt: BalanceDoubt | null
  unread: string | null
}

const countOf = (state: LineState) =>
  sql`(select count(*)::int from bank_lines l where l.statement_id = s.id and ${LINE_STATES[state]}) as ${sql.ref(state)}`

const STATEMENT = sql`s.id, s.file_name as "fileName", s.format, s.account, s.imported_at as "importedAt",
  (select u.first_name || ' ' || u.last_name from users u where u.id = s.imported_by) as "importedBy",
  (select count(*)::int from bank_lines l where l.statement_id = s.id) as lines, s.known_lines as "knownLines",
  ${countOf('open')}, ${countOf('used')}, ${countOf('setAside')}, ${countOf('outgoing')},
  s.error_count as "errorCount", s.errors, s.balance_doubt as "balanceDoubt", s.unread`

export async function findStatements(
  db: Database,
  { limit, after }: { limit: number; after: { at: Date; id: string } | undefined },
): Promise<StatementRow[]> {
  const place = after ? sql`(s.imported_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<StatementRow>`select ${STATEMENT} from bank_statements s where ${place}
    order by s.imported_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countStatements(db: Database, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from bank_statements limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findStatement(db: Database, id: string): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`select ${STATEMENT} from bank_statements s where s.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function insertStatement(
  tx: Tx,
  statement: { id: string; fileName: string; format: StatementFormat; unread: string | null; now: Date; by: number },
): Promise<void> {
  const { id, fileName, format, unread, now, by } = statement
  await tx
    .insertInto('bank_statements')
    .values({ id, file_name: fileName, format, unread, imported_at: now, imported_by: by })
    .execute()
}

/** The text of a file that waits for its columns. Locks the statement, so that it is read once. */
export async function lockUnread(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ unread: string | null }>`
    select unread from bank_statements where id = ${id}::uuid for update`.execute(tx)
  return rows[0]?.unread ?? undefined
}

export async function statementWasRead(
  tx: Tx,
  id: string,
  read: {
    account: string
    errors: StatementError[]
    errorCount: number
    knownLines: number
    balanceDoubt: BalanceDoubt | null
    /** Of a CSV file. */
    header: readonly string[] | null
  },
): Promise<void> {
  await sql`update bank_statements set header = ${read.header && JSON.stringify(read.header)}, account = ${read.account}, errors = ${JSON.stringify(read.errors)}::jsonb,
    error_count = ${read.errorCount},
    known_lines = ${read.knownLines}, balance_doubt = ${read.balanceDoubt && JSON.stringify(read.balanceDoubt)}::jsonb, unread = null where id = ${id}::uuid`.execute(
    tx,
  )
}

export type NewLine = StatementLine & { fingerprint: string; occurrence: number }

/**
 * Stores movements that no statement held before; returns how many are new. Of one that a cut file ended within, the rest
 * of its words is taken while nobody has decided about it.
 */
export async function insertLines(tx: Tx, statementId: string, lines: readonly NewLine[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into bank_lines (statement_id, fingerprint, occurrence, place, day, amount_halalas, bank_reference,
        description, payer_name, payer_account, words_checked)
      select ${statementId}::uuid, fingerprint, occurrence, place, day, "amountHalalas", "bankReference", description,
        "payerName", "payerAccount", true
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (fingerprint text, occurrence int, place int,
        day date, "amountHalalas" bigint, "bankReference" text, description text, "payerName" text, "payerAccount" text)
      on conflict (fingerprint, occurrence) do update
        set description = excluded.description, payer_name = excluded.payer_name
        where bank_lines.used_halalas = 0 and bank_lines.set_aside is null
          and starts_with(excluded.description, bank_lines.description)
          and length(excluded.description) > length(bank_lines.description)
      returning xmax = 0 as "isNew")
    select count(*) filter (where "isNew")::int as count from added`.execute(tx)
  return rows[0]!.count
}

/** Locks a statement with its movements. `isUsed`: one of these paid something, or brought a payout. */
export async function lockStatement(
  tx: Tx,
  id: string,
): Promise<{ fileName: string; header: string | null; lines: number; isUsed: boolean } | undefined> {
  const { rows: found } = await sql<{ fileName: string; header: string | null }>`
    select file_name as "fileName", header from bank_statements where id = ${id}::uuid for update`.execute(tx)
  if (!found[0]) return undefined
  const { rows } = await sql<{ isUsed: boolean }>`
    select used_halalas > 0 or exists (select from bank_line_uses u where u.line_id = l.id)
      or exists (select from payouts p where p.bank_line_id = l.id) as "isUsed"
    from bank_lines l where statement_id = ${id}::uuid for update`.execute(tx)
  return { ...found[0], lines: rows.length, isUsed: rows.some(({ isUsed }) => isUsed) }
}

/** With its movements, and what was remembered of its columns. */
export async function deleteStatement(tx: Tx, id: string, header: string | null): Promise<void> {
  await sql`delete from bank_lines where statement_id = ${id}::uuid`.execute(tx)
  await sql`delete from bank_statements where id = ${id}::uuid`.execute(tx)
  if (header !== null) await sql`delete from bank_columns where header = ${header}`.execute(tx)
}

/** One file is stored at a time: two that hold the same movements in another order would wait for each other. */
export async function lockLines(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-lines', 0))`.execute(tx)
}

export async function rememberedColumns(db: Database): Promise<RememberedColumns[]> {
  const { rows } = await sql<RememberedColumns>`
    select header::jsonb as header, columns, day_order as "dayOrder" from bank_columns order by updated_at desc limit 50`.execute(
    db,
  )
  return rows
}

export async function rememberColumns(
  tx: Tx,
  header: readonly string[],
  { columns, dayOrder, now }: { columns: Columns; dayOrder: DayOrder; now: Date },
): Promise<void> {
  await sql`insert into bank_columns (header, columns, day_order, updated_at)
    values (${JSON.stringify(header)}, ${JSON.stringify(columns)}::jsonb, ${dayOrder}, ${now})
    on conflict (header) do update set columns = excluded.columns, day_order = excluded.day_order,
      updated_at = excluded.updated_at`.execute(tx)
}
