import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

export { correctTerm, readTerm } from '../search/queries.server.ts'

/** Those with questions that are shown. */
export async function faqGroups(db: Database) {
  return db
    .selectFrom('faq_groups')
    .select(['key', 'title', 'questions'])
    .where(sql<boolean>`questions <> '[]'`)
    .orderBy('position')
    .execute()
}

/** The questions that a tsquery finds, in the order of the page. */
export async function findQuestions(db: Database, query: string): Promise<{ group: string; place: number }[]> {
  const { rows } = await sql<{ group: string; place: number }>`
    select group_key as group, place
    from question_search join faq_groups on faq_groups.key = group_key
    where terms @@ ${query}::tsquery
    order by position, place`.execute(db)
  return rows
}
