/** All texts of a content folder. */
import { ARTICLES, COURSES, type Content, DEMO_ACCOUNTS, FILES, type Localized, PAGES, POSTS } from '../format.ts'

export type Place = { file: string; path: (string | number)[] }
export type PlacedText = Place & { text: Localized }
/** Fields with a given name, e.g. every `link`. */
export type PlacedValue = Place & { field: string; value: string }

/** Each file's path with its contents. */
export function filesOf(content: Content): { file: string; value: unknown }[] {
  const lists = Object.entries(FILES).map(([name, { path }]) => ({ file: path, value: content[name as keyof Content] }))
  const courses = content.courses.map((course) => ({ file: `${COURSES}/${course.key}.yaml`, value: course }))
  const pages = content.pages.map((page) => ({ file: `${PAGES}/${page.code}.yaml`, value: page }))
  const articles = content.articles.map((article) => ({ file: `${ARTICLES}/${article.key}.yaml`, value: article }))
  const posts = content.posts.map((post) => ({ file: `${POSTS}/${post.key}.yaml`, value: post }))
  return [...lists, ...courses, ...pages, ...articles, ...posts, { file: DEMO_ACCOUNTS, value: content.demoAccounts }]
}

export function textsOf(content: Content): PlacedText[] {
  return filesOf(content).flatMap(({ file, value }) =>
    walked(value, []).flatMap(({ path, value: found }) => (isLocalized(found) ? [{ file, path, text: found }] : [])),
  )
}

/** Every plain text in a field with this name. */
export function valuesOf(content: Content, fields: string[]): PlacedValue[] {
  return filesOf(content).flatMap(({ file, value }) =>
    walked(value, []).flatMap(({ path, value: found }) => {
      const field = String(path.at(-1))
      return typeof found === 'string' && fields.includes(field) ? [{ file, path, field, value: found }] : []
    }),
  )
}

function isLocalized(value: unknown): value is Localized {
  return typeof value === 'object' && value !== null && typeof (value as Localized).ar === 'string'
}

function walked(value: unknown, path: Place['path']): { path: Place['path']; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [{ path, value }, ...parts.flatMap(([step, part]) => walked(part, [...path, step]))]
}
