/** Reports by members and decisions by staff: over HTTP, against a real database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { article, comment, post, postCategory } from '../../../tests/support/writing.ts'
import { moderationEmails } from '../../locales/ar/emails/emails-moderation.ts'
import type { Post } from '../community/contract.ts'
import type { moderationEndpoints, WrittenKind } from './contract.ts'

type Case = z.output<typeof moderationEndpoints.cases.output>['items'][number]

let app: TestApp
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

const openCases = async () => (await admin.call<{ items: Case[] }>('GET', 'admin/reports?PageSize=50')).data.items
const caseOf = async (kind: WrittenKind, id: number) =>
  (await openCases()).find((entry) => entry.kind === kind && entry.subjectId === id)
/** A member whose reports have full weight. */
async function knownMember(): Promise<Member> {
  const member = await signedInMember(app)
  await app.db
    .updateTable('users')
    .set({ activated_at: inDays(-8) })
    .where('id', '=', member.user.id)
    .execute()
  return member
}
const report = (member: Member, kind: WrittenKind, id: number, reason = 'rude') =>
  member.call('POST', 'Reports', { kind, id, reason })
const decide = (id: number, decision: 'keep' | 'remove' | 'ban', reason?: string) =>
  admin.call('POST', `admin/reports/${id}`, { decision, reason })

const subjects: {
  kind: WrittenKind
  create: () => Promise<{ id: number; isShown: () => Promise<boolean> }>
}[] = [
  {
    kind: 'post',
    create: async () => {
      const id = await post(app.db)
      return { id, isShown: async () => (await app.call('GET', `Posts/post-by-id?id=${id}`)).status === 200 }
    },
  },
  {
    kind: 'postComment',
    create: async () => {
      const postId = await post(app.db)
      const count = async () => (await app.call('GET', `Posts/load-more-comments?PostId=${postId}`)).data.totalCount
      return { id: await comment(app.db, { postId }), isShown: async () => (await count()) === 1 }
    },
  },
  {
    kind: 'articleComment',
    create: async () => {
      const articleId = (await article(app.db)).id
      const count = async () =>
        (await app.call('GET', `Articles/load-more-comments?ArticleId=${articleId}`)).data.totalCount
      return { id: await comment(app.db, { articleId }), isShown: async () => (await count()) === 1 }
    },
  },
]

describe.each(subjects)('a $kind', ({ kind, create }) => {
  it('is hidden by three reports until staff decide, each member counting once', async () => {
    const { id, isShown } = await create()
    const first = await knownMember()
    for (const _ of [1, 2, 3]) expect((await report(first, kind, id)).status).toBe(201)
    await report(await knownMember(), kind, id)
    expect(await isShown()).toBe(true)
    await report(await knownMember(), kind, id)
    expect(await isShown()).toBe(false)
    const found = (await caseOf(kind, id))!
    expect([found.cause, found.state, found.reports.length]).toEqual(['reports', 'hidden', 3])
    expect((await decide(found.id, 'keep')).status).toBe(200)
    // A colleague who has it before them still is told so.
    expect((await decide(found.id, 'remove')).error.code).toBe('caseDecided')
    expect(await isShown()).toBe(true)
    // The reports of a decided case no longer count.
    await report(first, kind, id)
    expect(await isShown()).toBe(true)
    const trail = await app.db
      .selectFrom('moderation_events')
      .select(['action', 'actor_id'])
      .where('kind', '=', kind)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      { action: 'hidden', actor_id: null },
      { action: 'kept', actor_id: admin.user.id },
    ])
  })

  it('is not hidden by a few accounts that were made for it', async () => {
    const { id, isShown } = await create()
    for (let count = 0; count < 7; count += 1) await report(await signedInMember(app), kind, id)
    expect(await isShown()).toBe(true)
    await report(await knownMember(), kind, id)
    expect(await isShown()).toBe(true)
    // Seven new accounts and two known ones reach the weight of three known ones.
    await report(await knownMember(), kind, id)
    expect(await isShown()).toBe(false)
  })

  it('is deleted when staff decide to remove it, and its case is closed', async () => {
    const { id, isShown } = await create()
    await report(await signedInMember(app), kind, id)
    const found = (await caseOf(kind, id))!
    expect((await decide(found.id, 'remove')).status).toBe(200)
    expect(await isShown()).toBe(false)
    expect(await caseOf(kind, id)).toBeUndefined()
    expect((await decide(found.id, 'keep')).error.code).toBe('caseDecided')
    expect((await report(await signedInMember(app), kind, id)).error.code).toBe('notFound')
  })
})

describe('a report', () => {
  it('is refused to guests, without a reason, of an unknown kind, and of what is not there', async () => {
    const [postId, scheduledId] = [await post(app.db), await post(app.db, { publishDate: inDays(1) })]
    const valid = { kind: 'post', id: postId, reason: 'rude' }
    expect((await app.call('POST', 'Reports', { body: valid })).status).toBe(401)
    const reader = await signedInMember(app)
    for (const field of ['kind', 'id', 'reason'] as const) {
      const { status, error } = await reader.call('POST', 'Reports', { ...valid, [field]: ' ' })
      expect([status, Object.keys(error.fields!)], field).toEqual([400, [field]])
    }
    expect((await reader.call('POST', 'Reports', { ...valid, reason: 'x'.repeat(1001) })).status).toBe(400)
    // A comment's id under the wrong kind is not found either.
    const commentId = await comment(app.db, { postId })
    for (const [kind, id] of [
      ['post', 999_999],
      ['post', scheduledId],
      ['articleComment', commentId],
    ] as const)
      expect((await report(reader, kind, id)).error.code, `${kind} ${id}`).toBe('notFound')
    expect(await caseOf('post', postId)).toBeUndefined()
  })

  it('is refused for one’s own writing', async () => {
    const { user, call } = await signedInMember(app)
    const postId = await post(app.db)
    const { id } = (await call<{ id: number }>('POST', 'CommentsOfPosts', { postId, text: user.userName })).data
    expect((await call('POST', 'Reports', { kind: 'postComment', id, reason: 'mine' })).error.code).toBe('ownWriting')
  })

  it('is refused when one member reports more than thirty times a day', async () => {
    const reader = await signedInMember(app)
    const id = await post(app.db)
    for (let n = 0; n < 30; n++) expect((await report(reader, 'post', id)).status).toBe(201)
    expect((await report(reader, 'post', id)).error.code).toBe('tooManyRequests')
  })
})

describe('staff', () => {
  it('are the only ones who see reports and decide', async () => {
    const id = await post(app.db)
    const [reader, teacher] = [await signedInMember(app), await signedInMember(app, ['Teacher'])]
    await report(reader, 'post', id)
    const found = (await caseOf('post', id))!
    const calls = [
      ['GET', 'admin/reports', undefined],
      ['POST', `admin/reports/${found.id}`, { decision: 'remove' }],
      ['DELETE', 'admin/bans?authorId=1', undefined],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await app.call(method, path, { body })).status, path).toBe(401)
      for (const { call } of [reader, teacher]) expect((await call(method, path, body)).status, path).toBe(403)
    }
    expect((await caseOf('post', id))!.state).toBe('shown')
    const owner = await signedInMember(app, ['Owner'])
    expect((await owner.call('GET', 'admin/reports')).status).toBe(200)
  })

  it('cannot take an unknown decision nor decide an unknown case', async () => {
    expect((await decide(1, 'hide' as 'keep')).error.code).toBe('validation')
    expect((await decide(999_999, 'keep')).error.code).toBe('caseDecided')
    expect((await admin.call('DELETE', 'admin/bans?authorId=999999')).error.code).toBe('notFound')
    expect((await admin.call('DELETE', 'admin/bans')).status).toBe(400)
  })

  it('see the oldest case first, with its text as typed and every reason', async () => {
    const [older, newer] = [await post(app.db, { title: 'older', content: '**bold**' }), await post(app.db)]
    await report(await signedInMember(app), 'post', older, 'rude')
    await report(await signedInMember(app), 'post', newer)
    await report(await signedInMember(app), 'post', older, 'advert')
    const listed = (await openCases()).filter(({ subjectId }) => [older, newer].includes(subjectId))
    expect(listed.map(({ subjectId }) => subjectId)).toEqual([older, newer])
    expect(listed[0]).toMatchObject({ title: 'older', text: '**bold**' })
    expect(listed[0]!.reports.map(({ reason }) => reason)).toEqual(['rude', 'advert'])
  })

  it('ban the author of a removed post from writing, and lift the ban', async () => {
    const [writer, reader] = [await signedInMember(app), await signedInMember(app)]
    const input = {
      title: 'rude',
      content: 'Studying at five in the morning',
      categoryId: await postCategory(app.db),
      publishDate: app.services.now().toISOString(),
    }
    const { id, author } = (await writer.call<Post>('POST', 'Posts', input)).data
    expect((await report(writer, 'post', id)).error.code).toBe('ownWriting')
    await report(reader, 'post', id)
    await decide((await caseOf('post', id))!.id, 'ban', 'Third advert')
    const banned = async () =>
      (await admin.call<{ items: { author: { id: number } }[] }>('GET', 'admin/bans?PageSize=50')).data.items.some(
        (ban) => ban.author.id === author.id,
      )
    expect(await banned()).toBe(true)
    const entry = () =>
      app.db.selectFrom('audit_log').select(['action', 'subject', 'detail']).orderBy('id', 'desc').executeTakeFirst()
    expect(await entry()).toEqual({
      action: 'moderation.ban',
      subject: `post ${id}`,
      detail: { authorId: author.id, reason: 'Third advert' },
    })
    expect((await reader.call('GET', `Posts/post-by-id?id=${id}`)).status).toBe(404)
    expect((await writer.call('POST', 'Posts', { ...input, title: 'again' })).error.code).toBe('writingStopped')
    const postId = await post(app.db)
    const writeComment = () => writer.call('POST', 'CommentsOfPosts', { postId, text: 'x' })
    expect((await writeComment()).error.code).toBe('writingStopped')
    expect((await admin.call('DELETE', `admin/bans?authorId=${author.id}`)).status).toBe(200)
    expect(await banned()).toBe(false)
    expect(await entry()).toMatchObject({ action: 'moderation.let-write', subject: `author ${author.id}` })
    expect((await writeComment()).status).toBe(201)
    // Who was banned hears of it; a second press lifts nothing.
    const lifted = async () =>
      (await app.mails(writer.user.email)).filter(({ subject }) => subject === moderationEmails.lifted.title)
    expect(await lifted()).toHaveLength(1)
    expect((await admin.call('DELETE', `admin/bans?authorId=${author.id}`)).status).toBe(404)
  })

  it('see what a comment is about, with the address of its page', async () => {
    const postId = await post(app.db, { title: 'about work' })
    const { id: articleId, slug } = await article(app.db)
    const comments = [
      ['postComment', await comment(app.db, { postId })],
      ['articleComment', await comment(app.db, { articleId })],
    ] as const
    for (const [kind, id] of comments) await report(await signedInMember(app), kind, id)
    expect((await caseOf(...comments[0]))!.about).toEqual({
      ...{ kind: 'post', id: postId, title: 'about work' },
      text: expect.any(String),
    })
    expect((await caseOf(...comments[1]))!.about).toMatchObject({ kind: 'article', id: articleId, slug })
  })

  it('are named in the audit trail when they delete what others wrote, not for their own', async () => {
    const editor = await signedInMember(app, ['Admin'])
    const input = {
      title: 'own',
      content: 'Text',
      categoryId: await postCategory(app.db),
      publishDate: app.services.now().toISOString(),
    }
    const [theirs, own] = [await post(app.db), (await editor.call<Post>('POST', 'Posts', input)).data.id]
    const commentId = await comment(app.db, { postId: await post(app.db) })
    for (const id of [theirs, own]) expect((await editor.call('DELETE', `Posts?id=${id}`)).status).toBe(200)
    expect((await editor.call('DELETE', `CommentsOfPosts?commentId=${commentId}`)).status).toBe(200)
    const trail = await app.db
      .selectFrom('moderation_events')
      .select(['kind', 'subject_id'])
      .where('actor_id', '=', editor.user.id)
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      { kind: 'post', subject_id: theirs },
      { kind: 'postComment', subject_id: commentId },
    ])
  })
})
