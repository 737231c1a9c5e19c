/** Who may be mentioned: members who have written something, are active and are not banned. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins } from '../authors/queries.server.ts'

/** A name as typed after `@`, and the optional id behind it. */
export type WrittenName = { written: string; name: string; id: number | null }

/**
 * The authors by the names as typed; an ambiguous name mentions nobody.
 * A trainer goes by the name on the site and by that of the account.
 */
export async function findNamed(db: Database, names: WrittenName[]): Promise<Record<string, number>> {
  if (names.length === 0) return {}
  const { rows } = await sql<{ written: string; id: number }>`
    with requested as (
      select written, mention_key(name) as key, id
      from json_to_recordset(${JSON.stringify(names)}::json) as input (written text, name text, id int)
    )
    select requested.written, min(member.id) as id
    from requested cross join lateral (
      select authors.id from users
      left join trainers on trainers.user_id = users.id
      join authors on authors.user_id = users.id or authors.trainer_id = trainers.id
      where users.mention_name = requested.key and users.status = 'active' and authors.stopped_at is null
      union
      select authors.id from trainers
      join users on users.id = trainers.user_id and users.status = 'active'
      join authors on authors.trainer_id = trainers.id
      where requested.key in (mention_key(trainers.name ->> 'ar'), mention_key(trainers.name ->> 'en'))
        and authors.stopped_at is null
    ) as member
    where requested.key <> '' and (requested.id is null or requested.id = member.id)
    group by requested.written having count(*) = 1`.execute(db)
  return Object.fromEntries(rows.map(({ written, id }) => [written, id]))
}

export type SuggestedRow = { face: FaceRow; isAlone: boolean }

/** Of more people whose name begins with the term, or has it as a later word, these are looked at: the first by name. */
const MAX_NAMED = 2000
/** And these of them who have written. */
const MAX_WRITERS = 100

/** Members whose name, or a later word of it, begins with the term; only those with public texts. */
export async function findSuggested(db: Database, q: string, most: number, now: Date): Promise<SuggestedRow[]> {
  const key = sql`replace(mention_key(${q}), '_', '\\_')`
  const { rows } = await sql<SuggestedRow>`
    with members as (
      (select authors.id, named.key, true as is_first from (
          select id, mention_name as key from users
          where mention_name like ${key} || '%' and users.status = 'active'
          order by mention_name using ~<~ limit ${MAX_NAMED}) as named
        join authors on authors.user_id = named.id and authors.stopped_at is null limit ${MAX_WRITERS})
      union
      (select authors.id, named.key, false from (
          select id, mention_name as key from users
          where mention_rest like '%\\_' || ${key} || '%' and users.status = 'active' limit ${MAX_NAMED}) as named
        join authors on authors.user_id = named.id and authors.stopped_at is null limit ${MAX_WRITERS})
      union
      select authors.id, called.key, called.key like ${key} || '%'
      from trainers
      join users on users.id = trainers.user_id and users.status = 'active'
      join authors on authors.trainer_id = trainers.id and authors.stopped_at is null
      cross join lateral (values (mention_key(trainers.name ->> 'ar')), (mention_key(trainers.name ->> 'en')),
        (users.mention_name)) as called (key)
      where called.key like ${key} || '%' or called.key like '%\\_' || ${key} || '%'
    ),
    ordered as materialized (
      select id, min(key) as key, bool_or(is_first) as is_first from members group by id
      order by is_first desc, key, id
    ),
    seen as (
      select * from ordered
      where (select true from posts where author_id = ordered.id and state = 'shown' and publish_date <= ${now} limit 1)
        or (select true from comments where author_id = ordered.id and state = 'shown' limit 1)
      limit case when ${key} = '' then 0 else ${most}::int end
    )
    select ${face} as face,
      not exists (
        select from users as other join authors as other_author on other_author.user_id = other.id
        where other.mention_name = seen.key and other_author.id <> seen.id
      ) as "isAlone"
    from seen join authors on authors.id = seen.id ${faceJoins}
    order by seen.is_first desc, seen.key, seen.id`.execute(db)
  return rows
}
