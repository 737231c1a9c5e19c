/** The operations on notices, following and the choice of mails. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { excerptOf } from '../../platform/markdown/markdown.server.ts'
import { authorOf } from '../authors/authors.server.ts'
import { certificateAddress } from '../certificates/certificate-links.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import {
  accountNow,
  dropWaiting,
  endMails,
  findSettings,
  isFollowed,
  isOut,
  saveSettings,
  setFollowed,
} from './choice-queries.server.ts'
import type { NotificationSettings, notificationsEndpoints } from './contract.ts'
import { suggestMembers } from './mentions.server.ts'
import { noticeLinksFor } from './notice-links.ts'
import { placeOf } from './notice-place.ts'
import {
  countNotices,
  countUnread,
  findNotice,
  findNotices,
  markRead,
  type NoticeRow,
} from './notice-queries.server.ts'
import { readUnsubscribeToken } from './unsubscribe-token.server.ts'

type Calls = typeof notificationsEndpoints
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['output']>

const EXCERPT_LETTERS = 160
const FOLLOWS_AN_HOUR = 200

export const notificationsOperations: Operations<Calls> = {
  list,
  unread: async (ctx) => ({ unread: await unreadOf(ctx) }),
  markRead: read,
  settings,
  changeSettings,
  following,
  follow: (ctx, what) => setFollowing(ctx, what, true),
  unfollow: (ctx, what) => setFollowing(ctx, what, false),
  suggestMembers,
  unsubscribe,
  unsubscribePage: async (ctx, { token }) => ({ location: noticeLinksFor(ctx.lang).unsubscribe(token) }),
}

async function list(ctx: Context, { PageIndex, PageSize }: Input<Calls['list']>): Promise<Answer<'list'>> {
  const { id } = requireUser(ctx)
  const page = { limit: PageSize, offset: (PageIndex - 1) * PageSize }
  const [count, unread, rows] = await Promise.all([
    countNotices(ctx.db, id, COUNT_CAP + 1, ctx.now()),
    unreadOf(ctx),
    page.offset >= COUNT_CAP ? [] : findNotices(ctx.db, id, page, ctx.now()),
  ])
  return {
    items: rows.map((row) => noticeOf(row, ctx.lang)),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(count, COUNT_CAP),
    totalIsCapped: count > COUNT_CAP || undefined,
    unread,
  }
}

const unreadOf = (ctx: Context) => countUnread(ctx.db, requireUser(ctx).id, ctx.now())

function noticeOf(row: NoticeRow, lang: Lang) {
  const facts = {
    id: row.id,
    kind: row.kind,
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
    link: linkOf(row, lang),
  }
  if (row.kind === 'certificate') {
    const { id, course, ...number } = row.certificate
    const on = { kind: 'certificate' as const, id, title: inLang(course, lang) }
    return { ...facts, by: null, on, excerpt: certificateNumber(number) }
  }
  const place = placeOf(row)
  return {
    ...facts,
    by: authorOf(row.author, lang),
    on: { kind: place.on.kind, id: place.on.id, title: row.post?.title ?? inLang(row.article!.title, lang) },
    excerpt: excerptOf(row.text, EXCERPT_LETTERS),
  }
}

const linkOf = (row: NoticeRow, lang: Lang) =>
  row.kind === 'certificate' ? certificateAddress(lang, row.certificate.code) : noticeLinksFor(lang).place(placeOf(row))

/** For a single notice, returns the address of its subject; none when it is no longer public. */
async function read(ctx: Context, { id }: Input<Calls['markRead']>): Promise<Answer<'markRead'>> {
  const user = requireUser(ctx)
  if (!(await markRead(ctx.db, user.id, id, ctx.now()))) throw new Problem('notFound')
  const row = id === undefined ? undefined : await findNotice(ctx.db, user.id, id, ctx.now())
  return { link: row && linkOf(row, ctx.lang) }
}

const DEFAULTS: NotificationSettings = { mentions: 'at-once', comments: 'daily', news: 'none', followOwn: true }

async function settings(ctx: Context): Promise<NotificationSettings> {
  return (await findSettings(ctx.db, requireUser(ctx).id)) ?? DEFAULTS
}

async function changeSettings(ctx: Context, chosen: Input<Calls['changeSettings']>): Promise<NotificationSettings> {
  const { id } = requireUser(ctx)
  const ended = (['mentions', 'comments'] as const).filter((kind) => chosen[kind] === 'none')
  await ctx.db.transaction().execute(async (tx) => {
    await saveSettings(tx, id, chosen, ctx.now())
    await dropWaiting(tx, id, ended)
  })
  return settings(ctx)
}

async function following(ctx: Context, what: Input<Calls['following']>) {
  return { isFollowed: await isFollowed(ctx.db, requireUser(ctx).id, what) }
}

async function setFollowing(ctx: Context, what: Input<Calls['follow']>, isOn: boolean) {
  const { id } = requireUser(ctx)
  await limit(ctx, `follows:${id}`, FOLLOWS_AN_HOUR, HOUR_SECONDS)
  // Hidden subjects can still be unfollowed.
  if (!(await isOut(ctx.db, what, ctx.now())) && (isOn || !(await isFollowed(ctx.db, id, what))))
    throw new Problem(what.kind === 'post' ? 'postNotFound' : 'articleNotFound')
  await setFollowed(ctx.db, id, what, isOn, ctx.now())
  return { isFollowed: isOn }
}

async function unsubscribe(ctx: Context, { token }: Input<Calls['unsubscribe']>): Promise<Answer<'unsubscribe'>> {
  const subscription = readUnsubscribeToken(ctx.settings, token)
  if (!subscription) throw new Problem('notFound')
  const kinds = subscription.kind === 'all' ? (['mentions', 'comments', 'news'] as const) : [subscription.kind]
  await ctx.db
    .transaction()
    .execute(async (tx) => endMails(tx, await accountNow(tx, subscription.userId), [...kinds], ctx.now()))
  return { kind: subscription.kind }
}
