/** A copy of all stored data of a person: an archive for people, with tables for programs. */
import { makeZip } from 'client-zip'
import type { Localized } from '../../../db/shapes.ts'
import { orderParts as arParts } from '../../locales/ar/order-parts.ts'
import { exportTexts as ar } from '../../locales/ar/personal-data-export.ts'
import { profile as arProfile } from '../../locales/ar/profile.ts'
import { orderParts as enParts } from '../../locales/en/order-parts.ts'
import { exportTexts as en } from '../../locales/en/personal-data-export.ts'
import { profile as enProfile } from '../../locales/en/profile.ts'
import { formatDay, formatMoney, formatTime } from '../../locales/format.ts'
import { separatorOf } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { certificateAddress } from '../certificates/certificate-links.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import { filesOf } from '../files/files.server.ts'
import { factsOf, LEAD_TEXTS } from '../leads/facts.ts'
import { CSV_START, csvRow } from '../lists/csv.ts'
import { instituteName } from '../messages/institute-contacts.server.ts'
import { withoutCodes } from '../messages/without-codes.ts'
import type { Order } from '../orders/order-contract.ts'
import { ordersOperations } from '../orders/orders.server.ts'
import { refundAccountsOf } from '../orders/refund-account/refund-account.server.ts'
import { deviceLabel } from '../sessions/device-label.server.ts'
import { nameOfProvider } from '../social-sign-in/sign-in-attempts.server.ts'
import { exportHtml } from './export-html.server.tsx'
import {
  accountFacts,
  attendanceOf,
  certificatesTo,
  commentsBy,
  enquiriesFrom,
  enquiryMessagesOf,
  followsOf,
  lessonsOf,
  mailChoicesOf,
  messagesTo,
  notesAbout,
  noticesTo,
  postsBy,
  reportsBy,
  reviewsBy,
  savedBy,
  sessionsBy,
  signInMethodsOf,
  usefulTo,
  waitsFor,
} from './export-queries.server.ts'
import type { Table } from './table.ts'

const TEXTS = { ar, en }
const PROFILE_TEXTS = { ar: arProfile, en: enProfile }
const PARTS_TEXTS = { ar: arParts, en: enParts }
const ARCHIVES_AN_HOUR = 10
const BATCH_SIZE = 50

export async function exportData(ctx: Context) {
  const user = requireUser(ctx)
  await limit(ctx, `export:${user.id}`, ARCHIVES_AN_HOUR, HOUR_SECONDS)
  return archiveOf(ctx)
}

/** Everything about the person of the context. */
export async function archiveOf(ctx: Context) {
  const user = requireUser(ctx)
  // Before the first byte is sent, so that a failure can still be reported.
  const account = await accountFacts(ctx.db, user.id)
  const day = ctx.now().toISOString().slice(0, 10)
  return {
    name: `${TEXTS[ctx.lang].archive}-${day}.zip`,
    body: makeZip(files(ctx, account)) as ReadableStream<Uint8Array<ArrayBuffer>>,
  }
}

type Account = Awaited<ReturnType<typeof accountFacts>>

/** Each file is generated after the previous one was sent. */
async function* files(ctx: Context, account: Account) {
  const t = TEXTS[ctx.lang]
  const user = requireUser(ctx)
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  const institute = await instituteName(ctx.db, ctx.lang)
  const lastModified = ctx.now()
  const file = (fileName: string, input: string | Uint8Array) => ({
    name: fileName,
    lastModified,
    input: typeof input === 'string' ? input : Buffer.from(input),
  })
  yield file('README.txt', `\ufeff${t.readme(institute, name, moment(ctx, ctx.now())).join('\r\n')}\r\n`)
  yield file('profile.json', `${JSON.stringify(accountOf(ctx, account), null, 2)}\n`)
  const picture = user.profilePicture && (await ctx.storage.get(user.profilePicture.slice(1)))
  if (picture) yield file('picture.webp', picture)
  const sent = await filesOf(ctx.db, user.id)
  for (const [place, { file_name, names }] of sent.entries()) {
    // A picture is stored in several sizes; the last is the largest.
    const stored = await ctx.storage.open(names.at(-1)!)
    if (stored) yield { name: `files/${place + 1}-${file_name}`, lastModified, input: stored.stream }
  }
  const tables: Table[] = []
  for await (const table of tablesOf(ctx, account)) {
    tables.push(table)
    yield file(`${table.name}.csv`, [CSV_START, csvRow(table.columns), ...table.rows.map(csvRow)].join(''))
  }
  yield file('index.html', exportHtml(t.title(name), tables, t.none, ctx.lang))
}

function accountOf(ctx: Context, account: Account) {
  const { id, email, firstName, lastName, userName, phone, profilePicture } = requireUser(ctx)
  return {
    id,
    email,
    firstName,
    lastName,
    userName,
    phone,
    profilePicture,
    language: account.lang,
    roles: account.roles,
    createdAt: account.created_at,
    activatedAt: account.activated_at,
    termsAcceptedAt: account.terms_accepted_at,
    phoneVerifiedAt: account.phone_verified_at,
    twoFactorSince: account.two_factor_at,
  }
}

async function* tablesOf(ctx: Context, account: Account): AsyncGenerator<Table> {
  const { db, lang } = ctx
  const { id, email, phone, firstName, lastName, userName } = requireUser(ctx)
  const { tables, facts } = TEXTS[lang]
  const at = (instant: Date | string | null) => (instant ? moment(ctx, instant) : '')
  const table = (name: keyof typeof tables, rows: string[][]): Table => ({ name, ...tables[name], rows })

  yield table('account', [
    [facts.firstName, firstName],
    [facts.lastName, lastName],
    [facts.userName, userName],
    [facts.email, email],
    [facts.phone, phone],
    [facts.phoneVerified, at(account.phone_verified_at)],
    [facts.twoFactor, at(account.two_factor_at)],
    [facts.created, at(account.created_at)],
    [facts.terms, at(account.terms_accepted_at)],
  ])
  yield table('orders', await ordersOf(ctx, at))
  const accounts = await refundAccountsOf(ctx, id)
  yield table(
    'refundAccounts',
    accounts.map(({ reference, iban, holder, givenAt }) => [reference, iban, holder, at(givenAt)]),
  )
  const reviews = await reviewsBy(db, id)
  yield table(
    'reviews',
    reviews.map((row) => [
      ...[inLang(row.course, lang), String(row.rate), inLang(row.comment, lang), at(row.created_at)],
      ...[row.answer ? inLang(row.answer, lang) : '', row.hidden_reason ?? ''],
    ]),
  )
  const posts = await postsBy(db, id)
  yield table(
    'posts',
    posts.map((row) => [row.title, row.content, at(row.publish_date), at(row.edited_at)]),
  )
  const comments = await commentsBy(db, id)
  yield table(
    'comments',
    comments.map((row) => [row.article ? inLang(row.article, lang) : (row.post ?? ''), row.text, at(row.created_at)]),
  )
  const titleOf = (row: { article: Localized | null; post: string | null }) =>
    row.article ? inLang(row.article, lang) : (row.post ?? '')
  const follows = await followsOf(db, id)
  yield table(
    'follows',
    follows.map((row) => [titleOf(row), at(row.created_at)]),
  )
  const choices = PROFILE_TEXTS[lang].notifications.choices
  const chosen = await mailChoicesOf(db, id)
  yield table(
    'mailChoices',
    chosen
      ? [
          [choices.mentions, choices.when[chosen.mentions], ''],
          [choices.comments, choices.when[chosen.comments], ''],
          [choices.news, choices.when[chosen.news], at(chosen.news_chosen_at)],
          [choices.followOwn, chosen.follow_own ? facts.yes : facts.no, ''],
        ]
      : [],
  )
  const useful = await usefulTo(db, id)
  yield table(
    'useful',
    useful.map((row) => [titleOf(row), row.text ?? '', at(row.created_at)]),
  )
  const reports = await reportsBy(db, id)
  yield table(
    'reports',
    reports.map((row) => [titleOf(row), row.reason, at(row.created_at)]),
  )
  const notices = await noticesTo(db, id)
  yield table(
    'notices',
    notices.map((row) => [
      facts[row.is_reply ? 'reply' : (row.kind as 'mention' | 'comment' | 'certificate')],
      row.course ? inLang(row.course, lang) : titleOf(row),
      at(row.created_at),
      at(row.read_at),
    ]),
  )
  const files = await filesOf(db, id)
  yield table(
    'files',
    files.map((row) => [row.file_name, row.type, String(Math.ceil(Number(row.size) / 1024)), at(row.created_at)]),
  )
  const sessions = await sessionsBy(db, id)
  yield table(
    'sessions',
    sessions.map((row) => {
      const ended = row.revoked_at ?? (row.expires_at < ctx.now() ? row.expires_at : null)
      const device = `${deviceLabel(row.user_agent, lang)}\n${row.user_agent}`
      return [device, row.ip, at(row.created_at), at(row.last_used_at), at(ended)]
    }),
  )
  const methods = await signInMethodsOf(db, id)
  yield table(
    'ways',
    methods.map(({ kind, ...row }) => [
      kind === 'passkey' ? facts.passkey : nameOfProvider(ctx, kind),
      row.name,
      at(row.created_at),
      at(row.last_used_at),
    ]),
  )
  const messages = await messagesTo(db, [email, phone])
  yield table(
    'messages',
    messages.map((row) => [
      facts[row.channel as 'email' | 'sms'],
      row.recipient,
      withoutCodes(row.subject ?? ''),
      at(row.created_at),
      at(row.sent_at),
    ]),
  )
  const { kinds, statuses } = LEAD_TEXTS[lang]
  const enquiries = await enquiriesFrom(db, id, email)
  yield table(
    'enquiries',
    enquiries.map(({ reference, kind, status, fields, created_at }) => {
      const written = factsOf(fields, lang).map(({ label, value }) => `${label}: ${value}`)
      return [reference, kinds[kind], statuses[status], written.join('\n'), at(created_at)]
    }),
  )
  const answers = await enquiryMessagesOf(db, id, email)
  yield table(
    'enquiryMessages',
    answers.map((row) => [row.reference, row.from_sender ? facts.you : facts.institute, row.body, at(row.at)]),
  )
  const certificates = await certificatesTo(db, id)
  yield table(
    'certificates',
    certificates.map((row) => [
      ...[certificateNumber(row), row.holder ?? '', inLang(row.course, lang), at(row.issued_at), at(row.revoked_at)],
      ctx.settings.publicUrl + certificateAddress(lang, row.code),
    ]),
  )
  const attendance = await attendanceOf(db, id)
  yield table(
    'attendance',
    attendance.map((row) => [
      ...[inLang(row.course, lang), at(row.starts_at)],
      facts[row.state as 'present' | 'late' | 'absent'],
    ]),
  )
  const lessons = await lessonsOf(db, id)
  yield table(
    'lessons',
    lessons.map((row) => [
      ...[inLang(row.course, lang), inLang(row.title, lang), at(row.done_at)],
      ...[row.percent === null ? '' : `${row.percent}%`, at(row.updated_at)],
    ]),
  )
  const saved = await savedBy(db, id)
  yield table(
    'saved',
    saved.map((row) => [inLang(row.course, lang), at(row.created_at)]),
  )
  const notes = await notesAbout(db, id)
  yield table(
    'notes',
    notes.map((row) => [at(row.at), facts[row.kind as 'note' | 'block' | 'unblock' | 'merge'], row.note]),
  )
  const waits = await waitsFor(db, email)
  yield table(
    'waits',
    waits.map((row) => [inLang(row.course, lang), at(row.created_at)]),
  )
}

async function ordersOf(ctx: Context, at: (instant: string | null) => string): Promise<string[][]> {
  const { status: names } = PROFILE_TEXTS[ctx.lang].orders
  const rows: string[][] = []
  for (let PageIndex = 1; ; PageIndex += 1) {
    const { items } = await ordersOperations.mine(ctx, { PageIndex, PageSize: BATCH_SIZE })
    for (const order of items) {
      rows.push([
        order.reference,
        order.course.name,
        (order.isMoved && order.endedBecause) || names[order.status],
        formatMoney(order.totalHalalas, ctx.lang),
        partsIn(order, ctx),
        order.couponCode ?? '',
        at(order.createdAt),
        at(order.paidAt),
        order.refund?.reason || order.cancelReason || '',
      ])
    }
    if (items.length < BATCH_SIZE) return rows
  }
}

/** Each part of an order that is paid in parts, with the day on which it was paid or is due. */
function partsIn({ parts, status, nextPart }: Order, { lang }: Context): string {
  const { paid, due, ended } = PARTS_TEXTS[lang]
  const isOver = status !== 'pending' && nextPart === null
  return parts
    .map(({ amountHalalas, paidAt, dueAt }) => {
      const when = paidAt ? paid(formatDay(paidAt, lang)) : isOver ? ended : due(formatDay(dueAt, lang))
      return `${formatMoney(amountHalalas, lang)} (${when})`
    })
    .join(separatorOf(lang))
}

/** `11 يناير 2027 5:30 م`, in Riyadh. */
function moment(ctx: Context, instant: Date | string): string {
  return `${formatDay(instant, ctx.lang)} ${formatTime(instant, ctx.lang)}`
}
