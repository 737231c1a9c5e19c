/** Loads the institute's own words for the search. */
import type { Tx } from '../../platform/database/database.server.ts'
import { idOf } from './documents.server.ts'
import type { Content } from './format.ts'
import { removeOtherSynonyms, setSynonyms } from './queries.server.ts'
import type { Change } from './report.ts'
import { type Days, staying } from './upsert.server.ts'

export async function loadSynonyms(tx: Tx, { synonyms }: Content, days: Days): Promise<Change> {
  const change: Change = { kind: 'synonyms', added: [], changed: [], removed: [], withdrawn: [] }
  for (const { key, words } of synonyms) {
    if (days.kept.has(idOf('synonyms', key))) continue
    const done = await setSynonyms(tx, key, words)
    if (done) (done.added ? change.added : change.changed).push(key)
  }
  if (days.isPruning) {
    const stay = staying(
      'synonyms',
      synonyms.map(({ key }) => key),
      days,
    )
    change.removed = await removeOtherSynonyms(tx, stay)
  }
  return change
}
