/** Addresses of the writing pages. Not in `links.ts`, which the scripts of every page contain. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

export function writingLinksFor(lang: Lang) {
  const community = linksFor(lang).community()
  return {
    newPost: (category?: number) => `${community}/new${category === undefined ? '' : `?category=${category}`}`,
    editPost: (id: number) => `${community}/${id}/edit`,
    /** The list, which offers to restore the post. */
    postRemoved: (id: number) => `${community}?removed=${id}`,
  }
}
