/** How staff find courses by names and address, folded (index `courses_found_by_staff`). */
import { type RawBuilder, sql } from 'kysely'

/** Whether a course has all words of a search; one or two letters must begin a word. */
export function isFoundBy(search: string, table = 'courses'): RawBuilder<boolean>[] {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 8)
  return words.map((word) => sql`${sql.ref(`${table}.search_text`)} like name_pattern(${word})`)
}
