/** The statements that requests send to the database meanwhile. */
import pg from 'pg'
import { vi } from 'vitest'
import type { DatabaseConnection } from '../../app/platform/database/connection.server.ts'
import { JOB_LIMITS } from '../../app/platform/database/limits.ts'

/** Of the job queue, the listener, new connections and the counters of views and visits. */
const IS_OF_NO_REQUEST =
  /graphile_worker|pg_notify|^\s*set statement_timeout|^\s*listen |into views\b|\bvisit_seeds\b|from campaign_visitors\b/
/** The counter of visits writes in one transaction, which begins with the pages. */
const BEGINS_COUNTS = /into page_visits\b/

export async function statementsDuring<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await work()
    const sent = query.mock.calls.map(([first], place) => ({
      text: typeof first === 'string' ? first : (first as unknown as { text: string }).text,
      connection: query.mock.contexts[place] as DatabaseConnection,
    }))
    const ofRequests = sent.filter(({ connection }) => connection.answerTimeoutMs !== JOB_LIMITS.answerTimeoutMs)
    const byConnection = Map.groupBy(ofRequests, ({ connection }) => connection)
    const texts = [...byConnection.values()].flatMap((all) => withoutCounts(all.map(({ text }) => text)))
    return { answer, statements: texts.filter((text) => !IS_OF_NO_REQUEST.test(text)) }
  } finally {
    query.mockRestore()
  }
}

/** What one connection sent, without the transactions that write counts of visits. */
function withoutCounts(texts: string[]): string[] {
  const start = texts.findIndex((text) => BEGINS_COUNTS.test(text))
  if (start < 0) return texts
  const end = texts.findIndex((text, place) => place > start && /^(commit|rollback)$/.test(text))
  const before = texts.slice(0, texts[start - 1] === 'begin' ? start - 1 : start)
  return [...before, ...withoutCounts(end < 0 ? [] : texts.slice(end + 1))]
}
