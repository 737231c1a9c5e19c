import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startArticleDesk } from '../../../tests/support/article-desk.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { author, blogCategory, tag } from '../../../tests/support/writing.ts'
import { publishDueArticles } from './publishing.server.ts'

const { app, editor, desk, complete, edit } = await startArticleDesk()
afterAll(() => app.stop())

const onSite = (slug: string, lang: 'ar' | 'en' = 'ar') =>
  app.call('GET', `Articles/article-by-id?id=${encodeURIComponent(slug)}`, { lang })

describe('the list of articles', () => {
  it('is filtered by state, author, tag and English, and found by any spelling', async () => {
    const [authorId, key] = [await author(app.db, { kind: 'staff' }), await tag(app.db, { ar: 'وسم', en: 'Tag' })]
    await complete({ authorId, slug: 'l-out', title: { ar: 'إدارة المشاريع', en: 'Projects' }, tags: [key] })
    await complete({ authorId, slug: 'l-draft', title: { ar: 'مسودة' }, publishedAt: null })
    await complete({ authorId, slug: 'l-later', publishedAt: inDays(2) })
    const archived = await complete({ authorId, slug: 'l-archived', publishedAt: null })
    await desk.archiveArticle({ id: archived.id })
    const slugs = async (filter: object) =>
      (await desk.articleList({ authorId, sort: 'title', ...filter })).items.map(({ slug }) => slug).sort()
    expect(await slugs({})).toEqual(['l-draft', 'l-later', 'l-out'])
    expect(await slugs({ state: 'draft' })).toEqual(['l-draft'])
    expect(await slugs({ state: 'scheduled' })).toEqual(['l-later'])
    expect(await slugs({ state: 'published' })).toEqual(['l-out'])
    expect(await slugs({ state: 'archived' })).toEqual(['l-archived'])
    expect(await slugs({ tag: key })).toEqual(['l-out'])
    expect(await slugs({ english: 'missing' })).toEqual(['l-draft'])
    expect(await slugs({ query: 'اداره المشاريع' })).toEqual(['l-out'])
    expect(await slugs({ query: 'PROJ' })).toEqual(['l-out'])
    expect(await slugs({ sort: 'published' })).toEqual(['l-later', 'l-out'])
  })

  it.each(['title', 'changed', 'published'] as const)('is read to its end page by page, by %s', async (sort) => {
    const authorId = await author(app.db)
    for (const days of [1, 2, 3]) await complete({ authorId, publishedAt: inDays(-days) })
    const all = (await desk.articleList({ authorId, sort, limit: 50 })).items.map(({ id }) => id)
    const found: number[] = []
    let cursor: string | undefined
    do {
      const page = await desk.articleList({ authorId, sort, limit: 2, cursor })
      expect(page.totalCount).toBe(3)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(found).toEqual(all)
  })
})

describe('an edit of an article', () => {
  it('changes every field in both languages, and the page of the article shows it at once', async () => {
    const { id, slug } = await complete()
    const { values } = await desk.editedArticle({ id })
    const [categoryId, authorId] = [await blogCategory(app.db), await author(app.db, { kind: 'staff' })]
    const tags = [await tag(app.db, 'أول'), await tag(app.db, 'ثان')]
    const expected = {
      ...{ categoryId, authorId, tags },
      ...{ 'title.ar': 'عنوان جديد', 'title.en': 'New title', 'summary.ar': 'ملخص جديد', 'summary.en': 'New summary' },
      ...{ 'body.ar': '## باب\n\nسطر\\\nسطر', 'body.en': '## Part\n\n**Bold**' },
      ...{ 'seoTitle.ar': 'نتيجة', 'seoTitle.en': 'Result', 'seoDescription.ar': 'وصف', 'seoKeywords.ar': 'كلمات' },
      ...{ 'coverAlt.ar': 'قاعة', 'coverAlt.en': 'A hall' },
    }
    const changes = Object.fromEntries(
      Object.entries(expected).map(([name, to]) => [name, { from: values[name as 'slug'], to }]),
    )
    await edit(id, changes)
    expect((await desk.editedArticle({ id })).values).toMatchObject(expected)
    const { data } = await onSite(slug, 'en')
    expect(data).toMatchObject({ title: 'New title', imageAlt: 'A hall', category: { id: categoryId } })
    expect(data.body).toContain('<strong>Bold</strong>')
    expect(data.tags.map(({ key }: { key: string }) => key)).toEqual(tags)
  })

  it('leaves a text that nobody touched as it is to the byte, and keeps line breaks', async () => {
    const body = { ar: '  نص بمسافة  \nقبل السطر \u200f وعلامة', en: 'Text  \nwith a break ' }
    const { id } = await complete({ body })
    await edit(id, { 'title.ar': { from: (await desk.editedArticle({ id })).values['title.ar'], to: 'آخر' } })
    const row = await app.db.selectFrom('articles').select('body').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.body).toEqual(body)
    await edit(id, { 'body.en': { from: body.en, to: 'One  \r\ntwo\u200b' } })
    expect((await desk.editedArticle({ id })).values['body.en']).toBe('One\\\ntwo')
  })

  it('by two people merges different fields; the same field is refused with both texts', async () => {
    const { id } = await complete({ title: { ar: 'قديم', en: 'Old' } })
    await desk.editArticle({ id, version: 1, changes: { 'title.ar': { from: 'قديم', to: 'أول' } } })
    await desk.editArticle({ id, version: 1, changes: { 'title.en': { from: 'Old', to: 'First' } } })
    const mine = { 'title.ar': { from: 'قديم', to: 'ثان' }, 'summary.ar': { from: 'ملخص', to: 'آخر' } }
    const problem = await problemOf(desk.editArticle({ id, version: 1, changes: mine }))
    expect([problem.code, problem.conflicts]).toEqual([
      'changedMeanwhile',
      { 'title.ar': { yours: 'ثان', theirs: 'أول' } },
    ])
    const { values, version } = await desk.editedArticle({ id })
    expect([values['title.ar'], values['title.en'], values['summary.ar'], version]).toEqual(['أول', 'First', 'ملخص', 3])
  })

  it('keeps the former address leading to the article', async () => {
    const { id } = await complete({ slug: 'article-before' })
    await edit(id, { slug: { from: 'article-before', to: 'مقال-جديد' } })
    expect((await onSite('article-before')).data).toEqual({ movedTo: 'مقال-جديد' })
    expect((await desk.editedArticle({ id })).formerSlugs).toEqual(['article-before'])
    const other = await complete()
    const taken = await problemOf(edit(other.id, { slug: { from: other.slug, to: 'مقال-جديد' } }))
    expect(taken.fields).toEqual({ 'changes.slug.to': ['slugTaken'] })
  })

  it('refuses an unknown section, author and tag, and to empty what visitors see', async () => {
    const { id } = await complete()
    const { values } = await desk.editedArticle({ id })
    const wrong = await problemOf(
      edit(id, {
        categoryId: { from: values.categoryId, to: 99_999 },
        authorId: { from: values.authorId, to: 99_999 },
        tags: { from: values.tags, to: ['no-such-tag'] },
        'body.ar': { from: values['body.ar'], to: '' },
      }),
    )
    expect(Object.keys(wrong.fields!).sort()).toEqual(
      ['authorId', 'body.ar', 'categoryId', 'tags'].map((name) => `changes.${name}.to`),
    )
  })

  it('says which English is older than the Arabic, until somebody confirms it', async () => {
    const { id } = await complete()
    const { values } = await desk.editedArticle({ id })
    await edit(id, { 'body.ar': { from: values['body.ar'], to: 'نص آخر' } })
    expect((await desk.editedArticle({ id })).english).toContainEqual({ path: 'body', state: 'stale' })
    const before = await desk.editedArticle({ id })
    const confirm = (version: number) => desk.confirmArticleEnglish({ id, version, paths: ['body'] })
    await expect(confirm(before.version - 1)).rejects.toMatchObject({ code: 'changedMeanwhile' })
    await confirm(before.version)
    const after = await desk.editedArticle({ id })
    expect(after.english.filter(({ path }) => path === 'body')).toEqual([])
    // Readers see when an article was changed.
    expect(after.updatedAt).toBe(before.updatedAt)
  })

  it('is written down with who did it, compared and restored', async () => {
    const { id } = await complete({ title: { ar: 'أول', en: 'First' } })
    await edit(id, { 'title.ar': { from: 'أول', to: 'ثان' } })
    const { items } = await desk.articleRevisions({ id })
    expect(items.map(({ version, action, by }) => [version, action, by])).toEqual([
      [2, 'edit', editor.userName],
      [1, 'import', null],
    ])
    expect(await desk.compareArticle({ id, from: 1, to: 2 })).toEqual([{ field: 'title.ar', from: 'أول', to: 'ثان' }])
    await desk.restoreArticle({ id, revision: 1 })
    expect((await desk.editedArticle({ id })).values['title.ar']).toBe('أول')
    const log = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `article-${id}`)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['article.edit', 'article.restore'])
    expect((await problemOf(desk.compareArticle({ id, from: 1, to: 9 }))).code).toBe('articleNotFound')
  })
})

describe('a new article', () => {
  it('is by the caller, seen by nobody, and published when it is complete', async () => {
    const categoryId = await blogCategory(app.db)
    const { id } = await desk.addArticle({ 'title.ar': 'مقال أول', 'title.en': 'A first article', categoryId })
    const added = await desk.editedArticle({ id })
    expect([added.state, added.values.slug, added.key]).toEqual(['draft', 'مقال-أول', 'a-first-article'])
    const choices = await desk.articleChoices({})
    expect(choices.authors.find((one) => one.id === added.values.authorId)?.name.ar).toBe(editor.userName)
    expect((await onSite('مقال-أول')).status).toBe(404)
    const incomplete = await problemOf(desk.publishArticle({ id }))
    expect([incomplete.code, Object.keys(incomplete.fields!)]).toEqual([
      'articleIncomplete',
      ['summary.ar', 'body.ar', 'cover', 'tags'],
    ])
    const { keys } = await desk.tagsByName({ names: ['وسم لم يكن', 'وسم لم يكن'] })
    expect(keys).toHaveLength(1)
    expect((await desk.tagsByName({ names: ['وَسم لم يكن'] })).keys).toEqual(keys)
    // The desk is in English here: the new word is the tag's English name, too.
    const [named] = (await desk.articleChoices({})).tags.filter(({ key }) => key === keys[0])
    expect(named?.name).toEqual({ ar: 'وسم لم يكن', en: 'وسم لم يكن' })
    await edit(id, {
      tags: { from: [], to: keys },
      'summary.ar': { from: null, to: 'ملخص' },
      'body.ar': { from: null, to: 'نص' },
    })
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#14594b' } })
      .png()
      .toBuffer()
    const { cover } = await desk.setArticleCover({ id, file: new File([new Uint8Array(picture)], 'a.png') })
    expect(cover).toMatch(/^\/media\/.+\/cover-900x495\.webp$/)
    await desk.publishArticle({ id })
    const { data } = await onSite('مقال-أول')
    expect([data.title, data.seo.metaTitle, data.image]).toEqual(['مقال أول', 'مقال أول', cover])
  })

  it('has its title and summary as its search result until another is written, and its history names no others', async () => {
    const [{ id, slug }, copied] = [await complete({ publishedAt: null }), await complete({ publishedAt: null })]
    const search = { 'seoTitle.ar': null, 'seoTitle.en': null, 'seoDescription.ar': null, 'seoDescription.en': null }
    const write = async (of: number, wanted: object) => {
      const { values } = await desk.editedArticle({ id: of })
      const changes = Object.entries(wanted).map(([name, to]) => [name, { from: values[name as 'slug'], to }])
      await edit(of, Object.fromEntries(changes))
    }
    await write(id, search)
    await desk.publishArticle({ id })
    await write(id, { 'title.ar': 'عنوان لاحق', 'summary.en': 'A later summary' })
    const { values, version } = await desk.editedArticle({ id })
    expect(values).toMatchObject(search)
    expect((await onSite(slug)).data.seo).toMatchObject({ metaTitle: 'عنوان لاحق' })
    expect((await onSite(slug, 'en')).data.seo.metaDescription).toBe('A later summary')
    const differences = await desk.compareArticle({ id, from: version - 2, to: version })
    expect(differences.map(({ field }) => field).sort()).toEqual(['summary.en', 'title.ar'])
    await write(id, { 'seoTitle.ar': 'للبحث' })
    await write(id, { 'title.ar': 'عنوان أخير' })
    expect((await onSite(slug)).data.seo.metaTitle).toBe('للبحث')

    // Articles of earlier versions have copies that nobody wrote.
    const before = (await desk.editedArticle({ id: copied.id })).values
    await write(copied.id, { 'seoTitle.ar': before['title.ar'] })
    await desk.publishArticle({ id: copied.id })
    await write(copied.id, { 'title.ar': 'عنوان جديد' })
    expect((await onSite(copied.slug)).data.seo.metaTitle).toBe('عنوان جديد')
  })

  it('may have a section that did not exist', async () => {
    const { id: categoryId } = await desk.addArticleCategory({ 'name.ar': 'قسم جديد', 'name.en': 'Brand new' })
    const { id } = await desk.addArticle({ 'title.ar': 'في قسم', categoryId })
    expect((await desk.editedArticle({ id })).values.categoryId).toBe(categoryId)
    expect((await problemOf(desk.addArticle({ 'title.ar': 'بلا قسم', categoryId: 99_999 }))).fields).toEqual({
      categoryId: ['invalid'],
    })
  })
})

describe('the publication of an article', () => {
  it('is later by a job, taken down, archived, brought back and undone', async () => {
    const { id, slug } = await complete({ publishedAt: null })
    const at = new Date(Date.now() + 3_600_000)
    expect((await desk.publishArticle({ id, at: at.toISOString() })).state).toBe('scheduled')
    const past = await problemOf(desk.publishArticle({ id, at: '2020-01-01T00:00:00Z' }))
    expect(past.fields).toEqual({ at: ['timePast'] })
    await publishDueArticles(app.services)
    expect((await onSite(slug)).status).toBe(404)
    await publishDueArticles({ ...app.services, now: () => new Date(+at + 60_000) })
    expect((await desk.editedArticle({ id })).publishedAt).toBe(at.toISOString())
    await desk.publishArticle({ id, at: undefined })
    await desk.unpublishArticle({ id })
    expect((await onSite(slug)).status).toBe(404)
    await desk.publishArticle({ id })
    expect((await onSite(slug)).status).toBe(200)
    await desk.archiveArticle({ id })
    expect((await onSite(slug)).status).toBe(404)
    expect((await problemOf(desk.publishArticle({ id }))).code).toBe('articleArchived')
    const { version, undo } = await desk.editedArticle({ id })
    expect(undo?.action).toBe('archive')
    await desk.undoArticle({ id, version })
    expect((await onSite(slug)).status).toBe(200)
    await desk.archiveArticle({ id })
    await desk.unarchiveArticle({ id })
    expect((await desk.editedArticle({ id })).state).toBe('draft')
  })
})

describe('a command on many articles', () => {
  it('publishes or archives each on its own, says of each how it went, and is undone as one', async () => {
    const ready = await complete({ publishedAt: null })
    const archived = await complete()
    await desk.archiveArticle({ id: archived.id })
    const ids = [ready.id, archived.id, 999_999]
    const { rows } = await desk.changeArticles({ ids, action: 'publish' })
    expect(rows.map(({ code, canUndo }) => [code, canUndo])).toEqual([
      [null, true],
      ['articleArchived', false],
      ['articleNotFound', false],
    ])
    expect((await onSite(ready.slug)).status).toBe(200)
    await desk.changeArticles({ ids: [ready.id], action: 'undo' })
    expect((await onSite(ready.slug)).status).toBe(404)
    expect((await desk.changeArticles({ ids: [ready.id], action: 'archive' })).rows[0]!.canUndo).toBe(true)
    expect((await desk.editedArticle({ id: ready.id })).state).toBe('archived')
    const stale = await problemOf(desk.changeArticles({ matching: { state: 'archived', count: 1 }, action: 'undo' }))
    expect(stale.code).toBe('previewStale')
  })
})

describe('the roles', () => {
  it('let Finance see articles, and a Teacher and a Student nothing', async () => {
    const { id } = await complete()
    const as = async (role: 'Finance' | 'Teacher') =>
      apiAs(app, await learner(app.db, { roles: [role] })).articleEditing
    const [finance, teacher] = [await as('Finance'), await as('Teacher')]
    expect((await finance.editedArticle({ id })).may.change).toBe(false)
    expect((await problemOf(finance.editArticle({ id, version: 1, changes: {} }))).code).toBe('forbidden')
    expect((await problemOf(teacher.articleList({}))).code).toBe('forbidden')
  })
})
