/** Posts as members write them: over HTTP, against a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays } from '../../../tests/support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { postCategory } from '../../../tests/support/writing.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
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

/** The product's clock. */
const now = () => app.services.now()

const postInput = (change: object = {}) => ({
  title: 'Night shifts',
  content: 'Studying at five in the morning',
  categoryId,
  publishDate: now().toISOString(),
  ...change,
})
const titles = async () =>
  (await app.call<{ items: Post[] }>('GET', 'Posts/filter-posts?PageSize=50')).data.items.map(({ title }) => title)

describe('a post', () => {
  it('that is scheduled is listed for its author until it is public, and for nobody else', async () => {
    const [one, other] = [await signedInMember(app), await signedInMember(app)]
    const soon = postInput({ title: 'Soon', publishDate: inDays(1).toISOString() })
    const { data: later } = await one.call<Post>('POST', 'Posts', { ...soon, title: 'Later', publishDate: inDays(2) })
    const { data: next } = await one.call<Post>('POST', 'Posts', soon)
    const { data: shown } = await one.call<Post>('POST', 'Posts', postInput({ title: 'Now' }))
    const listed = async (member: Member) =>
      (await member.call<{ posts: object[] }>('GET', 'Posts/unpublished')).data.posts
    expect(await listed(one)).toEqual([
      { id: next.id, title: 'Soon', state: 'scheduled', publishDate: soon.publishDate },
      expect.objectContaining({ id: later.id, title: 'Later', state: 'scheduled' }),
    ])
    await app.db.updateTable('posts').set({ state: 'hidden' }).where('id', '=', shown.id).execute()
    await app.db.updateTable('posts').set({ state: 'removed' }).where('id', '=', later.id).execute()
    expect(await listed(one)).toMatchObject([
      { id: shown.id, state: 'hidden' },
      { id: next.id, state: 'scheduled' },
    ])
    expect(await listed(other)).toEqual([])
  })

  it('is written, changed, deleted and restored by its author; others may not', async () => {
    const [one, other] = [await signedInMember(app), await signedInMember(app)]
    const created = await one.call<Post>('POST', 'Posts', postInput())
    expect([created.status, created.data.isMine, created.data.source, created.data.state]).toEqual([
      201,
      true,
      'Studying at five in the morning',
      'shown',
    ])
    const { id, version } = created.data
    expect(await titles()).toContain('Night shifts')
    const change = { ...postInput({ title: 'Day shifts' }), version }
    expect((await other.call('PUT', `Posts?id=${id}`, change)).error.code).toBe('forbidden')
    const changed = await one.call<Post>('PUT', `Posts?id=${id}`, change)
    expect([changed.data.title, changed.data.editedAt !== undefined, changed.data.version]).toEqual([
      'Day shifts',
      true,
      version + 1,
    ])
    const seen = await other.call<Post>('GET', `Posts/post-by-id?id=${id}`)
    expect([seen.data.isMine, seen.data.mayChange, seen.data.source]).toEqual([false, false, undefined])
    const rightsOf = async (member: Member) => (await member.call('GET', `Posts/my-post?id=${id}`)).data
    expect(await rightsOf(one)).toMatchObject({ isMine: true, mayChange: true, isFollowed: true })
    expect(await rightsOf(other)).toMatchObject({ isMine: false, mayChange: false, isFollowed: false })

    expect((await other.call('DELETE', `Posts?id=${id}`)).error.code).toBe('forbidden')
    expect((await one.call('DELETE', `Posts?id=${id}`)).status).toBe(200)
    expect((await one.call('GET', `Posts/post-by-id?id=${id}`)).status).toBe(404)
    expect(await titles()).not.toContain('Day shifts')
    expect((await other.call('POST', 'Posts/restore', { id })).status).toBe(404)
    expect((await one.call('POST', 'Posts/restore', { id })).status).toBe(200)
    expect(await titles()).toContain('Day shifts')
  })

  it('that was deleted can be restored for 15 minutes, then its row is purged', async () => {
    const { call } = await signedInMember(app)
    const { id } = (await call<Post>('POST', 'Posts', postInput({ title: 'Gone' }))).data
    await call('DELETE', `Posts?id=${id}`)
    app.advance(14 * MINUTE_MS)
    await purgeRemovedPosts({ db: app.db, now })
    expect(await app.db.selectFrom('posts').select('id').where('id', '=', id).execute()).toHaveLength(1)
    app.advance(2 * MINUTE_MS)
    expect((await call('POST', 'Posts/restore', { id })).status).toBe(404)
    await purgeRemovedPosts({ db: app.db, now })
    expect(await app.db.selectFrom('posts').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('is refused with the specified text at each missing field', async () => {
    const { call } = await signedInMember(app)
    const { status, error } = await app.call('POST', 'Posts', {
      token: await tokenOf(app, (await signedInMember(app)).user),
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
      expect((await call('POST', 'Posts', postInput(wrong))).error.code, JSON.stringify(wrong)).toBe('validation')
  })

  it('is published at its publish date, and a past date counts as now', async () => {
    const { call } = await signedInMember(app)
    const past = (await call<Post>('POST', 'Posts', postInput({ title: 'past', publishDate: '2020-01-01' }))).data
    expect(new Date(past.publishDate).getTime()).toBeGreaterThan(now().getTime() - MINUTE_MS)
    const ahead = new Date(now().getTime() + HOUR_MS)
    const planned = (await call<Post>('POST', 'Posts', postInput({ title: 'ahead', publishDate: inRiyadh(ahead) })))
      .data
    expect(await titles()).not.toContain('ahead')
    expect((await (await signedInMember(app)).call('GET', `Posts/post-by-id?id=${planned.id}`)).status).toBe(404)
    app.advance(3_700_000)
    expect(await titles()).toContain('ahead')
  })

  it('with links by a new member is held for review; after the first approval links are trusted', async () => {
    const [one, admin] = [await signedInMember(app), await signedInMember(app, ['Admin'])]
    const first = (
      await one.call<Post>('POST', 'Posts', postInput({ title: 'advert', content: 'see https://x.example' }))
    ).data
    expect(first.state).toBe('waiting')
    expect(await titles()).not.toContain('advert')
    const { items } = (
      await admin.call<{ items: { id: number; subjectId: number; cause: string }[] }>('GET', 'admin/reports')
    ).data
    const found = items.find(({ subjectId }) => subjectId === first.id)!
    expect(found.cause).toBe('first-links')
    expect((await one.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })).status).toBe(403)
    expect((await admin.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })).status).toBe(200)
    expect((await admin.call('POST', `admin/reports/${found.id}`, { decision: 'remove' })).error.code).toBe(
      'caseDecided',
    )
    expect(await titles()).toContain('advert')
    const second = await one.call<Post>(
      'POST',
      'Posts',
      postInput({ title: 'more', content: '[x](https://x.example)' }),
    )
    expect(second.data.state).toBe('shown')
  })

  it('is held for review when a new member adds links by editing', async () => {
    const { call } = await signedInMember(app)
    const { id } = (await call<Post>('POST', 'Posts', postInput({ title: 'harmless' }))).data
    const changed = await call<Post>('PUT', `Posts?id=${id}`, postInput({ content: 'now https://x.example' }))
    expect(changed.data.state).toBe('waiting')
  })

  it('that is submitted three times concurrently is created once', async () => {
    const { call } = await signedInMember(app)
    const created = await Promise.all([1, 2, 3].map(() => call<Post>('POST', 'Posts', postInput({ title: 'twice' }))))
    expect(new Set(created.map(({ data }) => data.id)).size).toBe(1)
    expect((await titles()).filter((title) => title === 'twice')).toHaveLength(1)
  })

  it('that two people edit concurrently keeps the first change and refuses the second with the current text', async () => {
    const [one, admin] = [await signedInMember(app), await signedInMember(app, ['Admin'])]
    const { id, version } = (await one.call<Post>('POST', 'Posts', postInput({ title: 'both' }))).data
    const answers = await Promise.all([
      one.call('PUT', `Posts?id=${id}`, postInput({ content: 'the author’s', version })),
      admin.call('PUT', `Posts?id=${id}`, postInput({ content: 'the staff’s', version })),
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

  it('is refused when one member writes too many', async () => {
    const { call } = await signedInMember(app)
    for (let n = 0; n < 6; n++)
      expect((await call('POST', 'Posts', postInput({ title: `many ${n}` }))).status).toBe(201)
    expect((await call('POST', 'Posts', postInput({ title: 'one more' }))).error.code).toBe('tooManyRequests')
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
