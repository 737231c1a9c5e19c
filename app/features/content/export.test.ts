import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pageAddresses } from '../../../scripts/page-addresses.ts'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { partOfContent } from '../../../tests/support/content/content-folder.ts'
import { learner } from '../../../tests/support/factories.ts'
import { longIt } from '../../../tests/support/long.ts'
import type { Api } from '../../api/contract.ts'
import { dayOf, instantOf } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { isError } from './checks/findings.ts'
import { checkContent, DEMONSTRATION, importContent } from './content.server.ts'
import { exportContent } from './export-content.server.ts'
import { reportLines } from './report.ts'

/** The contents of every file of a folder, by path. */
function bytesOf(folder: string): Record<string, string> {
  const files = globSync('**/*.{yaml,svg}', { cwd: folder }).sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

describe('an export', () => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maahad-export-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('contains what was loaded', async () => {
    await exportContent(app.services, folder)
    const files = globSync('**/*.yaml', { cwd: DEMONSTRATION }).sort()
    expect(globSync('**/*.yaml', { cwd: folder }).sort()).toEqual(files.filter((file) => file !== 'demo-accounts.yaml'))
    expect(checkContent(folder, { addresses: pageAddresses(), now: new Date() }).filter(isError)).toEqual([])
    const holds = (file: string) => [DEMONSTRATION, folder].map((one) => parse(readFileSync(join(one, file), 'utf8')))
    for (const file of [
      'specializations.yaml',
      'trainers.yaml',
      'partners.yaml',
      'clients.yaml',
      'faqs.yaml',
      'reviews.yaml',
      'pages/home.yaml',
    ]) {
      const [original, exported] = holds(file)
      expect(exported).toEqual(original)
    }
    const [original, exported] = holds('courses/contracts-drafting.yaml')
    const { runs: _, description, ...rest } = original
    expect(exported).toMatchObject(rest)
    expect(exported.description).toEqual({ ar: description.ar.trim(), en: description.en.trim() })
  })

  it('can be loaded again without a change', async () => {
    await exportContent(app.services, folder)
    expect(reportLines(await importContent(app.services, folder))).toEqual(['Nothing changed.'])
  })

  // In every run the next test does the same with a part of the demonstration.
  longIt('is byte for byte the same after a round trip through another database on another day', async () => {
    await exportContent(app.services, folder)
    const first = bytesOf(folder)
    expect(Object.keys(first).length).toBeGreaterThan(150)
    const other = await startTestApp({ pictures: true })
    other.advance(100 * DAY_MS)
    await importContent(other.services, folder)
    rmSync(folder, { recursive: true })
    await exportContent(other.services, folder)
    await other.stop()
    expect(bytesOf(folder)).toEqual(first)
  })

  it('holds every edit of the desk, and comes back the same', async () => {
    const app = await startTestApp({ institute: true })
    const part = partOfContent()
    await importContent(app.services, part.path, { isPruning: true })
    const desk = apiAs(app, await learner(app.db, { roles: ['Owner'] }))
    await editEverything(app, desk)
    await exportContent(app.services, folder)
    expect(checkContent(folder, { addresses: pageAddresses(), now: new Date() }).filter(isError)).toEqual([])
    const first = bytesOf(folder)
    const course = parse(first['courses/contracts-drafting.yaml']!)
    expect(course).toMatchObject({ coverAlt: { ar: 'قاعة', en: 'A hall' }, englishStale: ['name'] })
    expect(course.runs[0]).toMatchObject({ minimum: 4, price: 777, enrolmentClosesAt: '11:30' })
    expect(course.runs[0].sessions[0]).toMatchObject({
      room: 'A1',
      link: 'https://meet.example/1',
      trainer: 'omar-alshehri',
    })
    const about = parse(first['pages/about-us.yaml']!)
    expect(about).toMatchObject({ title: { ar: 'من نحن' }, englishStale: ['title'] })
    expect(about.sections.at(-2)).toMatchObject({ key: 'story', hidden: true })
    const faqs: { questions: { hidden?: boolean }[] }[] = parse(first['faqs.yaml']!)
    expect(faqs.flatMap(({ questions }) => questions.filter(({ hidden }) => hidden))).toHaveLength(1)
    const seo = parse(first['seo.yaml']!).find(({ code }: { code: string }) => code === 'about')
    expect(seo.englishStale).toEqual(['seoTitle'])
    const other = await startTestApp({ pictures: true })
    other.advance(40 * DAY_MS)
    await importContent(other.services, folder)
    const again = mkdtempSync(join(tmpdir(), 'maahad-export-'))
    await exportContent(other.services, again)
    await other.stop()
    expect(bytesOf(again)).toEqual(first)
    rmSync(again, { recursive: true })
    const back = await importContent(app.services, folder)
    expect([reportLines(back), back.kept]).toEqual([['Nothing changed.'], []])
    part.dispose()
    await app.stop()
  })

  it('deletes the files of removed records, and the common file of posts that now have one each', async () => {
    await exportContent(app.services, folder)
    const gone = ['courses/gone.yaml', 'posts/gone.yaml', 'posts.yaml'].map((path) => join(folder, path))
    for (const path of gone) writeFileSync(path, '[]')
    await exportContent(app.services, folder)
    expect(gone.filter((path) => existsSync(path))).toEqual([])
  })

  it('gives two pictures with the same name different names', async () => {
    const { db, storage } = app.services
    await storage.put('media/0123456789abcdef/sql-foundations.svg', Buffer.from('<svg/>'))
    const cover = '/media/0123456789abcdef/sql-foundations.svg'
    const before = await db
      .selectFrom('courses')
      .select('cover')
      .where('key', '=', 'python-for-data')
      .executeTakeFirstOrThrow()
    await db.updateTable('courses').set({ cover }).where('key', '=', 'python-for-data').execute()
    await exportContent(app.services, folder)
    const covers = ['python-for-data', 'sql-foundations'].map(
      (key) => parse(readFileSync(join(folder, 'courses', `${key}.yaml`), 'utf8')).cover,
    )
    expect(new Set(covers).size).toBe(2)
    expect(readFileSync(join(folder, covers[0]), 'utf8')).toBe('<svg/>')
    await db.updateTable('courses').set(before).where('key', '=', 'python-for-data').execute()
  })

  it('overwrites nothing but content', async () => {
    writeFileSync(join(folder, 'thesis.txt'), 'years of work')
    await expect(exportContent(app.services, folder)).rejects.toThrow('is not empty and holds no content')
    expect(existsSync(join(folder, 'institute.yaml'))).toBe(false)
  })

  it('of an empty database is refused', async () => {
    const empty = await startTestApp()
    await expect(exportContent(empty.services, folder)).rejects.toThrow('import some first')
    await empty.stop()
  })
})

/** One of each edit that staff can make of content. */
/** An article with everything that the desk changes, one in the archive, and one by somebody with an account. */
async function editArticles(app: TestApp, { articleEditing: articles }: Api) {
  const { items } = await articles.articleList({ sort: 'title' })
  const first = items[0]!.id
  const { values } = await articles.editedArticle({ id: first })
  await articles.editArticle({
    id: first,
    version: 1,
    changes: {
      slug: { from: values.slug, to: 'مقال-من-المكتب' },
      'summary.ar': { from: values['summary.ar'], to: 'ملخص من المكتب' },
      'coverAlt.ar': { from: null, to: 'مكتب' },
    },
  })
  const background = '#602040'
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const { id } = await articles.addArticle({ 'title.ar': 'بقلم موظف', categoryId: values.categoryId })
  await articles.setArticleCover({ id, file: new File([new Uint8Array(picture)], 'x.jpg') })
  await articles.editArticle({
    id,
    version: 2,
    changes: {
      tags: { from: [], to: values.tags },
      'summary.ar': { from: null, to: 'ملخص' },
      'body.ar': { from: null, to: 'سطر\\\nوسطر' },
    },
  })
  await articles.publishArticle({ id, at: new Date(Date.now() + 5 * DAY_MS).toISOString() })
  const other = await articles.addArticle({ 'title.ar': 'في الأرشيف', categoryId: values.categoryId })
  await articles.archiveArticle({ id: other.id })
  const unfinished = await articles.addArticle({ 'title.ar': 'لم يكتمل', categoryId: values.categoryId })
  expect(await app.db.selectFrom('articles').select('cover').where('id', '=', unfinished.id).execute()).toEqual([
    { cover: '' },
  ])
}

/** A page with texts, a hidden section, an added one and English that is older, and what search engines are told of it. */
async function editPages({ pageEditing: pages }: Api) {
  const { values, version } = await pages.editedPage({ code: 'about-us' })
  const [first, ...others] = values.layout as { key: string; hidden: boolean }[]
  const wanted = {
    ...{ 'title.ar': 'من نحن', 'seoTitle.ar': 'من نحن وكيف نعلّم', 'sections.added-1.title.ar': 'قسم جديد' },
    layout: [...others, { ...first!, hidden: true }, { key: 'added-1', hidden: false }],
    'sections.numbers.items': [{ title: { ar: 'متدربون' }, value: '9000', icon: 'people', link: '/courses' }],
  }
  const changes = Object.entries(wanted).map(([name, to]) => [name, { from: values[name] ?? null, to }])
  await pages.editPage({ code: 'about-us', version, changes: Object.fromEntries(changes) })
}

async function editEverything(app: TestApp, desk: Api) {
  const course = async (key: string) =>
    app.db.selectFrom('courses').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  const { courseEditing: courses, runs, specializations } = desk
  const [group] = await desk.questionEditing.questionGroups({})
  const hide = { hidden: { from: false, to: true } }
  await desk.questionEditing.changeQuestion({ id: group!.questions[0]!.id as never, version: 1, changes: hide })
  const contracts = await course('contracts-drafting')
  const { id, name, slug } = contracts
  const text = { from: null, to: 'قاعة' }
  await courses.editCourse({
    id,
    version: 1,
    changes: {
      'name.ar': { from: name.ar, to: 'اسم من المكتب' },
      'coverAlt.ar': text,
      'coverAlt.en': { from: null, to: 'A hall' },
      slug: { from: slug, to: 'من-المكتب' },
    },
  })
  const review = await app.db.selectFrom('reviews').select('id').where('course_id', '=', id).executeTakeFirstOrThrow()
  await desk.reviews.answerReview({ id: String(review.id), answer: { ar: 'شكرًا لك' } } as never)
  await desk.reviews.hideReview({ id: String(review.id), reason: 'عن دورة أخرى' } as never)
  await editPages(desk)
  for (const [key, background] of [
    ['contracts-drafting', '#804020'] as const,
    ['business-english', '#204080'] as const,
  ]) {
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await courses.setCourseCover({ id: (await course(key)).id, file: new File([new Uint8Array(picture)], 'x.jpg') })
  }
  await courses.archiveCourse({ id: (await course('accounting-diploma')).id })
  await editArticles(app, desk)
  const scheduled = (await course('saudi-labour-law-practice')).id
  await courses.unpublishCourse({ id: scheduled })
  await courses.publishCourse({ id: scheduled, at: new Date(Date.now() + 9 * DAY_MS).toISOString() })
  const facts = { category: 1, level: 2, deliveryMethod: 3, hours: 12.5 } as const
  await courses.addCourse({ 'name.ar': 'مسودة', ...facts, specializationId: contracts.specialization_id })

  const [run] = await app.db.selectFrom('schedules').selectAll().where('course_id', '=', id).orderBy('id').execute()
  const runId = run!.id
  const startsAt = +run!.starts_at
  await runs.editRun({
    id: runId,
    version: run!.version,
    changes: {
      minimum: { from: null, to: 4 },
      enrolmentClosesAt: {
        from: run!.enrolment_closes_at.toISOString(),
        to: instantOf(dayOf(new Date(startsAt - 3 * DAY_MS)), '11:30').toISOString(),
      },
      enrolmentOpensAt: {
        from: run!.enrolment_opens_at?.toISOString() ?? null,
        to: instantOf(dayOf(new Date(startsAt - 9 * DAY_MS)), '08:15').toISOString(),
      },
    },
  })
  await runs.setRunCapacity({ id: runId, seats: 31, heldSeats: 2 })
  await runs.setRunPrice({ id: runId, priceHalalas: 777_00 })
  const { sessions, version } = await runs.run({ id: runId })
  const { id: trainer } = await app.db
    .selectFrom('trainers')
    .select('id')
    .where('key', '=', 'omar-alshehri')
    .executeTakeFirstOrThrow()
  const changes = {
    room: { from: null, to: 'A1' },
    joinLink: { from: null, to: 'https://meet.example/1' },
    trainerId: { from: null, to: trainer },
  }
  await runs.editSession({ id: sessions[0]!.id, version, changes })
  // Over midnight, on two days of which the pattern of a week would make three.
  const night = ['2099-01-04', '2099-01-11'].map((day) => ({ day, from: '21:00', to: '01:00' }))
  await runs.planRun({
    courseId: id,
    sessions: [...night, { day: '2099-01-13', from: '9:00'.padStart(5, '0'), to: '12:00' }],
    seats: 9,
  })
  const [moved, gone] = await app.db
    .selectFrom('schedules')
    .select('id')
    .where('course_id', '=', (await course('hr-diploma')).id)
    .orderBy('id')
    .execute()
  const { fingerprint } = await runs.reschedulePreview({ id: moved!.id })
  await runs.rescheduleRun({ id: moved!.id, fingerprint, sessions: night, reason: 'The hall is closed' })
  if (gone) {
    const preview = await runs.cancelPreview({ id: gone.id })
    await runs.cancelRun({ id: gone.id, fingerprint: preview.fingerprint, reason: 'The trainer is ill' })
  }

  const look = { mark: 'pen', colour: '#123456' } as const
  await specializations.createSpecialization({ name: { ar: 'فرع' }, summary: { ar: 'وصف', en: 'About' }, ...look })
  const { values, version: present } = await desk.institute.settings({})
  const help = (await desk.menus.menus({})).menus.find(({ place }) => place === 'help')!
  const helpLinks = help.links.map(({ to, label, hidden }) => ({ to, label, hidden }))
  await desk.menus.changeMenu({
    ...{ place: 'help', from: helpLinks as never },
    links: [
      { to: 'https://help.example/', label: { ar: 'مركز المساعدة', en: 'Help centre' }, hidden: false },
      ...helpLinks.map((link) => ({ ...link, hidden: true })),
    ],
  })
  await desk.branches.addBranch({
    ...{ name: { ar: 'أبها', en: 'Abha' }, address: { ar: 'حي المفتاحة', en: 'Al-Muftaha' } },
    ...{
      map: 'https://maps.example/abha',
      coordinates: '18.2, 42.5',
      phone: '+966170000000',
      hours: { ar: 'كل يوم', en: 'Every day' },
      hidden: true,
    },
  })
  await desk.institute.changeSettings({
    version: present,
    changes: {
      transferDays: { from: values.transferDays, to: 5 },
      adminRefundHalalas: { from: values.adminRefundHalalas, to: 500_00 },
      workingDays: { from: values.workingDays, to: ['sun', 'mon'] },
      answerDays: { from: values.answerDays, to: { ...values.answerDays, quote: 4 } },
      mailboxes: { from: values.mailboxes, to: { quote: 'quotes@maahad.example' } },
    },
  })
  // A moderator took the first comment of a post down: those after it keep their places.
  await app.db.updateTable('comments').set({ state: 'hidden' }).where('key', '=', 'posts/first-pivot-table/1').execute()
}
