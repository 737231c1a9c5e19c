/** The media library: what is sent once, what shows it, and what becomes of it. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { problemOf } from '../../../tests/support/course-desk.ts'
import { course, learner, trainer } from '../../../tests/support/factories.ts'
import { article, tag } from '../../../tests/support/writing.ts'
import type { Api } from '../../api/contract.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { sweepFiles } from '../files/files.server.ts'
import { registerUsed } from '../pictures/library.server.ts'
import { sweepMedia } from './sweep.server.ts'

let app: TestApp
let api: Api
/** How far the clock of the sweeping is ahead. */
let ahead = 0

beforeAll(async () => {
  app = await startTestApp()
  api = apiAs(app, await learner(app.db, { roles: ['Content'] }))
})
afterAll(() => app.stop())

const COLOURS = ['#14594b', '#d99a1c', '#8a3c12', '#1f3b63', '#0d3a31', '#5a6762', '#a3261e', '#1c6b45']
let colours = 0
async function picture(name: string, { width = 300, height = 300 } = {}) {
  const background = COLOURS[colours++ % COLOURS.length]!
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}
const add = async (name: string, size?: { width: number; height: number }) =>
  api.media.addMedia({ file: await picture(name, size) })
const storedAt = (address: string) => app.services.storage.sizeOf(address.slice(1))
const idsOf = async (filter: object) => (await api.media.mediaList(filter as never)).items.map(({ id }) => id)

async function anArticle(body: string, english?: string) {
  const { id } = await article(app.db, {
    tags: [await tag(app.db, 'وسم')],
    body: { ar: body, ...(english ? { en: english } : {}) },
  })
  await app.db
    .updateTable('articles')
    .set({ key: `article-${id}` })
    .where('id', '=', id)
    .execute()
  return id
}
const bodyOf = async (id: number) => (await api.articleEditing.editedArticle({ id })).values['body.ar']

async function edit(id: number, to: string) {
  const { version, values } = await api.articleEditing.editedArticle({ id })
  await api.articleEditing.editArticle({
    id,
    version,
    changes: { 'body.ar': { from: values['body.ar'], to } },
  } as never)
}

async function sweep(days: number) {
  ahead = days * DAY_MS
  const log = { warn: () => undefined } as never
  const services = { ...app.services, log, now: () => new Date(Date.now() + ahead) }
  await sweepMedia(services)
  await sweepFiles(services)
}

describe('a picture that is sent', () => {
  it('is in the library once, with its sizes, and found by its name and its words', async () => {
    const file = await picture('صورة القاعة.png', { width: 1800, height: 900 })
    const first = await api.media.addMedia({ file })
    expect(first).toMatchObject({ isNew: true, width: 1800, height: 900, fileName: 'صورة القاعة.png', alt: null })
    expect(first.address).toMatch(/^\/media\/[\w-]+\/picture-1600x800\.webp$/)
    expect(await storedAt(first.address.replace(/[^/]+$/, '480.avif'))).toBeGreaterThan(0)
    const again = await api.media.addMedia({ file: new File([file], 'other.png') })
    expect([again.isNew, again.id]).toEqual([false, first.id])
    const words = { 'alt.ar': { from: null, to: 'مقاعد ولوح' }, 'alt.en': { from: null, to: 'Seats and a board' } }
    await api.media.changeMedia({ id: first.id, version: 1, changes: words })
    for (const query of ['القاعه', 'مقاعد', 'board']) expect(await idsOf({ query })).toEqual([first.id])
    expect(await idsOf({ state: 'noAlt' })).not.toContain(first.id)
    expect(await idsOf({ kind: 'drawing' })).toEqual([])
  })

  it('is refused by what it is, not by its name', async () => {
    const reason = async (bytes: Uint8Array) =>
      (await problemOf(api.media.addMedia({ file: new File([new Uint8Array(bytes)], 'a.png') }))).fields
    expect(await reason(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({ file: ['pictureType'] })
    const whole = new Uint8Array(await (await picture('a.png')).arrayBuffer())
    expect(await reason(whole.subarray(0, 60))).toEqual({ file: ['pictureBroken'] })
    const huge = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await reason(huge)).toEqual({ file: ['picturePixels:40'] })
  })

  it('has English words only beside Arabic ones, and two editors do not overwrite each other', async () => {
    const { id } = await add('words.png')
    const change = (version: number, changes: object) => api.media.changeMedia({ id, version, changes } as never)
    const alone = await problemOf(change(1, { 'alt.en': { from: null, to: 'A hall' } }))
    expect(alone.fields).toEqual({ 'changes.alt.ar.to': ['required'] })
    await change(1, { focusX: { from: 0.5, to: 0.2 } })
    await change(1, { 'alt.ar': { from: null, to: 'قاعة' } })
    expect((await problemOf(change(1, { focusX: { from: 0.5, to: 0.9 } }))).code).toBe('changedMeanwhile')
    expect((await api.media.mediaItem({ id })).values).toMatchObject({ focusX: 0.2, 'alt.ar': 'قاعة' })
    expect((await problemOf(change(1, { focusY: { from: 0.5, to: 3 } }))).code).toBe('validation')
  })
})

describe('a place for a picture', () => {
  it('shows the part around the focus point, cut once', async () => {
    const { id: courseId } = await course(app.db, {})
    const { id } = await add('tall.png', { width: 500, height: 1000 })
    await api.media.changeMedia({ id, version: 1, changes: { focusY: { from: 0.5, to: 0 } } })
    const { cover } = await api.courseEditing.chooseCourseCover({ id: courseId, mediaId: id })
    expect(cover).toMatch(/\/cover-500x275\.webp$/)
    const articleId = await anArticle('نص')
    expect((await api.articleEditing.chooseArticleCover({ id: articleId, mediaId: id })).cover).toBe(cover)
    const trainerId = await trainer(app.db, { courseIds: [courseId] })
    const { picture: portrait } = await api.trainers.chooseTrainerPicture({ id: trainerId, mediaId: id })
    expect(portrait).toMatch(/\/portrait-500x500\.webp$/)
    const item = await api.media.mediaItem({ id })
    expect([item.useCount, item.uses.map(({ source, path }) => [source, path])]).toEqual([
      3,
      [
        ['article', `articles/${articleId}`],
        ['course', `courses/${courseId}`],
        ['trainer', `trainers/${trainerId}`],
      ],
    ])
    const missing = api.courseEditing.chooseCourseCover({ id: courseId, mediaId: 999_999 })
    expect((await problemOf(missing)).code).toBe('mediaNotFound')
  })

  it('keeps what is sent for it whole in the library, too', async () => {
    const { id } = await course(app.db, {})
    const file = await picture('for-a-course.png')
    const { cover } = await api.courseEditing.setCourseCover({ id, file })
    const [found] = (await api.media.mediaList({ query: 'for-a-course' } as never)).items
    expect(found).toMatchObject({ width: 300, height: 300, useCount: 1 })
    expect(found!.address).not.toBe(cover)
  })
})

describe('the words of the library', () => {
  it('stand where an article has none of its own, in the reader’s language', async () => {
    const { id, address } = await add('chart.png')
    const articleId = await anArticle(`![](${address}) ![خاص](${address})`)
    await api.articleEditing.chooseArticleCover({ id: articleId, mediaId: id })
    const { slug } = (await api.articleEditing.editedArticle({ id: articleId })).values
    const page = async (lang: 'ar' | 'en') => {
      await app.waitForSync()
      const { data } = await app.call('GET', `Articles/article-by-id?id=${encodeURIComponent(slug)}`, { lang })
      return [data.imageAlt, [...data.body.matchAll(/alt="([^"]*)"/g)].map(([, alt]: string[]) => alt)]
    }
    expect(await page('ar')).toEqual(['', ['', 'خاص']])
    const changes = { 'alt.ar': { from: null, to: 'رسم بياني' }, 'alt.en': { from: null, to: 'A chart' } }
    await api.media.changeMedia({ id, version: 1, changes })
    expect(await page('ar')).toEqual(['رسم بياني', ['رسم بياني', 'خاص']])
    expect(await page('en')).toEqual(['A chart', ['A chart', 'خاص']])
  })
})

describe('a picture that is replaced', () => {
  it('is another one in every record, draft and cut at once, with a revision of each', async () => {
    const old = await add('old.png', { width: 400, height: 400 })
    await api.media.changeMedia({ id: old.id, version: 1, changes: { 'alt.ar': { from: null, to: 'مبنى' } } })
    const { id: courseId } = await course(app.db, {})
    const { cover } = await api.courseEditing.chooseCourseCover({ id: courseId, mediaId: old.id })
    const articleId = await anArticle(`قبل ![مبنى](${old.address}) بعد`, 'Before and after')
    const { version, values } = await api.articleEditing.editedArticle({ id: articleId })
    const draft = { 'body.ar': { from: values['body.ar'], to: `مسودة ![](${old.address})` } }
    await api.articleEditing.saveArticleDraft({ id: articleId, version, changes: draft } as never)
    const logo = { kind: 'partner', key: 'p-1', name: JSON.stringify({ ar: 'شريك' }), position: 1 }
    await app.db
      .insertInto('organisations')
      .values({ ...logo, logo: old.address })
      .execute()
    const items = [{ title: { ar: 'بند' }, image: old.address }]
    await app.db
      .insertInto('pages')
      .values({
        ...{
          code: 'about-us',
          title: JSON.stringify({ ar: 'عن' }),
          description: JSON.stringify({ ar: 'عن' }),
          image: cover,
        },
        ...{ sections: JSON.stringify([{ key: 'one', items }]), updated_at: new Date() },
      })
      .execute()
    expect((await api.media.mediaItem({ id: old.id })).useCount).toBe(5)

    const { id, changed } = await api.media.replaceMedia({ id: old.id, file: await picture('new.png') })
    expect(changed).toBe(5)
    const next = await api.media.mediaItem({ id })
    expect([next.useCount, next.alt]).toEqual([5, { ar: 'مبنى' }])
    expect(await bodyOf(articleId)).toBe(`قبل ![مبنى](${next.address}) بعد`)
    expect((await api.articleEditing.editedArticle({ id: articleId })).english).not.toContainEqual({
      ...{ path: 'body', state: 'stale' },
    })
    const course2 = await api.courseEditing.editedCourse({ id: courseId })
    expect(course2.values.cover).toMatch(/\/cover-300x165\.webp$/)
    const page = await app.db.selectFrom('pages').selectAll().where('code', '=', 'about-us').executeTakeFirstOrThrow()
    expect([page.image, page.sections[0]!.items[0]!.image]).toEqual([course2.values.cover, next.address])
    const { version: pageVersion } = await api.pageEditing.editedPage({ code: 'about-us' })
    expect(pageVersion).toBe(2)
    const pageSteps = (await api.pageEditing.pageRevisions({ code: 'about-us', limit: 5 } as never)).items
    expect(pageSteps.map(({ action }) => action)).toEqual(['picture', 'import'])
    expect(next.uses.find(({ source }) => source === 'page')?.path).toBe('pages/about-us')
    await api.articleEditing.publishArticleDraft({ id: articleId })
    expect(await bodyOf(articleId)).toBe(`مسودة ![](${next.address})`)
    const steps = (await api.articleEditing.articleRevisions({ id: articleId, limit: 5 } as never)).items
    expect(steps.map(({ action }) => action)).toContain('picture')
    expect(await api.media.mediaItem({ id: old.id })).toMatchObject({ isDropped: true, replacedBy: id, useCount: 0 })
    const audit = await app.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute()
    expect(audit.find(({ action }) => action === 'media.replace')?.detail).toMatchObject({ replacedBy: id })
    const same = api.media.replaceMedia({ id, file: await sameAs(next.address) })
    expect((await problemOf(same)).fields).toEqual({ file: ['samePicture'] })
  })

  /** The file that a picture of the library was sent as. */
  async function sameAs(address: string) {
    const row = await app.db
      .selectFrom('media')
      .innerJoin('stored_files', 'stored_files.id', 'media.original_file')
      .select('names')
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    const bytes = await app.services.storage.get(row.names[0]!)
    return new File([new Uint8Array(bytes!)], 'again.png')
  }
})

describe('a picture that nothing shows', () => {
  it('leaves the library, can be brought back, and is deleted with its file after thirty days', async () => {
    const [used, unused] = [await add('used.png'), await add('unused.png')]
    await anArticle(`![](${used.address})`)
    expect(await idsOf({ state: 'unused' })).toContain(unused.id)
    expect(await idsOf({ state: 'unused' })).not.toContain(used.id)
    const ids = [used.id, unused.id]
    expect(await api.media.dropMedia({ ids })).toEqual({ dropped: [unused.id], kept: [used.id] })
    expect(await api.media.takeBackMedia({ ids })).toEqual({ back: [unused.id] })
    await api.media.dropMedia({ ids: [unused.id] })
    expect(await idsOf({ state: 'dropped' })).toContain(unused.id)
    await sweep(29)
    expect(await storedAt(unused.address)).toBeGreaterThan(0)
    const originals = () => app.db.selectFrom('stored_files').select('id').where('purpose', '=', 'media').execute()
    const before = (await originals()).length
    await sweep(31)
    expect(await storedAt(unused.address)).toBeUndefined()
    expect((await originals()).length).toBeLessThan(before)
    expect(await storedAt(used.address)).toBeGreaterThan(0)
    expect((await problemOf(api.media.mediaItem({ id: unused.id }))).code).toBe('mediaNotFound')
  })

  it('stays when somebody takes it back meanwhile, and one that fails keeps no other', async () => {
    const ids: number[] = []
    const addresses: string[] = []
    for (const [place, name] of ['fails.png', 'back.png', 'gone.png'].entries()) {
      const { id, address } = await add(name, { width: 201 + place, height: 200 })
      ids.push(id)
      addresses.push(address)
    }
    await api.media.dropMedia({ ids })
    const { storage } = app.services
    const list: typeof storage.list = async function* (prefix) {
      if (prefix === `${addresses[0]!.slice(1, addresses[0]!.lastIndexOf('/'))}/`) {
        await api.media.takeBackMedia({ ids: [ids[1]!] })
        throw new Error('Storage does not answer.')
      }
      yield* storage.list(prefix)
    }
    const failing = new Proxy(storage, { get: (of, name) => (name === 'list' ? list : Reflect.get(of, name)) })
    const now = () => new Date(Date.now() + 31 * DAY_MS)
    await expect(sweepMedia({ ...app.services, storage: failing, now })).rejects.toThrow('1 of these failed')
    const stored = await Promise.all(addresses.map(storedAt))
    expect(stored.map((bytes) => bytes !== undefined)).toEqual([true, true, false])
    expect(await api.media.mediaItem({ id: ids[1]! })).toMatchObject({ isDropped: false })
  })

  it('keeps its files while a policy showed it in one of its versions', async () => {
    const { id, address } = await add('policy.png', { width: 211, height: 200 })
    const sections = JSON.stringify([{ key: 'one', image: address, items: [] }])
    const text = JSON.stringify({ ar: 'سياسة' })
    await app.db
      .insertInto('pages')
      .values({ code: 'attendance-policy', title: text, description: text, sections, updated_at: new Date() })
      .execute()
    await app.db.updateTable('pages').set({ sections: '[]' }).where('code', '=', 'attendance-policy').execute()
    expect(await api.media.mediaItem({ id })).toMatchObject({ useCount: 0, isInHistory: true })
    await api.media.dropMedia({ ids: [id] })
    await sweep(60)
    expect(await storedAt(address)).toBeGreaterThan(0)
  })

  it('keeps its files while an earlier version names it, which can be restored', async () => {
    const { id, address } = await add('earlier.png')
    const articleId = await anArticle('بلا صورة')
    await edit(articleId, `مع صورة ![](${address})`)
    await edit(articleId, 'بلا صورة مرة أخرى')
    expect(await api.media.mediaItem({ id })).toMatchObject({ useCount: 0, isInHistory: true })
    await api.media.dropMedia({ ids: [id] })
    await sweep(60)
    expect(await storedAt(address)).toBeGreaterThan(0)
    await api.articleEditing.restoreArticle({ id: articleId, revision: 2 })
    await sweep(120)
    expect(await api.media.mediaItem({ id })).toMatchObject({ useCount: 1, isDropped: false })
  })
})

it('what came with the content is registered by what names it', async () => {
  const address = '/media/0123456789abcdef/river.svg'
  await app.services.storage.put(address.slice(1), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const { id } = await course(app.db, {})
  await app.db.updateTable('courses').set({ cover: address }).where('id', '=', id).execute()
  await registerUsed(app.services)
  const [found] = (await api.media.mediaList({ query: 'river' } as never)).items
  expect(found).toMatchObject({ address, kind: 'drawing', fileName: 'river.svg', useCount: 1, width: null })
  const articleId = await anArticle('نص')
  const { cover } = await api.articleEditing.chooseArticleCover({ id: articleId, mediaId: found!.id })
  expect(cover).toBe(address)
  expect(await registerUsed(app.services)).toBe(0)
})
