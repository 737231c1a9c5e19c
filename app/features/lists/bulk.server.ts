/** A command on many rows: what fails for one says nothing about the others. */
import { problemText } from '../../api/messages.server.ts'
import { isProblem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'

/** @param command on one row; its problems become the row's answer, and `true` says that it can be undone */
export async function forEachRow<Row extends { name: string | null }>(
  { lang }: Pick<Context, 'lang'>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  command: (row: Row) => Promise<unknown>,
) {
  const outcomes = []
  for await (const row of rows) {
    try {
      const canUndo = (await command(row)) === true
      outcomes.push({ ...row, isDone: true, canUndo, code: null, reason: null })
    } catch (error) {
      if (!isProblem(error)) throw error
      const reason = problemText(error.code, error.detail, lang)
      outcomes.push({ ...row, isDone: false, canUndo: false, code: error.code, reason })
    }
  }
  return outcomes
}
