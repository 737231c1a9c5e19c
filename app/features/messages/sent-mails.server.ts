/** The mails that a person got about something, and sending one of them again. */
import { Problem } from '../../api/problem.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { redeliver } from './messages.server.ts'
import { copyMail, findMailsAbout, findMailsNaming, type MailAbout } from './queries.server.ts'
import type { SentMail } from './sent-mail-contract.ts'

export type { MailAbout } from './queries.server.ts'

/** @param ids of the events, such as an order and its refunds */
export const mailsAbout = (db: Database, recipient: string, ids: string[], now: Date): Promise<MailAbout[]> =>
  findMailsAbout(db, recipient, ids, now)

/** @param number of the record, which each of its mails says */
export const mailsNaming = (db: Database, recipient: string, number: string, now: Date): Promise<MailAbout[]> =>
  findMailsNaming(db, recipient, number, now)

export function shownMail(mail: MailAbout): SentMail {
  const status = mail.sentAt ? 'sent' : mail.failedAt ? 'failed' : 'waiting'
  return {
    ...{ id: mail.id, subject: mail.subject, at: mail.createdAt.toISOString(), status },
    canSendAgain: status !== 'waiting' && !mail.hasExpired,
  }
}

/** Nobody gets the same mail more often than once in this time. */
const AGAIN_AFTER_MS = 10 * MINUTE_MS

/**
 * Sends the mail once more, with the same content.
 * @param eventId one of the ids by which the copy is found again beside the original
 * @throws Problem notFound, mailSentRecently
 */
export async function sendAgain(tx: Tx, mails: MailAbout[], id: number, eventId: string, now: Date): Promise<string> {
  const mail = mails.find((one) => one.id === id)
  if (!mail || mail.hasExpired) throw new Problem('notFound')
  const age = now.getTime() - Math.max(...mails.filter(hasSubject(mail)).map(({ createdAt }) => createdAt.getTime()))
  if (age < AGAIN_AFTER_MS) throw new Problem('mailSentRecently', { seconds: Math.ceil((AGAIN_AFTER_MS - age) / 1000) })
  // Two presses at the same moment fall into the same ten minutes.
  const copy = await copyMail(tx, id, `again:${eventId}:${id}:${Math.floor(now.getTime() / AGAIN_AFTER_MS)}`, now)
  if (copy === undefined) throw new Problem('mailSentRecently', { seconds: AGAIN_AFTER_MS / 1000 })
  await redeliver(tx, copy)
  return mail.subject
}

const hasSubject =
  ({ subject }: MailAbout) =>
  (other: MailAbout) =>
    other.subject === subject
