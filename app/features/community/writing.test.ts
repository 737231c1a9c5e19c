/** Posts and comments as members write them: over HTTP, against a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { article, author, comment, post, postCategory } from '../../../tests/support/writing.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Comment } from '../comments/contract.ts'
import type { Post } from './contract.ts'
import { inRiyadh, readPublishDate } from './publish-date.ts'
import { purgeRemovedPosts } from './writing.server.ts'

let app: TestApp
let categoryId: number
beforeAll(async () => {
  app = await startTestApp()
  categoryId = await postCategory(app.db)
})
afterAll(() => app.stop())

/** The site's clock. */
const now = () => app.services.now()

async function member(roles: ('Student' | 'Admin')[] = ['Student']) {
  const user = await learner(app.db, { roles })
  const call = async <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app.call<T>(method, path, { token: await tokenOf(app, user), ...(body ? { body } : {}) })
  return { user, call }
}

const words = (change: object = {}) => ({
  title: 'Night shifts',
  content: 'Studying at five in the morning',
  categoryId,
  publishDate: now().toISOString(),
  ...change,
})
const titles = async () =>
  (await app.call<{ items: Post[] }>('GET', 'Posts/filter-posts?PageSize=50')).data.items.map(({ title }) => title)

describe('a post', () => {
  it('is written, changed and taken back by its author; others may not', async () => {
    const [one, other] = [await member(), await member()]
    const made = await one.call<Post>('POST', 'Posts', words())
    expect([made.status, made.data.isMine, made.data.source, made.data.state]).toEqual([
      201,
      true,
      'Studying at five in the morning',
      'shown',
    ])
    const { id, version } = made.data
    expect(await titles()).toContain('Night shifts')
    const change = { ...words({ title: 'Day shifts' }), version }
    expect((await other.call('PUT', `Posts?id=${id}`, change)).error.code).toBe('forbidden')
    const changed = await one.call<Post>('PUT', `Posts?id=${id}`, change)
    expect([changed.data.title, changed.data.editedAt !== undefined, changed.data.version]).toEqual([
      'Day shifts',
      true,
      version + 1,
    ])
    const seen = await other.call<Post>('GET', `Posts/post-by-id?id=${id}`)
    expect([seen.data.isMine, seen.data.mayChange, seen.data.source]).toEqual([false, false, undefined])

    expect((await other.call('DELETE', `Posts?id=${id}`)).error.code).toBe('forbidden')
    expect((await one.call('DELETE', `Posts?id=${id}`)).status).toBe(200)
    expect((await one.call('GET', `Posts/post-by-id?id=${id}`)).status).toBe(404)
    expect(await titles()).not.toContain('Day shifts')
    expect((await other.call('POST', 'Posts/restore', { id })).status).toBe(404)
    expect((await one.call('POST', 'Posts/restore', { id })).status).toBe(200)
    expect(await titles()).toContain('Day shifts')
  })

  it('that was taken back is gone after a quarter of an hour, its words with it', async () => {
    const { call } = await member()
    const { id } = (await call<Post>('POST', 'Posts', words({ title: 'Gone' }))).data
    await call('DELETE', `Posts?id=${id}`)
    app.advance(14 * MINUTE_MS)
    await purgeRemovedPosts({ db: app.db, now })
    expect(await app.db.selectFrom('posts').select('id').where('id', '=', id).execute()).toHaveLength(1)
    app.advance(2 * MINUTE_MS)
    expect((await call('POST', 'Posts/restore', { id })).status).toBe(404)
    await purgeRemovedPosts({ db: app.db, now })
    expect(await app.db.selectFrom('posts').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('says at each field what is missing, in the words of the specification', async () => {
    const { call } = await member()
    const { status, error } = await app.call('POST', 'Posts', {
      token: await tokenOf(app, (await member()).user),
      body: { title: ' ', content: '', categoryId: '', publishDate: '' },
      lang: 'en',
    })
    expect([status, error.fields]).toEqual([
      400,
      {
        title: ['This field is required.'],
        content: ['Please fill in this field.'],
        categoryId: ['Please select a category.'],
        publishDate: ['This field is required.'],
      },
    ])
    for (const wrong of [{ categoryId: 999_999 }, { publishDate: 'soon' }, { publishDate: inDays(500).toISOString() }])
      expect((await call('POST', 'Posts', words(wrong))).error.code, JSON.stringify(wrong)).toBe('validation')
  })

  it('is published when it says, and never before now', async () => {
    const { call } = await member()
    const past = (await call<Post>('POST', 'Posts', words({ title: 'past', publishDate: '2020-01-01' }))).data
    expect(new Date(past.publishDate).getTime()).toBeGreaterThan(now().getTime() - MINUTE_MS)
    const ahead = new Date(now().getTime() + HOUR_MS)
    const planned = (await call<Post>('POST', 'Posts', words({ title: 'ahead', publishDate: inRiyadh(ahead) }))).data
    expect(await titles()).not.toContain('ahead')
    expect((await (await member()).call('GET', `Posts/post-by-id?id=${planned.id}`)).status).toBe(404)
    app.advance(3_700_000)
    expect(await titles()).toContain('ahead')
  })

  it('of a new member waits for staff when it has links; once one was kept they are trusted', async () => {
    const [one, admin] = [await member(), await member(['Admin'])]
    const first = (await one.call<Post>('POST', 'Posts', words({ title: 'advert', content: 'see https://x.example' })))
      .data
    expect(first.state).toBe('waiting')
    expect(await titles()).not.toContain('advert')
    const { items } = (
      await admin.call<{ items: { id: number; subjectId: number; cause: string }[] }>('GET', 'admin/reports')
    ).data
    const found = items.find(({ subjectId }) => subjectId === first.id)!
    expect(found.cause).toBe('first-links')
    expect((await one.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })).status).toBe(403)
    expect((await admin.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })).status).toBe(200)
    expect((await admin.call('POST', `admin/reports/${found.id}`, { decision: 'remove' })).status).toBe(404)
    expect(await titles()).toContain('advert')
    const second = await one.call<Post>('POST', 'Posts', words({ title: 'more', content: '[x](https://x.example)' }))
    expect(second.data.state).toBe('shown')
  })

  it('cannot be given links later by who has shown nothing else', async () => {
    const { call } = await member()
    const { id } = (await call<Post>('POST', 'Posts', words({ title: 'harmless' }))).data
    const changed = await call<Post>('PUT', `Posts?id=${id}`, words({ content: 'now https://x.example' }))
    expect(changed.data.state).toBe('waiting')
  })

  it('pressed twice is one, also at the same moment', async () => {
    const { call } = await member()
    const made = await Promise.all([1, 2, 3].map(() => call<Post>('POST', 'Posts', words({ title: 'twice' }))))
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
    expect((await titles()).filter((title) => title === 'twice')).toHaveLength(1)
  })

  it('that two people change at once keeps the first and tells the second, with both texts', async () => {
    const [one, admin] = [await member(), await member(['Admin'])]
    const { id, version } = (await one.call<Post>('POST', 'Posts', words({ title: 'both' }))).data
    const answers = await Promise.all([
      one.call('PUT', `Posts?id=${id}`, words({ content: 'the author’s', version })),
      admin.call('PUT', `Posts?id=${id}`, words({ content: 'the staff’s', version })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { data } = await one.call<Post>('GET', `Posts/post-by-id?id=${id}`)
    const refused = answers.find(({ status }) => status === 409)!.error as unknown as {
      code: string
      current: { text: string; version: number }
    }
    expect([refused.code, refused.current.text, refused.current.version]).toEqual([
      'changedMeanwhile',
      data.source,
      version + 1,
    ])
  })

  it('is limited in number', async () => {
    const { call } = await member()
    for (let n = 0; n < 6; n++) expect((await call('POST', 'Posts', words({ title: `many ${n}` }))).status).toBe(201)
    expect((await call('POST', 'Posts', words({ title: 'one more' }))).error.code).toBe('tooManyRequests')
  })
})

describe.each([
  { kind: 'article', path: 'Comments', of: 'articleId', report: 'articleComment' },
  { kind: 'post', path: 'CommentsOfPosts', of: 'postId', report: 'postComment' },
] as const)('a comment on a $kind', ({ kind, path, of, report }) => {
  const subject = async () => (kind === 'article' ? (await article(app.db)).id : await post(app.db))
  const load = async (id: number) => {
    const query =
      kind === 'article' ? `Articles/load-more-comments?ArticleId=${id}` : `Posts/load-more-comments?PostId=${id}`
    return (await app.call<{ items: Comment[]; totalCount: number }>('GET', query)).data
  }

  it('is written, changed with a mark and deleted without a trace by its author; staff may too', async () => {
    const [one, other, admin] = [await member(), await member(), await member(['Admin'])]
    const id = await subject()
    const made = await one.call<Comment>('POST', path, { [of]: id, text: ' شكرًا **جزيلًا** ' })
    expect([made.status, made.data.isMine, made.data.source]).toEqual([201, true, 'شكرًا **جزيلًا**'])
    expect(made.data.text).toContain('<strong>')
    const commentId = made.data.id
    expect((await load(id)).items.map((one) => [one.id, one.mayChange, one.source])).toEqual([
      [commentId, false, undefined],
    ])
    const change = (who: typeof one, text: string) =>
      who.call<Comment>('PUT', `${path}?commentId=${commentId}`, { text })
    expect((await change(other, 'x')).error.code).toBe('forbidden')
    expect((await change(one, 'أحسنتم')).data.editedAt).toBeDefined()
    expect((await change(admin, 'by staff')).status).toBe(200)
    expect((await other.call('DELETE', `${path}?commentId=${commentId}`)).error.code).toBe('forbidden')
    expect((await one.call('DELETE', `${path}?commentId=${commentId}`)).status).toBe(200)
    expect((await one.call('DELETE', `${path}?commentId=${commentId}`)).status).toBe(404)
    expect((await load(id)).totalCount).toBe(0)
  })

  it('cannot be empty, nor stand under what nobody can see, nor be reached by the other path', async () => {
    const { call, user } = await member()
    const token = await tokenOf(app, user)
    const empty = await app.call('POST', path, { token, body: { [of]: await subject(), text: ' ' }, lang: 'en' })
    expect(empty.error.fields).toEqual({ text: ['You have to write a comment'] })
    const hidden =
      kind === 'article' ? (await article(app.db, { publishedAt: null })).id : await post(app.db, { state: 'hidden' })
    for (const id of [hidden, 999_999])
      expect((await call('POST', path, { [of]: id, text: 'x' })).error.code).toBe(`${kind}NotFound`)
    const made = (await call<Comment>('POST', path, { [of]: await subject(), text: 'x' })).data
    const other = path === 'Comments' ? 'CommentsOfPosts' : 'Comments'
    expect((await call('DELETE', `${other}?commentId=${made.id}`)).status).toBe(404)
  })

  it('pressed twice is one, and of two changes at once the second is told of the first', async () => {
    const { call } = await member()
    const id = await subject()
    await Promise.all([1, 2, 3].map(() => call('POST', path, { [of]: id, text: 'same' })))
    const { items } = await load(id)
    expect(items).toHaveLength(1)
    const change = (text: string) =>
      call('PUT', `${path}?commentId=${items[0]!.id}`, { text, version: items[0]!.version })
    const answers = await Promise.all([change('one'), change('two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is limited in number', async () => {
    const { call } = await member()
    const id = await subject()
    for (let n = 0; n < 15; n++) expect((await call('POST', path, { [of]: id, text: `n${n}` })).status).toBe(201)
    expect((await call('POST', path, { [of]: id, text: 'more' })).error.code).toBe('tooManyRequests')
  })

  it('is hidden by three reports until staff decide, each member counting once', async () => {
    const admin = await member(['Admin'])
    const id = await subject()
    const commentId = await comment(app.db, kind === 'article' ? { articleId: id } : { postId: id })
    const complain = async (who: typeof admin) =>
      who.call('POST', 'Reports', { kind: report, id: commentId, reason: 'rude' })
    const first = await member()
    for (const _ of [1, 2, 3]) expect((await complain(first)).status).toBe(201)
    await complain(await member())
    expect((await load(id)).totalCount).toBe(1)
    await complain(await member())
    expect((await load(id)).totalCount).toBe(0)
    const { items } = (
      await admin.call<{ items: { id: number; subjectId: number; kind: string; reports: object[] }[] }>(
        'GET',
        'admin/reports?PageSize=50',
      )
    ).data
    const found = items.find((one) => one.kind === report && one.subjectId === commentId)!
    expect(found.reports).toHaveLength(3)
    await admin.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })
    expect((await load(id)).totalCount).toBe(1)
    // Decided once: the old reports count no more.
    await complain(first)
    expect((await load(id)).totalCount).toBe(1)
    const trail = await app.db
      .selectFrom('moderation_events')
      .select(['action', 'actor_id'])
      .where('kind', '=', report)
      .where('subject_id', '=', commentId)
      .orderBy('id')
      .execute()
    expect(trail).toEqual([
      { action: 'hidden', actor_id: null },
      { action: 'kept', actor_id: admin.user.id },
    ])
  })
})

describe('staff', () => {
  it('remove what is reported and stop its author, who may write again when they say so', async () => {
    const [one, admin, reader] = [await member(), await member(['Admin']), await member()]
    const { id, author: writer } = (await one.call<Post>('POST', 'Posts', words({ title: 'rude' }))).data
    expect((await one.call('POST', 'Reports', { kind: 'post', id, reason: 'mine' })).error.code).toBe('ownWriting')
    await reader.call('POST', 'Reports', { kind: 'post', id, reason: 'rude' })
    const { items } = (
      await admin.call<{ items: { id: number; subjectId: number; title: string }[] }>(
        'GET',
        'admin/reports?PageSize=50',
      )
    ).data
    const found = items.find(({ title }) => title === 'rude')!
    await admin.call('POST', `admin/reports/${found.id}`, { decision: 'ban' })
    expect((await admin.call('GET', `Posts/post-by-id?id=${id}`)).status).toBe(404)
    expect((await one.call('POST', 'Posts', words({ title: 'again' }))).error.code).toBe('writingStopped')
    const postId = await post(app.db)
    expect((await one.call('POST', 'CommentsOfPosts', { postId, text: 'x' })).error.code).toBe('writingStopped')
    expect((await admin.call('DELETE', `admin/bans?authorId=${writer.id}`)).status).toBe(200)
    expect((await one.call('POST', 'CommentsOfPosts', { postId, text: 'x' })).status).toBe(201)
  })

  it('leave their name in the trail when they delete what others wrote, not for their own', async () => {
    const admin = await member(['Admin'])
    const [theirs, own] = [
      await post(app.db),
      (await admin.call<Post>('POST', 'Posts', words({ title: 'own' }))).data.id,
    ]
    for (const id of [theirs, own]) expect((await admin.call('DELETE', `Posts?id=${id}`)).status).toBe(200)
    const trail = await app.db
      .selectFrom('moderation_events')
      .select('subject_id')
      .where('kind', '=', 'post')
      .where('actor_id', '=', admin.user.id)
      .execute()
    expect(trail).toEqual([{ subject_id: theirs }])
  })

  it('write as the trainer that they are', async () => {
    const { user, call } = await member()
    const { id: trainerId } = await app.db
      .insertInto('trainers')
      .values({
        key: 'writer',
        name: JSON.stringify({ ar: 'هدى', en: 'Huda' }),
        title: JSON.stringify({ ar: 'مدربة', en: 'Trainer' }),
        bio: JSON.stringify({ ar: '…', en: '…' }),
        picture: '/media/a.webp',
        user_id: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { data } = await call<Post>('POST', 'Posts', words({ title: 'trainer' }))
    expect([data.author.name, data.author.kind, data.isMine]).toEqual(['Huda', 'teacher', true])
    const rows = await app.db.selectFrom('authors').select('user_id').where('trainer_id', '=', trainerId).execute()
    expect(rows).toEqual([{ user_id: null }])
  })

  it('see comments of those who left as a former member’s', async () => {
    const id = await post(app.db)
    await comment(app.db, { postId: id, authorId: await author(app.db, { name: null }) })
    const { data } = await app.call<{ items: Comment[] }>('GET', `Posts/load-more-comments?PostId=${id}`)
    expect(data.items[0]!.author.name).toBeNull()
  })
})

describe('a publish date', () => {
  it('is read as an instant or as a day and time in Riyadh, in any digits', () => {
    expect(readPublishDate('2026-11-20T18:30')?.toISOString()).toBe('2026-11-20T15:30:00.000Z')
    expect(readPublishDate('٢٠٢٦-١١-٢٠ ١٨:٣٠')?.toISOString()).toBe('2026-11-20T15:30:00.000Z')
    expect(readPublishDate('2026-11-20T18:30:00.000Z')?.toISOString()).toBe('2026-11-20T18:30:00.000Z')
    expect(readPublishDate('2026-11-20')?.toISOString()).toBe('2026-11-19T21:00:00.000Z')
    for (const wrong of ['', 'soon', '2026-02-30', '2026-13-01', '2026-11-20T25:00', '20.11.2026'])
      expect(readPublishDate(wrong), wrong).toBeUndefined()
    expect(inRiyadh('2026-11-20T15:30:00.000Z')).toBe('2026-11-20T18:30')
  })
})
