import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type UploadRow = {
  id: string
  kind: 'image' | 'video' | 'file'
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
  widths: number[]
}

/** A post's upload as a JSON value, or null; the statement needs `posts` joined with `uploadJoin`. */
export const uploadColumn: RawBuilder<UploadRow | null> = sql`case when uploads.id is null then null else to_json(uploads) end`
export const uploadJoin = sql`left join uploads on uploads.id = posts.upload_id`

/** @param upload.source for pictures of the content: the address of the original */
export async function insertUpload(db: Database, upload: UploadRow & { source: string | null }): Promise<void> {
  await db.insertInto('uploads').values(upload).execute()
}

export function findUpload(db: Database, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .select(['id', 'kind', 'name', 'type', 'size', 'width', 'height', 'widths'])
    .where('id', '=', id)
    .executeTakeFirst() as Promise<UploadRow | undefined>
}

/** Whether it is attached to a public post. */
export async function isAtShownPost(db: Database, id: string, now: Date): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('upload_id', '=', id)
    .where('state', '=', 'shown')
    .where('publish_date', '<=', now)
    .executeTakeFirst()
  return post !== undefined
}
