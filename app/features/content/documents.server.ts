/** The records of a folder one by one, as their files would hold them: what is compared, remembered and reported. */
import { createHash } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import { filesFrom } from './files.server.ts'
import { allPosts, type Content } from './format.ts'
import type { Everything } from './queries.server.ts'

/** `courses/hr-diploma`, `runs/hr-diploma/autumn`: the kind as reports name it, and the key. */
export type DocumentId = string
export type Documents = ReadonlyMap<DocumentId, object>

export const idOf = (kind: string, key: string): DocumentId => `${kind}/${key}`
export const kindOf = (id: DocumentId) => id.slice(0, id.indexOf('/'))
export const keyOf = (id: DocumentId) => id.slice(id.indexOf('/') + 1)

type Named = { key?: string; code?: string }
type CourseDocument = { key: string; runs: { key: string }[] }

/** The kinds whose records stand in one list, or have a file each. */
const LISTED = {
  specializations: 'specializations',
  trainers: 'trainers',
  reviews: 'reviews',
  coupons: 'coupons',
  pages: 'pages',
  seo: 'search texts',
  faqs: 'questions',
  partners: 'partners',
  clients: 'clients',
  authors: 'authors',
  blogCategories: 'blog categories',
  tags: 'tags',
  articles: 'articles',
  postCategories: 'post categories',
  posts: 'posts',
  synonyms: 'synonyms',
} as const

/** What the database holds, with the addresses of pictures in place of their files. */
export function documentsOf({ institute, loadedOn, ...all }: Everything): Documents {
  if (!institute || !loadedOn) return new Map()
  return storedDocuments({ ...all, institute, loadedOn })
}

function storedDocuments(all: Everything & { institute: Institute; loadedOn: string }): Documents {
  const same = (address: string) => address
  const files = filesFrom(all, same, same)
  const documents = new Map<DocumentId, object>([[idOf('institute', 'institute'), files.institute]])
  for (const [name, kind] of Object.entries(LISTED))
    for (const record of files[name as keyof typeof LISTED] as Named[])
      documents.set(idOf(kind, (record.key ?? record.code)!), record)
  for (const { runs, ...course } of files.courses as CourseDocument[]) {
    documents.set(idOf('courses', course.key), course)
    for (const run of runs) documents.set(idOf('runs', `${course.key}/${run.key}`), run)
  }
  return documents
}

/** The records that a folder names. */
export function documentsIn(content: Content): Set<DocumentId> {
  const lists = Object.entries(LISTED).flatMap(([name, kind]) => {
    const records: Named[] = name === 'posts' ? allPosts(content) : content[name as keyof typeof LISTED]
    return records.map(({ key, code }) => idOf(kind, (key ?? code)!))
  })
  const courses = content.courses.flatMap(({ key, runs }) => [
    idOf('courses', key),
    ...runs.map((run) => idOf('runs', `${key}/${run.key}`)),
  ])
  return new Set([idOf('institute', 'institute'), ...lists, ...courses])
}

export const hashOf = (document: object) =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22)

/** The fields that differ, such as `price` or `name.en`. */
export function differingFields(one: object, other: object): string[] {
  const [before, after] = [one, other].map((document) => JSON.parse(JSON.stringify(document)) as Fields) as [
    Fields,
    Fields,
  ]
  return differing(before, after, 1)
}
type Fields = Record<string, unknown>

function differing(before: Fields, after: Fields, depth: number): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [old, present] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(present)) return []
    if (depth === 0 || !isGroup(old) || !isGroup(present)) return [name]
    return differing(old, present, depth - 1).map((part) => `${name}.${part}`)
  })
}

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
