/** What is not published, or not yet: in no page, search, sitemap, feed, share picture or kept page of the product. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '../app/composition/built-pages.server.ts'
import { SCHEDULE, tasksOf } from '../app/composition/tasks.server.ts'
import { indexCourses } from '../app/features/catalogue/offers.server.ts'
import { publishDuePages } from '../app/features/page-editing/drafts.server.ts'
import { linksFor } from '../app/links.ts'
import type { Lang } from '../app/locales/lang.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../app/platform/durations.ts'
import { apiAs } from './support/api-as.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, learner, schedule, trainer } from './support/factories.ts'
import { IS_LONG } from './support/long.ts'
import { type PublicPage, publicPages } from './support/pages/public-pages.ts'
import { article, tag } from './support/writing.ts'

const LANGS: Lang[] = ['ar', 'en']
/** A word that nothing else in the institute has. */
const MARK = 'Zanzibar'
const MARKED = { ar: `${MARK} بالعربية`, en: `${MARK} in English` }

let app: TestApp
let calls: ReturnType<typeof apiAs>
let addresses: string[]
beforeAll(async () => {
  app = await startTestApp({ pageHandler: await builtPages(), institute: true })
  calls = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
  addresses = await publicAddresses()
})
afterAll(() => app.stop())

/** In Arabic, every run opens only pages that list records: the others are rendered from the same data as in English. */
const LISTS = ['home', 'courses', 'search', 'blog', 'community']
const isOpened = ({ name, path, likeAnother }: PublicPage) =>
  IS_LONG || (!likeAnother && (path.startsWith('/en') || LISTS.includes(name) || path === linksFor('ar').about))

/** What a guest, a reader of feeds or a search engine can open: in the long run, everything. */
async function publicAddresses(): Promise<string[]> {
  const pages = await Promise.all(LANGS.map((lang) => publicPages(app, lang)))
  const index = await (await fetch(`${app.address}/sitemap.xml`)).text()
  const sitemaps = [...index.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path!)
  expect(sitemaps.length).toBeGreaterThan(4)
  const ofMark = LANGS.flatMap((lang) => {
    const links = linksFor(lang)
    return [links.search(MARK), links.courses({ search: MARK }), `/${lang}/blog/rss.xml`, `/${lang}/community/rss.xml`]
  })
  const api = ['Search/suggest?q=', 'Courses/basic-courses-paginated?SearchTerm='].map((path) => `/api/${path}${MARK}`)
  const opened = pages.flat().filter(isOpened)
  return [...opened.map(({ path }) => path), ...ofMark, ...api, ...sitemaps]
}

/** The addresses that show one of the words. A search repeats what was searched for: it shows one when it leads to it. */
async function showing(...words: string[]): Promise<string[]> {
  await app.waitForSync()
  const found: string[] = []
  for (const address of addresses) {
    const answer = await fetch(app.address + address)
    expect(answer.status, address).toBeLessThan(500)
    const text = await answer.text()
    if (words.some((word) => text.includes(word) || text.includes(encodeURIComponent(word)))) found.push(address)
  }
  return found
}

const bytesOf = async (path: string) => Buffer.from(await (await fetch(app.address + path)).arrayBuffer())
const statusOf = async (path: string) => (await fetch(app.address + path, { redirect: 'manual' })).status

/** With all that a published course needs. */
async function complete(facts: Parameters<typeof course>[1]) {
  const created = await course(app.db, facts)
  await trainer(app.db, { courseIds: [created.id] })
  await schedule(app.db, created.id)
  await app.db
    .updateTable('courses')
    .set({ outline: JSON.stringify([{ title: { ar: 'وحدة', en: 'Unit' }, lessons: [] }]) })
    .where('id', '=', created.id)
    .execute()
  await indexCourses(app.services)
  return created
}

/** What the job queue does once a minute, by its schedule. */
async function jobsOfAMinute() {
  const names = [...SCHEDULE.matchAll(/^\* \* \* \* \* (\w+)/gm)].map(([, name]) => name!)
  expect(names).toEqual(expect.arrayContaining(['publishDue', 'publishDueArticles', 'indexCourses']))
  const tasks = tasksOf(app.services)
  for (const name of names) await tasks[name]!({})
}

/** With all that a published article needs. */
const completeArticle = async (facts: Parameters<typeof article>[1]) =>
  article(app.db, { tags: [await tag(app.db, { ar: 'وسم', en: 'Tag' })], ...facts })

const SHOWN = `${MARK} in`

describe('a draft', () => {
  it('of a published course is on no page, also not on those that were kept before', async () => {
    const { id, slug } = await complete({ slug: 'shown-as-before', name: { ar: 'كما كانت', en: 'As before' } })
    const path = linksFor('en').course(slug)
    addresses.push(path, linksFor('ar').course(slug))
    // Twice: the second time every page is a kept one.
    for (let n = 0; n < 2; n++) expect(await showing(SHOWN, MARKED.ar)).toEqual([])
    const picture = await bytesOf(`/share/en/courses/${id}.png`)
    await calls.courseEditing.saveCourseDraft({
      ...{ id, version: 1 },
      changes: { 'name.en': { from: 'As before', to: MARKED.en }, 'name.ar': { from: 'كما كانت', to: MARKED.ar } },
    })
    for (let n = 0; n < 2; n++) expect(await showing(SHOWN, MARKED.ar)).toEqual([])
    expect(await (await fetch(app.address + path)).text()).toContain('As before')
    expect((await bytesOf(`/share/en/courses/${id}.png`)).equals(picture)).toBe(true)
    await calls.courseEditing.publishCourseDraft({ id })
    await indexCourses(app.services)
    const found = await showing(SHOWN, MARKED.ar)
    expect(found).toEqual(expect.arrayContaining([path, linksFor('en').home, linksFor('en').courses()]))
    expect((await bytesOf(`/share/en/courses/${id}.png`)).equals(picture)).toBe(false)
    await calls.courseEditing.unpublishCourse({ id })
    expect(await showing(SHOWN, MARKED.ar)).toEqual([])
  })

  it('of a published article is on no page either, until it is published', async () => {
    const before = { ar: 'المقال كما كان', en: 'The article as before' }
    const { id, slug } = await completeArticle({ slug: 'article-as-before', title: before })
    const path = linksFor('en').article(slug)
    addresses.push(path, linksFor('ar').article(slug))
    for (let n = 0; n < 2; n++) expect(await showing(SHOWN, MARKED.ar)).toEqual([])
    const picture = await bytesOf(`/share/en/articles/${id}.png`)
    await calls.articleEditing.saveArticleDraft({
      ...{ id, version: 1 },
      changes: { 'title.en': { from: before.en, to: MARKED.en }, 'title.ar': { from: before.ar, to: MARKED.ar } },
    })
    for (let n = 0; n < 2; n++) expect(await showing(SHOWN, MARKED.ar)).toEqual([])
    expect(await (await fetch(app.address + path)).text()).toContain(before.en)
    expect((await bytesOf(`/share/en/articles/${id}.png`)).equals(picture)).toBe(true)
    await calls.articleEditing.publishArticleDraft({ id })
    const found = await showing(SHOWN, MARKED.ar)
    const links = linksFor('en')
    expect(found).toEqual(expect.arrayContaining([path, links.blog(), links.search(MARK), '/en/blog/rss.xml']))
    await calls.articleEditing.unpublishArticle({ id })
    expect(await showing(SHOWN, MARKED.ar)).toEqual([])
  })

  it('of an article, and a course that was never published, are nowhere', async () => {
    const { id, slug } = await complete({ slug: 'never-published', name: MARKED, publishedAt: null })
    const written = await article(app.db, { slug: 'never-out', title: MARKED, publishedAt: null })
    expect(await showing(SHOWN, MARKED.ar, slug, written.slug)).toEqual([])
    const links = linksFor('en')
    for (const path of [links.course(slug), links.article(written.slug)])
      expect(await statusOf(path), path).not.toBe(200)
    for (const path of [`/share/en/courses/${id}.png`, `/share/en/articles/${written.id}.png`])
      expect(await statusOf(path), path).toBe(404)
    await app.db.deleteFrom('articles').where('id', '=', written.id).execute()
  })
})

describe('a draft of a page', () => {
  it('is on no page, and everywhere once the job publishes it, on kept pages too', async () => {
    const { values, version } = await calls.pageEditing.editedPage({ code: 'about-us' })
    const changes = Object.fromEntries(
      (['ar', 'en'] as const).flatMap((lang) => [
        [`description.${lang}`, { from: values[`description.${lang}`]!, to: MARKED[lang] }],
        [`seoDescription.${lang}`, { from: values[`seoDescription.${lang}`]!, to: MARKED[lang] }],
      ]),
    )
    const { about } = linksFor('en')
    for (let n = 0; n < 2; n++) expect(await showing(SHOWN, MARKED.ar)).toEqual([])
    await calls.pageEditing.savePageDraft({ code: 'about-us', version, changes })
    const at = new Date(app.services.now().getTime() + HOUR_MS)
    await calls.pageEditing.schedulePageDraft({ code: 'about-us', at: at.toISOString() })
    const { address } = await calls.pageEditing.previewPage({ code: 'about-us' })
    const preview = await fetch(app.address + address)
    expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await preview.text()).toContain(SHOWN)
    await publishDuePages(app.services)
    for (let n = 0; n < 2; n++) expect(await showing(SHOWN, MARKED.ar)).toEqual([])
    app.advance(HOUR_MS)
    await publishDuePages(app.services)
    expect(await showing(SHOWN, MARKED.ar)).toEqual(expect.arrayContaining([about, linksFor('ar').about]))
    const restored = await calls.pageEditing.editedPage({ code: 'about-us' })
    await calls.pageEditing.restorePage({ code: 'about-us', revision: restored.version - 1 })
    expect(await showing(SHOWN, MARKED.ar)).toEqual([])
  })
})

describe('what is scheduled', () => {
  it('is nowhere before its time, and everywhere within a minute of it, on kept pages too', async () => {
    const at = new Date(app.services.now().getTime() + HOUR_MS)
    const { id, slug } = await complete({ slug: 'scheduled-course', name: MARKED, publishedAt: null })
    await calls.courseEditing.publishCourse({ id, at: at.toISOString() })
    const written = await completeArticle({ slug: 'scheduled-article', title: MARKED, publishedAt: null })
    await calls.articleEditing.publishArticle({ id: written.id, at: at.toISOString() })
    const links = linksFor('en')
    const own = [links.course(slug), links.article(written.slug)]
    const expectNowhere = async () => {
      expect(await showing(SHOWN, MARKED.ar, slug, written.slug)).toEqual([])
      for (const path of own) expect(await statusOf(path), path).not.toBe(200)
      expect(await statusOf(`/share/en/courses/${id}.png`)).toBe(404)
    }
    await expectNowhere()
    app.advance(HOUR_MS - MINUTE_MS)
    await jobsOfAMinute()
    await expectNowhere()
    // The job runs every minute, and a kept page is at most half a minute old.
    app.advance(MINUTE_MS + 31 * SECOND_MS)
    await jobsOfAMinute()
    const found = await showing(SHOWN, MARKED.ar)
    const expected = [links.home, links.courses(), links.blog(), links.search(MARK), '/en/blog/rss.xml']
    expect(found).toEqual(expect.arrayContaining([...expected, `/api/Search/suggest?q=${MARK}`]))
    expect(await showing(slug)).toEqual(expect.arrayContaining(['/sitemap-en-courses.xml']))
    expect(await showing(written.slug)).toEqual(expect.arrayContaining(['/sitemap-en-blog.xml']))
    for (const path of own) expect(await statusOf(path), path).toBe(200)
    expect(await statusOf(`/share/en/courses/${id}.png`)).toBe(200)
  })
})
