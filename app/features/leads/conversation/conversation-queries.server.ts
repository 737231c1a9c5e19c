import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'

export type NewMessage = {
  leadId: number
  at: Date
  /** Null: the sender. */
  authorId: number | null
  body: string
  press: string
}

/** Its id, and whether it is new: a second press of the same form finds the first message. */
export async function insertLeadMessage(db: Database, message: NewMessage): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with added as (
      insert into lead_messages (lead_id, at, from_sender, author_id, body, press)
      values (${message.leadId}, ${message.at}, ${message.authorId === null}, ${message.authorId}, ${message.body},
        ${message.press})
      on conflict (lead_id, press) do nothing returning id)
    select id, true as "isNew" from added
    union all select id, false from lead_messages where lead_id = ${message.leadId} and press = ${message.press}::uuid
    limit 1`.execute(db)
  return rows[0]!
}

export type MessageRow = {
  id: number
  at: Date
  fromSender: boolean
  author: { id: number; name: string } | null
  body: string
  /** Of an answer. */
  mail: 'waiting' | 'sent' | 'failed' | null
}

/** The event under which the mail of an answer is kept. */
export const answerEvent = (messageId: number) => `lead-answer:${messageId}`

export async function findLeadMessages(db: Database, leadId: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.at, m.from_sender as "fromSender", m.body,
      case when author.id is not null
        then json_build_object('id', author.id, 'name', author.first_name || ' ' || author.last_name) end as author,
      case when mail.sent_at is not null then 'sent' when mail.given_up_at is not null then 'failed'
        when mail.id is not null then 'waiting' end as mail
    from lead_messages m
    left join users as author on author.id = m.author_id
    left join messages as mail on not m.from_sender and mail.about = 'lead-answer:' || m.id
    where m.lead_id = ${leadId} or m.lead_id in (select id from leads where merged_into = ${leadId}) order by m.id`.execute(
    db,
  )
  return rows
}

/** The last message of the conversation before this one; 0 where there is none. */
export async function lastMessageBefore(db: Database, leadId: number, messageId: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from lead_messages
    where id < ${messageId} and (lead_id = ${leadId} or lead_id in (select id from leads where merged_into = ${leadId}))`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

/** From then on the sender waits for an answer. */
export async function setWaitingSince(db: Database, leadId: number, since: Date): Promise<void> {
  await db.updateTable('leads').set({ waiting_since: since }).where('id', '=', leadId).execute()
}

/** The address of whoever handles the enquiry; undefined while nobody active does. */
export async function assigneeEmail(db: Database, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row?.email
}
