/** Emails and SMS: stored in the transaction of their event (an outbox), delivered by a job, one per event. */
import { randomUUID } from 'node:crypto'
import type { AttachmentRef } from '../../../db/shapes.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import {
  abandonPending,
  aboutsOf,
  deleteOldMessages,
  findHeld,
  type HeldMessage,
  insertMessage,
  listMessages,
  releaseHeld,
} from './queries.server.ts'

export { deleteMessagesAbout, deleteMessagesTo } from './queries.server.ts'

export type NewEmail = {
  to: string
  subject: string
  text: string
  html: string
  lang: Lang
  /** The event, e.g. `order-paid:<id>`: the same person gets only one mail about it. */
  about?: string
  /** Not sent after this instant, when its content has expired, like a code. */
  expiresAt?: Date
  /** The Reply-To address, where it is not the institute's. */
  replyTo?: string
  /** The address for one-click unsubscribing. */
  unsubscribeUrl?: string
  /** Its attachments, rendered on delivery; the mail does not wait long for one that cannot be rendered. */
  attachments?: AttachmentRef[]
}

export type NewSms = {
  /** E.164. */
  to: string
  text: string
  lang: Lang
  /** As with mails: a number gets only one SMS about an event. */
  about?: string
  /** Not sent after this instant, when its content has expired, like a code. */
  expiresAt?: Date
}

/** More attempts than any message needs: the delivery itself decides when to give up. */
const JOB_ATTEMPTS = 30

/** Stores the mail and enqueues its delivery; `db` is the transaction of the event. */
export async function sendEmail(db: Database, now: Date, email: NewEmail): Promise<void> {
  await write(db, now, { ...email, channel: 'email' })
}

/**
 * Stores the SMS and enqueues its delivery; `db` is the transaction of the event. Call `admitSms` first, while the
 * visitor can still get an error for a number that may not receive one.
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

/** Those of these events about which somebody was written to. */
export const toldAbout = (db: Database, abouts: readonly string[]): Promise<Set<string>> => aboutsOf(db, abouts)

/** Holds what waits in a restored database: it may have been sent after the backup. @returns how many messages */
export function holdPendingMessages(db: Database, now: Date): Promise<number> {
  return abandonPending(db, 'restored', now)
}

/** The messages that a restore holds back, without those that have expired; the oldest first. */
export function heldMessages(db: Database, now: Date): Promise<HeldMessage[]> {
  return findHeld(db, now)
}

/** Sends held messages after all. @param ids all of them when missing. @returns how many */
export function releaseHeldMessages(db: Database, now: Date, ids: number[] | undefined): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const released = await releaseHeld(tx, now, ids)
    for (const id of released) await enqueue(tx, 'sendMessage', { id }, { maxAttempts: JOB_ATTEMPTS })
    return released.length
  })
}

/** Enqueues the delivery of a message that failed for good and waits again; `tx` is the transaction that revived it. */
export const redeliver = (tx: Database, id: number): Promise<void> =>
  enqueue(tx, 'sendMessage', { id }, { maxAttempts: JOB_ATTEMPTS })

/** Codes are stored for a day, other messages for half a year: long enough to recognize a repeated event. */
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

/** The messages, the newest first, for the demonstration's outbox. */
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
