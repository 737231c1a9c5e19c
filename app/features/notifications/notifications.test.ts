/** Mentions, following and what members are told: over HTTP, against a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { article, author, postCategory } from '../../../tests/support/writing.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { Post } from '../community/contract.ts'
import type { Notice } from './contract.ts'

let app: TestApp
let categoryId: number
beforeAll(async () => {
  app = await startTestApp()
  categoryId = await postCategory(app.db)
})
afterAll(() => app.stop())

const now = () => app.services.now()

let count = 0
/** A member by a name that nobody else has; one who `writes` can be named. */
async function member(facts: { name?: string; roles?: ('Student' | 'Admin')[]; writes?: boolean } = {}) {
  count += 1
  const letters = [...String(count)].map((digit) => 'ابتثجحخدذر'[Number(digit)]).join('')
  const name = facts.name ?? `عضو ${letters}`
  const user = await learner(app.db, facts.roles ? { roles: facts.roles } : {})
  await app.db.updateTable('users').set({ user_name: name }).where('id', '=', user.id).execute()
  const authorId = facts.writes === false ? 0 : await author(app.db, { userId: user.id })
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by its assertions
  const call = async <T = any>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    app.call<T>(method, path, { token: await tokenOf(app, user), ...(body ? { body } : {}) })
  const notices = async () => (await call<{ items: Notice[] }>('GET', 'Notifications?PageSize=50')).data.items
  return { user, name, handle: name.replaceAll(' ', '_'), authorId, call, notices, email: user.email }
}
type Member = Awaited<ReturnType<typeof member>>

async function writePost(by: Member, content: string, change: object = {}): Promise<Post> {
  const created = await by.call<Post>('POST', 'Posts', {
    ...{ title: `عن ${content.slice(0, 20)}`, content, categoryId, publishDate: now().toISOString(), ...change },
  })
  if (created.status !== 201) throw new Error(JSON.stringify(created.error))
  return created.data
}
async function writeComment(by: Member, postId: number, text: string): Promise<{ id: number; text: string }> {
  const created = await by.call('POST', 'CommentsOfPosts', { postId, text })
  if (created.status !== 201) throw new Error(JSON.stringify(created.error))
  return created.data
}
/** Runs the job directly: a test does not wait for the queue. */
const tell = (kind: 'post' | 'comment', id: number) => app.tasks.tellMembers!({ kind, id })
const isFollowed = async (who: Member, id: number, kind = 'post') =>
  (await who.call('GET', `Follows?kind=${kind}&id=${id}`)).data.isFollowed

describe('a mention', () => {
  it('is shown by name, links to that member’s posts, and notifies once', async () => {
    const [writer, sara] = [await member(), await member({ name: 'سارة العتيبي' })]
    const { id, content } = await writePost(writer, 'رأي @ساره_العتيبى مهم، و@سارة_العتيبي تعرف')
    const link = `<a href="/en/community?author=${sara.authorId}" rel="nofollow ugc noopener"><bdi>@سارة العتيبي</bdi></a>`
    expect(content.split(link)).toHaveLength(3)
    await tell('post', id)
    await tell('post', id)
    const [notice, ...others] = await sara.notices()
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      kind: 'mention',
      isRead: false,
      by: { id: writer.authorId },
      link: `/en/community/${id}`,
    })
  })

  it('notifies also by the queue alone', async () => {
    const [writer, one] = [await member(), await member()]
    await writePost(writer, `@${one.handle}`)
    await expect.poll(async () => (await one.notices()).length, { timeout: 15_000 }).toBe(1)
  })

  it('that is added by an edit notifies; nobody is notified twice, also by concurrent edits', async () => {
    const [writer, one, two] = [await member(), await member(), await member()]
    const { id, title } = await writePost(writer, `@${one.handle}`)
    await tell('post', id)
    const change = (content: string) =>
      writer.call('PUT', `Posts?id=${id}`, { title, content, categoryId, publishDate: now().toISOString() })
    await Promise.all([change(`@${one.handle} @${two.handle}`), change(`@${two.handle} @${one.handle} !`)])
    await Promise.all([tell('post', id), tell('post', id)])
    await change('nobody')
    await change(`@${one.handle}`)
    await tell('post', id)
    expect([(await one.notices()).length, (await two.notices()).length]).toEqual([1, 1])
  })

  it('of oneself is a link, without a notice', async () => {
    const writer = await member()
    const { id, content } = await writePost(writer, `@${writer.handle}`)
    expect(content).toContain(`author=${writer.authorId}`)
    await tell('post', id)
    expect(await writer.notices()).toEqual([])
  })

  it('of a held, hidden or scheduled text notifies once the text is public', async () => {
    const [writer, one, admin] = [await member(), await member(), await member({ roles: ['Admin'] })]
    const heldPost = await writePost(writer, `@${one.handle} https://x.example`)
    expect(heldPost.state).toBe('waiting')
    await tell('post', heldPost.id)
    expect(await one.notices()).toEqual([])
    const { items } = (await admin.call('GET', 'admin/reports?PageSize=50')).data
    const found = items.find(({ subjectId }: { subjectId: number }) => subjectId === heldPost.id)
    await admin.call('POST', `admin/reports/${found.id}`, { decision: 'keep' })
    await expect.poll(async () => (await one.notices()).length, { timeout: 15_000 }).toBe(1)

    const planned = await writePost(writer, `@${one.handle} later`, {
      publishDate: new Date(now().getTime() + HOUR_MS).toISOString(),
    })
    await tell('post', planned.id)
    expect(await one.notices()).toHaveLength(1)
    const { rows } = await jobs(`tell:post:${planned.id}`)
    expect(rows[0]!.run_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
    app.advance(3_700_000)
    await tell('post', planned.id)
    expect(await one.notices()).toHaveLength(2)

    await writer.call('DELETE', `Posts?id=${planned.id}`)
    expect(await one.notices()).toHaveLength(1)
    await writer.call('POST', 'Posts/restore', { id: planned.id })
    expect(await one.notices()).toHaveLength(2)
  })

  it('never means deleted, banned or silent members, nor an ambiguous name; an id resolves it', async () => {
    const [writer, gone, stopped, silent] = [
      await member(),
      await member(),
      await member(),
      await member({ writes: false }),
    ]
    const [first, second] = [await member({ name: 'Noura Ali' }), await member({ name: 'noura_ali' })]
    const words = [gone, stopped, silent].map(({ handle }) => `@${handle}`).join(' ')
    const { id } = await writePost(writer, `${words} @Noura_Ali @Noura_Ali#${second.authorId}`)
    await app.db.updateTable('authors').set({ stopped_at: now() }).where('id', '=', stopped.authorId).execute()
    await app.db.updateTable('authors').set({ user_id: null }).where('id', '=', gone.authorId).execute()
    await app.db.updateTable('users').set({ status: 'erased' }).where('id', '=', gone.user.id).execute()
    const { content } = (await writer.call<Post>('GET', `Posts/post-by-id?id=${id}`)).data
    expect([...content.matchAll(/author=(\d+)/g)].map(([, one]) => Number(one))).toEqual([second.authorId])
    expect(content).toContain(`@${gone.handle}`)
    await tell('post', id)
    expect([await first.notices(), await silent.notices()]).toEqual([[], []])
    expect(await second.notices()).toHaveLength(1)
  })

  it('by a banned author notifies nobody', async () => {
    const [writer, one] = [await member(), await member()]
    const { id } = await writePost(writer, 'x')
    await app.db.updateTable('authors').set({ stopped_at: now() }).where('id', '=', writer.authorId).execute()
    const names = JSON.stringify({ [one.handle]: one.authorId })
    await app.db.updateTable('posts').set({ mentions: names }).where('id', '=', id).execute()
    await tell('post', id)
    expect(await one.notices()).toEqual([])
  })

  it('keeps its member when that member is renamed', async () => {
    const [writer, one] = [await member(), await member({ name: 'هند' })]
    const { id } = await writePost(writer, 'شكرًا @هند')
    await app.db.updateTable('users').set({ user_name: 'هند الحربي' }).where('id', '=', one.user.id).execute()
    const other = await member({ name: 'هند' })
    const { content, title } = (await writer.call<Post>('GET', `Posts/post-by-id?id=${id}`)).data
    expect(content).toContain('<bdi>@هند الحربي</bdi>')
    await writer.call('PUT', `Posts?id=${id}`, {
      title,
      content: 'شكرًا يا @هند',
      categoryId,
      publishDate: now().toISOString(),
    })
    await tell('post', id)
    expect([(await one.notices()).length, (await other.notices()).length]).toEqual([1, 0])
  })

  it('looks the same in the preview', async () => {
    const [writer, one] = [await member(), await member()]
    const { html } = (await writer.call('POST', 'Posts/preview', { content: `@${one.handle}` })).data
    expect(html).toContain(`<bdi>@${one.name}</bdi>`)
  })
})

const jobs = async (key: string) => {
  const { sql } = await import('kysely')
  return sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${key}`.execute(app.db)
}

describe('following', () => {
  it('notifies of each comment, except its author and members who unfollowed; a mentioned one by the mention', async () => {
    const [owner, reader, speaker, leaver] = [await member(), await member(), await member(), await member()]
    const { id } = await writePost(owner, 'سؤال')
    expect(await isFollowed(owner, id)).toBe(true)
    for (const one of [reader, leaver]) await one.call('PUT', 'Follows', { kind: 'post', id })
    await leaver.call('DELETE', 'Follows', { kind: 'post', id })
    expect([await isFollowed(reader, id), await isFollowed(leaver, id)]).toEqual([true, false])
    const created = await writeComment(speaker, id, `جواب لـ@${reader.handle}`)
    await tell('comment', created.id)
    await tell('comment', created.id)
    const kinds = async (who: Member) => (await who.notices()).map(({ kind }) => kind)
    expect([await kinds(owner), await kinds(reader), await kinds(speaker), await kinds(leaver)]).toEqual([
      ['comment'],
      ['mention'],
      [],
      [],
    ])
    expect((await owner.notices())[0]).toMatchObject({
      by: { id: speaker.authorId },
      on: { kind: 'post', id },
      link: `/en/community/${id}#comment-${created.id}`,
    })
    // A mention that comes later takes the place of the comment's own notice.
    await speaker.call('PUT', `CommentsOfPosts?commentId=${created.id}`, { text: `@${owner.handle} @${reader.handle}` })
    await tell('comment', created.id)
    expect([await kinds(owner), await kinds(reader)]).toEqual([['mention'], ['mention']])
  })

  it('starts automatically with writing, unless the member unfollowed or turned it off', async () => {
    const [owner, speaker, quiet] = [await member(), await member(), await member()]
    await quiet.call('PUT', 'Notifications/settings', { mentions: 'none', comments: 'none', followOwn: false })
    const { id } = await writePost(owner, 'موضوع')
    await writeComment(speaker, id, 'أول')
    await writeComment(quiet, id, 'ثان')
    expect([await isFollowed(speaker, id), await isFollowed(quiet, id)]).toEqual([true, false])
    await speaker.call('DELETE', 'Follows', { kind: 'post', id })
    await writeComment(speaker, id, 'ثالث')
    expect(await isFollowed(speaker, id)).toBe(false)
  })

  it('works for articles, too; unpublished or unknown subjects cannot be followed', async () => {
    const [reader, speaker] = [await member(), await member()]
    const { id, slug } = await article(app.db)
    const draft = await article(app.db, { publishedAt: null })
    await reader.call('PUT', 'Follows', { kind: 'article', id })
    const created = (await speaker.call('POST', 'Comments', { articleId: id, text: 'رأي' })).data
    await tell('comment', created.id)
    expect((await reader.notices())[0]!.link).toBe(`/en/blog/${slug}#comment-${created.id}`)
    expect(await isFollowed(speaker, id, 'article')).toBe(true)
    expect((await reader.call('PUT', 'Follows', { kind: 'article', id: draft.id })).error.code).toBe('articleNotFound')
    expect((await reader.call('PUT', 'Follows', { kind: 'post', id: 999_999 })).error.code).toBe('postNotFound')
    expect((await reader.call('DELETE', 'Follows', { kind: 'post', id: 999_999 })).error.code).toBe('postNotFound')
  })
})

describe('the list', () => {
  it('counts unread notices, and links to the right page of comments', async () => {
    const [owner, speaker, other] = [await member(), await member(), await member()]
    const { id } = await writePost(owner, 'طويل')
    const before = Array.from({ length: 20 }, (_, n) => ({
      ...{ post_id: id, author_id: speaker.authorId, text: `${n}`, created_at: new Date(now().getTime() - 1000) },
    }))
    await app.db.insertInto('comments').values(before).execute()
    const last = await writeComment(speaker, id, 'الأخير')
    await tell('comment', last.id)
    const { data } = await owner.call('GET', 'Notifications')
    expect([data.unread, data.totalCount, data.items[0].link]).toEqual([
      1,
      1,
      `/en/community/${id}?comments=2#comment-${last.id}`,
    ])
    const notice = data.items[0].id
    expect((await other.call('PUT', `Notifications/read?id=${notice}`, {})).status).toBe(404)
    expect((await owner.call('PUT', `Notifications/read?id=${notice}`, {})).data.link).toBe(data.items[0].link)
    expect((await owner.call('GET', 'Notifications/unread')).data.unread).toBe(0)
    const again = await writeComment(speaker, id, 'بعد الأخير')
    await tell('comment', again.id)
    await owner.call('PUT', 'Notifications/read', {})
    expect((await owner.notices()).map(({ isRead }) => isRead)).toEqual([true, true])
    await speaker.call('DELETE', `CommentsOfPosts?commentId=${again.id}`)
    expect(await owner.notices()).toHaveLength(1)
  })
})

describe('suggestions of members', () => {
  const suggest = async (who: Member, q: string) =>
    (await who.call('GET', `Members/suggest?q=${encodeURIComponent(q)}`)).data as { name: string; handle: string }[]

  it('are members with public texts, by the prefix of any word of the name', async () => {
    const [asks, amal, quiet, stopped] = [
      await member(),
      await member({ name: 'أمل الزهراني' }),
      await member({ name: 'أمل الصامتة' }),
      await member({ name: 'أمل الموقوفة' }),
    ]
    await writePost(amal, 'نص')
    await writePost(stopped, 'نص')
    await app.db.updateTable('authors').set({ stopped_at: now() }).where('id', '=', stopped.authorId).execute()
    expect(quiet.authorId).toBeGreaterThan(0)
    for (const q of ['أمل', 'امل', 'الزهر', 'أَمَل الزه', 'أمل_الزهراني'])
      expect(
        (await suggest(asks, q)).map(({ handle }) => handle),
        q,
      ).toEqual(['أمل_الزهراني'])
    for (const q of ['', ' ', '%', '_', 'مل', "'", '\\']) expect(await suggest(asks, q), q).toEqual([])
    const namesake = await member({ name: 'امل الزهرانى' })
    await writePost(namesake, 'نص آخر')
    expect((await suggest(asks, 'أمل الزهراني')).map(({ handle }) => handle).toSorted()).toEqual(
      [`أمل_الزهراني#${amal.authorId}`, `امل_الزهرانى#${namesake.authorId}`].toSorted(),
    )
  })

  it('are six at most, for members only, and rate-limited', async () => {
    const asks = await member()
    for (let n = 0; n < 7; n++) await writePost(await member({ name: `زياد ${'ابتثجحخ'[n]}` }), 'نص')
    expect(await suggest(asks, 'زيا')).toHaveLength(6)
    expect((await app.call('GET', 'Members/suggest?q=x')).status).toBe(401)
    await app.db
      .updateTable('rate_limits')
      .set({ count: 240 })
      .where('key', 'like', `members:${asks.user.id}`)
      .execute()
    expect((await asks.call('GET', 'Members/suggest?q=x')).error.code).toBe('tooManyRequests')
  })
})
