import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { type CallsOfCourses, problemOf, startCourseDesk } from '../../../tests/support/course-desk.ts'
import { course, inDays, learner, specialization, trainer } from '../../../tests/support/factories.ts'

const { app, editor, desk, finance, complete, isOnSite, edit } = await startCourseDesk()
afterAll(() => app.stop())

/** A picture of 25 million points takes 75 MB when it is read whole. */
const MAX_PICTURE_MEGABYTES = 150
const auditOf = (reference: string) =>
  app.db.selectFrom('audit_log').selectAll().where('subject', '=', reference).orderBy('id').execute()

describe('the list', () => {
  let field: number
  beforeAll(async () => {
    field = await specialization(app.db)
    const created = { specializationId: field }
    await course(app.db, { ...created, key: 'l-published', name: { ar: 'المحاسبة المالية', en: 'Accounting' } })
    await course(app.db, { ...created, key: 'l-draft', name: { ar: 'القانون' }, publishedAt: null, delivery: 2 })
    await course(app.db, { ...created, key: 'l-later', publishedAt: inDays(3) })
    const { id } = await course(app.db, { ...created, key: 'l-archived', publishedAt: null })
    await desk.archiveCourse({ id })
  })
  const slugs = async (filter: Parameters<CallsOfCourses['courseList']>[0]) =>
    (await desk.courseList({ specializationId: field, sort: 'name', ...filter })).items.map(({ slug }) => slug)

  it('shows courses by their state; archived ones only when they are asked for', async () => {
    expect((await slugs({})).sort()).toEqual(['l-draft', 'l-later', 'l-published'])
    expect(await slugs({ state: 'draft' })).toEqual(['l-draft'])
    expect(await slugs({ state: 'scheduled' })).toEqual(['l-later'])
    expect(await slugs({ state: 'published' })).toEqual(['l-published'])
    expect(await slugs({ state: 'archived' })).toEqual(['l-archived'])
    expect(await slugs({ deliveryMethod: 2 })).toEqual(['l-draft'])
  })

  it('finds a name in any spelling, an English name and a part of the address', async () => {
    expect(await slugs({ query: 'المحاسبه مالي' })).toEqual(['l-published'])
    expect(await slugs({ query: 'ACCOUNT' })).toEqual(['l-published'])
    expect(await slugs({ query: 'l-la' })).toEqual(['l-later'])
    expect(await slugs({ query: '%' })).toEqual([])
    expect(await slugs({ query: 'l_later' })).toEqual([])
  })

  it('finds what has no English', async () => {
    expect(await slugs({ english: 'missing' })).toEqual(['l-draft'])
    expect(await slugs({ english: 'stale' })).toEqual([])
  })

  it.each(['name', 'changed', 'cheap', 'dear'] as const)('is read to its end page by page, by %s', async (sort) => {
    const all = await desk.courseList({ specializationId: field, sort, limit: 50 })
    const found: number[] = []
    let cursor: string | null = null
    do {
      const page: typeof all = await desk.courseList({
        specializationId: field,
        sort,
        limit: 2,
        cursor: cursor ?? undefined,
      })
      expect(page.totalCount).toBe(3)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    expect(found).toEqual(all.items.map(({ id }) => id))
    expect((await problemOf(desk.courseList({ cursor: 'x' }))).code).toBe('validation')
  })

  it('shows a trainer only the courses that they teach', async () => {
    const user = await learner(app.db, { roles: ['Teacher'] })
    const mine = await course(app.db)
    const other = await course(app.db)
    const trainerId = await trainer(app.db, { courseIds: [mine.id] })
    await app.db.updateTable('trainers').set({ user_id: user.id }).where('id', '=', trainerId).execute()
    const teacher = apiAs(app, user).courseEditing
    expect((await teacher.courseList({})).items.map(({ id }) => id)).toEqual([mine.id])
    expect((await teacher.editedCourse({ id: mine.id })).id).toBe(mine.id)
    expect((await problemOf(teacher.editedCourse({ id: other.id }))).code).toBe('courseNotFound')
    expect((await problemOf(teacher.courseRevisions({ id: other.id }))).code).toBe('courseNotFound')
    const change = teacher.editCourse({ id: mine.id, version: 1, changes: {} })
    expect((await problemOf(change)).code).toBe('forbidden')
  })
})

describe('an edit', () => {
  it('changes every field, in both languages, and the course page shows it at once', async () => {
    const { id, slug } = await complete()
    const [first, second] = [await trainer(app.db), await trainer(app.db)]
    const { values } = await desk.editedCourse({ id })
    const expected = {
      ...{ category: 2, level: 3, deliveryMethod: 3, hours: 12.5, licence: 'ط-1', trainers: [second, first] },
      ...{ 'name.ar': 'اسم جديد', 'name.en': 'New name', 'summary.ar': 'ملخص جديد', 'description.en': '**bold**' },
      ...{ 'certificate.en': null, 'seoTitle.ar': 'عنوان جديد', 'seoKeywords.ar': 'كلمات', 'coverAlt.ar': 'غلاف' },
      previewVideo: 'https://www.youtube.com/watch?v=abc',
      outcomes: [{ ar: 'مخرج' }, { ar: 'ثان', en: 'Second' }],
      audience: [{ ar: 'جمهور', en: 'Audience' }],
      outline: [{ title: { ar: 'أولى' }, lessons: [{ title: { ar: 'درس' }, minutes: 30 }] }],
      faq: [{ question: { ar: 'س', en: 'Q' }, answer: { ar: 'ج', en: 'A' } }],
    }
    const changes = Object.fromEntries(
      Object.entries(expected).map(([name, to]) => [name, { from: values[name as 'slug'], to }]),
    )
    await edit(id, changes)
    expect((await desk.editedCourse({ id })).values).toMatchObject(expected)
    const { data } = await app.call('GET', `Courses/course-by-slug?slug=${slug}`, { lang: 'en' })
    expect(data).toMatchObject({ name: 'New name', hours: 12.5, level: 3, outcomes: ['مخرج', 'Second'] })
    expect(data.trainers.map((one: { id: number }) => one.id)).toEqual([second, first])
  })

  it('by two people merges different fields; the same field is refused with both texts', async () => {
    const { id } = await complete({ name: { ar: 'قديم', en: 'Old' } })
    const version = 1
    await desk.editCourse({ id, version, changes: { 'name.ar': { from: 'قديم', to: 'أول' } } })
    await desk.editCourse({ id, version, changes: { 'name.en': { from: 'Old', to: 'First' } } })
    const mine = { 'name.ar': { from: 'قديم', to: 'ثان' }, hours: { from: 20, to: 30 } }
    const problem = await problemOf(desk.editCourse({ id, version, changes: mine }))
    expect([problem.code, problem.conflicts]).toEqual([
      'changedMeanwhile',
      { 'name.ar': { yours: 'ثان', theirs: 'أول' } },
    ])
    const { values, version: now } = await desk.editedCourse({ id })
    expect([values['name.ar'], values['name.en'], values.hours, now]).toEqual(['أول', 'First', 20, 3])
  })

  it('at the same moment by many people loses nothing', async () => {
    const { id } = await complete()
    const { values } = await desk.editedCourse({ id })
    const fields = ['name.ar', 'name.en', 'summary.ar', 'summary.en', 'certificate.ar'] as const
    await Promise.all(
      fields.map((field) =>
        desk.editCourse({ id, version: 1, changes: { [field]: { from: values[field], to: field } } }),
      ),
    )
    const after = (await desk.editedCourse({ id })).values
    expect(fields.map((field) => after[field])).toEqual([...fields])
  })

  it('keeps the former address leading to the course', async () => {
    const { id, slug } = await complete({ slug: 'before' })
    await edit(id, { slug: { from: slug, to: 'بعد-التغيير' } })
    const moved = await app.call('GET', 'Courses/course-by-slug?slug=before')
    expect(moved.data).toEqual({ movedTo: 'بعد-التغيير' })
    expect((await desk.editedCourse({ id })).formerSlugs).toEqual(['before'])
    const other = await complete({ slug: 'other' })
    const taken = await problemOf(edit(other.id, { slug: { from: 'other', to: 'بعد-التغيير' } }))
    expect(taken.fields).toEqual({ 'changes.slug.to': ['slugTaken'] })
    await edit(other.id, { slug: { from: 'other', to: 'before' } })
    expect(await isOnSite('before')).toBe(true)
    expect((await desk.editedCourse({ id })).formerSlugs).toEqual([])
  })

  it('removes what word processors put into a text, and keeps paragraphs', async () => {
    const { id } = await complete()
    const pasted = '\u202b\u200fبرنامج\u00a0مكثف\u200e\u202c\r\n\r\nالفقرة\u00ad الثانية \ufeff'
    await edit(id, { 'description.ar': { from: 'وصف', to: pasted } })
    expect((await desk.editedCourse({ id })).values['description.ar']).toBe('برنامج مكثف\n\nالفقرة الثانية')
  })

  it('refuses what is wrong, at its field', async () => {
    const { id } = await complete()
    const fieldsOf = async (changes: Record<string, unknown>) =>
      Object.entries((await problemOf(edit(id, changes as never))).fields ?? {}).map(
        ([name, [why]]) => `${name} ${why}`,
      )
    expect(await fieldsOf({ 'name.ar': { from: 'x', to: ' ' } })).toEqual(['changes.name.ar.to required'])
    expect(await fieldsOf({ hours: { from: 20, to: 0.3 } })).toEqual(['changes.hours.to halfHours'])
    expect(await fieldsOf({ slug: { from: 'x', to: 'a b' } })).toEqual(['changes.slug.to slug'])
    expect(
      await fieldsOf({ trainers: { from: (await desk.editedCourse({ id })).values.trainers, to: [999_999] } }),
    ).toEqual(['changes.trainers.to invalid'])
    expect(await fieldsOf({ 'summary.ar': { from: 'ملخص', to: null } })).toEqual(['changes.summary.ar.to required'])
    expect(await fieldsOf({ priceHalalas: { from: 1, to: 2 } })).toEqual(['changes invalid'])
  })

  it('of a price is for those who handle money', async () => {
    const { id } = await complete()
    const changes = { priceHalalas: { from: 100_000, to: 90_000 }, oldPriceHalalas: { from: null, to: 100_000 } }
    expect((await problemOf(desk.changeCoursePrice({ id, version: 1, changes }))).code).toBe('forbidden')
    await finance.changeCoursePrice({ id, version: 1, changes })
    expect((await desk.editedCourse({ id })).values).toMatchObject({ priceHalalas: 90_000, oldPriceHalalas: 100_000 })
    const lower = { oldPriceHalalas: { from: 100_000, to: 80_000 } }
    expect((await problemOf(finance.changeCoursePrice({ id, version: 2, changes: lower }))).fields).toEqual({
      'changes.oldPriceHalalas.to': ['oldPrice'],
    })
  })

  it('is written down with the fields before and after', async () => {
    const { id } = await complete({ key: 'audited' })
    await edit(id, { hours: { from: 20, to: 24 } })
    expect(await auditOf('audited')).toMatchObject([
      { action: 'course.edit', user_id: editor.id, before: { hours: 20 }, after: { hours: 24 } },
    ])
  })
})

describe('the English of a course', () => {
  it('is stale when the Arabic changes, until it is written anew or confirmed', async () => {
    const { id } = await complete({ name: { ar: 'اسم', en: 'Name' } })
    await edit(id, { 'name.ar': { from: 'اسم', to: 'اسم آخر' }, 'summary.ar': { from: 'ملخص', to: 'ملخص آخر' } })
    const stale = async () => (await desk.editedCourse({ id })).english.map(({ path, state }) => `${path} ${state}`)
    expect(await stale()).toEqual(['name stale', 'summary stale'])
    const listed = await desk.courseList({ english: 'stale', limit: 50 })
    expect(listed.items.find((row) => row.id === id)).toMatchObject({ englishStale: 2, englishMissing: 0 })
    await edit(id, { 'name.en': { from: 'Name', to: 'Other name' } })
    expect(await stale()).toEqual(['summary stale'])
    const { version } = await desk.editedCourse({ id })
    await desk.confirmEnglish({ id, version, paths: ['summary'] })
    expect(await stale()).toEqual([])
    expect((await desk.courseList({ english: 'stale', limit: 50 })).items.some((row) => row.id === id)).toBe(false)
  })
})

it('a copy has the same texts and nothing of the runs, and is not shown', async () => {
  const { id } = await complete({ slug: 'copied', name: { ar: 'أصل', en: 'Original' } })
  const copy = await desk.duplicateCourse({ id })
  const [from, to] = [await desk.editedCourse({ id }), await desk.editedCourse({ id: copy.id })]
  expect(to.values).toEqual({ ...from.values, slug: 'copied-2' })
  expect([to.state, to.key]).toEqual(['draft', 'original'])
})

describe('a cover', () => {
  const send = (id: number, bytes: Uint8Array<ArrayBuffer>, facts: object = {}) =>
    desk.setCourseCover({ id, file: new File([bytes], 'x.jpg'), ...facts })
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#804020' } })
      .jpeg()
      .toBuffer()
      .then((bytes) => new Uint8Array(bytes))

  it('is cut to its shape and stored in sizes, with its alternative text', async () => {
    const { id } = await complete()
    const { cover } = await send(id, await picture(2000, 2000), { 'coverAlt.ar': 'قاعة', 'coverAlt.en': 'A hall' })
    expect(cover).toMatch(/^\/media\/[\w-]+\/cover-1600x880\.webp$/)
    const { values } = await desk.editedCourse({ id })
    expect([values.cover, values['coverAlt.ar'], values['coverAlt.en']]).toEqual([cover, 'قاعة', 'A hall'])
    for (const name of [cover, ...[480, 960, 1600].flatMap((wide) => [`${wide}.avif`, `${wide}.webp`])]) {
      const address = name.startsWith('/') ? name : cover.replace(/[^/]+$/, name)
      expect((await fetch(app.address + address)).status).toBe(200)
    }
  })

  it('of 5,000 × 5,000 pixels is taken, within little memory; of more than 40 million it is refused', async () => {
    const { id } = await complete()
    const large = await picture(5000, 5000)
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 2)
    expect((await send(id, large)).cover).toContain('cover-1600x880')
    clearInterval(watch)
    expect((peak - before) / 2 ** 20).toBeLessThan(MAX_PICTURE_MEGABYTES)
    expect((await problemOf(send(id, await picture(6400, 6400)))).fields).toEqual({ file: ['picturePixels:40'] })
  })

  it('that is no picture is refused', async () => {
    const { id } = await complete()
    expect((await problemOf(send(id, new TextEncoder().encode('<svg/>')))).fields).toEqual({ file: ['pictureType'] })
    const broken = (await picture(300, 300)).subarray(0, 400)
    expect((await problemOf(send(id, new Uint8Array(broken)))).fields).toEqual({ file: ['pictureBroken'] })
  })
})

describe('revisions', () => {
  it('are compared and restored; prices and the address stay', async () => {
    const { id, slug } = await complete({ name: { ar: 'أول', en: 'One' } })
    await edit(id, {
      'name.ar': { from: 'أول', to: 'ثان' },
      outcomes: { from: [{ ar: 'مخرج', en: 'Outcome' }], to: [{ ar: 'آخر' }] },
    })
    await finance.changeCoursePrice({ id, version: 2, changes: { priceHalalas: { from: 100_000, to: 50_000 } } })
    const steps = async (cursor?: string) => {
      const { items, next } = await desk.courseRevisions({ id, limit: 2, cursor })
      return { steps: items.map(({ version, action }) => [version, action]), next }
    }
    const newest = await steps()
    expect(newest.steps).toEqual([
      [3, 'price'],
      [2, 'edit'],
    ])
    expect(await steps(newest.next!)).toEqual({ steps: [[1, 'import']], next: null })
    expect(await desk.compareCourse({ id, from: 1, to: 2 })).toEqual([
      { field: 'name.ar', from: 'أول', to: 'ثان' },
      { field: 'outcomes', from: [{ ar: 'مخرج', en: 'Outcome' }], to: [{ ar: 'آخر' }] },
    ])
    await desk.restoreCourse({ id, revision: 1 })
    const { values, version } = await desk.editedCourse({ id })
    expect([values['name.ar'], values.priceHalalas, values.slug, version]).toEqual(['أول', 50_000, slug, 4])
  })

  it('cannot be changed or deleted in the database', async () => {
    const { id } = await complete()
    await edit(id, { hours: { from: 20, to: 22 } })
    const rows = app.db.updateTable('revisions').set({ because: 'x' }).where('key', '=', String(id))
    await expect(rows.execute()).rejects.toThrow('never changed')
    await expect(app.db.deleteFrom('revisions').where('key', '=', String(id)).execute()).rejects.toThrow(
      'never changed',
    )
  })
})
