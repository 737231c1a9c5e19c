/** Emails and SMS: stored in the transaction of what they tell of, sent by a job, each once. */
import { randomUUID } from 'node:crypto'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { findMessage, insertMessage, listMessages, markSent, noteFailure } from './queries.server.ts'

export type NewEmail = {
  to: string
  subject: string
  text: string
  html: string
  lang: Lang
  /** The event that it tells of, e.g. `order-paid:<id>`: a second mail about the same event to the same person is not written. */
  about?: string
}

/** Writes the mail and asks for its sending; `db` is the transaction of the event. */
export async function sendEmail(db: Database, now: Date, email: NewEmail): Promise<void> {
  const id = await insertMessage(db, { ...email, about: email.about ?? randomUUID(), channel: 'email', now })
  if (id !== undefined) await enqueue(db, 'sendMessage', { id })
}

/** The job: hands one message over and remembers that. */
export async function deliverMessage(services: Services, id: number): Promise<void> {
  const message = await findMessage(services.db, id)
  if (!message || message.sent_at) return
  try {
    await services.email.send({
      to: message.recipient,
      subject: message.subject ?? '',
      text: message.text,
      html: message.html ?? '',
      lang: message.lang as Lang,
    })
  } catch (error) {
    await noteFailure(services.db, id, (error as Error).message)
    throw error
  }
  await markSent(services.db, id, services.now())
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
