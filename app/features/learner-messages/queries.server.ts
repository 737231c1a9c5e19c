import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type Words = { subject: string; text: string }
export type Message = { ar: Words; en?: Words | undefined }

/** Of the chosen accounts. */
export type Reader = {
  id: number
  email: string
  firstName: string
  lang: 'ar' | 'en'
  isBlocked: boolean
  wantsNews: boolean
}

/** In the order of their numbers. */
export async function readersOf(db: Database, ids: readonly number[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.email, u.first_name as "firstName", case when u.lang = 'en' then 'en' else 'ar' end as lang,
      u.status <> 'active' as "isBlocked", coalesce(s.news, 'none') <> 'none' as "wantsNews"
    from users u left join notification_settings s on s.user_id = u.id
    where u.id = any(${ids}::int[]) and u.erased_at is null order by u.id`.execute(db)
  return rows
}

export async function insertMessage(
  tx: Tx,
  { message, chosen, leftOut, by, now }: { message: Message; chosen: number; leftOut: number; by: number; now: Date },
): Promise<number> {
  const both = (part: keyof Words) =>
    JSON.stringify({ ar: message.ar[part], ...(message.en ? { en: message.en[part] } : {}) })
  const { id } = await tx
    .insertInto('learner_messages')
    .values({
      ...{ created_at: now, created_by: by, subject: both('subject'), text: both('text') },
      ...{ chosen, left_out: leftOut },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertRecipients(tx: Tx, messageId: number, userIds: readonly number[]): Promise<void> {
  await sql`insert into learner_message_recipients (message_id, user_id)
    select ${messageId}, unnest(${userIds}::int[])`.execute(tx)
}

/** The message, locked so that two jobs do not write one part twice; undefined when nothing is left of it. */
export const lockOpen = (tx: Tx, id: number) =>
  tx
    .selectFrom('learner_messages')
    .select(['id', 'subject', 'text'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Takes the next recipients off the list. */
export async function takeRecipients(tx: Tx, messageId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from learner_message_recipients where (message_id, user_id) in (
      select message_id, user_id from learner_message_recipients where message_id = ${messageId} order by user_id limit ${limit})
    returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

export async function addProgress(tx: Tx, id: number, sent: number, leftOut: number): Promise<void> {
  await sql`update learner_messages set sent = sent + ${sent}, left_out = left_out + ${leftOut} where id = ${id}`.execute(
    tx,
  )
}

export const setDone = (tx: Tx, id: number, now: Date) =>
  tx.updateTable('learner_messages').set({ done_at: now }).where('id', '=', id).execute()

/** Those that a job has not finished. */
export async function openMessages(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('learner_messages').select('id').where('done_at', 'is', null).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export const page = (db: Database, after: { at: Date; id: number | string } | undefined, limit: number) =>
  db
    .selectFrom('learner_messages as m')
    .leftJoin('users as u', 'u.id', 'm.created_by')
    .select(['m.id', 'm.subject', 'm.created_at as at', 'm.chosen', 'm.sent', 'm.left_out as leftOut'])
    .select('m.done_at as doneAt')
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('by'))
    .$if(after !== undefined, (list) =>
      list.where(sql<boolean>`(m.created_at, m.id) < (${after?.at}::timestamptz, ${after?.id}::int)`),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()

export async function count(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from learner_messages limit ${most}) as listed`.execute(db)
  return rows[0]!.count
}
