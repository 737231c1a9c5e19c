/** The settings of the institute, and what its setup still lacks. */
import { sql } from 'kysely'
import type { Institute } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type StoredSettings = { data: Institute; version: number; english_made_from: MadeFrom }

export function findSettings(db: Database): Promise<StoredSettings | undefined> {
  return db.selectFrom('institute').select(['data', 'version', 'english_made_from']).executeTakeFirst()
}

/** Locked until the transaction ends; whoever sets up the institute at the same time waits, too. */
export async function lockSettings(tx: Tx): Promise<StoredSettings | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('institute', 0))`.execute(tx)
  return tx.selectFrom('institute').select(['data', 'version', 'english_made_from']).forUpdate().executeTakeFirst()
}

/** @param today the day from which a content folder's relative days are counted, for a new institute */
export async function saveSettings(tx: Tx, data: Institute, today: string, madeFrom: MadeFrom): Promise<void> {
  const [text, english] = [JSON.stringify(data), JSON.stringify(madeFrom)]
  await tx
    .insertInto('institute')
    .values({ data: text, loaded_on: today, english_made_from: english })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ data: text, english_made_from: english }))
    .execute()
}

/** What a change of the VAT would meet: orders that wait for money, and published courses by their treatment. */
export async function countAffected(db: Database) {
  const { rows } = await sql<{ openOrders: number; standard: number; zero: number; exempt: number }>`
    select (select count(*)::int from orders where status = 'pending') as "openOrders",
      count(*) filter (where vat_treatment = 'standard')::int as standard,
      count(*) filter (where vat_treatment = 'zero')::int as zero,
      count(*) filter (where vat_treatment = 'exempt')::int as exempt
    from courses where published_at is not null`.execute(db)
  return rows[0]!
}

/** What there is of what learners enrol in. */
export async function findSetupFacts(db: Database, now: Date) {
  type Facts = Record<'specialization' | 'trainer' | 'course' | 'run' | 'terms' | 'privacy' | 'home', boolean>
  const written = (code: string) =>
    sql`exists (select from pages where code = ${code} and title ->> 'ar' <> '' and jsonb_path_exists(sections, '$[*].body.ar ? (@ <> "")'))`
  const { rows } = await sql<Facts>`
    select exists (select from specializations where parent_id is null) as specialization,
      exists (select from trainers) as trainer,
      exists (select from courses where published_at <= ${now}) as course,
      exists (select from schedules s join courses c on c.id = s.course_id
        where c.published_at <= ${now} and s.starts_at > ${now})
        or exists (select from courses where published_at <= ${now} and delivery_method = 2) as run,
      ${written('terms-conditions')} as terms, ${written('privacy-policy')} as privacy,
      exists (select from pages where code = 'home' and title ->> 'ar' <> '') as home`.execute(db)
  return rows[0]!
}
