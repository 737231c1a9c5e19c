/** What of the institute's filter list stands in a text. */
import { type RawBuilder, sql } from 'kysely'

const escaped = sql`regexp_replace(value, '([^[:alnum:][:space:]])', '\\\\\\1', 'g')`

/**
 * The first word or link of the list that stands in the text; null without one. Words are compared as search folds them,
 * with the Arabic prefixes that are written together with a word; a link is found with its subdomains.
 */
export function filterMatch(text: string): RawBuilder<string | null> {
  return sql`(
    select value from moderation_filters
    where case kind
      when 'word' then regexp_replace(ar_norm(${text}), '[^[:alnum:]]+', ' ', 'g')
        ~ ('(^| )[وف]?[بكل]?(ال|ل)?' || regexp_replace(value, '[^[:alnum:]]+', ' ', 'g') || '( |$)')
      else lower(${text}) ~ ('(^|[^a-z0-9-])' || ${escaped} || '($|[^a-z0-9.-]|[.]($|[^a-z0-9]))') end
    order by id limit 1)`
}
