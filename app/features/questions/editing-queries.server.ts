/** The frequently asked questions, as the desk reads and writes them. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'

export type QuestionFields = { question: Localized; answer: Localized; group: string; hidden: boolean }

export const allGroups = (db: Database) =>
  db
    .selectFrom('faq_groups')
    .select(['key', 'version', 'title', 'position', 'english_made_from'])
    .orderBy('position')
    .orderBy('key')
    .execute()

const questions = (db: Database) =>
  db
    .selectFrom('faq_questions')
    .select(['id', 'version', 'group_key', 'question', 'answer', 'hidden', 'english_made_from'])

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** In the order of their groups. @param words folded as the search of the site folds them */
export const allQuestions = (db: Database, words?: string) =>
  questions(db)
    .select(
      sql<boolean>`${words === undefined ? sql`true` : sql`ar_norm(concat_ws(' ', question ->> 'ar', question ->> 'en', answer ->> 'ar', answer ->> 'en')) like '%' || ar_norm(${literally(words)}) || '%'`}`.as(
        'is_found',
      ),
    )
    .orderBy('group_key')
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findQuestion = (db: Database, id: number) => questions(db).where('id', '=', id).executeTakeFirst()
export type QuestionRow = NonNullable<Awaited<ReturnType<typeof findQuestion>>>

export const lockQuestion = (tx: Tx, id: number) => questions(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Whoever writes within a group holds it, so that no two of its questions have one place. */
export const lockGroup = (tx: Tx, key: string) =>
  tx
    .selectFrom('faq_groups')
    .select(['key', 'version', 'title', 'english_made_from'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
export type GroupRow = NonNullable<Awaited<ReturnType<typeof lockGroup>>>

const last = (group: string) =>
  sql<number>`(select coalesce(max(position), -1) + 1 from faq_questions where group_key = ${group})`

const written = ({ question, answer, hidden }: QuestionFields) => ({
  ...{ question: JSON.stringify(question), answer: JSON.stringify(answer), hidden },
})

export async function insertQuestion(tx: Tx, fields: QuestionFields): Promise<number> {
  const { id } = await tx
    .insertInto('faq_questions')
    .values({ ...written(fields), group_key: fields.group, position: last(fields.group) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param from the group that it was in: in another one it comes last */
export async function updateQuestion(tx: Tx, id: number, fields: QuestionFields, from: string, madeFrom: MadeFrom) {
  const place = fields.group === from ? {} : { group_key: fields.group, position: last(fields.group) }
  await tx
    .updateTable('faq_questions')
    .set({ ...written(fields), ...place, english_made_from: JSON.stringify(madeFrom) })
    .where('id', '=', id)
    .execute()
}

export const setQuestionMadeFrom = (tx: Tx, id: number, madeFrom: MadeFrom) =>
  tx
    .updateTable('faq_questions')
    .set({ english_made_from: JSON.stringify(madeFrom) })
    .where('id', '=', id)
    .execute()

export const deleteQuestion = (tx: Tx, id: number) => tx.deleteFrom('faq_questions').where('id', '=', id).execute()

export const questionIdsOf = async (tx: Tx, group: string) =>
  (
    await tx
      .selectFrom('faq_questions')
      .select('id')
      .where('group_key', '=', group)
      .orderBy('position')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

export async function orderQuestions(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update faq_questions set position = place - 1
    from unnest(${ids}::int[]) with ordinality as list (one, place) where id = one`.execute(tx)
}

/** At the end. @returns its key, which addresses on the page use */
export async function insertGroup(tx: Tx, title: Localized): Promise<string> {
  const { key } = await tx
    .insertInto('faq_groups')
    .values({
      key: sql<string>`'group-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)`,
      ...{ title: JSON.stringify(title), questions: '[]' },
      position: sql<number>`(select coalesce(max(position), -1) + 1 from faq_groups)`,
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

export async function updateGroup(tx: Tx, key: string, title: Localized, madeFrom: MadeFrom): Promise<void> {
  await tx
    .updateTable('faq_groups')
    .set({ title: JSON.stringify(title), english_made_from: JSON.stringify(madeFrom) })
    .where('key', '=', key)
    .execute()
}

/** All groups, in their order, until the transaction ends. */
export const lockGroupKeys = async (tx: Tx) =>
  (await tx.selectFrom('faq_groups').select('key').orderBy('position').orderBy('key').forUpdate().execute()).map(
    ({ key }) => key,
  )

export async function orderGroups(tx: Tx, keys: string[]): Promise<void> {
  await sql`
    update faq_groups set position = place - 1
    from unnest(${keys}::text[]) with ordinality as list (one, place)
    where key = one and position is distinct from place - 1`.execute(tx)
}

export const deleteGroup = (tx: Tx, key: string) => tx.deleteFrom('faq_groups').where('key', '=', key).execute()
