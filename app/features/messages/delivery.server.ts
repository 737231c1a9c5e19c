/**
 * The job that delivers a message. A mail is delivered at least once: after a crash between the delivery and our
 * record of it, it is sent again with the same Message-ID. An SMS is delivered at most once: a code can be requested
 * again, while a second message confuses its reader and costs money.
 */
import type { AttachmentRef } from '../../../db/shapes.ts'
import { type Attachment, EmailRefused } from '../../adapters/email/port.ts'
import { smsFailureKind } from '../../adapters/sms/port.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import { emailFooter, institutesAddress } from './institute-contacts.server.ts'
import {
  abandonMessage,
  claimDelivery,
  type FailureReason,
  findPending,
  markSent,
  type PendingMessage,
  recordFailure,
} from './queries.server.ts'
import { isServed, takeSms } from './sms-admission.server.ts'

/** A delivery that takes longer was interrupted by a crash. */
const DELIVERY_TIMEOUT_SECONDS = 120

/** With the queue's exponential backoff about three days. */
const MAX_ATTEMPTS = 20

const ELSEWHERE = 'Another server may be handing this SMS over.'

/** After this many failures a mail is sent without the attachments that could not be rendered. */
const MAX_TRIES_WITH_ATTACHMENTS = 3

/** Renders a mail's attachments; none where it has none. @throws when they cannot be rendered now */
export type LoadAttachment = (enclosure: AttachmentRef, lang: Lang) => Promise<Attachment | undefined>

/**
 * Delivers one message and records the result.
 * @param enclose makes what goes with a mail, which other features know
 * @throws when it has to be retried
 */
export async function deliverMessage(services: Services, id: number, enclose?: LoadAttachment): Promise<void> {
  const message = await findPending(services.db, id)
  if (!message) return
  if (message.handing_over_at) return finishInterruptedDelivery(services, message, message.handing_over_at)
  if (message.expires_at && message.expires_at <= services.now()) return end(services, message, 'expired')
  if (message.channel === 'sms') await deliverSms(services, message)
  else await deliverEmail(services, message, enclose)
}

async function deliverEmail(services: Services, message: PendingMessage, enclose?: LoadAttachment): Promise<void> {
  const lang = message.lang as Lang
  const [fromName] = await emailFooter(services.db, lang)
  // Nobody reads the mailbox that mails are sent from.
  const replyTo = message.reply_to ?? (await institutesAddress(services.db))
  let attachments: Attachment[]
  try {
    attachments = await loadAttachments(services, message, enclose)
  } catch (error) {
    return tryAgain(services, message, error)
  }
  try {
    await services.email.send({
      to: message.recipient,
      subject: message.subject ?? '',
      text: message.text,
      html: message.html ?? '',
      lang,
      fromName,
      key: message.key,
      replyTo,
      ...(message.unsubscribe_url ? { unsubscribeUrl: message.unsubscribe_url } : {}),
      attachments,
    })
  } catch (error) {
    if (error instanceof EmailRefused) return end(services, message, 'refused', error)
    return tryAgain(services, message, error)
  }
  await markSent(services.db, message.id, services.now(), null)
}

async function loadAttachments(
  services: Services,
  message: PendingMessage,
  enclose?: LoadAttachment,
): Promise<Attachment[]> {
  const made: Attachment[] = []
  for (const enclosure of enclose ? message.attachments : []) {
    try {
      const attachment = await enclose!(enclosure, message.lang as Lang)
      if (attachment) made.push(attachment)
    } catch (error) {
      if (message.tries + 1 < MAX_TRIES_WITH_ATTACHMENTS) throw error
      services.log.error({ err: error, messageId: message.id, ...enclosure }, 'a mail goes without what belongs to it')
    }
  }
  return made
}

async function deliverSms(services: Services, message: PendingMessage): Promise<void> {
  if (!isServed(services.settings, message.recipient)) return end(services, message, 'country')
  const taken = await takeSms(services)
  if (!taken) throw new Error('The hourly budget of SMS is spent.')
  if (!(await claimDelivery(services.db, message.id, services.now()))) {
    await taken.giveBack()
    throw new Error(ELSEWHERE)
  }
  let reference: string | undefined
  try {
    const { recipient, text, lang, key } = message
    ;({ reference } = await services.sms.send({ to: recipient, text, lang: lang as Lang, correlationId: key }))
  } catch (error) {
    const kind = smsFailureKind(error)
    if (kind === 'unsure') return end(services, message, 'unsure', error)
    await taken.giveBack()
    return kind === 'refused' ? end(services, message, 'refused', error) : tryAgain(services, message, error)
  }
  await markSent(services.db, message.id, services.now(), reference ?? null)
}

/** An earlier delivery was started and its result was not recorded. */
async function finishInterruptedDelivery(services: Services, message: PendingMessage, begun: Date): Promise<void> {
  const seconds = (services.now().getTime() - begun.getTime()) / 1000
  if (seconds < DELIVERY_TIMEOUT_SECONDS) throw new Error(ELSEWHERE)
  await end(services, message, 'unsure')
}

async function tryAgain(services: Services, message: PendingMessage, error: unknown): Promise<void> {
  if (message.tries + 1 >= MAX_ATTEMPTS) return end(services, message, 'tries', error)
  await recordFailure(services.db, message.id, errorText(error))
  throw error
}

/** Gives the message up; staff find it in the log and in the metrics. */
async function end(
  services: Services,
  message: PendingMessage,
  because: FailureReason,
  error?: unknown,
): Promise<void> {
  const reason = error === undefined ? undefined : errorText(error)
  await abandonMessage(services.db, message.id, because, services.now(), reason)
  const facts = { alert: 'messageGivenUp', messageId: message.id, channel: message.channel, because, reason }
  services.log.error(facts, 'a message was given up')
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error))
