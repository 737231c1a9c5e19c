/** People who work for the institute, and invitations of new ones. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

/** Whether the institute would be left without an Owner. Concurrent checks wait until the transaction ends. */
export async function isLastOwner(tx: Tx, userId: number): Promise<boolean> {
  const owners = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`roles @> array['Owner']`)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  return owners.length === 1 && owners[0]!.id === userId
}

/** An account by its address or its id. */
export type Who = { email: string } | { id: number }

/** The account, locked until the transaction ends. */
export function lockPerson(tx: Tx, who: Who) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'roles', 'last_role', 'status', 'lang'])
    .where((row) => ('id' in who ? row('id', '=', who.id) : row('email', '=', who.email)))
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function setRoles(db: Database, userId: number, roles: string[], lastRole: string): Promise<void> {
  await db.updateTable('users').set({ roles, last_role: lastRole }).where('id', '=', userId).execute()
}

export async function setStatus(db: Database, userId: number, status: 'active' | 'suspended'): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', userId).execute()
}

export type StaffFilter = {
  /** A part of a name, or an address. */
  query?: string | undefined
  roles: readonly string[]
  status?: 'active' | 'suspended' | undefined
}

/** The last row of a page. */
export const NamePlace = z.tuple([z.string(), z.int()]).transform(([name, id]) => ({ name, id }))
type NamePlace = z.output<typeof NamePlace>

const ownerCount = sql<number>`(select count(*) from users o where o.roles @> array['Owner'] and o.status = 'active')`

const matching = (db: Database, { query, roles, status }: StaffFilter) =>
  db
    .selectFrom('users')
    .where(sql<boolean>`users.roles && ${roles}::text[]`)
    .where('users.erased_at', 'is', null)
    .$if(status !== undefined, (rows) => rows.where('users.status', '=', status!))
    .$if(query !== undefined, (rows) =>
      rows.where(sql<boolean>`(users.search_name like name_pattern(${query}) or users.email = lower(${query}))`),
    )

/** `last_seen` is null for somebody who has never signed in. */
const withFacts = (db: Database, filter: StaffFilter) =>
  matching(db, filter).select((from) => [
    'users.id',
    'users.email',
    'users.user_name',
    'users.phone',
    'users.roles',
    'users.status',
    'users.created_at',
    from
      .selectFrom('sessions')
      .select((row) => row.fn.max('last_used_at').as('at'))
      .whereRef('sessions.user_id', '=', 'users.id')
      .as('last_seen'),
    sql<boolean>`exists (select from authenticators a where a.user_id = users.id and a.confirmed_at is not null)
      or exists (select from passkeys p where p.user_id = users.id)`.as('has_second_factor'),
    sql<boolean>`users.status = 'active' and users.roles @> array['Owner'] and ${ownerCount} = 1`.as('is_last_owner'),
  ])

/** Everybody with one of the roles, by name. */
export function findColleagues(
  db: Database,
  filter: StaffFilter,
  { limit, after }: { limit?: number; after?: NamePlace | undefined } = {},
) {
  return withFacts(db, filter)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(users.user_name, users.id) > (${after!.name}, ${after!.id})`),
    )
    .orderBy('users.user_name')
    .orderBy('users.id')
    .$if(limit !== undefined, (rows) => rows.limit(limit!))
    .execute()
}
export type StaffRow = Awaited<ReturnType<typeof findColleagues>>[number]

export async function countColleagues(db: Database, filter: StaffFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined for an account without any of the roles. */
export function findColleague(db: Database, id: number, roles: readonly string[]) {
  return withFacts(db, { roles }).where('users.id', '=', id).executeTakeFirst()
}

export type NewInvitation = { hash: Buffer; email: string; roles: string[]; lang: string; now: Date; expiresAt: Date }

/** Stores an invitation; earlier ones of the address are no longer accepted. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  await tx.deleteFrom('invitations').where('email', '=', invitation.email).where('used_at', 'is', null).execute()
  await tx
    .insertInto('invitations')
    .values({
      token_hash: invitation.hash,
      email: invitation.email,
      roles: invitation.roles,
      lang: invitation.lang,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    })
    .execute()
}

/** The invitations that can still be accepted, the newest first. */
export function openInvitations(db: Database, now: Date) {
  return db
    .selectFrom('invitations')
    .select(['email', 'roles', 'created_at', 'expires_at'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The roles of the open invitation of an address, which ends; undefined when there is none. */
export async function deleteInvitation(tx: Tx, email: string): Promise<string[] | undefined> {
  const row = await tx
    .deleteFrom('invitations')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .returning('roles')
    .executeTakeFirst()
  return row?.roles
}

export function findInvitation(db: Database, hash: Buffer, now: Date) {
  return db
    .selectFrom('invitations')
    .select(['email', 'roles'])
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses up an invitation; undefined when it has expired, was used, or was replaced. */
export function takeInvitation(tx: Tx, hash: Buffer, now: Date) {
  return tx
    .updateTable('invitations')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'roles', 'lang'])
    .executeTakeFirst()
}

export async function setInvited(tx: Tx, hash: Buffer, userId: number): Promise<void> {
  await tx.updateTable('invitations').set({ user_id: userId }).where('token_hash', '=', hash).execute()
}

/** The account that the invitation has opened after `usedAfter`. */
export function accountOpenedBy(db: Database, hash: Buffer, usedAfter: Date) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select([...USER_COLUMNS, 'users.password_hash'])
    .where('invitations.token_hash', '=', hash)
    .where('invitations.used_at', '>', usedAfter)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

export type NewColleague = {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  phone: string
  roles: string[]
  lang: string
  now: Date
}

/** Creates the account and deletes pending sign-ups of its address; undefined when the address has an account. */
export async function createColleague(tx: Tx, person: NewColleague) {
  const account = await tx
    .insertInto('users')
    .values({
      email: person.email,
      password_hash: person.passwordHash,
      first_name: person.firstName,
      last_name: person.lastName,
      user_name: `${person.firstName} ${person.lastName}`,
      phone: person.phone,
      roles: person.roles,
      last_role: person.roles[0]!,
      lang: person.lang,
      terms_accepted_at: person.now,
      created_at: person.now,
      activated_at: person.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst()
  if (account) await tx.deleteFrom('registrations').where('email', '=', person.email).execute()
  return account
}

export async function deleteOldInvitations(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where((row) => row.or([row('expires_at', '<', before), row('used_at', '<', before)]))
    .execute()
}
