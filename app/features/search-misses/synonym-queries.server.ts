/** Synonyms of the search. Triggers make the search terms of what they concern anew (323, 466). */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export const allSynonyms = (db: Database) =>
  db.selectFrom('search_synonyms').select(['sense', 'word', 'is_own']).orderBy('sense').orderBy('word').execute()

/** The words of a text as the search reads them: folded, in order, and without the article, with which they are found, too. */
export async function wordsOf(db: Database, text: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select regexp_replace(word, '^ال([ء-ي]{3,})$', '\\1') as word from search_tokens(${text}) order by place`.execute(
    db,
  )
  return rows.map(({ word }) => word)
}

/** Whether anything is found by the word. */
export async function isFound(db: Database, word: string): Promise<boolean> {
  const found = (table: string) => sql`exists (select from ${sql.table(table)} where terms @@ search_query(${word}))`
  const { rows } = await sql<{ found: boolean }>`
    select ${found('course_offers')} or ${found('article_search')} or ${found('question_search')}
      or ${found('specialization_search')} as found`.execute(db)
  return rows[0]!.found
}

/** One change at a time: another could find the same word without a sense. */
export const lockSynonyms = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('synonyms', 0))`.execute(tx)

/** Joins the senses of `sameAs`, or begins one. @returns the senses that the word is new in */
export async function insertSynonym(tx: Tx, word: string, sameAs: string): Promise<string[]> {
  const { rows } = await sql<{ word: string; sense: string }>`
    with senses as (
      select sense from search_synonyms where word = ${sameAs}
      union select ${sameAs} where not exists (select from search_synonyms where word = ${sameAs})
    )
    insert into search_synonyms (word, sense, is_own)
    select one, sense, true from senses, unnest(array[${sameAs}, ${word}]) as one
    on conflict do nothing
    returning word, sense`.execute(tx)
  return rows.filter((row) => row.word === word).map(({ sense }) => sense)
}

/** Also the word that would be left alone in its sense. @returns whether there was such a word of the institute */
export async function deleteSynonym(tx: Tx, word: string, sense: string): Promise<boolean> {
  const { rows } = await sql<{ word: string }>`
    delete from search_synonyms where sense = ${sense} and is_own and (
      word = ${word}
      or (select count(*) from search_synonyms as other where other.sense = ${sense} and other.word <> ${word}) < 2)
      and exists (select from search_synonyms as one where one.word = ${word} and one.sense = ${sense} and one.is_own)
    returning word`.execute(tx)
  return rows.length > 0
}

export async function deleteMiss(db: Database, term: string, lang: string): Promise<void> {
  await db.deleteFrom('search_misses').where('term', '=', term).where('lang', '=', lang).execute()
}
