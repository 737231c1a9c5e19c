/** A message of the staff to everybody with a paid seat in some runs, each in their language. */
import { createHash } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { runEmails as ar } from '../../locales/ar/emails/emails-runs.ts'
import { runEmails as en } from '../../locales/en/emails/emails-runs.ts'
import { formatWeekday } from '../../locales/format.ts'
import { LANGS } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { forEachRow } from '../lists/bulk.server.ts'
import { filledIn } from '../mail-notes/mail-notes.ts'
import { greetingFor } from '../messages/greeted.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail, toldAbout } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { orderTexts } from '../orders/order-mails.server.ts'
import { chosenRuns, namedRuns } from './bulk.server.ts'
import type { runBulkEndpoints } from './bulk-contract.ts'
import { findRun } from './listing-queries.server.ts'
import { type Recipient, recipientsOf } from './message-queries.server.ts'
import { lockRun } from './queries.server.ts'
import { auditRun } from './run-changes.server.ts'

type Calls = typeof runBulkEndpoints
type Asked = Input<Calls['previewRunMessage']>
type Words = { subject: string; text: string }
type Message = { ar: Words; en?: Words }

const TEXTS = { ar, en }
/** What one command writes within the time of a request. */
const MAX_RECIPIENTS = 2000

type Prepared = { ids: number[]; message: Message; recipients: Recipient[]; fingerprint: string }

/**
 * @throws Problem previewStale; tooManyRecipients; validation where learners read English, and there is none
 */
async function prepare(ctx: Context, { ids: chosen, matching, subject, text }: Asked): Promise<Prepared> {
  const ids = [...(await chosenRuns(ctx, { ids: chosen, matching }))]
  const recipients = await recipientsOf(ctx.db, ids, MAX_RECIPIENTS + 1)
  if (recipients.length > MAX_RECIPIENTS) throw new Problem('tooManyRecipients', { count: MAX_RECIPIENTS })
  if (recipients.some(({ lang }) => lang === 'en') && !(subject.en && text.en))
    throw new Problem(
      'validation',
      {},
      {
        ...(subject.en ? {} : { 'subject.en': ['required'] }),
        ...(text.en ? {} : { 'text.en': ['required'] }),
      },
    )
  const message: Message = {
    ar: { subject: subject.ar, text: text.ar },
    ...(subject.en && text.en && { en: { subject: subject.en, text: text.en } }),
  }
  const fingerprint = hashOf([ids, message, recipients.map(({ orderId }) => orderId)])
  return { ids, message, recipients, fingerprint }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 32)

/** The same words about the same order are one event: whoever repeats the command writes to nobody twice. */
const aboutOf = ({ orderId }: Recipient, message: Message) => `run-message:${orderId}:${hashOf(message)}`

export async function previewRunMessage(ctx: Context, asked: Asked) {
  const { ids, message, recipients, fingerprint } = await prepare(ctx, asked)
  const told = await toldAbout(
    ctx.db,
    recipients.map((one) => aboutOf(one, message)),
  )
  const open = recipients.filter((one) => !told.has(aboutOf(one, message)))
  const runs = []
  for (const id of ids) {
    const run = await findRun(ctx.db, id, null, ctx.now())
    if (!run) throw new Problem('runNotFound')
    const mails = open.filter(({ runId }) => runId === id).length
    runs.push({ id, name: inLang(run.course.name, ctx.lang), startsAt: run.startsAt.toISOString(), mails })
  }
  const samples = []
  for (const lang of LANGS) {
    const readers = open.filter((one) => one.lang === lang)
    const [first] = readers
    if (!first) continue
    const { subject, text } = await mailTo(ctx, first, message)
    samples.push({ lang, mails: readers.length, subject, text })
  }
  return { runs, mails: open.length, already: recipients.length - open.length, samples, fingerprint }
}

/** Each run on its own. @throws Problem previewStale when others are enrolled than were shown */
export async function sendRunMessage(ctx: Context, { fingerprint, ...asked }: Input<Calls['sendRunMessage']>) {
  const prepared = await prepare(ctx, asked)
  if (prepared.fingerprint !== fingerprint) throw new Problem('previewStale')
  const sent = new Map<number, number>()
  const rows = await forEachRow(ctx, namedRuns(ctx, prepared.ids), async ({ id }) => {
    const recipients = prepared.recipients.filter(({ runId }) => runId === id)
    sent.set(id, await tell(ctx, id, recipients, prepared.message))
  })
  return { rows: rows.map((row) => ({ ...row, mails: sent.get(row.id) ?? 0 })) }
}

/** @returns how many mails were written @throws Problem runNotFound, nobodyEnrolled */
function tell(ctx: Context, runId: number, recipients: readonly Recipient[], message: Message): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    // One after the other: the second of two equal commands finds what the first has written.
    const run = await lockRun(tx, runId)
    if (!run) throw new Problem('runNotFound')
    if (recipients.length === 0) throw new Problem('nobodyEnrolled')
    const told = await toldAbout(
      tx,
      recipients.map((one) => aboutOf(one, message)),
    )
    const open = recipients.filter((one) => !told.has(aboutOf(one, message)))
    for (const one of open) {
      const mail = await mailTo({ ...ctx, db: tx }, one, message)
      await sendEmail(tx, ctx.now(), { to: one.email, lang: one.lang, about: aboutOf(one, message), ...mail })
    }
    if (open.length > 0) await auditRun(tx, ctx, 'run.message', run, {}, { ...message, mails: open.length })
    return open.length
  })
}

async function mailTo(ctx: Pick<Context, 'db' | 'settings'>, one: Recipient, message: Message) {
  const { lang, firstName, reference, orderId } = one
  const { subject, text } = message[lang] ?? message.ar
  const course = inLang(one.courseName, lang)
  const day = formatWeekday(one.startsAt, lang)
  const filled = (words: string) => filledIn(words, { name: firstName, course, reference, day })
  const texts = orderTexts[lang]
  const content = renderEmail({
    lang,
    title: filled(subject),
    paragraphs: [
      ...greetingFor(text, texts.paid.greeting(firstName)),
      ...filled(text)
        .split(/\n+/)
        .flatMap((line) => line.trim() || []),
    ],
    facts: [
      [texts.facts.course, course],
      [texts.facts.starts, day],
      [texts.facts.reference, reference],
    ],
    action: { label: TEXTS[lang].open, url: ctx.settings.publicUrl + orderLinksFor(lang).approved(orderId) },
    footer: await emailFooter(ctx.db, lang),
    reason: texts.reason,
  })
  return { subject: filled(subject), ...content }
}
