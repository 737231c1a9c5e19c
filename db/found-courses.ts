/** The text by which staff find courses: names and address, folded (index `courses_found_by_staff`). */
import { type RawBuilder, sql } from 'kysely'

/** @param table its alias in the statement, if it has one */
export function foundBy(table = 'courses'): RawBuilder<string> {
  const [name, slug] = [sql.ref(`${table}.name`), sql.ref(`${table}.slug`)]
  return sql`ar_norm((${name} ->> 'ar') || ' ' || coalesce(${name} ->> 'en', '') || ' ' || ${slug})`
}

/** Whether a course has all words of a search. */
export function isFoundBy(search: string, table?: string): RawBuilder<boolean>[] {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 8)
  return words.map((word) => sql`${foundBy(table)} like '%' || ar_norm(${escaped(word)}) || '%'`)
}

/** A text in which `like` finds nothing special. */
const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
