import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

/** In the order of their groups. */
export const storedQuestions = (db: Database) =>
  db.selectFrom('faq_questions').selectAll().orderBy('group_key').orderBy('position').orderBy('id').execute()

type Wanted = { question: Localized; answer: Localized; hidden: boolean }

/** The questions of a group. One that is asked in the same Arabic words is still the same question. */
export async function setQuestions(
  tx: Tx,
  group: string,
  stored: readonly { id: number; question: Localized }[],
  wanted: readonly Wanted[],
): Promise<void> {
  const left = [...stored]
  const rows = wanted.map(({ question, answer, hidden }, position) => {
    const place = left.findIndex((one) => one.question.ar === question.ar)
    const known = place < 0 ? undefined : left.splice(place, 1)[0]!.id
    const texts = { question: JSON.stringify(question), answer: JSON.stringify(answer) }
    return { known, row: { ...texts, hidden, position, group_key: group } }
  })
  if (left.length > 0)
    await tx
      .deleteFrom('faq_questions')
      .where(
        'id',
        'in',
        left.map(({ id }) => id),
      )
      .execute()
  for (const { known, row } of rows)
    if (known !== undefined) await tx.updateTable('faq_questions').set(row).where('id', '=', known).execute()
  const added = rows.filter(({ known }) => known === undefined)
  if (added.length > 0)
    await tx
      .insertInto('faq_questions')
      .values(added.map(({ row }) => row))
      .execute()
}
