/** Addresses of writing. Of their own, since the first pages' scripts carry all those of `links.ts`. */
import { linksFor } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

export function writingLinksFor(lang: Lang) {
  const community = linksFor(lang).community()
  return {
    newPost: (category?: number) => `${community}/new${category === undefined ? '' : `?category=${category}`}`,
    editPost: (id: number) => `${community}/${id}/edit`,
    /** The list, which offers to bring the post back. */
    postRemoved: (id: number) => `${community}?removed=${id}`,
  }
}
