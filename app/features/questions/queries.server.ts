import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

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

/**
 * The term with each word that no question has replaced by the nearest word in the wording of one: as near as the search
 * of courses allows. @returns undefined where a word has none
 */
export async function correctByQuestions(
  db: Database,
  term: string,
): Promise<{ query: string; words: string } | undefined> {
  const { rows } = await sql<{ query: string | null; words: string | null }>`
    with asked as (
      select word, place, search_bare(word) as bare,
        exists (select from question_search where terms @@ search_query_of(word)::tsquery) as known
      from search_asked(${term})
    ),
    spoken as (
      select distinct on (search_bare(word)) search_bare(word) as bare, word, shown
      from faq_groups, jsonb_array_elements(questions) as one,
        search_spellings(concat_ws(' ', one -> 'question' ->> 'ar', one -> 'question' ->> 'en'))
      order by search_bare(word), word
    ),
    read as (
      select place, case when known or near.word is not null then search_query_of(coalesce(near.word, asked.word)) end as part,
        coalesce(near.shown, asked.word) as said
      from asked left join lateral (
        select spoken.word, spoken.shown
        from spoken, lateral (select levenshtein_less_equal(asked.bare, spoken.bare, 2) as wrong) as distance
        where not known and length(asked.bare) >= 4 and length(spoken.bare) >= 4
          and (wrong <= case when length(asked.bare) < 8 then 1 else 2 end
            or (wrong = 2 and search_same_letters(asked.bare, spoken.bare)))
        order by wrong, spoken.word limit 1) as near on true
    )
    select case when bool_and(part is not null) then string_agg(part, ' & ' order by place) end as query,
      string_agg(said, ' ' order by place) as words
    from read`.execute(db)
  const { query, words } = rows[0]!
  return query !== null && words !== null ? { query, words } : undefined
}
