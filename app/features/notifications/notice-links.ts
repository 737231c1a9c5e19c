/** Addresses of notifications. Of their own, since the first pages' scripts carry all those of `links.ts`. */
import { linksFor, withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

/** As many as a page of comments has. */
const COMMENTS_A_PAGE = 20

export type Place = {
  on: { kind: 'post'; id: number } | { kind: 'article'; id: number; slug: string }
  /** The comment's id and its place among them, counted from 1; null for the post itself. */
  comment: { id: number; place: number } | null
}

export function noticeLinksFor(lang: Lang) {
  const links = linksFor(lang)
  const list = `${links.profile}/notifications`
  return {
    list: (page?: number) => withQuery(list, { page: page && page > 1 ? page : undefined }),
    /** Marks it as read and leads to what it tells of. */
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
