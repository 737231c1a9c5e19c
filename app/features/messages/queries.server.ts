import type { Database } from '../../platform/database.server.ts'

type NewRow = {
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  html: string
  lang: string
  about: string
  now: Date
}

/** The new row's id; undefined when this event was already told to this person. */
export async function insertMessage(db: Database, row: NewRow): Promise<number | undefined> {
  const inserted = await db
    .insertInto('messages')
    .values({
      channel: row.channel,
      recipient: row.to,
      subject: row.subject,
      text: row.text,
      html: row.html,
      lang: row.lang,
      about: row.about,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.columns(['about', 'recipient']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export function findMessage(db: Database, id: number) {
  return db
    .selectFrom('messages')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'lang', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function markSent(db: Database, id: number, now: Date): Promise<void> {
  await db.updateTable('messages').set({ sent_at: now, last_error: null }).where('id', '=', id).execute()
}

export async function noteFailure(db: Database, id: number, error: string): Promise<void> {
  await db
    .updateTable('messages')
    .set((row) => ({ tries: row('tries', '+', 1), last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .execute()
}

/** At most 200 messages, the newest first. */
export function listMessages(db: Database, to: string | undefined) {
  return db
    .selectFrom('messages')
    .select(['id', 'channel', 'recipient', 'subject', 'text', 'html', 'sent_at', 'created_at'])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}
