import { linksFor } from '../../../links.ts'
import type { Lang } from '../../../locales/lang.ts'

/** The addresses of the list of saved courses. */
export function savedLinks(lang: Lang) {
  const list = `${linksFor(lang).profile}/saved`
  return {
    list,
    page: (page: number) => (page > 1 ? `${list}?page=${page}` : list),
    /** Saves a course for somebody who has just signed in, and leads back to it. */
    add: (courseId: number) => `${list}?add=${courseId}`,
  }
}
