/** The profile's columns of an account. */
import { sql } from 'kysely'
import { STAFF_ROLES } from '../../api/rights.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

/** The security settings of an account, apart from second factors. */
export function findGuards(db: Database, userId: number) {
  const countOf = (table: 'passkeys' | 'external_identities') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
  return db
    .selectFrom('users')
    .select([
      'phone_verified_at',
      sql<boolean>`password_hash is not null`.as('has_password'),
      countOf('passkeys').as('passkeys'),
      countOf('external_identities').as('connections'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Whether the institute, a trainer or a member of staff has this name, in any spelling. */
export async function isNameOfStaff(db: Database, name: string, userId: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (
      select from trainers
      where ar_norm(${name}) in (ar_norm(name ->> 'ar'), ar_norm(name ->> 'en')) and user_id is distinct from ${userId}
      union all
      select from users
      where roles && ${sql.val([...STAFF_ROLES])}::text[] and id <> ${userId} and ar_norm(user_name) = ar_norm(${name})
      union all
      select from institute
      where ar_norm(${name}) in (ar_norm(data -> 'name' ->> 'ar'), ar_norm(data -> 'name' ->> 'en'))
    ) as taken`.execute(db)
  return rows[0]!.taken
}

export type Names = { firstName: string; lastName: string; userName: string }

export async function updateNames(db: Database, userId: number, names: Names) {
  return db
    .updateTable('users')
    .set({ first_name: names.firstName, last_name: names.lastName, user_name: names.userName })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Sets the picture. @returns the previous one; concurrent calls run one after another */
export async function swapPicture(tx: Tx, userId: number, picture: string | null): Promise<string | null> {
  const { profile_picture } = await tx
    .selectFrom('users')
    .select('profile_picture')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('users').set({ profile_picture: picture }).where('id', '=', userId).execute()
  return profile_picture
}

/** Sets a password, and ends everything that was started with the previous one. */
export async function setPassword(tx: Tx, userId: number, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
