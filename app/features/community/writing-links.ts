/** Addresses of the writing pages. Not in `links.ts`, which the scripts of every page contain. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

export const UNPUBLISHED = 'unpublished'

export function writingLinksFor(lang: Lang) {
  const community = linksFor(lang).community()
  return {
    newPost: (category?: number) => `${community}/new${category === undefined ? '' : `?category=${category}`}`,
    /** Above the form of a new one: what its author has written and visitors do not see yet. */
    unpublished: `${community}/new#${UNPUBLISHED}`,
    editPost: (id: number) => `${community}/${id}/edit`,
    /** The list, which offers to restore the post. */
    postRemoved: (id: number) => `${community}?removed=${id}`,
  }
}
