import { sql } from 'kysely'
import type { AttachmentRef } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

type NewRow = {
  channel: 'email' | 'sms'
  to: string
  subject: string | null
  text: string
  html: string | null
  lang: string
  about: string
  expiresAt: Date | null
  replyTo: string | null
  unsubscribeUrl: string | null
  attachments: AttachmentRef[]
  now: Date
}

/** The new row's id; undefined when this person already has a message about this event. */
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
      expires_at: row.expiresAt,
      reply_to: row.replyTo,
      unsubscribe_url: row.unsubscribeUrl,
      attachments: JSON.stringify(row.attachments),
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.columns(['about', 'recipient']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Those of these events about which a mail was written. */
export async function aboutsOf(db: Database, abouts: readonly string[]): Promise<Set<string>> {
  if (abouts.length === 0) return new Set()
  const rows = await db
    .selectFrom('messages')
    .select('about')
    .where('about', '=', sql<string>`any(${[...abouts]}::text[])`)
    .execute()
  return new Set(rows.map(({ about }) => about))
}

export type PendingMessage = NonNullable<Awaited<ReturnType<typeof findPending>>>

/** A message that was neither sent nor abandoned. */
export function findPending(db: Database, id: number) {
  return db
    .selectFrom('messages')
    .select(['id', 'key', 'channel', 'recipient', 'subject', 'text', 'html', 'lang'])
    .select(['tries', 'expires_at', 'handing_over_at', 'reply_to', 'unsubscribe_url', 'attachments'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
}

/** Whether this call may deliver the message. */
export async function claimDelivery(db: Database, id: number, now: Date): Promise<boolean> {
  const begun = await db
    .updateTable('messages')
    .set({ handing_over_at: now })
    .where('id', '=', id)
    .where('handing_over_at', 'is', null)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return Boolean(begun)
}

export async function markSent(db: Database, id: number, now: Date, reference: string | null): Promise<void> {
  await db
    .updateTable('messages')
    .set({ sent_at: now, provider_reference: reference, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Records an attempt that certainly failed, so that the next may start. */
export async function recordFailure(db: Database, id: number, error: string): Promise<void> {
  await db
    .updateTable('messages')
    .set((row) => ({ tries: row('tries', '+', 1), handing_over_at: null, last_error: error.slice(0, 500) }))
    .where('id', '=', id)
    .execute()
}

export type FailureReason = 'refused' | 'expired' | 'unsure' | 'tries' | 'country' | 'restored'

export async function abandonMessage(
  db: Database,
  id: number,
  because: FailureReason,
  now: Date,
  error?: string,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ given_up_at: now, given_up_because: because, ...(error ? { last_error: error.slice(0, 500) } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Abandons every message that waits. @returns how many */
export async function abandonPending(db: Database, because: FailureReason, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ given_up_at: now, given_up_because: because })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export type HeldMessage = { id: number; createdAt: Date; recipient: string; subject: string | null }

/** Messages that a restore holds back and that are still of use, the oldest first. */
export async function findHeld(db: Database, now: Date): Promise<HeldMessage[]> {
  const { rows } = await sql<HeldMessage>`select id, created_at as "createdAt", recipient, subject from messages
    where given_up_because = 'restored' and (expires_at is null or expires_at > ${now}) order by id`.execute(db)
  return rows
}

/** Makes held messages wait for their delivery again. @param ids all of them when missing. @returns their ids */
export async function releaseHeld(db: Database, now: Date, ids: number[] | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update messages set given_up_at = null, given_up_because = null
    where given_up_because = 'restored' and (expires_at is null or expires_at > ${now})
      and (${ids === undefined} or id = any(${ids ?? []}::int[])) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const BUDGET = 'sms:budget'

/**
 * Takes one SMS out of the window's budget.
 * @returns `taken`; `first` for the first call that finds the budget spent, `spent` for those after it
 */
export async function takeFromBudget(
  db: Database,
  windowStart: Date,
  windowEnd: Date,
  budget: number,
): Promise<'taken' | 'first' | 'spent'> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, window_start, count, expires_at) values (${BUDGET}, ${windowStart}, 1, ${windowEnd})
    on conflict (key, window_start) do update set count = rate_limits.count + 1 where rate_limits.count <= ${budget}
    returning count`.execute(db)
  if (!rows[0]) return 'spent'
  return rows[0].count <= budget ? 'taken' : 'first'
}

/** Returns an SMS that was not sent to the budget; a spent budget stays spent. */
export async function giveBackToBudget(db: Database, windowStart: Date, budget: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', BUDGET)
    .where('window_start', '=', windowStart)
    .where('count', '>', 0)
    .where('count', '<=', budget)
    .execute()
}

/** How many were sent in the window, at most one more than the budget. */
export async function spentOfBudget(db: Database, windowStart: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', BUDGET)
    .where('window_start', '=', windowStart)
    .executeTakeFirst()
  return row?.count ?? 0
}

export function countPending(db: Database) {
  return db
    .selectFrom('messages')
    .select(({ fn }) => ['channel', fn.countAll<number>().as('count')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .groupBy('channel')
    .execute()
}

export function countFailed(db: Database, since: Date) {
  return db
    .selectFrom('messages')
    .select(({ fn }) => ['channel', 'given_up_because as because', fn.countAll<number>().as('count')])
    .where('given_up_at', '>=', since)
    .groupBy(['channel', 'given_up_because'])
    .execute()
}

/** Deletes messages with an expired code and all old ones; none that is pending. */
export async function deleteOldMessages(db: Database, expiredBefore: Date, writtenBefore: Date): Promise<void> {
  await db
    .deleteFrom('messages')
    .where((row) => row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]))
    .where((row) => row.or([row('expires_at', '<', expiredBefore), row('created_at', '<', writtenBefore)]))
    .execute()
}

export async function findInstitute(db: Database) {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data
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

/** Deletes the messages to an address, sent or not. */
export async function deleteMessagesTo(db: Database, recipients: string[]): Promise<void> {
  await db.deleteFrom('messages').where('recipient', 'in', recipients).execute()
}

/** Deletes the messages about these events that were sent or abandoned before then. */
export async function deleteMessagesAbout(db: Database, start: string, before: Date): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('about', 'like', `${start}%`)
    .where(({ fn }) => fn.coalesce('sent_at', 'given_up_at'), '<', before)
    .execute()
}

export type MailAbout = {
  id: number
  subject: string
  createdAt: Date
  sentAt: Date | null
  failedAt: Date | null
  /** Its content has expired, like a code: it is not sent again. */
  hasExpired: boolean
}

const MAX_MAILS_ABOUT = 50

/** The mails to this address whose events name one of the ids, the newest first. They are kept for half a year. */
export async function findMailsAbout(db: Database, recipient: string, ids: string[], now: Date): Promise<MailAbout[]> {
  const { rows } = await sql<MailAbout>`
    select id, subject, created_at as "createdAt", sent_at as "sentAt", given_up_at as "failedAt",
      coalesce(expires_at <= ${now}, false) as "hasExpired"
    from messages where recipient = ${recipient} and channel = 'email'
      and exists (select from unnest(${ids}::text[]) as named (id) where position(named.id in about) > 0)
    order by created_at desc, id desc limit ${MAX_MAILS_ABOUT}`.execute(db)
  return rows
}

/** The mails to this address that name something by its number, the newest first. */
export async function findMailsNaming(
  db: Database,
  recipient: string,
  number: string,
  now: Date,
): Promise<MailAbout[]> {
  const { rows } = await sql<MailAbout>`
    select id, subject, created_at as "createdAt", sent_at as "sentAt", given_up_at as "failedAt",
      coalesce(expires_at <= ${now}, false) as "hasExpired"
    from messages where recipient = ${recipient} and channel = 'email' and position(${number} in text) > 0
    order by created_at desc, id desc limit ${MAX_MAILS_ABOUT}`.execute(db)
  return rows
}

/**
 * Copies a sent mail for another delivery.
 * @param about of the copy; a second copy about the same is none
 * @returns the copy's id; undefined when there is such a copy
 */
export async function copyMail(db: Database, id: number, about: string, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (channel, recipient, subject, text, html, lang, about, expires_at, reply_to, unsubscribe_url,
      attachments, created_at)
    select channel, recipient, subject, text, html, lang, ${about}::text, expires_at, reply_to, unsubscribe_url,
      attachments, ${now} from messages where id = ${id}
    on conflict (about, recipient) do nothing returning id`.execute(db)
  return rows[0]?.id
}
