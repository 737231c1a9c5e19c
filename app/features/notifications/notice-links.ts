/** Addresses of notifications. Not in `links.ts`, which the scripts of every page contain. */
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** The page size of comments. */
const COMMENTS_A_PAGE = 20

export type Place = {
  on: { kind: 'post'; id: number } | { kind: 'article'; id: number; slug: string }
  /** The comment's id and its position, from 1; null for the post itself. */
  comment: { id: number; place: number } | null
}

export function noticeLinksFor(lang: Lang) {
  const links = linksFor(lang)
  const list = `${links.profile}/notifications`
  return {
    list: (page?: number) => withQuery(list, { page: page && page > 1 ? page : undefined }),
    /** Marks it as read and redirects to its subject. */
    open: (id: number) => withQuery(list, { open: id }),
    unsubscribe: (token: string) => withQuery(`${links.home}/unsubscribe`, { token }),
    unsubscribed: (done: 'yes' | 'no') => withQuery(`${links.home}/unsubscribe`, { done }),
    place: ({ on, comment }: Place) => {
      const page = comment ? Math.ceil(comment.place / COMMENTS_A_PAGE) : 1
      const pages = page > 1 ? page : undefined
      const path = on.kind === 'post' ? links.post(on.id, pages) : links.article(on.slug, pages)
      return comment ? `${path}#comment-${comment.id}` : path
    },
  }
}
