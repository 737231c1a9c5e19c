/** The statements that requests send to the database meanwhile. */
import pg from 'pg'
import { vi } from 'vitest'

/** Of the job queue, the listener, new connections and the counter of views. */
const IS_OF_NO_REQUEST = /graphile_worker|pg_notify|^\s*set statement_timeout|^\s*listen |into views\b/

export async function statementsDuring<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const answer = await work()
    const texts = query.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as unknown as { text: string }).text,
    )
    return { answer, statements: texts.filter((text) => !IS_OF_NO_REQUEST.test(text)) }
  } finally {
    query.mockRestore()
  }
}
