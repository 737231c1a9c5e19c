/** Every page for search engines, from the same rows that the pages show. */
import { firstPolicyPath, type Links, linksFor, POLICIES, type PolicyPath } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Services } from '../../platform/context.server.ts'
import { type SitemapEntry, type SitemapKind, sitemapIndex, sitemapPages } from './sitemap.ts'
import {
  datedPages,
  type ListedKind,
  type ListedPage,
  listedFiles,
  listedIn,
  listedSpecializations,
  newestReview,
} from './sitemap-queries.server.ts'

type Asking = Pick<Services, 'db' | 'now' | 'settings'>

/** The index of all files. */
export async function indexOfSitemap(services: Asking): Promise<string> {
  const kinds: SitemapKind[] = [{ name: 'pages', files: [{ part: 1 }] }]
  for (const name of ['blog', 'community', 'courses'] as const)
    kinds.push({ name, files: await listedFiles(services.db, name, services.now()) })
  return sitemapIndex(services.settings.publicUrl, kinds)
}

/** One file, in pieces; undefined if it does not exist. */
export async function fileOfSitemap(
  services: Asking,
  lang: Lang,
  name: string,
  part: number,
): Promise<Iterable<string> | undefined> {
  const entries = await entriesOf(services, name, part)
  return entries.length > 0 ? sitemapPages(services.settings.publicUrl, lang, entries) : undefined
}

async function entriesOf(services: Asking, name: string, part: number): Promise<SitemapEntry[]> {
  if (name === 'pages') return part === 1 ? contentPages(services) : []
  if (!isListed(name)) return []
  return (await listedIn(services.db, name, part, services.now())).map(PAGES_OF[name])
}

const ARABIC = linksFor('ar')
const ENGLISH = linksFor('en')

function entry(path: (links: Links) => string, updatedAt: Date | undefined): SitemapEntry {
  return { paths: { ar: path(ARABIC), en: path(ENGLISH) }, updatedAt }
}

const PAGES_OF: Record<ListedKind, (page: ListedPage<string | number>) => SitemapEntry> = {
  courses: ({ name, updatedAt }) => entry(({ course }) => course(String(name)), updatedAt),
  blog: ({ name, updatedAt }) => entry(({ article }) => article(String(name)), updatedAt),
  community: ({ name, updatedAt }) => entry(({ post }) => post(Number(name)), updatedAt),
}

const isListed = (name: string): name is ListedKind => Object.hasOwn(PAGES_OF, name)

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

/** Pages that exist once, the lists, and the list of each specialization, which has its own title and text. */
async function contentPages({ db, now }: Asking): Promise<SitemapEntry[]> {
  const newestOf = async (kind: ListedKind) => latest(await listedFiles(db, kind, now()))
  const [pages, review, specializations, articles, posts] = await Promise.all([
    datedPages(db),
    newestReview(db),
    listedSpecializations(db, now()),
    newestOf('blog'),
    newestOf('community'),
  ])
  const changed = new Map(pages.map(({ code, updated_at }) => [code, updated_at]))
  const both = (code: string, other: Date | null | undefined) =>
    latest([changed.get(code), other].map((updatedAt) => ({ updatedAt })))
  const policies = (Object.keys(POLICIES) as PolicyPath[]).filter((path) => firstPolicyPath(path) === path)
  const courses = latest(specializations)
  return [
    entry(({ home }) => home, both('home', courses)),
    entry((links) => links.courses(), courses),
    ...specializations.map(({ id, updatedAt }) => entry((links) => links.courses({ specialization: id }), updatedAt)),
    entry(({ blog }) => blog(), articles),
    entry(({ community }) => community(), posts),
    entry(({ reviews }) => reviews, both('reviews', review)),
    ...PAGES.map(([path, code]) => entry(path, changed.get(code))),
    ...policies.map((path) => entry(({ policy }) => policy(path), changed.get(POLICIES[path]))),
  ]
}

function latest(changes: readonly { updatedAt: Date | null | undefined }[]): Date | undefined {
  return changes.reduce<Date | undefined>(
    (newest, { updatedAt }) => (updatedAt && (!newest || updatedAt > newest) ? updatedAt : newest),
    undefined,
  )
}
