/** Accounts and registrations. */
import { type ExpressionBuilder, sql } from 'kysely'
import { accountOfAddress } from '../../../db/account-of-address.ts'
import { askedForNews } from '../../../db/news-choice.ts'
import type { DB } from '../../../db/types.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

/** The active account of an address, with its password hash, and whether it was signed in on this device before. */
export function findAccount(db: Database, email: string, deviceHash: Buffer | undefined) {
  const knowsDevice = (from: ExpressionBuilder<DB, 'users'>) =>
    from.exists(
      from
        .selectFrom('sessions')
        .select('sessions.id')
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.device_hash', '=', deviceHash ?? Buffer.alloc(0)),
    )
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'users.password_hash'])
    .select((from) => knowsDevice(from).as('knows_device'))
    .where('users.id', '=', accountOfAddress(email))
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return user?.password_hash ?? null
}

/** The password hashes of the accounts that have one of these addresses and a password. */
export async function findPasswordHashes(db: Database, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['email', 'password_hash']).where('email', 'in', emails).execute()
  return new Map(rows.flatMap(({ email, password_hash }) => (password_hash ? [[email, password_hash]] : [])))
}

/** Whether the address has an account, active or not. */
export async function isTaken(db: Database, email: string): Promise<boolean> {
  return Boolean(await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
}

export type NewRegistration = {
  id: string
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  phone: string
  lang: string
  returnTo: string | null
  wantsNews: boolean
  now: Date
  expiresAt: Date
}

export async function insertRegistration(db: Database, row: NewRegistration): Promise<void> {
  await db
    .insertInto('registrations')
    .values({
      id: row.id,
      email: row.email,
      password_hash: row.passwordHash,
      first_name: row.firstName,
      last_name: row.lastName,
      phone: row.phone,
      lang: row.lang,
      return_to: row.returnTo,
      wants_news: row.wantsNews,
      created_at: row.now,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Replaces what was typed before. */
export async function updateRegistration(
  db: Database,
  id: string,
  row: Omit<NewRegistration, 'id' | 'email' | 'now' | 'expiresAt'>,
): Promise<void> {
  await db
    .updateTable('registrations')
    .set({
      password_hash: row.passwordHash,
      first_name: row.firstName,
      last_name: row.lastName,
      phone: row.phone,
      lang: row.lang,
      return_to: row.returnTo,
      wants_news: row.wantsNews,
    })
    .where('id', '=', id)
    .execute()
}

/** The unopened registration of an address: the one with this id, or without an id the newest. */
export function findRegistration(db: Database, email: string, id: string | undefined, now: Date) {
  return db
    .selectFrom('registrations')
    .select(['id', 'password_hash', 'return_to as returnTo'])
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('opened_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether this registration became the address' account within the last minute, and is still stored. */
export async function wasJustOpened(db: Database, email: string, id: string, now: Date): Promise<boolean> {
  const opened = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .where('opened_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Boolean(opened)
}

/** Creates an account from the registration; undefined when the address got one in the meantime. */
export async function createAccount(db: Database, registrationId: string, now: Date) {
  const account = await db
    .insertInto('users')
    .columns([
      'email',
      'password_hash',
      'first_name',
      'last_name',
      'user_name',
      'phone',
      'lang',
      'terms_accepted_at',
      'created_at',
      'activated_at',
    ])
    .expression((from) =>
      from
        .selectFrom('registrations')
        .select((row) => [
          'email',
          'password_hash',
          'first_name',
          'last_name',
          sql<string>`first_name || ' ' || last_name`.as('user_name'),
          'phone',
          'lang',
          'created_at as terms_accepted_at',
          'created_at',
          row.val(now).as('activated_at'),
        ])
        .where('id', '=', registrationId),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst()
  if (account) await rememberNewsChoice(db, registrationId, account.id)
  return account
}

async function rememberNewsChoice(db: Database, registrationId: string, userId: number): Promise<void> {
  const asked = await db
    .selectFrom('registrations')
    .select('created_at')
    .where('id', '=', registrationId)
    .where('wants_news', '=', true)
    .executeTakeFirst()
  if (asked) await askedForNews(userId, asked.created_at).execute(db)
}

/**
 * Marks the registration as opened and deletes all others of the address: they were typed by someone who could not
 * read its mail.
 * @param deleteAt when the opened registration may be deleted
 */
export async function endRegistrations(
  db: Database,
  email: string,
  opened: string,
  now: Date,
  deleteAt: Date,
): Promise<void> {
  await db.deleteFrom('registrations').where('email', '=', email).where('id', '!=', opened).execute()
  await db.updateTable('registrations').set({ opened_at: now, expires_at: deleteAt }).where('id', '=', opened).execute()
}

export async function deleteOldRegistrations(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('registrations').where('expires_at', '<', now).execute()
}
