/** Writing posts: publishing now or later, changing, deleting and restoring. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_SECONDS, MINUTE_MS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { renderMemberText } from '../../platform/markdown/markdown.server.ts'
import { isMine, writerOf } from '../authors/authors.server.ts'
import { auditRemoval, holdForReview } from '../moderation/moderation.server.ts'
import { previewedMentions } from '../notifications/mentions.server.ts'
import { recordChangedText, recordNewText, scheduleNotices } from '../notifications/notify-members.server.ts'
import { attachUpload, commitUpload, detachUpload } from '../uploads/uploads.server.ts'
import type { communityEndpoints, Post } from './contract.ts'
import { mayChange, postOutput, visiblePost } from './post-output.server.ts'
import {
  categoryExists,
  deleteRemovedPosts,
  findDuplicatePost,
  findUnpublished,
  hasShownPost,
  insertPost,
  lockUpload,
  removePost as markRemoved,
  restorePost as markRestored,
  updatePost,
} from './writing-queries.server.ts'

type Calls = typeof communityEndpoints
type Written = 'unpublished' | 'addPost' | 'changePost' | 'removePost' | 'restorePost' | 'preview'

const POSTS_AN_HOUR = 6
const CHANGES_AN_HOUR = 40
const PREVIEWS_AN_HOUR = 200
/** The same text within this time is a repeated submission. */
const DUPLICATE_WINDOW_SECONDS = 60
/** How far ahead a post can be scheduled. */
const MAX_SCHEDULE_AHEAD_MS = 366 * DAY_MS
/** For how long a deleted post can be restored. */
const RESTORABLE_MS = 15 * MINUTE_MS

export const writingOperations: Pick<Operations<Calls>, Written> = {
  unpublished,
  addPost,
  changePost,
  removePost,
  restorePost,
  preview,
}

async function unpublished(ctx: Context) {
  const rows = await findUnpublished(ctx.db, requireUser(ctx).id, ctx.now())
  return {
    posts: rows.map(({ state, publishDate, ...post }) => ({
      ...post,
      state: state === 'shown' ? ('scheduled' as const) : state,
      publishDate: publishDate.toISOString(),
    })),
  }
}

async function addPost(ctx: Context, input: Input<Calls['addPost']>): Promise<z.input<typeof Post>> {
  const user = requireUser(ctx)
  await knownCategory(ctx, input.categoryId)
  await limit(ctx, `posts:${user.id}`, POSTS_AN_HOUR, HOUR_SECONDS)
  const uploadId = await uploaded(ctx, user.id, input.file)
  const id = await ctx.db.transaction().execute(async (tx) => {
    const authorId = await writerOf(ctx, tx)
    const file = { uploadId: uploadId ?? null, uploadAlt: (uploadId && input.fileAlt) ?? null }
    const post = { ...input, ...file, authorId, publishDate: publication(ctx, input.publishDate), now: ctx.now() }
    const duplicate = await findDuplicatePost(tx, post, DUPLICATE_WINDOW_SECONDS)
    if (duplicate !== undefined) return duplicate
    if (uploadId) await attachUpload(ctx, tx, uploadId)
    const isFirst = !(await hasShownPost(tx, authorId))
    const made = await insertPost(tx, post)
    const text = `${input.title}\n${input.content}`
    await holdForReview(ctx, tx, { kind: 'post', id: made, authorId }, { text, isFirst })
    await recordNewText(ctx, tx, { kind: 'post', id: made, text: input.content }, { kind: 'post', id: made })
    return made
  })
  return postOutput(ctx, await visiblePost(ctx, id))
}

async function changePost(ctx: Context, input: Input<Calls['changePost']>): Promise<z.input<typeof Post>> {
  const user = requireUser(ctx)
  const { id, title, content, categoryId, version } = input
  const row = await changeablePost(ctx, id)
  await knownCategory(ctx, categoryId)
  await limit(ctx, `post-changes:${user.id}`, CHANGES_AN_HOUR, HOUR_SECONDS)
  const sent = input.removeFile ? null : await uploaded(ctx, user.id, input.file)
  await ctx.db.transaction().execute(async (tx) => {
    await writerOf(ctx, tx)
    // A published post keeps its publish date.
    const publishDate = row.publish_date <= ctx.now() ? row.publish_date : publication(ctx, input.publishDate)
    const before = await lockUpload(tx, id)
    const uploadId = sent === undefined ? before : sent
    const isSame = uploadId !== null && uploadId === before
    const uploadAlt = uploadId && (isSame && input.fileAlt === undefined ? row.upload_alt : (input.fileAlt ?? null))
    const change = { id, title, content, categoryId, publishDate, version, uploadId, uploadAlt, now: ctx.now() }
    if (uploadId && !isSame) await attachUpload(ctx, tx, uploadId)
    if (!isSame) await detachUpload(tx, before)
    if (!(await updatePost(tx, change))) {
      const newer = await visiblePost(ctx, id)
      throw new Problem('changedMeanwhile', { title: newer.title, text: newer.content, version: newer.version })
    }
    if (row.state === 'shown' && isMine(ctx, row.author)) {
      const isFirst = !(await hasShownPost(tx, row.author.id, id))
      const change = { text: `${title}\n${content}`, before: row.content, isFirst }
      await holdForReview(ctx, tx, { kind: 'post', id, authorId: row.author.id }, change)
    }
    await recordChangedText(ctx, tx, { kind: 'post', id, text: content })
  })
  return postOutput(ctx, await visiblePost(ctx, id))
}

async function removePost(ctx: Context, { id }: Input<Calls['removePost']>) {
  const row = await changeablePost(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    if (!isMine(ctx, row.author)) await auditRemoval(ctx, tx, { kind: 'post', id, authorId: row.author.id })
    await markRemoved(tx, id, ctx.now())
  })
  return { restorableUntil: new Date(ctx.now().getTime() + RESTORABLE_MS).toISOString() }
}

/** For the author and for staff: those who may delete may also restore. */
async function restorePost(ctx: Context, { id }: Input<Calls['restorePost']>) {
  const since = new Date(ctx.now().getTime() - RESTORABLE_MS)
  await ctx.db.transaction().execute(async (tx) => {
    const isBack = await markRestored(tx, id, since, (row) => mayChange(ctx, row))
    if (!isBack) throw new Problem('postNotFound')
    await scheduleNotices(tx, { kind: 'post', id }, ctx.now())
  })
  return {}
}

async function preview(ctx: Context, { content }: Input<Calls['preview']>) {
  await limit(ctx, `previews:${requireUser(ctx).id}`, PREVIEWS_AN_HOUR, HOUR_SECONDS)
  return { html: renderMemberText(content, ctx.lang, await previewedMentions(ctx.db, content, ctx.lang)) }
}

/** A job: deletes posts that were not restored in time, with their text and file. */
export async function purgeRemovedPosts(services: Pick<Services, 'db' | 'now'>): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const uploads = await deleteRemovedPosts(tx, new Date(services.now().getTime() - RESTORABLE_MS))
    for (const id of uploads) await detachUpload(tx, id)
  })
}

/** The id of the post's upload; a file that was sent with the post is saved first. */
async function uploaded(ctx: Context, ownerId: number, file: Input<Calls['addPost']>['file']) {
  return typeof file === 'object' && file !== null ? (await commitUpload(ctx, file, ownerId)).id : file
}

async function changeablePost(ctx: Context, id: number) {
  const row = await visiblePost(ctx, id)
  if (!mayChange(ctx, row)) throw new Problem('forbidden')
  return row
}

async function knownCategory(ctx: Context, id: number): Promise<void> {
  if (!(await categoryExists(ctx.db, id))) throw new Problem('validation', {}, { categoryId: ['invalid'] })
}

/** A past time counts as now. */
function publication(ctx: Context, requested: Date): Date {
  if (requested.getTime() > ctx.now().getTime() + MAX_SCHEDULE_AHEAD_MS)
    throw new Problem('validation', {}, { publishDate: ['date'] })
  return requested > ctx.now() ? requested : ctx.now()
}
