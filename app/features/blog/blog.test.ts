import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { article, author, blogCategory, comment, tag } from '../../../tests/support/writing.ts'
import type { PageHandler } from '../../page-handler.server.tsx'
import type { Article, ArticleCard } from './contract.ts'

type Page = { items: ArticleCard[]; totalCount: number; pageIndex: number }

describe('the calls of the blog', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    await app.db.deleteFrom('articles').execute()
  })

  const list = async (query = '', options = {}) =>
    (await app.call<Page>('GET', `Articles/filter-articles${query}`, options)).data
  const titles = async (query = '') => (await list(query)).items.map(({ title }) => title)
  const words = (term: string) => `?searchTerm=${encodeURIComponent(term)}`

  it('list what is published, the newest first, page by page', async () => {
    for (const days of [3, 1, 2]) await article(app.db, { title: `days ${days}`, publishedAt: inDays(-days) })
    await article(app.db, { title: 'draft', publishedAt: null })
    await article(app.db, { title: 'scheduled', publishedAt: inDays(1) })
    expect(await titles()).toEqual(['days 1', 'days 2', 'days 3'])
    const second = await list('?PageSize=2&PageIndex=2')
    expect([second.items.map(({ title }) => title), second.totalCount, second.pageIndex]).toEqual([['days 3'], 3, 2])
  })

  it('show drafts and scheduled articles to staff only', async () => {
    await article(app.db, { title: 'out' })
    const { id } = await article(app.db, { title: 'draft', publishedAt: null })
    await article(app.db, { title: 'scheduled', publishedAt: inDays(1) })
    const [owner, reader] = await Promise.all([
      learner(app.db, { roles: ['Owner'] }).then((user) => tokenOf(app, user)),
      learner(app.db).then((user) => tokenOf(app, user)),
    ])
    const drafts = await list('?IsDraft=true', { token: owner })
    expect(drafts.items.map(({ title }) => title)).toEqual(['draft', 'scheduled'])
    for (const options of [{}, { token: reader }]) {
      expect((await app.call('GET', 'Articles/filter-articles?IsDraft=true', options)).status).toBe(403)
      expect((await app.call('GET', `Articles/article-by-id?id=${id}`, options)).error.code).toBe('articleNotFound')
    }
    expect((await app.call('GET', `Articles/article-by-id?id=${id}`, { token: owner })).status).toBe(200)
    expect((await list('?IsDraft=false')).items).toHaveLength(1)
  })

  it('hide unpublished articles from other users in every call', async () => {
    const key = await tag(app.db, { ar: 'وسم سري', en: 'Hidden tag' })
    const shared = { tags: [key], categoryId: await blogCategory(app.db), body: { ar: 'زمردة', en: 'emerald' } }
    const ids = [
      (await article(app.db, { ...shared, title: 'Hidden draft', publishedAt: null })).id,
      (await article(app.db, { ...shared, title: 'Hidden scheduled', publishedAt: inDays(1) })).id,
    ]
    const out = await article(app.db, { categoryId: shared.categoryId, title: 'Out', publishedAt: inDays(-1) })
    for (const path of [
      'Articles/filter-articles?searchTerm=emerald',
      `Articles/filter-articles?CategoryId=${shared.categoryId}`,
      `Articles/filter-articles?tag=${key}`,
      'Articles/trending-articles?count=24',
      'Articles/trending-tags',
      `Articles/article-by-id?id=${out.id}`,
      'Search/suggest?q=hidden',
      'Search/results?q=hidden',
    ])
      expect(JSON.stringify((await app.call('GET', path)).data), path).not.toMatch(/Hidden (draft|scheduled)/)
    const sections = (await app.call('GET', 'Articles/categories')).data as { id: number; articlesCount: number }[]
    expect(sections.find(({ id }) => id === shared.categoryId)?.articlesCount).toBe(1)
    expect(await (await fetch(`${app.address}/sitemap.xml`)).text()).not.toContain('hidden')
    const reader = await tokenOf(app, await learner(app.db))
    for (const id of ids) {
      expect((await app.call('GET', `Articles/load-more-comments?ArticleId=${id}&PageNumber=1`)).status).toBe(404)
      const body = { articleId: id, text: 'first' }
      expect((await app.call('POST', 'Comments', { token: reader, body })).error.code).toBe('articleNotFound')
    }
    const owner = await tokenOf(app, await learner(app.db, { roles: ['Admin'] }))
    expect((await app.call('GET', 'Articles/filter-articles', { token: owner })).data.unpublishedCount).toBe(2)
    expect((await app.call('GET', 'Articles/filter-articles', { token: reader })).data.unpublishedCount).toBeUndefined()
  })

  it('filter the list by category, author and tag, the tag by its key or its name', async () => {
    const [categoryId, authorId, key] = [
      await blogCategory(app.db),
      await author(app.db, { name: { ar: 'ريم', en: 'Reem' } }),
      await tag(app.db, { ar: 'الإدارة الرشيقة', en: 'Agile' }),
    ]
    await article(app.db, { title: 'in section', categoryId })
    await article(app.db, { title: 'by Reem', authorId })
    await article(app.db, { title: 'tagged', tags: [key] })
    expect(await titles(`?CategoryId=${categoryId}`)).toEqual(['in section'])
    const hers = await app.call('GET', `Articles/filter-articles?UserId=${authorId}`)
    expect([hers.data.items[0].title, hers.data.author.name]).toEqual(['by Reem', 'Reem'])
    for (const word of [key, 'agile', 'الاداره الرشيقه'])
      expect(await titles(`?tag=${encodeURIComponent(word)}`), word).toEqual(['tagged'])
    expect(await titles('?tag=nobody-knows-it')).toEqual([])
  })

  it('search folded spellings and prefixes, also in the body and the category', async () => {
    const categoryId = await blogCategory(app.db, { ar: 'المسار المهني', en: 'Career' })
    await article(app.db, { title: { ar: 'كيف تتعلم المحاسبة', en: 'Learning to account' }, categoryId })
    await article(app.db, { title: 'Other', body: { ar: 'عن التفويض', en: 'On delegation' } })
    for (const term of ['والمحاسبه', 'محاسب', 'Learning', 'المهني'])
      expect(await titles(words(term)), term).toEqual(['Learning to account'])
    for (const term of ['تفويض', 'delegat']) expect(await titles(words(term)), term).toEqual(['Other'])
    for (const term of ['زرافة', '؟', '%', "'"]) expect(await titles(words(term)), term).toEqual([])
  })

  it('find an edited article by its new text only', async () => {
    const { id } = await article(app.db, { title: 'Before' })
    await app.db
      .updateTable('articles')
      .set({ title: JSON.stringify({ ar: 'بعد', en: 'Afterwards' }) })
      .where('id', '=', id)
      .execute()
    expect([await titles(words('Before')), await titles(words('Afterwards'))]).toEqual([[], ['Afterwards']])
  })

  it('return one complete article, by slug and by id, in the requested language', async () => {
    const written = { ar: '## أول\n\nنص\n\n## ثان\n\n[أسئلة](/faq)', en: '## One\n\nText' }
    const { id, slug } = await article(app.db, { slug: 'مقال-واحد', body: written })
    const [bySlug, byId] = await Promise.all(
      [encodeURIComponent(slug), id].map((which) =>
        app.call<Article>('GET', `Articles/article-by-id?id=${which}`, { lang: 'ar' }),
      ),
    )
    expect(bySlug!.data).toEqual(byId!.data)
    expect(bySlug!.data.contents).toEqual([
      { id: 'part-1', title: 'أول' },
      { id: 'part-2', title: 'ثان' },
    ])
    expect(bySlug!.data.body).toContain('<h2 id="part-1">أول</h2>')
    expect(bySlug!.data.body).toContain('href="/ar/faq"')
    const english = await app.call<Article>('GET', `Articles/article-by-id?id=${id}`)
    expect(english.data.contents).toEqual([{ id: 'part-1', title: 'One' }])
  })

  it('return the new slug of a moved article, and 404 for an unknown one', async () => {
    const { id, slug } = await article(app.db)
    await app.db.insertInto('former_article_slugs').values({ slug: 'قديم', article_id: id }).execute()
    const moved = await app.call('GET', `Articles/article-by-id?id=${encodeURIComponent('قديم')}`)
    expect(moved.data).toEqual({ movedTo: slug })
    for (const unknown of ['nothing', '999999', '-1'])
      expect((await app.call('GET', `Articles/article-by-id?id=${unknown}`)).status, unknown).toBe(404)
    expect((await app.call('GET', 'Articles/article-by-id')).status).toBe(400)
  })

  it('return the previous and next article, and related ones by their tags', async () => {
    const [one, other] = [await tag(app.db, 'one'), await tag(app.db, 'other')]
    await article(app.db, { title: 'oldest', publishedAt: inDays(-9), tags: [one, other] })
    const { id } = await article(app.db, { title: 'middle', publishedAt: inDays(-5), tags: [one, other] })
    await article(app.db, { title: 'newest', publishedAt: inDays(-1), tags: [one] })
    await article(app.db, { title: 'far', publishedAt: inDays(-2) })
    const { data } = await app.call<Article>('GET', `Articles/article-by-id?id=${id}`)
    expect([data.previous?.title, data.next?.title]).toEqual(['oldest', 'far'])
    expect(data.related.map(({ title }) => title)).toEqual(['oldest', 'newest'])
  })

  it('rank recently discussed articles as trending, until their comments are hidden', async () => {
    const old = await article(app.db, { title: 'old', publishedAt: inDays(-60) })
    await article(app.db, { title: 'fresh', publishedAt: inDays(-1) })
    const trending = async () =>
      (await app.call<ArticleCard[]>('GET', 'Articles/trending-articles?count=2')).data.map(({ title }) => title)
    expect(await trending()).toEqual(['fresh', 'old'])
    for (const _ of [1, 2]) await comment(app.db, { articleId: old.id, createdAt: inDays(-0.1) })
    expect(await trending()).toEqual(['old', 'fresh'])
    await app.db.updateTable('comments').set({ state: 'hidden' }).where('article_id', '=', old.id).execute()
    expect(await trending()).toEqual(['fresh', 'old'])
  })

  it('count the tags of published articles', async () => {
    const [often, seldom] = [await tag(app.db, 'often'), await tag(app.db, 'seldom')]
    await article(app.db, { tags: [often] })
    await article(app.db, { tags: [often, seldom] })
    await article(app.db, { tags: [seldom], publishedAt: null })
    const { data } = await app.call('GET', 'Articles/trending-tags')
    expect(data).toEqual([
      { key: often, name: 'often', articlesCount: 2 },
      { key: seldom, name: 'seldom', articlesCount: 1 },
    ])
  })

  it('give an article with its first page of comments', async () => {
    const { id } = await article(app.db)
    for (let number = 1; number <= 23; number++) await comment(app.db, { articleId: id, text: `number ${number}` })
    await comment(app.db, { articleId: id, text: 'hidden', state: 'hidden' })
    const { data } = await app.call<Article>('GET', `Articles/article-by-id?id=${id}`)
    expect([data.commentsCount, data.comments.totalCount, data.comments.items.length]).toEqual([23, 23, 20])
    expect((await app.call('GET', 'Articles/load-more-comments?ArticleId=999999')).error.code).toBe('articleNotFound')
  })

  it('list the categories with their numbers of published articles', async () => {
    const categoryId = await blogCategory(app.db, { ar: 'مقاييس', en: 'Measures' })
    await article(app.db, { categoryId })
    await article(app.db, { categoryId, publishedAt: null })
    const { data } = await app.call('GET', 'Articles/categories')
    expect(data.find(({ id }: { id: number }) => id === categoryId)).toMatchObject({
      name: 'Measures',
      articlesCount: 1,
    })
  })
})

describe('a scheduled article', () => {
  it('appears at its time by itself, although the pages of guests are cached', async () => {
    const now = new Date('2026-03-10T08:59:00Z')
    const pageHandler: PageHandler = async (request, { api }) => {
      const { pathname } = new URL(request.url)
      const { items } = await api.blog.articles({})
      const one = pathname.endsWith('soon')
        ? await api.blog.articleById({ id: 'soon' }).catch(() => undefined)
        : undefined
      const status = pathname.endsWith('soon') && !one ? 404 : 200
      return new Response(items.map(({ title }) => title).join(), { status, headers: { 'Content-Type': 'text/html' } })
    }
    const app = await startTestApp({ pageHandler, now })
    try {
      await article(app.db, { title: 'out', publishedAt: new Date('2026-03-01T09:00:00Z') })
      await article(app.db, { slug: 'soon', title: 'soon', publishedAt: new Date('2026-03-10T09:00:00Z') })
      await app.call('POST', 'no-such-call', { body: {} })
      const get = async (path: string) => fetch(app.address + path)
      const list = async () => (await get('/en/blog')).text()
      expect([await list(), (await get('/en/blog/soon')).status]).toEqual(['out', 404])
      app.advance(50_000)
      expect(await list()).toBe('out')
      app.advance(31_000)
      expect([await list(), (await get('/en/blog/soon')).status]).toEqual(['soon,out', 200])
    } finally {
      await app.stop()
    }
  })
})
