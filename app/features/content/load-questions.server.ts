/** Synchronizes the frequently asked questions with a content folder. */
import { isSame } from '../../api/edits.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { idOf } from './documents.server.ts'
import type { Content } from './format.ts'
import { setQuestions, storedQuestions } from './question-queries.server.ts'
import type { Change } from './report.ts'
import { faqRows } from './rows.ts'
import { type Days, upsertAll } from './upsert.server.ts'

export async function loadQuestions(tx: Tx, content: Content, days: Days): Promise<Change> {
  const change = await upsertAll(tx, 'faq_groups', 'questions', ['key'], faqRows(content), days)
  const stored = Map.groupBy(await storedQuestions(tx), ({ group_key }) => group_key)
  for (const { key, questions } of content.faqs) {
    if (days.kept.has(idOf('questions', key))) continue
    const wanted = questions.map(({ question, answer, hidden = false }) => ({ question, answer, hidden }))
    const present = (stored.get(key) ?? []).map(({ question, answer, hidden }) => ({ question, answer, hidden }))
    if (isSame(present, wanted)) continue
    await setQuestions(tx, key, stored.get(key) ?? [], wanted)
    if (![...change.added, ...change.changed].includes(key)) change.changed.push(key)
  }
  return change
}
