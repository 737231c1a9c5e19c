import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { problemOf, startCourseDesk } from '../../../tests/support/course-desk.ts'
import { course, learner, order, specialization } from '../../../tests/support/factories.ts'
import { SCHEDULE } from '../../composition/tasks.server.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { indexCourses } from '../catalogue/offers.server.ts'
import { publishDueCourseDrafts } from './drafts.server.ts'
import { publishDue } from './publishing.server.ts'

const { app, editor, desk, complete, isOnSite, edit } = await startCourseDesk()
afterAll(() => app.stop())

/** Where visitors and search engines meet a course, by its slug. */
const places = (slug: string) => ({
  page: `/api/Courses/course-by-slug?slug=${slug}`,
  latest: '/api/Courses/latest-courses',
  list: `/api/Courses/basic-courses-paginated?SearchTerm=${slug}`,
  suggestions: `/api/Search/suggest?q=${slug}`,
  sitemap: '/sitemap-ar-courses.xml',
})
const placesWith = async (slug: string) => {
  await app.waitForSync()
  const found = Object.entries(places(slug)).map(async ([name, path]) => {
    const answer = await fetch(app.address + path)
    return answer.ok && (await answer.text()).includes(`${slug}`) ? [name] : []
  })
  return (await Promise.all(found)).flat()
}

describe('publication', () => {
  it('is refused while something is missing, with the fields', async () => {
    const field = await specialization(app.db)
    const { id } = await desk.addCourse({
      ...{ 'name.ar': 'دورة جديدة', 'name.en': 'A new course', specializationId: field },
      ...{ category: 1, level: 1, deliveryMethod: 2, hours: 10 },
    })
    const added = await desk.editedCourse({ id })
    expect([added.key, added.values.slug, added.state]).toEqual(['a-new-course', 'دورة-جديدة', 'draft'])
    const problem = await problemOf(desk.publishCourse({ id }))
    expect([problem.code, Object.keys(problem.fields ?? {})]).toEqual(['courseIncomplete', added.missing])
    expect(added.missing).toEqual([
      'summary.ar',
      'description.ar',
      'certificate.ar',
      'cover',
      'outcomes',
      'outline',
      'trainers',
    ])
  })

  it('shows the course at once, and unpublishing hides it; each can be undone for ten minutes', async () => {
    const { id, slug } = await complete({ publishedAt: null })
    expect(await isOnSite(slug)).toBe(false)
    await desk.publishCourse({ id })
    expect(await isOnSite(slug)).toBe(true)
    const { version, undo } = await desk.editedCourse({ id })
    expect(undo?.action).toBe('publish')
    await desk.undoCourse({ id, version })
    expect(await isOnSite(slug)).toBe(false)
    await desk.publishCourse({ id })
    await desk.unpublishCourse({ id })
    expect(await isOnSite(slug)).toBe(false)
    app.advance(11 * MINUTE_MS)
    const late = await desk.editedCourse({ id })
    expect(late.undo).toBeNull()
    expect((await problemOf(desk.undoCourse({ id, version: late.version }))).code).toBe('nothingToUndo')
  })

  it('leaves the search result empty that nobody wrote: it is the name and the summary of the course', async () => {
    const { id, slug } = await complete({ publishedAt: null, name: { ar: 'قديم', en: 'Old' } })
    await edit(id, {
      'seoTitle.ar': { from: 'عنوان', to: null },
      'seoTitle.en': { from: 'Title', to: null },
      'seoDescription.ar': { from: 'وصف', to: null },
      'seoDescription.en': { from: 'Description', to: null },
    })
    await desk.publishCourse({ id })
    await edit(id, { 'name.en': { from: 'Old', to: 'New' } })
    const { values } = await desk.editedCourse({ id })
    expect([values['seoTitle.en'], values['seoDescription.ar']]).toEqual([null, null])
    const seo = async (lang: 'ar' | 'en') =>
      (await app.call('GET', `Courses/course-by-slug?slug=${slug}`, { lang })).data.seo
    expect([(await seo('en')).metaTitle, (await seo('ar')).metaTitle]).toEqual(['New', 'قديم'])
    expect((await seo('en')).metaDescription).toBe(values['summary.en'])
  })

  it('at a later time is done by a job, and nothing shows the course before', async () => {
    const name = 'Zanzibar'
    const { id, slug } = await complete({ publishedAt: null, slug: 'zanzibar', name: { ar: name, en: name } })
    const at = new Date(app.services.now().getTime() + HOUR_MS).toISOString()
    expect((await desk.publishCourse({ id, at })).state).toBe('scheduled')
    const past = await problemOf(desk.publishCourse({ id, at: '2020-01-01T00:00:00Z' }))
    expect(past.fields).toEqual({ at: ['timePast'] })
    await publishDue(app.services)
    expect(await placesWith(slug)).toEqual([])
    app.advance(HOUR_MS - MINUTE_MS)
    await publishDue(app.services)
    expect(await placesWith(slug)).toEqual([])
    app.advance(MINUTE_MS)
    await Promise.all([publishDue(app.services), publishDue(app.services)])
    await indexCourses(app.services)
    expect(await placesWith(slug)).toEqual(Object.keys(places(slug)))
    // Within a minute of its time.
    expect(SCHEDULE).toMatch(/^\* \* \* \* \* publishDue\b/m)
    const { items: revisions } = await desk.courseRevisions({ id })
    expect(revisions.map(({ action, by }) => [action, by])).toEqual([
      ['publish', null],
      ['schedule', editor.userName],
      ...(revisions.length > 3 ? [['edit', editor.userName]] : []),
      ['import', null],
    ])
  })

  it('of a course without a price is for those who set prices', async () => {
    const { id } = await complete({ publishedAt: null, priceHalalas: 0 })
    expect((await problemOf(desk.publishCourse({ id }))).code).toBe('priceUndecided')
    const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] })).courseEditing
    expect((await admin.publishCourse({ id })).state).toBe('published')
  })

  it('ends only by somebody who knows of the orders that wait for payment', async () => {
    const { id, slug } = await complete({ delivery: 2 })
    await order(app.db, {
      courseId: id,
      status: 'pending',
      expiresAt: new Date(app.services.now().getTime() + HOUR_MS),
    })
    const problem = await problemOf(desk.unpublishCourse({ id }))
    expect([problem.code, problem.detail]).toEqual(['ordersOpen', { count: 1 }])
    expect(await isOnSite(slug)).toBe(true)
    expect((await desk.editedCourse({ id })).openOrders).toBe(1)
    await desk.unpublishCourse({ id, openOrders: 1 })
    expect(await isOnSite(slug)).toBe(false)
  })

  it('of many courses answers for each', async () => {
    const ready = await complete({ publishedAt: null, name: { ar: 'جاهزة', en: 'Ready' } })
    const empty = await course(app.db, { publishedAt: null })
    const { rows } = await desk.publishCourses({ ids: [ready.id, empty.id, 999_999], action: 'publish' })
    expect(rows).toMatchObject([
      { id: ready.id, name: 'Ready', isDone: true, code: null },
      { id: empty.id, isDone: false, code: 'courseIncomplete', reason: expect.stringContaining('missing fields') },
      { id: 999_999, name: null, isDone: false, code: 'courseNotFound' },
    ])
    expect(await isOnSite(ready.slug)).toBe(true)
  })

  it('of many courses is undone as one, but not where it had changed nothing', async () => {
    const [fresh, out] = [await complete({ publishedAt: null }), await complete()]
    const { rows } = await desk.publishCourses({ ids: [fresh.id, out.id], action: 'publish' })
    expect(rows.map(({ canUndo }) => canUndo)).toEqual([true, false])
    const undone = await desk.publishCourses({ ids: [fresh.id, out.id], action: 'undo' })
    expect(undone.rows.map(({ code }) => code)).toEqual([null, 'nothingToUndo'])
    expect([await isOnSite(fresh.slug), await isOnSite(out.slug)]).toEqual([false, true])
  })

  it('ends for many courses in the archive as well, but for none that waits for a payment; it can be undone', async () => {
    const [out, draft] = [await complete(), await complete({ publishedAt: null })]
    const awaited = await complete({ delivery: 2 })
    await order(app.db, {
      userId: (await learner(app.db)).id,
      courseId: awaited.id,
      status: 'pending',
      expiresAt: new Date(app.services.now().getTime() + HOUR_MS),
    })
    const ids = [out.id, draft.id, awaited.id, 999_999]
    const states = async () => Promise.all(ids.slice(0, 3).map(async (id) => (await desk.editedCourse({ id })).state))
    const { rows } = await desk.publishCourses({ ids, action: 'archive' })
    expect(rows.map(({ id, isDone, canUndo, code }) => [id, isDone, canUndo, code])).toEqual([
      [out.id, true, true, null],
      [draft.id, true, true, null],
      [awaited.id, false, false, 'ordersOpen'],
      [999_999, false, false, 'courseNotFound'],
    ])
    expect([await states(), await isOnSite(out.slug)]).toEqual([['archived', 'archived', 'published'], false])
    // Twice changes nothing, and what changed nothing is not undone.
    const again = await desk.publishCourses({ ids: [out.id], action: 'archive' })
    expect(again.rows).toMatchObject([{ isDone: true, canUndo: false }])
    const undone = await desk.publishCourses({ ids: ids.slice(0, 3), action: 'undo' })
    expect(undone.rows.map(({ code }) => code)).toEqual([null, null, 'nothingToUndo'])
    expect([await states(), await isOnSite(out.slug)]).toEqual([['published', 'draft', 'published'], true])
  })

  it('of all that match is done for those that were counted, or for none', async () => {
    const name = { ar: 'جملة متطابقة', en: 'Bulk of one kind' }
    const courses = await Promise.all(Array.from({ length: 3 }, () => complete({ publishedAt: null, name })))
    const matching = { query: 'Bulk of one kind', state: 'draft' as const }
    const stale = await problemOf(desk.publishCourses({ matching: { ...matching, count: 2 }, action: 'publish' }))
    expect(stale.code).toBe('previewStale')
    const more = await problemOf(desk.publishCourses({ matching: { ...matching, count: 4 }, action: 'publish' }))
    expect(more.code).toBe('previewStale')
    expect(await isOnSite(courses[0]!.slug)).toBe(false)
    const { rows } = await desk.publishCourses({ matching: { ...matching, count: 3 }, action: 'publish' })
    expect(rows.map(({ id, isDone }) => [id, isDone]).sort()).toEqual(courses.map(({ id }) => [id, true]).sort())
    expect((await problemOf(desk.publishCourses({ action: 'publish' }))).code).toBe('validation')
    expect((await problemOf(desk.publishCourses({ matching: { count: 501 }, action: 'publish' }))).code).toBe(
      'validation',
    )
  })

  it('ends in the archive, from which a course comes back unpublished', async () => {
    const { id, slug } = await complete()
    await desk.archiveCourse({ id })
    expect([(await desk.editedCourse({ id })).state, await isOnSite(slug)]).toEqual(['archived', false])
    expect((await problemOf(desk.publishCourse({ id }))).code).toBe('courseArchived')
    await desk.unarchiveCourse({ id })
    expect((await desk.editedCourse({ id })).state).toBe('draft')
  })
})

describe('a draft', () => {
  let id: number
  let slug: string
  beforeEach(async () => {
    ;({ id, slug } = await complete({ name: { ar: 'منشور', en: 'Published' } }))
  })
  const changes = { 'name.en': { from: 'Published', to: 'Secret draft' } }

  it('appears nowhere in public, and its preview shows the page with it', async () => {
    await desk.saveCourseDraft({ id, version: 1, changes })
    for (const path of [
      `Courses/course-by-slug?slug=${slug}`,
      'Courses/latest-courses',
      'Search/suggest?q=Secret',
      'Courses/basic-courses-paginated?SearchTerm=Secret',
    ])
      expect(JSON.stringify((await app.call('GET', path, { lang: 'en' })).data)).not.toContain('Secret draft')
    const { address } = await desk.previewCourse({ id })
    const token = new URL(address, 'http://x').searchParams.get('preview')!
    const preview = await app.call('GET', `Courses/preview?token=${token}`, { lang: 'en' })
    expect(preview.data.name).toBe('Secret draft')
    const picture = async (path: string) => fetch(app.address + path)
    const { sharePictures } = await desk.previewCourse({ id })
    const shared = await picture(sharePictures.en)
    expect([shared.status, shared.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const published = await picture(`/share/en/courses/${id}.png`)
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
    expect((await bytesOf(shared)).equals(await bytesOf(published))).toBe(false)
    expect((await picture(sharePictures.en.replace(`${id}.png`, '999.png'))).status).toBe(404)
    expect((await picture(`/share/en/courses/${id}.png?preview=${'x'.repeat(60)}`)).status).toBe(404)
    const forged = await app.call('GET', `Courses/preview?token=${token.replace(/^\d+/, '999')}`)
    expect(forged.error.code).toBe('courseNotFound')
    app.advance(25 * HOUR_MS)
    expect((await app.call('GET', `Courses/preview?token=${token}`)).status).toBe(404)
    expect((await picture(sharePictures.en)).status).toBe(404)
  })

  it('shows a course that is not published at all', async () => {
    const hidden = await complete({ publishedAt: null })
    const { address } = await desk.previewCourse({ id: hidden.id })
    const token = new URL(address, 'http://x').searchParams.get('preview')
    expect((await app.call('GET', `Courses/preview?token=${token}`)).data.id).toBe(hidden.id)
  })

  it('is written into the course, with what others changed meanwhile', async () => {
    await desk.saveCourseDraft({ id, version: 1, changes })
    await edit(id, { hours: { from: 20, to: 40 } })
    await desk.publishCourseDraft({ id })
    const { values, draft } = await desk.editedCourse({ id })
    expect([values['name.en'], values.hours, draft]).toEqual(['Secret draft', 40, null])
    expect((await problemOf(desk.publishCourseDraft({ id }))).code).toBe('noDraft')
  })

  it('loses what is saved otherwise, and ends when nothing is left of it', async () => {
    await desk.saveCourseDraft({ id, version: 1, changes: { ...changes, hours: { from: 20, to: 40 } } })
    await edit(id, { 'name.en': { from: 'Published', to: 'Another' } })
    expect(Object.keys((await desk.editedCourse({ id })).draft!.changes)).toEqual(['hours', 'name.en'])
    await edit(id, { hours: { from: 20, to: 40 } })
    expect(Object.keys((await desk.editedCourse({ id })).draft!.changes)).toEqual(['name.en'])
    await edit(id, { 'name.en': { from: 'Another', to: 'Secret draft' } })
    expect((await desk.editedCourse({ id })).draft).toBeNull()
  })

  const textNow = async () => (await app.call('GET', `Courses/course-by-slug?slug=${slug}`, { lang: 'en' })).data.name
  const at = () => new Date(app.services.now().getTime() + 2 * HOUR_MS)

  it('is published by a job at its time, while visitors see the course as it is', async () => {
    const time = at()
    expect((await problemOf(desk.scheduleCourseDraft({ id, at: time.toISOString() }))).code).toBe('noDraft')
    await desk.saveCourseDraft({ id, version: 1, changes })
    const past = await problemOf(desk.scheduleCourseDraft({ id, at: '2020-01-01T00:00:00Z' }))
    expect(past.fields).toEqual({ at: ['timePast'] })
    expect(await desk.scheduleCourseDraft({ id, at: time.toISOString() })).toEqual({ publishAt: time.toISOString() })
    expect((await desk.editedCourse({ id })).draft?.publishAt).toBe(time.toISOString())
    await publishDueCourseDrafts(app.services)
    expect(await textNow()).toBe('Published')
    const due = { ...app.services, now: () => time }
    await Promise.all([publishDueCourseDrafts(due), publishDueCourseDrafts(due)])
    expect(await textNow()).toBe('Secret draft')
    expect((await desk.editedCourse({ id })).draft).toBeNull()
    expect(SCHEDULE).toMatch(/^\* \* \* \* \* publishDueCourseDrafts\b/m)
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'course.%draft')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['course.schedule-draft', 'course.publish-draft']),
    )
  })

  it('waits for a person when its schedule was cancelled, or the course changed before its time', async () => {
    const time = at()
    const due = { ...app.services, now: () => time }
    await desk.saveCourseDraft({ id, version: 1, changes })
    await desk.scheduleCourseDraft({ id, at: time.toISOString() })
    expect(await desk.scheduleCourseDraft({ id })).toEqual({ publishAt: null })
    await publishDueCourseDrafts(due)
    expect(await textNow()).toBe('Published')
    await desk.scheduleCourseDraft({ id, at: time.toISOString() })
    await edit(id, { 'name.en': { from: 'Published', to: 'Newer' } })
    await publishDueCourseDrafts(due)
    expect(await textNow()).toBe('Newer')
    const missed = { publishAt: null, missedAt: time.toISOString(), missedBecause: 'changed' }
    expect((await desk.editedCourse({ id })).draft).toMatchObject(missed)
  })

  it('is not scheduled with what cannot be published', async () => {
    const taken = { from: slug, to: (await complete()).slug }
    await desk.saveCourseDraft({ id, version: 1, changes: { slug: taken } })
    const problem = await problemOf(desk.scheduleCourseDraft({ id, at: at().toISOString() }))
    expect(problem.fields).toEqual({ 'changes.slug.to': ['slugTaken'] })
    expect((await desk.editedCourse({ id })).draft?.publishAt).toBeNull()
  })

  it('is refused when its field became something else meanwhile, and is kept', async () => {
    await desk.saveCourseDraft({ id, version: 1, changes })
    await edit(id, { 'name.en': { from: 'Published', to: 'Newer' } })
    const problem = await problemOf(desk.publishCourseDraft({ id }))
    expect(problem.conflicts).toEqual({ 'name.en': { yours: 'Secret draft', theirs: 'Newer' } })
    expect((await desk.editedCourse({ id })).draft?.changes).toEqual(changes)
  })

  it('of two people: the second sees the first one’s before anything is lost', async () => {
    const { draftVersion } = await desk.saveCourseDraft({ id, version: 1, changes })
    const other = { 'name.en': { from: 'Published', to: 'Mine' } }
    const problem = await problemOf(desk.saveCourseDraft({ id, version: 1, changes: other }))
    expect(problem.conflicts).toEqual({ 'name.en': { yours: 'Mine', theirs: 'Secret draft' } })
    const hours = { hours: { from: 20, to: 40 } }
    await desk.scheduleCourseDraft({ id, at: at().toISOString() })
    const added = await desk.saveCourseDraft({ id, version: 1, changes: hours })
    expect(added).toEqual({ draftVersion: draftVersion + 1, isAdded: true, isUnscheduled: true })
    expect((await desk.editedCourse({ id })).draft).toMatchObject({
      changes: { ...changes, ...hours },
      publishAt: null,
    })
    await desk.saveCourseDraft({ id, version: 1, draftVersion: added.draftVersion, changes: other })
    expect((await desk.editedCourse({ id })).draft).toMatchObject({ changes: other, updatedBy: editor.userName })
    await desk.discardCourseDraft({ id })
    const gone = await desk.editedCourse({ id })
    expect([gone.draft, gone.discardedDraft?.updatedBy]).toEqual([null, editor.userName])
    await desk.restoreCourseDraft({ id })
    expect((await desk.editedCourse({ id })).draft).toMatchObject({ changes: other })
  })
})
