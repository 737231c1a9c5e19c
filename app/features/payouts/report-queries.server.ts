/** Files of settlement reports: kept, read once into lines, and the columns that their headers stand for. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { ReportColumns, ReportError, ReportLine } from './report.ts'

export type FileRow = {
  id: string
  provider: string
  fileName: string
  payoutReference: string
  importedAt: Date
  importedBy: string | null
  lines: number
  knownLines: number
  errorCount: number
  errors: ReportError[]
  payouts: { id: string; reference: string }[]
  unread: string | null
}

export async function findFile(db: Database, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.id, f.provider, f.file_name as "fileName", f.payout_reference as "payoutReference",
      f.imported_at as "importedAt", u.first_name || ' ' || u.last_name as "importedBy",
      (select count(*)::int from payout_lines l where l.file_id = f.id) as lines, f.known_lines as "knownLines",
      f.error_count as "errorCount", f.errors, f.unread,
      coalesce((select jsonb_agg(distinct jsonb_build_object('id', p.id, 'reference', p.reference))
        from payout_lines l join payouts p on p.id = l.payout_id where l.file_id = f.id), '[]') as payouts
    from payout_files f left join users u on u.id = f.imported_by where f.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export async function insertFile(
  tx: Tx,
  file: {
    id: string
    provider: string
    fileName: string
    payoutReference: string
    unread: string | null
    now: Date
    by: number
  },
): Promise<void> {
  await tx
    .insertInto('payout_files')
    .values({
      ...{ id: file.id, provider: file.provider, file_name: file.fileName, payout_reference: file.payoutReference },
      ...{ unread: file.unread, imported_at: file.now, imported_by: file.by },
    })
    .execute()
}

/** The text of a file that waits for its columns. Locks the file, so that it is read once. */
export async function lockUnreadFile(
  tx: Tx,
  id: string,
): Promise<{ text: string; provider: string; payoutReference: string } | undefined> {
  const { rows } = await sql<{ text: string; provider: string; payoutReference: string }>`
    select unread as text, provider, payout_reference as "payoutReference" from payout_files
    where id = ${id}::uuid and unread is not null for update`.execute(tx)
  return rows[0]
}

/** One report is stored at a time: two that hold the same lines in another order would wait for each other. */
export async function lockReports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payout-lines', 0))`.execute(tx)
}

export async function fileWasRead(
  tx: Tx,
  id: string,
  { errors, errorCount, knownLines }: { errors: ReportError[]; errorCount: number; knownLines: number },
): Promise<void> {
  await sql`update payout_files set errors = ${JSON.stringify(errors)}::jsonb, error_count = ${errorCount},
    known_lines = ${knownLines}, unread = null where id = ${id}::uuid`.execute(tx)
}

/** The payouts with these numbers, which are recorded now where they were unknown; their day is the latest known one. */
export async function savePayouts(
  tx: Tx,
  provider: string,
  payouts: readonly { id: string; reference: string; day: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    insert into payouts (id, provider, reference, day)
    select id, ${provider}::text, reference, day
    from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb) as one (id uuid, reference text, day date)
    on conflict (provider, reference) do update set day = greatest(payouts.day, excluded.day)
    returning id, reference`.execute(tx)
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}

export type NewLine = ReportLine & { fingerprint: string; occurrence: number; payoutId: string }

/** Stores lines that no file held before; returns how many are new. */
export async function insertReportLines(tx: Tx, fileId: string, lines: readonly NewLine[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into payout_lines (payout_id, file_id, fingerprint, occurrence, place, kind, day, reference,
        order_reference, scheme, amount_halalas, fee_halalas, fee_vat_halalas, has_fee)
      select "payoutId", ${fileId}::uuid, fingerprint, occurrence, place, kind, day, reference, "orderReference", scheme,
        "amountHalalas", "feeHalalas", "feeVatHalalas", "hasFee"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line ("payoutId" uuid, fingerprint text,
        occurrence int, place int, kind text, day date, reference text, "orderReference" text, scheme text,
        "amountHalalas" bigint, "feeHalalas" bigint, "feeVatHalalas" bigint, "hasFee" boolean)
      order by place
      on conflict (fingerprint, occurrence) do nothing returning 1)
    select count(*)::int as count from added`.execute(tx)
  return rows[0]!.count
}

/** Deletes payouts without lines: a file named them, but all of their lines were known from another payout. */
export async function deleteEmptyPayouts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from payouts p where p.id = any(${ids}::uuid[]) and p.bank_line_id is null
    and not exists (select from payout_lines l where l.payout_id = p.id)`.execute(tx)
}

export async function rememberedReportColumns(db: Database): Promise<{ header: string[]; columns: ReportColumns }[]> {
  const { rows } = await sql<{ header: string[]; columns: ReportColumns }>`
    select header::jsonb as header, columns from payout_columns order by updated_at desc limit 50`.execute(db)
  return rows
}

export async function rememberReportColumns(
  tx: Tx,
  header: readonly string[],
  { columns, now }: { columns: ReportColumns; now: Date },
): Promise<void> {
  await sql`insert into payout_columns (header, columns, updated_at)
    values (${JSON.stringify(header)}, ${JSON.stringify(columns)}::jsonb, ${now})
    on conflict (header) do update set columns = excluded.columns, updated_at = excluded.updated_at`.execute(tx)
}

/** Files whose columns nobody named within 30 days are forgotten. */
export async function forgetUnreadFiles(db: Database, now: Date): Promise<void> {
  await sql`update payout_files set unread = null
    where unread is not null and imported_at < ${now}::timestamptz - interval '30 days'`.execute(db)
}
