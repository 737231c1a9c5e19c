/** Every page for search engines, from the same rows that the pages show. */
import { firstPolicyPath, type Links, linksFor, POLICIES, type PolicyPath } from '../../links.ts'
import type { Services } from '../../platform/context.server.ts'
import { datedPages, listedArticles, listedCourses, listedPosts, newestReview } from './queries.server.ts'
import type { SitemapEntry, SitemapKind } from './sitemap.ts'

type Asking = Pick<Services, 'db' | 'now'>

export async function sitemapKinds(services: Asking): Promise<SitemapKind[]> {
  const now = services.now()
  const [courses, articles, posts] = await Promise.all([
    listedCourses(services.db, now),
    listedArticles(services.db, now),
    listedPosts(services.db, now),
  ])
  const kinds = [
    { name: 'pages', entries: await contentPages(services, courses) },
    {
      name: 'blog',
      entries: listed(
        ({ blog }) => blog(),
        articles,
        ({ slug }) =>
          ({ article }) =>
            article(slug),
      ),
    },
    {
      name: 'community',
      entries: listed(
        ({ community }) => community(),
        posts,
        ({ id }) =>
          ({ post }) =>
            post(id),
      ),
    },
    {
      name: 'courses',
      entries: courses.map(({ slug, updated_at }) => entry(({ course }) => course(slug), updated_at)),
    },
  ]
  return kinds.filter(({ entries }) => entries.length > 0)
}

/** Pages that exist once, by the code of their content. */
const PAGES: [(links: Links) => string, code: string][] = [
  [({ about }) => about, 'about-us'],
  [({ contact }) => contact, 'contact-us'],
  [({ partners }) => partners, 'partners'],
  [({ clients }) => clients, 'clients'],
  [({ faq }) => faq, 'faqs'],
  [({ services }) => services, 'company-services'],
  [({ support }) => support, 'technical-support-policy'],
  [({ complains }) => complains, 'complains'],
  [({ joinUs }) => joinUs, 'join-us'],
  [({ app }) => app('ios'), 'app-ios'],
  [({ app }) => app('android'), 'app-android'],
]

type Course = Awaited<ReturnType<typeof listedCourses>>[number]

async function contentPages({ db }: Asking, courses: readonly Course[]): Promise<SitemapEntry[]> {
  const [pages, review] = await Promise.all([datedPages(db), newestReview(db)])
  const changed = new Map(pages.map(({ code, updated_at }) => [code, updated_at]))
  const policies = (Object.keys(POLICIES) as PolicyPath[]).filter((path) => firstPolicyPath(path) === path)
  return [
    entry(({ home }) => home, latest(changed.get('home'), ...courses.map(({ updated_at }) => updated_at))),
    ...courseLists(courses),
    entry(({ reviews }) => reviews, latest(changed.get('reviews'), review)),
    ...PAGES.map(([path, code]) => entry(path, changed.get(code))),
    ...policies.map((path) => entry(({ policy }) => policy(path), changed.get(POLICIES[path]))),
  ]
}

/** All courses, and the list of each specialization, which has its own title and text. */
function courseLists(courses: readonly Course[]): SitemapEntry[] {
  const bySpecialization = Map.groupBy(courses, (course) => course.specialization_id)
  const newest = (list: readonly Course[]) => latest(...list.map(({ updated_at }) => updated_at))
  return [
    entry((links) => links.courses(), newest(courses)),
    ...[...bySpecialization].map(([specialization, list]) =>
      entry((links) => links.courses({ specialization }), newest(list)),
    ),
  ]
}

/** A list and its items. */
function listed<Row extends { updated_at: Date }>(
  list: (links: Links) => string,
  rows: readonly Row[],
  pathOf: (row: Row) => (links: Links) => string,
): SitemapEntry[] {
  const newest = latest(...rows.map(({ updated_at }) => updated_at))
  return [entry(list, newest), ...rows.map((row) => entry(pathOf(row), row.updated_at))]
}

function entry(path: (links: Links) => string, updatedAt: Date | undefined): SitemapEntry {
  return { paths: { ar: path(linksFor('ar')), en: path(linksFor('en')) }, updatedAt }
}

function latest(...dates: (Date | null | undefined)[]): Date | undefined {
  const known = dates.filter((date) => date instanceof Date)
  return known.length > 0 ? new Date(Math.max(...known.map(Number))) : undefined
}
