/** An author's face: pieces of SQL for every statement that shows who wrote something. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'

export type FaceRow = {
  id: number
  /** The account that may change what this author wrote. */
  userId: number | null
  name: Localized | null
  title: Localized | null
  bio: Localized | null
  picture: string | null
  kind: 'teacher' | 'staff' | 'member'
}

/** Beside `authors` and `faceJoins`. A name stands with the trainer or the account, or else with the author. */
export const face = sql<FaceRow>`json_build_object(
  'id', authors.id,
  'userId', coalesce(authors.user_id, trainers.user_id),
  'name', coalesce(trainers.name, case when users.id is not null then jsonb_build_object('ar', users.user_name) end, authors.name),
  'title', coalesce(trainers.title, authors.title),
  'bio', trainers.bio,
  'picture', coalesce(trainers.picture, users.profile_picture, authors.picture),
  'kind', case
    when trainers.id is not null then 'teacher'
    when users.roles && array['Admin', 'Owner'] then 'staff'
    when 'Teacher' = any (users.roles) then 'teacher'
    else authors.kind
  end)`

export const faceJoins = sql`
  left join trainers on trainers.id = authors.trainer_id
  left join users on users.id = authors.user_id`

export async function findFace(db: Database, id: number): Promise<FaceRow | undefined> {
  const { rows } = await sql<{ face: FaceRow }>`
    select ${face} as face from authors ${faceJoins} where authors.id = ${id}`.execute(db)
  return rows[0]?.face
}
