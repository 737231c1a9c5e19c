/** SQL fragments that load the author of a text as a JSON value. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

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

/** Needs `authors` and `faceJoins` in the statement. The name comes from the trainer, the account or the author. */
export const face = sql<FaceRow>`json_build_object(
  'id', authors.id,
  'userId', coalesce(authors.user_id, trainers.user_id),
  'name', coalesce(trainers.name, case when users.id is not null then jsonb_build_object('ar', users.user_name) end, authors.name),
  'title', coalesce(trainers.title, authors.title),
  'bio', trainers.bio,
  'picture', coalesce(trainers.picture, users.profile_picture, authors.picture),
  'kind', case
    when trainers.id is not null then 'teacher'
    when users.roles && array['Owner', 'Admin', 'Finance', 'Content'] then 'staff'
    when 'Teacher' = any (users.roles) then 'teacher'
    else authors.kind
  end)`

export const faceJoins = sql`
  left join trainers on trainers.id = authors.trainer_id
  left join users on users.id = authors.user_id`

/** The mentioned members by the names as typed, without deleted accounts and banned authors. */
export type MentionedRows = Record<string, { id: number; name: Localized }>

export const mentionedIn = (column: 'posts.mentions' | 'comments.mentions') => sql<MentionedRows>`(
  select coalesce(jsonb_object_agg(named.key, jsonb_build_object(
    'id', authors.id, 'name', coalesce(trainers.name, jsonb_build_object('ar', users.user_name)))), '{}')
  from jsonb_each_text(${sql.ref(column)}) as named
  join authors on authors.id = named.value::int
  left join trainers on trainers.id = authors.trainer_id
  join users on users.id = coalesce(authors.user_id, trainers.user_id)
  where authors.stopped_at is null)`

export async function findFace(db: Database, id: number): Promise<FaceRow | undefined> {
  const { rows } = await sql<{ face: FaceRow }>`
    select ${face} as face from authors ${faceJoins} where authors.id = ${id}`.execute(db)
  return rows[0]?.face
}

/** The author of an account: its trainer, or an author of its own, created when missing. */
export async function ensureAuthor(db: Database, userId: number): Promise<{ id: number; stopped_at: Date | null }> {
  const find = () =>
    db
      .selectFrom('authors')
      .leftJoin('trainers', 'trainers.id', 'authors.trainer_id')
      .select(['authors.id', 'authors.stopped_at'])
      .where((where) => where.or([where('authors.user_id', '=', userId), where('trainers.user_id', '=', userId)]))
      .orderBy('trainers.id', (order) => order.asc().nullsLast())
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await sql`
    insert into authors (trainer_id, user_id)
    select trainers.id, case when trainers.id is null then users.id end
    from users left join trainers on trainers.user_id = users.id where users.id = ${userId}
    limit 1
    on conflict do nothing`.execute(db)
  return (await find())!
}
