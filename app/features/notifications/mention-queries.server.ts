/** Who may be mentioned: members who have written something, are active and are not banned. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'
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
      where mention_key(users.user_name) = requested.key and users.status = 'active' and authors.stopped_at is null
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

/** Members whose name, or a later word of it, begins with the term; only those with public texts. */
export async function findSuggested(db: Database, q: string, most: number, now: Date): Promise<SuggestedRow[]> {
  const { rows } = await sql<SuggestedRow>`
    with requested as (select replace(mention_key(${q}), '_', '\\_') as key),
    members as (
      select authors.id, mention_key(users.user_name) as key
      from requested join users on mention_key(users.user_name) like requested.key || '%'
        or mention_key(users.user_name) like '%\\_' || requested.key || '%'
      left join trainers on trainers.user_id = users.id
      join authors on authors.user_id = users.id or authors.trainer_id = trainers.id
      where requested.key <> '' and users.status = 'active' and authors.stopped_at is null
      union
      select authors.id, named.key
      from requested, trainers
      cross join lateral (values (mention_key(trainers.name ->> 'ar')), (mention_key(trainers.name ->> 'en'))) as named (key)
      join users on users.id = trainers.user_id and users.status = 'active'
      join authors on authors.trainer_id = trainers.id and authors.stopped_at is null
      where requested.key <> '' and (named.key like requested.key || '%' or named.key like '%\\_' || requested.key || '%')
    ),
    seen as (
      select members.id, min(members.key) as key, bool_or(members.key like requested.key || '%') as is_first
      from requested, members
      where exists (select from posts where author_id = members.id and state = 'shown' and publish_date <= ${now})
        or exists (select from comments where author_id = members.id and state = 'shown')
      group by members.id order by is_first desc, key, members.id limit ${most}
    )
    select ${face} as face,
      not exists (
        select from users as other join authors as other_author on other_author.user_id = other.id
        where mention_key(other.user_name) = seen.key and other_author.id <> seen.id
      ) as "isAlone"
    from seen join authors on authors.id = seen.id ${faceJoins}
    order by seen.is_first desc, seen.key, seen.id`.execute(db)
  return rows
}
