/** Emails and SMS: stored in the transaction of what they tell of, sent by a job, each once. */
import { randomUUID } from 'node:crypto'
import type { AttachmentRef } from '../../../db/shapes.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { deleteOldMessages, insertMessage, listMessages } from './queries.server.ts'

export { deleteMessagesAbout, deleteMessagesTo } from './queries.server.ts'

export type NewEmail = {
  to: string
  subject: string
  text: string
  html: string
  lang: Lang
  /** The event that it tells of, e.g. `order-paid:<id>`: a second mail about the same event to the same person is not written. */
  about?: string
  /** Not sent after this instant: what it says is over, like a code. */
  expiresAt?: Date
  /** Whom an answer goes to, where that is not the institute. */
  replyTo?: string
  /** Where its receiver's mailbox ends mails like it. */
  unsubscribeUrl?: string
  /** What goes with it, made when it is handed over; the mail is not held up for long by one that cannot be made. */
  attachments?: AttachmentRef[]
}

export type NewSms = {
  /** E.164. */
  to: string
  text: string
  lang: Lang
  /** As with mails: one event is told to one number once. */
  about?: string
  /** Not sent after this instant: what it says is over, like a code. */
  expiresAt?: Date
}

/** More than a message is ever tried: what ends the trying is told by the message itself. */
const JOB_ATTEMPTS = 30

/** Writes the mail and asks for its sending; `db` is the transaction of the event. */
export async function sendEmail(db: Database, now: Date, email: NewEmail): Promise<void> {
  await write(db, now, { ...email, channel: 'email' })
}

/**
 * Writes the SMS and asks for its sending; `db` is the transaction of the event. Ask `admitSms` first, while the
 * visitor can still be told that none may go to this number.
 */
export async function sendSms(db: Database, now: Date, sms: NewSms): Promise<void> {
  await write(db, now, { ...sms, channel: 'sms', subject: null, html: null })
}

type Row = (
  | NewEmail
  | (NewSms & { subject: null; html: null; replyTo?: undefined; unsubscribeUrl?: undefined; attachments?: undefined })
) & {
  channel: 'email' | 'sms'
}

async function write(db: Database, now: Date, row: Row): Promise<void> {
  const id = await insertMessage(db, {
    ...row,
    about: row.about ?? randomUUID(),
    expiresAt: row.expiresAt ?? null,
    replyTo: row.replyTo ?? null,
    unsubscribeUrl: row.unsubscribeUrl ?? null,
    attachments: row.attachments ?? [],
    now,
  })
  if (id !== undefined) await enqueue(db, 'sendMessage', { id }, { maxAttempts: JOB_ATTEMPTS })
}

/** Codes are kept for a day, other messages for half a year: long enough for any event to be told no second time. */
export async function deleteExpiredMessages({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  await deleteOldMessages(db, before(1), before(183))
}

export type OutboxMessage = {
  id: number
  channel: 'email' | 'sms'
  to: string
  subject?: string
  text: string
  html?: string
  sentAt: string
}

/** What was sent, the newest first, for the demonstration's outbox. */
export async function outbox(db: Database, to?: string): Promise<OutboxMessage[]> {
  const messages = await listMessages(db, to)
  return messages.map((message) => ({
    id: message.id,
    channel: message.channel as 'email' | 'sms',
    to: message.recipient,
    subject: message.subject ?? undefined,
    text: message.text,
    html: message.html ?? undefined,
    sentAt: (message.sent_at ?? message.created_at).toISOString(),
  }))
}
