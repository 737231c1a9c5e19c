import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { learner } from '../../../tests/support/factories.ts'
import { everything } from '../content/queries.server.ts'
import { publishDuePages } from './drafts.server.ts'
import type { Layout } from './page-values.ts'

const app = await startTestApp({ institute: true })
const editor = await learner(app.db, { roles: ['Content'] })
const { pageEditing: desk, media: library } = apiAs(app, editor)
afterAll(() => app.stop())

const valuesOf = async (code: string) => (await desk.editedPage({ code })).values
/** Changes fields from what they are now. */
async function edit(code: string, wanted: Record<string, unknown>) {
  const { values, version } = await desk.editedPage({ code })
  const changes = Object.entries(wanted).map(([name, to]) => [name, { from: values[name] ?? null, to }])
  return desk.editPage({ code, version, changes: Object.fromEntries(changes) as never })
}
const onSite = async (code: string, lang: 'ar' | 'en' = 'ar') =>
  (await app.call('GET', `Pages/page-by-code?code=${code}`, { lang })).data
const seoOnSite = async (code: string) => (await app.call('GET', `Pages/seo-by-code?code=${code}`, { lang: 'ar' })).data
type Shown = { key: string; title: string | null; body: string | null; items: { title: string; value: string }[] }

describe('an edit of a page', () => {
  it('changes its texts, its sections and what search engines are told, at once and in both languages', async () => {
    const items = [
      { title: { ar: 'متدربون', en: 'Learners' }, value: '9000', icon: 'people' },
      { title: { ar: 'برامج' }, body: { ar: 'كلها', en: 'All' }, value: { ar: 'كثير', en: 'Many' }, link: '/courses' },
    ]
    await edit('about-us', {
      ...{ 'title.ar': 'من نحن', 'description.en': 'Who we are', 'seoTitle.ar': 'معهدنا في سطر' },
      ...{ 'sections.story.body.ar': '## باب\n\n- أول', 'sections.numbers.items': items },
    })
    const { title, sections } = await onSite('about-us')
    expect(title).toBe('من نحن')
    expect((await onSite('about-us', 'en')).description).toBe('Who we are')
    expect(sections.find(({ key }: Shown) => key === 'story').body).toContain('>أول</li>')
    expect(sections.find(({ key }: Shown) => key === 'numbers').items).toMatchObject([
      { title: 'متدربون', value: '9000', icon: 'people' },
      { title: 'برامج', value: 'كثير', body: 'كلها', link: '/courses' },
    ])
    expect((await seoOnSite('about')).metaTitle).toBe('معهدنا في سطر')
  })

  it('moves sections, hides them and adds others; those that belong to the page are not removed', async () => {
    const layout = (await valuesOf('company-services')).layout as Layout
    const [first, ...others] = layout
    const moved = [...others, { ...first!, hidden: true }, { key: 'added-1', hidden: false }]
    await edit('company-services', { layout: moved })
    const shown = (await onSite('company-services')).sections.map(({ key }: Shown) => key)
    // The added one has nothing to show yet.
    expect(shown).toEqual(others.map(({ key }) => key))
    await edit('company-services', { 'sections.added-1.title.ar': 'قسم جديد' })
    const { sections } = await onSite('company-services')
    expect(sections.map(({ key }: Shown) => key)).toEqual([...others.map(({ key }) => key), 'added-1'])
    expect(sections.at(-1).title).toBe('قسم جديد')
    await edit('company-services', { layout: moved.slice(0, -1) })
    expect((await valuesOf('company-services'))['sections.added-1.title.ar']).toBeUndefined()
    const removed = await problemOf(edit('company-services', { layout: others }))
    expect(removed.fields).toEqual({ 'changes.layout.to': ['sectionStays'] })
    const unknown = await problemOf(edit('company-services', { layout: [...moved, { key: 'mine', hidden: false }] }))
    expect(unknown.fields).toEqual({ 'changes.layout.to': ['invalid'] })
  })

  it('orders and hides the lists of the home page as its sections, and gives them other titles', async () => {
    const layout = (await valuesOf('home')).layout as Layout
    const usual = layout.map(({ key }) => key)
    expect((await onSite('home')).parts).toEqual(usual)
    const moved = [...layout].reverse().map((part) => ({ ...part, hidden: part.key === 'latest' }))
    await edit('home', { layout: moved, 'sections.soon.title.ar': 'ابدأ هذا الشهر' })
    const { parts, sections } = await onSite('home')
    expect(parts).toEqual(usual.toReversed().filter((key) => key !== 'latest'))
    expect(sections.find(({ key }: Shown) => key === 'soon').title).toBe('ابدأ هذا الشهر')
    expect(sections.map(({ key }: Shown) => key)).not.toContain('reviews')
    await edit('home', { layout, 'sections.soon.title.ar': null })
    expect((await onSite('home')).parts).toEqual(usual)
  })

  it('of a section that somebody removed meanwhile is a conflict, also in a draft, and never lost', async () => {
    const { layout } = await valuesOf('about-us')
    await edit('about-us', { layout: [...(layout as Layout), { key: 'added-7', hidden: false }] })
    const { version } = await desk.editedPage({ code: 'about-us' })
    const changes = { 'sections.added-7.title.ar': { from: null, to: 'كتبته أولا' } }
    await desk.savePageDraft({ code: 'about-us', version, changes })
    await edit('about-us', { layout })
    const conflict = { 'sections.added-7.title.ar': { yours: 'كتبته أولا', theirs: null } }
    const refused = await problemOf(desk.editPage({ code: 'about-us', version, changes }))
    expect([refused.code, refused.conflicts]).toEqual(['changedMeanwhile', conflict])
    expect((await problemOf(desk.publishPageDraft({ code: 'about-us' }))).code).toBe('changedMeanwhile')
    expect((await desk.editedPage({ code: 'about-us' })).draft?.changes).toEqual(changes)
    await desk.discardPageDraft({ code: 'about-us' })
  })

  it('refuses what visitors would miss, a picture from elsewhere, a wrong link and an unknown field', async () => {
    const item = { title: { ar: 'بند' } }
    const refused = async (wanted: Record<string, unknown>) =>
      Object.entries((await problemOf(edit('contact-us', wanted))).fields!)
    expect(await refused({ 'title.ar': '', 'seoTitle.ar': ' ' })).toEqual([
      ['changes.title.ar.to', ['required']],
      ['changes.seoTitle.ar.to', ['required']],
    ])
    expect(
      await refused({ 'sections.channels.items': [{ ...item, image: 'https://elsewhere.example/a.png' }] }),
    ).toEqual([['changes.sections.channels.items.to', ['notInLibrary']]])
    expect((await refused({ 'sections.channels.items': [{ ...item, link: 'javascript:alert(1)' }] }))[0]![1]).toEqual([
      'url',
    ])
    expect((await refused({ 'sections.channels.items': [{ title: { ar: '' } }] }))[0]![1]).toEqual(['required'])
    expect((await refused({ 'sections.channels.items': [{ ...item, icon: 'unicorn' }] }))[0]![1]).toEqual(['invalid'])
    expect((await refused({ colour: 'red' }))[0]![1]).toEqual(['invalid'])
    expect(await refused({ 'sections.none.title.ar': 'x' })).toEqual([
      ['changes.sections.none.title.ar.to', ['invalid']],
    ])
  })

  it('shows pictures of the media library in a section, an item and the head of the home page, in its words or their own', async () => {
    const add = async (name: string, background: string) => {
      const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer()
      return library.addMedia({ file: new File([new Uint8Array(bytes)], name, { type: 'image/png' }) })
    }
    const [hall, chart] = [await add('hall.png', '#14594b'), await add('chart.png', '#d99a1c')]
    await library.changeMedia({
      ...{ id: hall.id, version: 1 },
      changes: { 'alt.ar': { from: null, to: 'قاعة التدريب' }, 'alt.en': { from: null, to: 'The hall' } },
    } as never)
    const items = [{ title: { ar: 'نقيس' }, image: chart.address, imageAlt: { ar: 'رسم بياني', en: 'A chart' } }]
    await edit('about-us', {
      ...{ 'sections.story.image': hall.address, 'sections.values.items': items },
      ...{ 'sections.mission.image': chart.address, 'sections.mission.imageAlt.ar': 'نسب الرضا' },
    })
    const picturesOn = async (lang: 'ar' | 'en') => {
      const { sections } = await onSite('about-us', lang)
      const at = (key: string) => sections.find((one: Shown) => one.key === key)
      return [at('story'), at('mission'), at('values').items[0]].map(({ image, imageAlt }) => [image, imageAlt])
    }
    expect(await picturesOn('ar')).toEqual([
      [hall.address, 'قاعة التدريب'],
      [chart.address, 'نسب الرضا'],
      [chart.address, 'رسم بياني'],
    ])
    expect((await picturesOn('en')).map(([, words]) => words)).toEqual(['The hall', 'نسب الرضا', 'A chart'])
    expect((await desk.editedPage({ code: 'about-us' })).english).toContainEqual({
      ...{ path: 'sections.mission.imageAlt', state: 'missing' },
    })
    await edit('home', { image: hall.address, 'imageAlt.ar': 'متدربون في القاعة', 'imageAlt.en': 'Learners' })
    expect(await onSite('home', 'en')).toMatchObject({ image: hall.address, imageAlt: 'Learners' })
    // Where it is shown stands in the library, and replacing it there changes the pages.
    expect((await library.mediaItem({ id: hall.id })).uses.map(({ path }) => path)).toEqual([
      'pages/about-us',
      'pages/home',
    ])
    const bytes = await sharp({ create: { width: 50, height: 30, channels: 3, background: '#8a3c12' } })
      .png()
      .toBuffer()
    const file = new File([new Uint8Array(bytes)], 'new-hall.png', { type: 'image/png' })
    const next = await library.mediaItem({ id: (await library.replaceMedia({ id: hall.id, file })).id })
    expect((await onSite('home')).image).toBe(next.address)
    expect((await picturesOn('ar'))[0]![0]).toBe(next.address)
    // Without its picture, what was said of it is gone.
    await edit('about-us', { 'sections.mission.image': null })
    expect((await valuesOf('about-us'))['sections.mission.imageAlt.ar']).toBeNull()
    const wrong = await problemOf(edit('about-us', { 'sections.mission.image': '/media/elsewhere/a-40x30.png' }))
    expect(wrong.fields).toEqual({ 'changes.sections.mission.image.to': ['notInLibrary'] })
    const noPlace = await problemOf(edit('about-us', { image: chart.address }))
    expect(noPlace.fields).toEqual({ 'changes.image.to': ['invalid'] })
  })

  it('by two people merges different fields; the same field is refused with both texts', async () => {
    const { values, version } = await desk.editedPage({ code: 'clients' })
    const change = (name: string, to: string) => ({ [name]: { from: values[name]!, to } })
    await desk.editPage({ code: 'clients', version, changes: change('title.ar', 'أول') })
    await desk.editPage({ code: 'clients', version, changes: change('title.en', 'First') })
    const mine = { ...change('title.ar', 'ثان'), ...change('description.ar', 'وصف آخر') }
    const problem = await problemOf(desk.editPage({ code: 'clients', version, changes: mine }))
    expect([problem.code, problem.conflicts]).toEqual([
      'changedMeanwhile',
      { 'title.ar': { yours: 'ثان', theirs: 'أول' } },
    ])
    const after = await desk.editedPage({ code: 'clients' })
    expect([after.values['title.ar'], after.values['title.en'], after.version]).toEqual(['أول', 'First', version + 2])
  })

  it('says which English is older than the Arabic, in the list too, until somebody confirms it', async () => {
    await edit('partners', { 'sections.intro.body.ar': 'نص آخر', 'seoTitle.ar': 'عنوان آخر لمحركات البحث' })
    const stale = [
      { path: 'sections.intro.body', state: 'stale' },
      { path: 'seoTitle', state: 'stale' },
    ]
    expect((await desk.editedPage({ code: 'partners' })).english).toEqual(stale)
    const row = async () => (await desk.pageList({})).find(({ code }) => code === 'partners')!
    expect((await row()).englishStale).toBe(2)
    await edit('partners', { 'description.en': null })
    expect((await row()).englishMissing).toBe(1)
    const { version } = await desk.editedPage({ code: 'partners' })
    await desk.confirmPageEnglish({ code: 'partners', version, paths: stale.map(({ path }) => path) })
    expect((await row()).englishStale).toBe(0)
  })

  it('is written down with who did it, compared and restored', async () => {
    const before = await valuesOf('join-us')
    await edit('join-us', { 'title.ar': 'انضم', layout: [...(before.layout as Layout)].reverse() })
    const { items } = await desk.pageRevisions({ code: 'join-us' })
    expect(items.map(({ version, action, by }) => [version, action, by])).toEqual([
      [2, 'edit', editor.userName],
      [1, 'import', null],
    ])
    const differences = await desk.comparePage({ code: 'join-us', from: 1, to: 2 })
    expect(differences.map(({ field }) => field).sort()).toEqual(['layout', 'title.ar'])
    await desk.restorePage({ code: 'join-us', revision: 1 })
    expect(await valuesOf('join-us')).toEqual(before)
    const log = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', 'join-us')
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['page.edit', 'page.restore'])
    expect((await problemOf(desk.comparePage({ code: 'join-us', from: 1, to: 9 }))).code).toBe('notFound')
  })
})

describe('a page that is only told to search engines', () => {
  it('has its title and description, and no texts of its own', async () => {
    await edit('all-courses', { 'seoDescription.ar': 'كل ما ندرّسه' })
    expect((await seoOnSite('all-courses')).metaDescription).toBe('كل ما ندرّسه')
    expect(Object.keys(await valuesOf('all-courses'))).not.toContain('title.ar')
    expect((await problemOf(edit('all-courses', { 'title.ar': 'x' }))).fields).toEqual({
      'changes.title.ar.to': ['invalid'],
    })
  })
})

describe('a page that nobody has written yet', () => {
  it('is begun by its first edit', async () => {
    await app.db.deleteFrom('pages').where('code', '=', 'languages').execute()
    expect(await desk.editedPage({ code: 'languages' })).toMatchObject({ version: 1, title: null })
    expect((await app.call('GET', 'Pages/page-by-code?code=languages')).status).toBe(404)
    const texts = { 'title.ar': 'اللغات', 'description.ar': 'لغات الموقع' }
    const layout = [{ key: 'added-1', hidden: false }]
    await edit('languages', { ...texts, layout, 'sections.added-1.title.ar': 'العربية' })
    expect(await onSite('languages')).toMatchObject({ title: 'اللغات', sections: [{ key: 'added-1' }] })
  })
})

describe('the draft of a page that nobody has written yet', () => {
  it('leaves the page unwritten for visitors and in the export, and so does an edit of its texts what engines are told', async () => {
    await app.db.deleteFrom('pages').where('code', '=', 'partners').execute()
    await app.db.deleteFrom('page_seo').where('code', '=', 'partners').execute()
    const statuses = () =>
      Promise.all(
        ['page', 'seo'].map(async (part) => (await app.call('GET', `Pages/${part}-by-code?code=partners`)).status),
      )
    const exported = async () => {
      const { pages, seo } = await everything(app.db)
      return [pages, seo].map((rows) => rows.some(({ code }) => code === 'partners'))
    }
    const { version } = await desk.editedPage({ code: 'partners' })
    const changes = { 'title.ar': { from: '', to: 'شركاء' }, 'description.ar': { from: '', to: 'من نعمل معهم' } }
    await desk.savePageDraft({ code: 'partners', version, changes })
    expect([await statuses(), await exported()]).toEqual([
      [404, 404],
      [false, false],
    ])
    await desk.publishPageDraft({ code: 'partners' })
    expect([await statuses(), await exported()]).toEqual([
      [200, 404],
      [true, false],
    ])
    await edit('partners', { 'title.ar': 'شركاء المعهد' })
    expect(await statuses()).toEqual([200, 404])
    const seo = await app.db.selectFrom('page_seo').select('code').where('code', '=', 'partners').execute()
    expect(seo).toEqual([])
  })
})

describe('a draft of a page', () => {
  const draft = async (code: string, name: string, to: string) => {
    const { values, version, draft } = await desk.editedPage({ code })
    const changes = { [name]: { from: values[name]!, to } }
    return desk.savePageDraft({ code, version, changes, draftVersion: draft?.version })
  }

  it('is seen at a signed address only', async () => {
    const before = (await onSite('reviews')).title
    await draft('reviews', 'title.ar', 'عنوان المسودة')
    expect((await onSite('reviews')).title).toBe(before)
    const { address } = await desk.previewPage({ code: 'reviews' })
    const token = new URL(address, 'http://x').searchParams.get('preview')!
    const shown = await app.call('GET', `Pages/preview?token=${token}`, { lang: 'ar' })
    expect([shown.data.code, shown.data.page.title, shown.data.seoCode]).toEqual(['reviews', 'عنوان المسودة', 'review'])
    expect((await app.call('GET', `Pages/preview?token=${token}x`)).status).toBe(404)
    expect((await app.call('GET', `Pages/preview?token=${token.replace('reviews', 'home')}`)).status).toBe(404)
    await desk.publishPageDraft({ code: 'reviews' })
    expect((await onSite('reviews')).title).toBe('عنوان المسودة')
    expect((await problemOf(desk.discardPageDraft({ code: 'reviews' }))).code).toBe('noDraft')
    await draft('reviews', 'title.ar', 'مسودة أخرى')
    const { draft: kept } = await desk.editedPage({ code: 'reviews' })
    await desk.discardPageDraft({ code: 'reviews' })
    expect((await desk.editedPage({ code: 'reviews' })).discardedDraft?.fields).toEqual(['title.ar'])
    await desk.restorePageDraft({ code: 'reviews' })
    expect((await desk.editedPage({ code: 'reviews' })).draft?.changes).toEqual(kept!.changes)
    await desk.discardPageDraft({ code: 'reviews' })
  })

  it('is published by a job at its time, while the page stays as it is', async () => {
    const at = new Date(app.services.now().getTime() + 3_600_000)
    expect((await problemOf(desk.schedulePageDraft({ code: 'faqs', at: at.toISOString() }))).code).toBe('noDraft')
    await draft('faqs', 'title.ar', 'في موعده')
    await desk.schedulePageDraft({ code: 'faqs', at: at.toISOString() })
    const past = await problemOf(desk.schedulePageDraft({ code: 'faqs', at: '2020-01-01T00:00:00Z' }))
    expect(past.fields).toEqual({ at: ['timePast'] })
    expect((await desk.pageList({})).find(({ code }) => code === 'faqs')!.publishAt).toBe(at.toISOString())
    await publishDuePages(app.services)
    expect((await onSite('faqs')).title).not.toBe('في موعده')
    const later = { ...app.services, now: () => new Date(+at + 1000) }
    await publishDuePages(later)
    expect((await onSite('faqs')).title).toBe('في موعده')
    expect((await desk.editedPage({ code: 'faqs' })).draft).toBeNull()
    await publishDuePages(later)
    const log = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', 'faqs')
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['page.schedule', 'page.publish-draft'])
  })

  it('keeps what somebody else wrote in it when another text is saved by who did not see it', async () => {
    await draft('clients', 'title.ar', 'من الأول')
    await desk.schedulePageDraft({ code: 'clients', at: new Date(+app.services.now() + 3_600_000).toISOString() })
    const { values, version } = await desk.editedPage({ code: 'clients' })
    const changes = { 'description.ar': { from: values['description.ar']!, to: 'من الثاني' } }
    const saved = await desk.savePageDraft({ code: 'clients', version, changes })
    expect(saved).toEqual({ draftVersion: 2, isAdded: true, isUnscheduled: true })
    const after = (await desk.editedPage({ code: 'clients' })).draft!
    expect([after.changes['title.ar']!.to, after.changes['description.ar']!.to]).toEqual(['من الأول', 'من الثاني'])
    expect(after.publishAt).toBeNull()
  })

  it('waits for a person when somebody else changed the same text before its time', async () => {
    const at = new Date(app.services.now().getTime() + 3_600_000)
    await draft('complains', 'title.ar', 'من المسودة')
    await desk.schedulePageDraft({ code: 'complains', at: at.toISOString() })
    await edit('complains', { 'title.ar': 'من شخص آخر' })
    await publishDuePages({ ...app.services, now: () => at })
    const after = await desk.editedPage({ code: 'complains' })
    const { publishAt, missedAt, missedBecause } = after.draft!
    expect([after.values['title.ar'], publishAt]).toEqual(['من شخص آخر', null])
    expect([missedAt, missedBecause]).toEqual([at.toISOString(), 'changed'])
  })
})

describe('a draft with which the page would lack something', () => {
  it('cannot be scheduled, and says so when it comes to lack it while it waits', async () => {
    const at = new Date(app.services.now().getTime() + 3_600_000)
    const { values, version } = await desk.editedPage({ code: 'academic-integrity' })
    const save = (draftVersion: number | undefined, changes: Record<string, { from: unknown; to: unknown }>) =>
      desk.savePageDraft({ code: 'academic-integrity', version, draftVersion, changes } as never)
    await save(undefined, { 'title.ar': { from: values['title.ar'], to: '' } })
    const schedule = () => desk.schedulePageDraft({ code: 'academic-integrity', at: at.toISOString() })
    expect((await problemOf(schedule())).fields).toEqual({ 'changes.title.ar.to': ['required'] })
    expect((await desk.editedPage({ code: 'academic-integrity' })).draft!.publishAt).toBeNull()
    await save(1, { 'title.ar': { from: values['title.ar'], to: 'عنوان' } })
    await schedule()
    await app.db
      .updateTable('drafts')
      .set({ changes: JSON.stringify({ 'title.ar': { from: values['title.ar'], to: '' } }) })
      .where('key', '=', 'academic-integrity')
      .execute()
    await publishDuePages({ ...app.services, now: () => at })
    const { draft } = await desk.editedPage({ code: 'academic-integrity' })
    expect([draft?.missedAt, draft?.missedBecause]).toEqual([at.toISOString(), 'invalid'])
  })
})

describe('the roles', () => {
  it('let Finance see pages, and a Teacher nothing', async () => {
    const as = async (role: 'Finance' | 'Teacher') => apiAs(app, await learner(app.db, { roles: [role] })).pageEditing
    const [finance, teacher] = [await as('Finance'), await as('Teacher')]
    expect((await finance.editedPage({ code: 'home' })).may.change).toBe(false)
    expect((await problemOf(finance.editPage({ code: 'home', version: 1, changes: {} }))).code).toBe('forbidden')
    expect((await problemOf(teacher.pageList({}))).code).toBe('forbidden')
  })
})
