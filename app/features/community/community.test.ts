import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { author, comment, post, postCategory } from '../../../tests/support/writing.ts'
import type { Post, PostCard } from './contract.ts'

type Page = { items: PostCard[]; totalCount: number; totalIsCapped?: boolean }

describe('the calls of the community', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    await app.db.deleteFrom('posts').execute()
  })

  const list = async (query = '') => (await app.call<Page>('GET', `Posts/filter-posts${query}`)).data
  const titles = async (query = '') => (await list(query)).items.map(({ title }) => title)
  const words = (term: string) => `?SearchTerm=${encodeURIComponent(term)}`

  it('sort by newest, by discussion and by what is trending', async () => {
    const discussed = await post(app.db, { title: 'discussed', publishDate: inDays(-90) })
    const trending = await post(app.db, { title: 'trending', publishDate: inDays(-80) })
    await post(app.db, { title: 'newest', publishDate: inDays(-10) })
    for (const _ of [1, 2, 3]) await comment(app.db, { postId: discussed, createdAt: inDays(-85) })
    await comment(app.db, { postId: trending, createdAt: inDays(-1) })
    expect(await titles()).toEqual(['newest', 'trending', 'discussed'])
    expect(await titles('?SortMethod=2')).toEqual(['discussed', 'trending', 'newest'])
    expect(await titles('?SortMethod=3')).toEqual(['trending', 'newest', 'discussed'])
    const { data } = await app.call<PostCard[]>('GET', 'Posts/trending-posts?count=2')
    expect(data.map(({ title }) => title)).toEqual(['trending', 'newest'])
    expect((await app.call('GET', 'Posts/filter-posts?SortMethod=4')).status).toBe(400)
  })

  it('show held, hidden and scheduled posts to their author and to staff only', async () => {
    const user = await learner(app.db)
    const authorId = await author(app.db, { userId: user.id })
    const ids = [
      await post(app.db, { authorId, state: 'waiting' }),
      await post(app.db, { authorId, state: 'hidden' }),
      await post(app.db, { authorId, publishDate: inDays(1) }),
    ]
    expect((await list()).totalCount).toBe(0)
    expect((await list('?SortMethod=3')).totalCount).toBe(0)
    const [mine, other, staff] = await Promise.all([
      tokenOf(app, user),
      learner(app.db).then((user) => tokenOf(app, user)),
      learner(app.db, { roles: ['Admin'] }).then((user) => tokenOf(app, user)),
    ])
    for (const id of ids) {
      const statusFor = async (token?: string) =>
        (await app.call('GET', `Posts/post-by-id?id=${id}`, token ? { token } : {})).status
      expect([await statusFor(), await statusFor(other), await statusFor(mine), await statusFor(staff)]).toEqual([
        404, 404, 200, 200,
      ])
      expect((await app.call('GET', `Posts/load-more-comments?PostId=${id}`)).error.code).toBe('postNotFound')
    }
  })

  it('filter the list by category and author', async () => {
    const [categoryId, authorId] = [await postCategory(app.db), await author(app.db, { name: 'Huda' })]
    await post(app.db, { title: 'section', categoryId })
    await post(app.db, { title: 'author', authorId })
    expect(await titles(`?CategoryId=${categoryId}`)).toEqual(['section'])
    expect(await titles(`?CategoryId=${categoryId}&SortMethod=2`)).toEqual(['section'])
    expect(await titles(`?UserId=${authorId}`)).toEqual(['author'])
    expect((await app.call('GET', `Posts/filter-posts?UserId=${authorId}`)).data.author.name).toBe('Huda')
    expect((await list(`?UserId=${authorId}&CategoryId=${categoryId}`)).totalCount).toBe(0)
  })

  it('search folded spellings and prefixes, and find nothing for unknown words', async () => {
    await post(app.db, { title: 'سؤال عن المحاسبة', content: 'كيف أبدأ؟' })
    await post(app.db, { title: 'Night shifts', content: 'Studying at five in the morning' })
    for (const term of ['والمحاسبه', 'محاسب', 'كيف ابدا']) expect(await titles(words(term)), term).toHaveLength(1)
    expect(await titles(words('study'))).toEqual(['Night shifts'])
    for (const term of ['زرافة', '??', ':*']) expect(await titles(words(term)), term).toEqual([])
  })

  it('return one complete post with nofollow links and sanitized HTML', async () => {
    const content =
      '[site](https://example.com) <a href="https://x.example" rel="follow">y</a> <script>alert(1)</script>'
    const id = await post(app.db, { title: 'Links', content })
    const { data } = await app.call<Post>('GET', `Posts/post-by-id?id=${id}`)
    expect(data.content.match(/rel="nofollow ugc noopener"/g)).toHaveLength(2)
    expect(data.content).not.toMatch(/<script|rel="follow"/)
    expect([data.title, data.isMine, data.state]).toEqual(['Links', false, 'shown'])
    for (const unknown of ['999999', '0', 'x'])
      expect((await app.call('GET', `Posts/post-by-id?id=${unknown}`)).status, unknown).toBeGreaterThanOrEqual(400)
  })

  it('mark the posts of the signed-in user', async () => {
    const user = await learner(app.db)
    const id = await post(app.db, { authorId: await author(app.db, { userId: user.id }) })
    const { data } = await app.call<Post>('GET', `Posts/post-by-id?id=${id}`, { token: await tokenOf(app, user) })
    expect([data.isMine, data.author.name]).toEqual([true, user.userName])
  })

  it('show the beginning of a long post without Markdown', async () => {
    await post(app.db, { content: `### عنوان\n\n**مهم** و[رابط](/faq)\n\n${'كلمة '.repeat(200)}` })
    const { excerpt } = (await list()).items[0]!
    expect(excerpt).toMatch(/^عنوان مهم ورابط كلمة /)
    expect(excerpt.endsWith('…')).toBe(true)
    expect(excerpt.length).toBeLessThanOrEqual(221)
  })

  it('count comments as they are added, hidden and deleted', async () => {
    const id = await post(app.db)
    const count = async () => (await list()).items[0]!.commentsCount
    const [first] = [await comment(app.db, { postId: id }), await comment(app.db, { postId: id })]
    expect(await count()).toBe(2)
    await app.db.updateTable('comments').set({ state: 'hidden' }).where('id', '=', first).execute()
    expect(await count()).toBe(1)
    await app.db.deleteFrom('comments').where('post_id', '=', id).execute()
    expect(await count()).toBe(0)
  })
})
