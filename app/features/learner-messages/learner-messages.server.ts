/** A message of the staff to a selection of learners: seen before it goes out, then written by a job in parts. */
import { createHash } from 'node:crypto'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { notificationEmails as ar } from '../../locales/ar/emails/emails-notifications.ts'
import { notificationEmails as en } from '../../locales/en/emails/emails-notifications.ts'
import { LANGS } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { chosenLearners } from '../learners/learner-filter.server.ts'
import { filledIn } from '../mail-notes/mail-notes.ts'
import { isolated } from '../messages/email-content.ts'
import { greetingFor } from '../messages/greeted.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail, toldAbout } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { noticeLinksFor } from '../notifications/notice-links.ts'
import { unsubscribeToken } from '../notifications/unsubscribe-token.server.ts'
import type { learnerMessagesEndpoints } from './contract.ts'
import {
  addProgress,
  count,
  insertMessage,
  insertRecipients,
  lockOpen,
  type Message,
  openMessages,
  page,
  type Reader,
  readersOf,
  setDone,
  takeRecipients,
} from './queries.server.ts'

type Calls = typeof learnerMessagesEndpoints
type Asked = Input<Calls['previewLearnerMessage']>

const TEXTS = { ar, en }
/** Mails of one transaction of the job. */
const PART = 100

export const learnerMessagesOperations: Operations<Calls> = {
  learnerMessages,
  previewLearnerMessage,
  sendLearnerMessage,
}

async function learnerMessages(ctx: Context, { cursor, limit }: Input<Calls['learnerMessages']>) {
  const after = placeOf(TimePlace, cursor)
  const [rows, total] = await Promise.all([page(ctx.db, after, limit + 1), count(ctx.db, COUNT_CAP + 1)])
  const list = cursorPage(rows, limit, {
    itemOf: ({ subject, at, doneAt, ...row }) => ({
      ...{ ...row, subject: inLang(subject, ctx.lang), at: at.toISOString(), isDone: doneAt !== null },
    }),
    placeOf: ({ at, id }) => [at.toISOString(), id],
  })
  return { ...list, ...cappedTotal(total) }
}

type Prepared = {
  message: Message
  chosen: number
  open: Reader[]
  unsubscribed: number
  blocked: number
  already: number
  fingerprint: string
}

/** @throws Problem previewStale; validation where learners read English, and there is none */
async function prepare(ctx: Context, { ids, matching, subject, text }: Asked): Promise<Prepared> {
  const readers = await readersOf(ctx.db, await chosenLearners(ctx, { ids, matching }))
  const reachable = readers.filter(({ isBlocked, wantsNews }) => !isBlocked && wantsNews)
  if (reachable.some(({ lang }) => lang === 'en') && !(subject.en && text.en))
    throw new Problem(
      'validation',
      {},
      { ...(subject.en ? {} : { 'subject.en': ['required'] }), ...(text.en ? {} : { 'text.en': ['required'] }) },
    )
  const message: Message = {
    ar: { subject: subject.ar, text: text.ar },
    ...(subject.en && text.en && { en: { subject: subject.en, text: text.en } }),
  }
  const told = await toldAbout(
    ctx.db,
    reachable.map((one) => aboutOf(one, message)),
  )
  const open = reachable.filter((one) => !told.has(aboutOf(one, message)))
  return {
    ...{ message, open, chosen: readers.length, already: reachable.length - open.length },
    unsubscribed: readers.filter(({ isBlocked, wantsNews }) => !isBlocked && !wantsNews).length,
    blocked: readers.filter(({ isBlocked }) => isBlocked).length,
    fingerprint: hashOf([message, readers.map(({ id }) => id)]),
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 32)

/** What a reader gets of the message, before names are filled in. */
const wordsFor = ({ lang }: Pick<Reader, 'lang'>, message: Message) => message[lang] ?? message.ar

/** The same words to the same learner are one event: whoever repeats the command writes to nobody twice. */
const aboutOf = (to: Reader, message: Message) => `learner-message:${to.id}:${hashOf(wordsFor(to, message))}`

async function previewLearnerMessage(ctx: Context, asked: Asked) {
  const { message, open, ...counts } = await prepare(ctx, asked)
  const samples = LANGS.flatMap((lang) => {
    const [first, ...others] = open.filter((one) => one.lang === lang)
    return first ? [{ lang, mails: others.length + 1, ...wordsTo(first, message) }] : []
  })
  return { ...counts, mails: open.length, samples }
}

/** @throws Problem previewStale when others are chosen than were shown; nobodyToWriteTo */
async function sendLearnerMessage(ctx: Context, { fingerprint, ...asked }: Input<Calls['sendLearnerMessage']>) {
  const { id: by } = requireUser(ctx)
  const prepared = await prepare(ctx, asked)
  if (prepared.fingerprint !== fingerprint) throw new Problem('previewStale')
  const { message, open, chosen } = prepared
  if (open.length === 0) throw new Problem('nobodyToWriteTo')
  const id = await ctx.db.transaction().execute(async (tx) => {
    const leftOut = chosen - open.length
    const made = await insertMessage(tx, { message, chosen, leftOut, by, now: ctx.now() })
    await insertRecipients(
      tx,
      made,
      open.map(({ id: userId }) => userId),
    )
    const { matching, ids } = asked
    await writeAudit(tx, ctx, {
      ...{ action: 'learner.message', reference: String(made), after: message },
      detail: { mails: open.length, leftOut, ...(matching ? { filter: matching } : { ids }) },
    })
    await enqueueNext(tx, made)
    return made
  })
  return { id, mails: open.length }
}

const enqueueNext = (db: Database, id: number) =>
  enqueue(db, 'workLearnerMessage', { id }, { key: `learner-message:${id}` })

/** The job of one part, which enqueues the next. Whoever has unsubscribed meanwhile is left out. */
export async function workLearnerMessage(services: Services, { id }: { id: number }): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const found = await lockOpen(tx, id)
    if (!found) return
    const message = messageOf(found)
    const taken = await takeRecipients(tx, id, PART)
    const readers = (await readersOf(tx, taken)).filter(({ isBlocked, wantsNews }) => !isBlocked && wantsNews)
    const told = await toldAbout(
      tx,
      readers.map((one) => aboutOf(one, message)),
    )
    const open = readers.filter((one) => !told.has(aboutOf(one, message)))
    for (const one of open) await write({ ...services, db: tx }, one, message)
    await addProgress(tx, id, open.length, taken.length - open.length)
    if (taken.length < PART) await setDone(tx, id, services.now())
    else await enqueueNext(tx, id)
  })
}

/** Begins again what a job gave up. */
export async function resumeLearnerMessages({ db }: Services): Promise<void> {
  for (const id of await openMessages(db)) await enqueueNext(db, id)
}

function messageOf({ subject, text }: NonNullable<Awaited<ReturnType<typeof lockOpen>>>): Message {
  return {
    ar: { subject: subject.ar, text: text.ar },
    ...(subject.en && text.en && { en: { subject: subject.en, text: text.en } }),
  }
}

/** What a reader sees, the greeting included. */
function wordsTo(to: Reader, message: Message) {
  const { lang, firstName } = to
  const { subject, text } = wordsFor(to, message)
  const filled = (words: string) => filledIn(words, { name: firstName })
  const greeting = greetingFor(text, TEXTS[lang].news.greeting(isolated(firstName)))
  return { subject: filled(subject), text: [...greeting, filled(text)].join('\n') }
}

async function write({ db, now, settings }: Pick<Services, 'db' | 'now' | 'settings'>, to: Reader, message: Message) {
  const { lang } = to
  const t = TEXTS[lang]
  const { subject, text } = wordsTo(to, message)
  const token = unsubscribeToken(settings, { userId: to.id, kind: 'news' })
  const content = renderEmail({
    lang,
    title: subject,
    paragraphs: text.split(/\n+/).flatMap((line) => line.trim() || []),
    footer: await emailFooter(db, lang),
    reason: t.news.reason,
    optOut: { label: t.optOut.news, url: settings.publicUrl + noticeLinksFor(lang).unsubscribe(token) },
  })
  await sendEmail(db, now(), {
    ...{ to: to.email, subject, lang, about: aboutOf(to, message) },
    unsubscribeUrl: `${settings.publicUrl}/api/Notifications/unsubscribe?token=${token}`,
    ...content,
  })
}
