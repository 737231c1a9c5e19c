import { afterAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startArticleDesk } from '../../../tests/support/article-desk.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { inDays, learner } from '../../../tests/support/factories.ts'
import { publishDueArticleDrafts } from './drafts.server.ts'

const { app, desk, complete, edit } = await startArticleDesk()
afterAll(() => app.stop())

const onSite = (slug: string, lang: 'ar' | 'en' = 'ar') =>
  app.call('GET', `Articles/article-by-id?id=${encodeURIComponent(slug)}`, { lang })

describe('a draft of an article', () => {
  it('is seen at a signed address only, which nothing keeps', async () => {
    const { id, slug } = await complete({ title: { ar: 'المنشور', en: 'Published' } })
    const change = { 'title.ar': { from: 'المنشور', to: 'عنوان المسودة' } }
    await desk.saveArticleDraft({ id, version: 1, changes: change })
    expect((await onSite(slug)).data.title).toBe('المنشور')
    const { address } = await desk.previewArticle({ id })
    const token = new URL(address, 'http://x').searchParams.get('preview')!
    const shown = await app.call('GET', `Articles/preview?token=${token}`, { lang: 'ar' })
    expect(shown.data.title).toBe('عنوان المسودة')
    expect((await app.call('GET', `Articles/preview?token=${token}x`)).error.code).toBe('articleNotFound')
    const [of, ...rest] = token.split('.')
    expect((await app.call('GET', `Articles/preview?token=${[Number(of) + 1, ...rest].join('.')}`)).status).toBe(404)
    const other = { 'title.ar': { from: 'المنشور', to: 'لآخر' } }
    const problem = await problemOf(desk.saveArticleDraft({ id, version: 1, changes: other }))
    expect(problem.conflicts).toEqual({ 'title.ar': { yours: 'لآخر', theirs: 'عنوان المسودة' } })
    await desk.publishArticleDraft({ id })
    expect((await onSite(slug)).data.title).toBe('عنوان المسودة')
    expect((await problemOf(desk.discardArticleDraft({ id }))).code).toBe('noDraft')
  })
})

describe('the draft of two people', () => {
  const titles = { 'title.en': { from: 'Published', to: 'By one' }, 'title.ar': { from: 'المنشور', to: 'من الأول' } }
  const summary = (to: string) => ({ 'summary.en': { from: 'Summary', to } })
  const drafted = async (facts = {}) => {
    const { id } = await complete({ title: { ar: 'المنشور', en: 'Published' }, ...facts })
    return { id, saved: await desk.saveArticleDraft({ id, version: 1, changes: titles }) }
  }
  const other = async () => apiAs(app, await learner(app.db, { roles: ['Admin'] })).articleEditing

  it('has the texts of both when the second did not see it, and conflicts where both wrote', async () => {
    const { id } = await drafted()
    const colleague = await other()
    const saved = await colleague.saveArticleDraft({ id, version: 1, changes: summary('By two') })
    expect(saved).toEqual({ draftVersion: 2, isAdded: true, isUnscheduled: false })
    const { draft } = await desk.editedArticle({ id })
    expect(draft!.changes).toEqual({ ...titles, ...summary('By two') })
    const same = { ...summary('By two'), 'title.en': { from: 'Published', to: 'By two as well' } }
    const problem = await problemOf(colleague.saveArticleDraft({ id, version: 1, changes: same }))
    expect(problem.conflicts).toEqual({ 'title.en': { yours: 'By two as well', theirs: 'By one' } })
    const read = { 'title.en': { from: 'By one', to: 'By two as well' } }
    await colleague.saveArticleDraft({ id, version: 1, changes: read })
    await desk.publishArticleDraft({ id })
    const { values } = await desk.editedArticle({ id })
    expect([values['title.en'], values['title.ar'], values['summary.en']]).toEqual([
      ...['By two as well', 'من الأول', 'By two'],
    ])
  })

  it('loses nothing that was added after the second had opened it', async () => {
    const { id, saved } = await drafted()
    await (await other()).saveArticleDraft({ id, version: 1, changes: summary('By two') })
    const again = { ...titles, 'title.en': { from: 'Published', to: 'Again by one' } }
    const problem = await problemOf(desk.saveArticleDraft({ id, version: 1, changes: again, ...saved }))
    expect(problem.conflicts).toEqual({ 'title.en': { yours: 'Again by one', theirs: 'By one' } })
    const read = { ...titles, 'title.en': { from: 'By one', to: 'Again by one' } }
    await desk.saveArticleDraft({ id, version: 1, changes: read, draftVersion: saved.draftVersion })
    expect((await desk.editedArticle({ id })).draft!.changes).toEqual({ ...again, ...summary('By two') })
  })

  it('is not published at a time that was set before what the second added, which is said and logged', async () => {
    const { id, saved } = await drafted({ slug: 'timed' })
    const at = inDays(1).toISOString()
    await desk.scheduleArticleDraft({ id, at })
    const kept = await desk.saveArticleDraft({ id, version: 1, changes: titles, draftVersion: saved.draftVersion })
    expect([kept.isUnscheduled, (await desk.editedArticle({ id })).draft!.publishAt]).toEqual([false, at])
    const colleague = await other()
    expect(await colleague.saveArticleDraft({ id, version: 1, changes: summary('Not ready') })).toMatchObject({
      isUnscheduled: true,
    })
    await publishDueArticleDrafts({ ...app.services, now: () => inDays(2) })
    const { values, draft } = await desk.editedArticle({ id })
    expect([values['summary.en'], values['title.en'], draft!.publishAt]).toEqual(['Summary', 'Published', null])
    const { action } = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `article-${id}`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(action).toBe('article.unschedule-draft')
  })
})

describe('the draft of a published article', () => {
  it('is published by a job at its time, while readers see the article as it is', async () => {
    const { id, slug } = await complete({ title: { ar: 'المنشور' } })
    const at = inDays(1)
    expect((await problemOf(desk.scheduleArticleDraft({ id, at: at.toISOString() }))).code).toBe('noDraft')
    const saved = await desk.saveArticleDraft({
      ...{ id, version: 1 },
      changes: { 'title.ar': { from: 'المنشور', to: 'في موعده' } },
    })
    const past = await problemOf(desk.scheduleArticleDraft({ id, at: inDays(-1).toISOString() }))
    expect(past.fields).toEqual({ at: ['timePast'] })
    await desk.scheduleArticleDraft({ id, at: at.toISOString() })
    expect((await desk.editedArticle({ id })).draft?.publishAt).toBe(at.toISOString())
    await publishDueArticleDrafts(app.services)
    expect((await onSite(slug)).data.title).toBe('المنشور')
    await publishDueArticleDrafts({ ...app.services, now: () => at })
    expect((await onSite(slug)).data.title).toBe('في موعده')
    expect((await desk.editedArticle({ id })).draft).toBeNull()
    expect(saved.draftVersion).toBe(1)
  })

  it('is gone once it is saved in the article from a form that showed it, unless somebody saved it since', async () => {
    const { id, slug } = await complete({ title: { ar: 'المنشور' } })
    const change = (to: string) => ({ 'title.ar': { from: 'المنشور', to } })
    const { draftVersion } = await desk.saveArticleDraft({ id, version: 1, changes: change('مسودة') })
    const { draftVersion: later } = await desk.saveArticleDraft({
      id,
      version: 1,
      draftVersion,
      changes: change('أحدث'),
    })
    await desk.editArticle({ id, version: 1, changes: change('محفوظ'), usedDraft: draftVersion })
    expect((await desk.editedArticle({ id })).draft?.version).toBe(later)
    const again = { 'title.ar': { from: 'محفوظ', to: 'محفوظ من المسودة' } }
    await desk.editArticle({ id, version: 2, changes: again, usedDraft: later })
    expect((await onSite(slug)).data.title).toBe('محفوظ من المسودة')
    expect((await desk.editedArticle({ id })).draft).toBeNull()
  })

  it('waits for a person when its text was changed before its time, or its time was taken back', async () => {
    const { id, slug } = await complete({ title: { ar: 'المنشور' } })
    const at = inDays(1)
    await desk.saveArticleDraft({ id, version: 1, changes: { 'title.ar': { from: 'المنشور', to: 'من المسودة' } } })
    await desk.scheduleArticleDraft({ id, at: at.toISOString() })
    await desk.scheduleArticleDraft({ id })
    await publishDueArticleDrafts({ ...app.services, now: () => at })
    expect((await onSite(slug)).data.title).toBe('المنشور')
    await desk.scheduleArticleDraft({ id, at: at.toISOString() })
    await edit(id, { 'title.ar': { from: 'المنشور', to: 'من شخص آخر' } })
    await publishDueArticleDrafts({ ...app.services, now: () => at })
    expect((await onSite(slug)).data.title).toBe('من شخص آخر')
    const { draft } = await desk.editedArticle({ id })
    expect([draft?.publishAt, draft?.missedAt, draft?.missedBecause]).toEqual([null, at.toISOString(), 'changed'])
  })
})

describe('a draft that was thrown away', () => {
  const DAY_MS = 86_400_000
  const summary = { 'summary.en': { from: 'Summary', to: 'Drafted summary' } }
  const title = (to: string) => ({ 'title.en': { from: 'Published', to } })
  const drafted = async () => {
    const { id } = await complete({ title: { ar: 'المنشور', en: 'Published' } })
    await desk.saveArticleDraft({ id, version: 1, changes: { ...summary, ...title('Drafted') } })
    return id
  }
  const other = async () =>
    apiAs(app, await learner(app.db, { roles: ['Admin'], firstName: 'Huda', lastName: 'Alharbi' })).articleEditing

  it('can be taken back, once, and says who wrote it and who threw it away', async () => {
    const id = await drafted()
    const { draft, discardedDraft } = await desk.editedArticle({ id })
    expect(discardedDraft).toBeNull()
    await (await other()).discardArticleDraft({ id })
    const gone = await desk.editedArticle({ id })
    expect(gone.draft).toBeNull()
    expect(gone.discardedDraft).toMatchObject({
      ...{ updatedBy: draft!.updatedBy, updatedAt: draft!.updatedAt },
      ...{ discardedBy: 'Huda Alharbi', fields: expect.arrayContaining(['summary.en', 'title.en']) },
    })
    await desk.restoreArticleDraft({ id })
    const back = await desk.editedArticle({ id })
    expect([back.draft!.changes, back.discardedDraft]).toEqual([draft!.changes, null])
    expect((await problemOf(desk.restoreArticleDraft({ id }))).code).toBe('noDraft')
  })

  it('loses nothing that was drafted since', async () => {
    const id = await drafted()
    await desk.discardArticleDraft({ id })
    const colleague = await other()
    const { draftVersion } = await colleague.saveArticleDraft({ id, version: 1, changes: title('By two') })
    const problem = await problemOf(desk.restoreArticleDraft({ id }))
    expect(problem.conflicts).toEqual({ 'title.en': { yours: 'Drafted', theirs: 'By two' } })
    const renamed = { 'title.ar': { from: 'المنشور', to: 'لآخر' } }
    await colleague.saveArticleDraft({ id, version: 1, draftVersion, changes: renamed })
    expect(await desk.restoreArticleDraft({ id })).toMatchObject({ isAdded: true })
    const { draft } = await desk.editedArticle({ id })
    expect(draft!.changes).toEqual({ ...renamed, ...summary, ...title('Drafted') })
  })

  it('is forgotten after 30 days', async () => {
    const id = await drafted()
    await desk.discardArticleDraft({ id })
    app.advance(29 * DAY_MS)
    expect((await desk.editedArticle({ id })).discardedDraft).not.toBeNull()
    app.advance(2 * DAY_MS)
    expect((await desk.editedArticle({ id })).discardedDraft).toBeNull()
    expect((await problemOf(desk.restoreArticleDraft({ id }))).code).toBe('noDraft')
    const next = await drafted()
    await desk.discardArticleDraft({ id: next })
    const left = await app.db.selectFrom('discarded_drafts').select('key').execute()
    expect(left).toEqual([{ key: String(next) }])
  })
})
