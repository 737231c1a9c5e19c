import type { Place } from './notice-links.ts'

type Row = {
  post: { id: number } | null
  article: { id: number; slug: string } | null
  comment: { id: number; place: number } | null
}

/** The address that a notice links to. */
export function placeOf({ post, article, comment }: Row): Place {
  const on = post
    ? { kind: 'post' as const, id: post.id }
    : { kind: 'article' as const, id: article!.id, slug: article!.slug }
  return { on, comment }
}
