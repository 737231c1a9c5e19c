import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins, type MentionedRows, mentionedIn } from '../authors/queries.server.ts'
import { type UploadRow, uploadColumn, uploadJoin } from '../uploads/queries.server.ts'

export type PostRow = {
  id: number
  title: string
  content: string
  state: 'shown' | 'waiting' | 'hidden' | 'removed'
  version: number
  publish_date: Date
  edited_at: Date | null
  comments_count: number
  useful_count: number
  category: { id: number; name: Localized }
  author: FaceRow
  mentioned: MentionedRows
  upload: UploadRow | null
  upload_alt: string | null
}

/** The posts in the order of the given ids, in any state: the caller has chosen which may be seen. */
export async function findPosts(db: Database, ids: number[]): Promise<PostRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PostRow>`
    select posts.id, posts.title, posts.content, posts.state, posts.publish_date, posts.edited_at, posts.comments_count, posts.version,
      posts.useful_count,
      posts.upload_alt, ${uploadColumn} as upload,
      json_build_object('id', post_categories.id, 'name', post_categories.name) as category, ${face} as author,
      ${mentionedIn('posts.mentions')} as mentioned
    from unnest(${ids}::int[]) with ordinality as requested (id, place)
    join posts on posts.id = requested.id
    join post_categories on post_categories.id = posts.category_id
    join authors on authors.id = posts.author_id ${faceJoins}
    ${uploadJoin}
    order by place`.execute(db)
  return rows
}

export async function findTrendingIds(db: Database, count: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from posts where state = 'shown' and publish_date <= ${now}
    order by trending_score desc, id desc limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

export function findCategories(db: Database) {
  return db.selectFrom('post_categories').select(['id', 'name', 'summary']).orderBy('position').orderBy('id').execute()
}
