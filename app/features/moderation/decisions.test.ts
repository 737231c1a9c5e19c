/** What authors are told about decisions, their objections, the end of bans, and the filter list: over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { postCategory } from '../../../tests/support/writing.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Post } from '../community/contract.ts'
import { endDecisions } from './appeals.server.ts'

let app: TestApp
let admin: Member
let colleague: Member
let categoryId: number
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
  colleague = await signedInMember(app, ['Content'])
  categoryId = await postCategory(app.db)
})
afterAll(() => app.stop())

async function written(content = 'Studying at five in the morning', lang: 'ar' | 'en' = 'en') {
  const writer = await signedInMember(app)
  await app.db.updateTable('users').set({ lang }).where('id', '=', writer.user.id).execute()
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', writer.user.id)
    .executeTakeFirstOrThrow()
  const input = { title: 'Early', content, categoryId, publishDate: app.services.now().toISOString() }
  const { data } = await writer.call<Post>('POST', 'Posts', input)
  return { writer, email, post: data }
}

type Item = {
  id: number
  subjectId: number
  cause: string
  matched?: string
  history: object
  before: object[]
  about?: object
}
const caseOf = async (subjectId: number) =>
  (await admin.call<{ items: Item[] }>('GET', 'admin/reports?PageSize=50')).data.items.find(
    (one) => one.subjectId === subjectId,
  )

async function removed(decision: 'remove' | 'ban', facts: object = { reason: 'An advert' }, lang: 'ar' | 'en' = 'en') {
  const made = await written(undefined, lang)
  await (await signedInMember(app)).call('POST', 'Reports', { kind: 'post', id: made.post.id, reason: 'advert' })
  const found = (await caseOf(made.post.id))!
  expect((await admin.call('POST', `admin/reports/${found.id}`, { decision, ...facts })).status).toBe(200)
  const mail = (await app.mails(made.email)).at(0)!
  const [, id, token] = /\/appeal\/(\d+)\?token=([\w-]+)/.exec(mail.text)!
  return { ...made, mail, id: id!, token: token! }
}
const isShown = async (id: number) => (await app.call('GET', `Posts/post-by-id?id=${id}`)).status === 200
const exists = async (id: number) =>
  (await app.db.selectFrom('posts').select('id').where('id', '=', id).execute()).length === 1

describe('the author of a removed text', () => {
  it.each([
    ['en', 'We have removed your post', 'An advert'],
    ['ar', 'حُذف ما كتبته: مشاركتك', 'An advert'],
  ] as const)('gets the reason by mail, in %s', async (lang, subject, reason) => {
    const { mail } = await removed('remove', { reason }, lang)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(reason)
    expect(mail.text).toContain(`/${lang}/appeal/`)
  })

  it('objects once by the link, and a colleague shows the text again', async () => {
    const { id, token, post, email } = await removed('ban')
    expect(await isShown(post.id)).toBe(false)
    const read = () => app.call('GET', `ModerationDecisions/${id}?token=${token}`)
    expect((await read()).data).toMatchObject({
      state: 'open',
      reason: 'An advert',
      text: expect.stringContaining('Early'),
    })
    expect((await app.call('GET', `ModerationDecisions/${id}?token=${token}x`)).status).toBe(404)
    const object = (appeal: string) => app.call('POST', `ModerationDecisions/${id}/appeal`, { body: { token, appeal } })
    expect((await object(' ')).error.fields).toHaveProperty('appeal')
    expect((await object('It is about my course')).status).toBe(201)
    expect((await object('Again')).error.code).toBe('appealOver')
    expect((await read()).data.state).toBe('waiting')
    const { items } = (await admin.call<{ items: { id: number; mayDecide: boolean }[] }>('GET', 'admin/appeals')).data
    expect(items.find((one) => String(one.id) === id)).toMatchObject({
      mayDecide: false,
      appeal: 'It is about my course',
    })
    const decide = (who: Member) =>
      who.call('POST', `admin/appeals/${id}`, { outcome: 'reversed', answer: 'You are right' })
    expect((await decide(admin)).error.code).toBe('ownDecision')
    expect((await decide(colleague)).status).toBe(200)
    expect((await decide(colleague)).status).toBe(404)
    expect(await isShown(post.id)).toBe(true)
    expect((await app.mails(email))[0]).toMatchObject({ text: expect.stringContaining('You are right') })
    const { stopped_at } = await app.db
      .selectFrom('authors')
      .select('stopped_at')
      .where('id', '=', post.author.id)
      .executeTakeFirstOrThrow()
    expect(stopped_at).toBeNull()
  })

  it('finds it deleted for good when the decision is upheld', async () => {
    const { id, token, post } = await removed('remove')
    await app.call('POST', `ModerationDecisions/${id}/appeal`, { body: { token, appeal: 'No' } })
    expect((await colleague.call('POST', `admin/appeals/${id}`, { outcome: 'upheld' })).status).toBe(200)
    expect(await exists(post.id)).toBe(false)
    const { data } = await app.call('GET', `ModerationDecisions/${id}?token=${token}`)
    expect([data.state, data.text]).toEqual(['upheld', undefined])
  })

  it('who does not object in fourteen days loses the words', async () => {
    const { id, token, post } = await removed('remove')
    await endDecisions(app.services)
    expect(await exists(post.id)).toBe(true)
    app.advance(15 * DAY_MS)
    await endDecisions(app.services)
    expect(await exists(post.id)).toBe(false)
    expect(
      (await app.call('POST', `ModerationDecisions/${id}/appeal`, { body: { token, appeal: 'x' } })).error.code,
    ).toBe('appealOver')
    app.advance(-15 * DAY_MS)
  })
})

describe('a ban', () => {
  it('ends by itself on its day', async () => {
    const { writer, mail } = await removed('ban', { reason: 'x', banDays: '٧' })
    expect(mail.text).toContain('You cannot write on the site until')
    const write = () =>
      writer.call('POST', 'Posts', {
        title: 'x',
        content: 'x',
        categoryId,
        publishDate: app.services.now().toISOString(),
      })
    expect((await write()).error.code).toBe('writingStopped')
    app.advance(7 * DAY_MS + 1000)
    await endDecisions(app.services)
    expect((await write()).status).toBe(201)
    app.advance(-7 * DAY_MS - 1000)
  })
})

describe('the filter list', () => {
  const add = (kind: 'word' | 'link', value: string) =>
    admin.call<{ id: number }>('POST', 'admin/moderation-filters', { kind, value })

  it.each([
    ['word', 'قمار', 'تعالوا إلى القِمَار الليلة'],
    ['word', 'إعلانات', 'عندنا اعلانات كثيرة'],
    ['word', 'casino', 'The best CASINO, really'],
    ['link', 'https://www.spam.example/page', 'see http://shop.spam.example/a'],
  ] as const)('holds a text for review with the %s %s', async (kind, value, text) => {
    const { status, data } = await add(kind, value)
    expect(status).toBe(201)
    expect((await add(kind, value)).error.code).toBe('filterKnown')
    const { post } = await written(text)
    expect(post.state).toBe('waiting')
    expect((await caseOf(post.id))!).toMatchObject({ cause: 'filter', matched: expect.any(String) })
    expect((await admin.call('DELETE', `admin/moderation-filters/${data.id}`)).status).toBe(200)
    expect((await written(`${text} again`)).post.state).toBe(kind === 'link' ? 'waiting' : 'shown')
  })

  it('leaves other words alone, and looks at changed texts and comments too', async () => {
    await add('word', 'رهان')
    await add('link', 'bad.example')
    expect((await written('رهانات قديمة ومراهنة')).post.state).toBe('shown')
    const { writer, post } = await written('notbad.example.org')
    expect(post.state).toBe('shown')
    const comment = await writer.call<{ id: number }>('POST', 'CommentsOfPosts', { postId: post.id, text: 'هذا رهان' })
    expect((await caseOf(comment.data.id))!).toMatchObject({
      matched: 'رهان',
      about: { text: 'notbad.example.org' },
      history: { posts: 1, comments: 1, removed: 0 },
    })
    expect((await add('link', 'no host')).error.fields).toHaveProperty('value')
    const staff = await signedInMember(app, ['Teacher'])
    expect((await staff.call('GET', 'admin/moderation-filters')).status).toBe(403)
  })
})
