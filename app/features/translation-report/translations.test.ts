/** The translation report: what is missing or stale in English, of every kind of record. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, trainer } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { englishChange } from '../translations/english-change.ts'
import type { TranslatedKind, TranslatedText, translationsEndpoints } from './contract.ts'
import { SAVING } from './desk/saving.ts'

type Report = Output<(typeof translationsEndpoints)['translations']>

let app: TestApp
let editor: Member
let owner: Member
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  editor = await signedInMember(app, ['Content'])
  owner = await signedInMember(app, ['Owner'])
})
afterAll(() => app.stop())

async function report(query = '', as = editor): Promise<Report> {
  const { status, data } = await as.call<Report>('GET', `admin/translations${query}`)
  expect(status).toBe(200)
  return data
}

/** All pages. */
async function everyText(query = '', as = editor): Promise<TranslatedText[]> {
  const texts: TranslatedText[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Report = await report(`?limit=20${query}${next && `&cursor=${next}`}`, as)
    texts.push(...page.items)
    next = page.next
  }
  return texts
}

const of = (texts: TranslatedText[], kind: TranslatedKind, id: number | string) =>
  texts.filter((text) => text.kind === kind && text.id === String(id)).map(({ path, state }) => [path, state])

describe('the translation report', () => {
  it('has each text without English, page by page, none twice and none left out', async () => {
    await sql`update pages set title = title - 'en' where code = 'home'`.execute(app.db)
    await sql`update faq_questions set answer = '{"ar": "جواب"}' where id = (select min(id) from faq_questions)`.execute(
      app.db,
    )
    await sql`update tags set name = name - 'en' where key = (select min(key) from tags)`.execute(app.db)
    await sql`update organisations set name = name - 'en' where kind = 'client'`.execute(app.db)
    await sql`update courses set outline = '[{"title": {"ar": "وحدة"}, "lessons": [{"title": {"ar": "درس"}, "minutes": 5}]}]'
      where id % 2 = 0`.execute(app.db)
    const texts = await everyText()
    const keys = texts.map(({ kind, id, path }) => `${kind} ${id} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('page home title')
    expect(texts.filter(({ kind }) => kind === 'question').map(({ path, ar }) => [path, ar])).toEqual([
      ['answer', 'جواب'],
    ])
    expect(texts.filter(({ kind }) => kind === 'tag')).toHaveLength(1)
    const { rows } = await sql<{ texts: number; clients: number }>`
      select (select sum(english_missing)::int from courses where archived_at is null) as texts,
        (select count(*)::int from organisations where kind = 'client') as clients`.execute(app.db)
    expect(texts.filter(({ kind }) => kind === 'course')).toHaveLength(rows[0]!.texts)
    expect(texts.filter(({ kind }) => kind === 'organisation')).toHaveLength(rows[0]!.clients)
    const { counts } = await report()
    const records = new Set(texts.filter(({ kind }) => kind === 'course').map(({ id }) => id)).size
    expect(counts.find(({ kind }) => kind === 'course')).toEqual({
      kind: 'course',
      any: records,
      missing: records,
      stale: 0,
    })
    const tags = await everyText('&kind=tag&state=missing')
    expect(tags.map(({ kind }) => kind)).toEqual(['tag'])
    expect(await everyText('&kind=tag&state=stale')).toEqual([])
  })

  it('calls the English of a trainer stale when the Arabic changed, until somebody confirms it', async () => {
    const id = await trainer(app.db, { name: { ar: 'نورة القحطاني', en: 'Noura Alqahtani' } })
    const one = async () =>
      (
        await editor.call<{ id: number; version: number; title: object; english: object }[]>('GET', 'admin/trainers')
      ).data.find((row) => row.id === id)!
    const { version } = await one()
    const changed = await editor.call('POST', `admin/trainers/${id}`, {
      version,
      changes: {
        name: { from: { ar: 'نورة القحطاني', en: 'Noura Alqahtani' }, to: { ar: 'نورة', en: 'Noura Alqahtani' } },
      },
    })
    expect(changed.status).toBe(200)
    expect(of(await everyText(), 'trainer', id)).toContainEqual(['name', 'stale'])
    expect((await one()).english).toContainEqual({ path: 'name', state: 'stale' })
    const confirm = async (version: number) =>
      (await editor.call('POST', `admin/trainers/${id}/confirm-english`, { version, paths: ['name'] })).status
    expect([await confirm(version), await confirm(version + 1)]).toEqual([409, 200])
    expect(of(await everyText(), 'trainer', id)).not.toContainEqual(['name', 'stale'])
    const audit = await app.db.selectFrom('audit_log').select('action').orderBy('id', 'desc').executeTakeFirst()
    expect(audit?.action).toBe('trainer.confirm-english')
    const unknown = { version: 1, paths: ['name'] }
    expect((await editor.call('POST', 'admin/trainers/999999/confirm-english', unknown)).status).toBe(404)
  })

  it('calls the English of a specialization stale, and no longer when it is written anew', async () => {
    const { id } = (
      await editor.call<{ id: number }>('POST', 'admin/specializations', {
        ...{ name: { ar: 'الضيافة', en: 'Hospitality' }, summary: { ar: 'خدمة', en: 'Service' } },
        ...{ mark: 'shield', colour: '#1f3b63' },
      })
    ).data
    const change = (from: object, to: object) =>
      editor.call('POST', `admin/specializations/${id}`, { version: 1, changes: { summary: { from, to } } })
    await change({ ar: 'خدمة', en: 'Service' }, { ar: 'خدمة الضيوف', en: 'Service' })
    expect(of(await everyText(), 'specialization', id)).toEqual([['summary', 'stale']])
    await change({ ar: 'خدمة الضيوف', en: 'Service' }, { ar: 'خدمة الضيوف', en: 'Service of guests' })
    expect(of(await everyText(), 'specialization', id)).toEqual([])
    await change({ ar: 'خدمة الضيوف', en: 'Service of guests' }, { ar: 'خدمة', en: 'Service of guests' })
    const confirm = async (version: number) =>
      (await editor.call('POST', `admin/specializations/${id}/confirm-english`, { version, paths: ['summary'] })).status
    expect([await confirm(3), await confirm(4)]).toEqual([409, 200])
    expect(of(await everyText(), 'specialization', id)).toEqual([])
  })

  it('has banners, menus, branches and lessons, which it writes and confirms as their pages would', async () => {
    const api = apiAs(app, editor.user)
    const day = (days: number) => new Date(app.services.now().getTime() + days * DAY_MS).toISOString()
    const announced = { ar: 'يغلق المعهد الخميس', en: 'Closed on Thursday' }
    const fields = { kind: 'information', text: announced, startsAt: day(-1), endsAt: day(1) } as const
    const banner = String((await api.banners.addBanner({ ...fields, link: null, linkText: null })).id)
    const about = { to: '/about', label: { ar: 'من نحن', en: 'About us' }, hidden: false }
    const menuLinks = async () =>
      (await api.menus.menus({})).menus.find(({ place }) => place === 'help')!.links.map(({ name: _, ...link }) => link)
    await api.menus.changeMenu({ place: 'help', from: await menuLinks(), links: [about] })
    const place = { name: { ar: 'جدة', en: 'Jeddah' }, address: { ar: 'شارع التحلية', en: 'Tahlia Street' } }
    const blank = { map: null, coordinates: null, phone: null, hours: null, hidden: false }
    const { key: branch } = await api.branches.addBranch({ ...place, ...blank })
    const { id: courseId } = await course(app.db)
    await sql`update courses set delivery_method = 2 where id = ${courseId}`.execute(app.db)
    const { id: lessonId } = await api.lessons.addLesson({
      ...{ id: courseId, minutes: 5 },
      ...{ 'title.ar': 'درس', 'title.en': 'A lesson' },
    })
    const lesson = String(lessonId)
    const quiz = 'متى يبدأ؟\n* اليوم\n- غدًا'
    const captions = (words: string) => `WEBVTT\n\n00:01.000 --> 00:04.000\n${words}\n`
    const read = await api.lessons.deskLesson({ id: lessonId })
    const unchanged = { ...{ version: read.version, minutes: 5, isFree: false, passPercent: 70 } }
    await api.lessons.changeLesson({
      ...{ id: lessonId, ...unchanged, 'title.ar': 'الدرس الأول', 'title.en': 'A lesson' },
      ...{
        'body.ar': 'نص',
        'body.en': '',
        'captions.ar': captions('أهلًا'),
        'captions.en': '',
        'quiz.ar': quiz,
        'quiz.en': '',
      },
    })
    const open = async () =>
      (await everyText()).filter(
        ({ kind, id }) => kind === 'banner' || kind === 'menu' || id === branch || (kind === 'lesson' && id === lesson),
      )
    const named = async () => (await open()).map(({ kind, path, state }) => [kind, path, state])
    expect(await named()).toEqual([
      ['lesson', 'title', 'stale'],
      ['lesson', 'body', 'missing'],
      ['lesson', 'captions', 'missing'],
      ['lesson', 'quiz', 'missing'],
    ])
    const inArabic = { ...announced, ar: 'يغلق المعهد الأحد' }
    await api.banners.changeBanner({
      id: Number(banner),
      version: 1,
      changes: { text: { from: announced, to: inArabic } },
    })
    await api.menus.changeMenu({
      ...{ place: 'help', from: [about] },
      links: [{ ...about, label: { ar: 'عن المعهد', en: 'About us' } }],
    })
    const address = { from: place.address, to: { ...place.address, ar: 'شارع الأمير' } }
    await api.branches.changeBranch({ key: branch, version: 1, changes: { address } })
    expect((await named()).slice(4)).toEqual([
      ['banner', 'text', 'stale'],
      ['menu', 'links.0.label', 'stale'],
      ['branch', 'address', 'stale'],
    ])
    // The first half is written anew, the others are right as they are.
    const english: Record<string, string> = {
      ...{ title: 'The first lesson', body: 'A text', quiz: 'When does it start?\n* Today\n- Tomorrow' },
      captions: captions('Welcome'),
    }
    const unreadable = { path: 'captions', ar: captions('أهلًا'), en: '', to: 'Welcome' }
    await expect(SAVING.lesson!.save(api, lesson, unreadable)).rejects.toMatchObject({
      fields: { 'captions.en': ['captions'] },
    })
    for (const { kind, id, path, ar, en } of (await open()).slice(0, 4))
      await SAVING[kind]!.save(api, id, { path, ar, en: en ?? '', to: english[path]! })
    expect(await api.lessons.deskLesson({ id: lessonId })).toMatchObject({
      ...{ title: { en: 'The first lesson' }, body: { en: 'A text' } },
      ...{ quiz: { ar: quiz, en: english.quiz }, captions: { en: english.captions } },
    })
    // Captions alone are counted and found, too.
    await sql`update lessons set captions = captions - 'en' where id = ${lessonId}`.execute(app.db)
    expect((await named()).slice(0, 1)).toEqual([['lesson', 'captions', 'missing']])
    await sql`update lessons set captions = captions || ${{ en: english.captions }}::jsonb where id = ${lessonId}`.execute(
      app.db,
    )
    for (const { kind, id, path, version } of await open()) {
      await expect(SAVING[kind]!.confirm(api, id, version! - 1, path)).rejects.toMatchObject({
        code: 'changedMeanwhile',
      })
      await SAVING[kind]!.confirm(api, id, version!, path)
    }
    expect(await named()).toEqual([])
    // What is over is nobody's work.
    await sql`update banners set text = text - 'en'`.execute(app.db)
    expect((await named()).map(([kind]) => kind)).toEqual(['banner'])
    await sql`update banners set ends_at = now() - interval '1 hour'`.execute(app.db)
    expect(await named()).toEqual([])
  })

  it('calls texts of the institute and of its mails stale; only an Owner may change them', async () => {
    const { data: read } = await owner.call<{ version: number; values: Record<string, unknown> }>(
      'GET',
      'admin/institute',
    )
    const note = (ar: string) => ({ enrolled: { ar, en: 'Bring your card' } })
    const tagline = read.values.tagline as { ar: string; en: string }
    const save = (changes: object) => owner.call('POST', 'admin/institute', { version: read.version, changes })
    const first = await save({ mailNotes: { from: read.values.mailNotes, to: note('أحضر بطاقتك') } })
    expect(first.status).toBe(200)
    await save({
      mailNotes: { from: note('أحضر بطاقتك'), to: note('أحضر هويتك') },
      tagline: { from: tagline, to: { ...tagline, ar: 'شعار آخر' } },
    })
    const texts = await everyText()
    expect(of(texts, 'mailNote', 'institute')).toEqual([['mailNotes.enrolled', 'stale']])
    expect(of(texts, 'institute', 'institute')).toEqual([['tagline', 'stale']])
    const mayChange = (list: TranslatedText[]) => list.find(({ kind }) => kind === 'mailNote')!.mayChange
    expect([mayChange(texts), mayChange(await everyText('', owner))]).toEqual([false, true])
    const confirm = async (by: Member, version: number) => {
      const paths = ['tagline', 'mailNotes.enrolled']
      return (await by.call('POST', 'admin/institute/confirm-english', { version, paths })).status
    }
    const { version } = texts.find(({ kind }) => kind === 'mailNote')!
    expect([await confirm(editor, version!), await confirm(owner, version! - 1)]).toEqual([403, 409])
    expect(await confirm(owner, version!)).toBe(200)
    expect((await everyText()).filter(({ kind }) => kind === 'mailNote' || kind === 'institute')).toEqual([])
  })

  it('confirms no English for an Arabic text that changed after it was read', async () => {
    const { id } = await course(app.db, { name: { ar: 'المحاسبة', en: 'Accounting' } })
    const edit = async (changes: object) =>
      expect((await editor.call('PATCH', `admin/courses/${id}`, { version: 1, changes })).status).toBe(200)
    const read = async () => (await everyText('&kind=course')).find((text) => text.id === String(id))!
    await edit({ 'name.ar': { from: 'المحاسبة', to: 'المحاسبة المالية' } })
    const shown = await read()
    await edit({ 'name.ar': { from: 'المحاسبة المالية', to: 'المراجعة' } })
    const confirm = ({ version, path }: TranslatedText) =>
      editor.call('POST', `admin/courses/${id}/confirm-english`, { version, paths: [path] })
    const refused = await confirm(shown)
    expect([refused.status, refused.error.code]).toEqual([409, 'changedMeanwhile'])
    expect(await read()).toMatchObject({ ar: 'المراجعة', path: 'name', state: 'stale' })
    expect((await confirm(await read())).status).toBe(200)
    expect(of(await everyText('&kind=course'), 'course', id)).not.toContainEqual(['name', 'stale'])
  })

  it('knows the version with which each kind of record is confirmed', async () => {
    const code = 'partners'
    type Page = { version: number; values: Record<string, string> }
    const page = async () => (await editor.call<Page>('GET', `admin/pages/${code}`)).data
    const first = await page()
    const to = (name: string, text: string) => ({ [name]: { from: first.values[name], to: text } })
    const changes = { ...to('seoTitle.ar', 'عنوان آخر لمحركات البحث'), ...to('title.ar', 'الشركاء الجدد') }
    expect((await editor.call('PATCH', `admin/pages/${code}`, { version: first.version, changes })).status).toBe(200)
    const stale = async () =>
      (await everyText('&state=stale')).filter((text) => text.id === code && ['page', 'seo'].includes(text.kind))
    expect((await stale()).map(({ kind, path }) => [kind, path])).toEqual([
      ['page', 'title'],
      ['seo', 'seoTitle'],
    ])
    const confirm = async ({ path }: TranslatedText, version: number) =>
      (await editor.call('POST', `admin/pages/${code}/confirm-english`, { version, paths: [path] })).status
    expect(await confirm((await stale())[0]!, first.version)).toBe(409)
    for (let [next] = await stale(); next; [next] = await stale()) expect(await confirm(next, next.version!)).toBe(200)
  })

  it('leaves the archive out', async () => {
    const { id } = await course(app.db, { name: { ar: 'دورة بلا ترجمة' } })
    expect(of(await everyText(), 'course', id)).toContainEqual(['name', 'missing'])
    await sql`update courses set published_at = null, archived_at = now() where id = ${id}`.execute(app.db)
    expect(of(await everyText(), 'course', id)).toEqual([])
  })

  it('goes to a translator as a file', async () => {
    const file = await owner.call<string>('GET', 'admin/translations/export?kind=tag')
    expect(file.status).toBe(200)
  })

  it('refuses kinds, cursors and people that it does not know', async () => {
    expect((await editor.call('GET', 'admin/translations?kind=x')).status).toBe(400)
    expect((await editor.call('GET', 'admin/translations?cursor=x')).status).toBe(400)
    const finance = await signedInMember(app, ['Finance'])
    expect((await finance.call('GET', 'admin/translations')).status).toBe(403)
  })
})

describe('one English text as a change of its record', () => {
  const values = {
    'name.ar': 'المحاسبة',
    'name.en': null,
    outline: [{ title: { ar: 'وحدة', en: 'Unit' }, lessons: [{ title: { ar: 'درس' }, minutes: 5 }] }],
  }

  it('is a field of its own, or a part of one', () => {
    expect(englishChange(values, 3, { path: 'name', ar: 'المحاسبة', en: '', to: 'Accounting' })).toEqual({
      'name.en': { from: null, to: 'Accounting' },
    })
    const lesson = { path: 'outline.0.lessons.0.title', ar: 'درس', en: '', to: 'Lesson' }
    expect(englishChange(values, 3, lesson)).toEqual({
      outline: {
        from: values.outline,
        to: [{ title: { ar: 'وحدة', en: 'Unit' }, lessons: [{ title: { ar: 'درس', en: 'Lesson' }, minutes: 5 }] }],
      },
    })
  })

  it('is a whole field, or stands in one whose name has parts', () => {
    const trainer = { name: { ar: 'نورة' } }
    expect(englishChange(trainer, 1, { path: 'name', ar: 'نورة', en: '', to: 'Noura' })).toEqual({
      name: { from: trainer.name, to: { ar: 'نورة', en: 'Noura' } },
    })
    const page = { 'sections.story.items': [{ title: { ar: 'قيمة', en: 'Value' } }] }
    const item = { path: 'sections.story.items.0.title', ar: 'قيمة', en: 'Value', to: 'Worth' }
    expect(englishChange(page, 1, item)).toEqual({
      'sections.story.items': { from: page['sections.story.items'], to: [{ title: { ar: 'قيمة', en: 'Worth' } }] },
    })
  })

  it.each([
    ['the Arabic changed', { path: 'name', ar: 'محاسبة', en: '' }],
    ['the English changed', { path: 'outline.0.title', ar: 'وحدة', en: 'Part' }],
    ['the text is gone', { path: 'outline.4.title', ar: 'وحدة', en: 'Unit' }],
  ])('is refused when %s', (_, shown) => {
    expect(() => englishChange(values, 3, { ...shown, to: 'New' })).toThrow(
      expect.objectContaining({ code: 'changedMeanwhile' }),
    )
  })
})
