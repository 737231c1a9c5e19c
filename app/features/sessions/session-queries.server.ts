/** Sessions and their refresh tokens. */
import { sql } from 'kysely'
import { preparedStatement } from '../../../db/prepared.ts'
import { unreadNotices } from '../../../db/visible-notices.ts'
import { STAFF_ROLES } from '../../api/rights.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { STAFF_IDLE_MS, STAFF_SESSION_MS } from './staff-session.ts'
import { USER_COLUMNS } from './user-queries.server.ts'

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** By the present roles: a session that was opened before its account joined the staff has no more rights. */
const isOpen = (now: Date) => isOpenAt({ now, ...staffLimits(now) })

const staffLimits = (now: Date) => ({
  staffOpenedAfter: before(now, STAFF_SESSION_MS),
  staffUsedAfter: before(now, STAFF_IDLE_MS),
})

type Moments = { now: Date; staffOpenedAfter: Date; staffUsedAfter: Date }
const isOpenAt = ({ now, staffOpenedAfter, staffUsedAfter }: Moments) => sql<boolean>`
  sessions.revoked_at is null and sessions.expires_at > ${now} and users.status = 'active'
  and (not users.roles && ${sql.val([...STAFF_ROLES])}::text[]
    or (sessions.created_at > ${staffOpenedAfter} and sessions.last_used_at > ${staffUsedAfter}))`

/** What opens the desk: codes by SMS do not (decision 0106). */
const hasSecondFactor = sql<boolean>`sessions.by_passkey
  or exists (select from authenticators where authenticators.user_id = users.id and authenticators.confirmed_at is not null)`

/** With what pages show of the user. */
const sessionColumns = (now: Date) =>
  [
    ...USER_COLUMNS,
    'sessions.id as session_id',
    'sessions.proved_at',
    'sessions.last_used_at',
    hasSecondFactor.as('has_second_factor'),
    unreadNotices(sql.ref('users.id'), now).as('unread_notices'),
  ] as const

export type NewSession = {
  id: string
  userId: number
  userAgent: string
  ip: string
  deviceHash: Buffer
  byPasskey: boolean
  now: Date
  expiresAt: Date
}

export async function insertSession(db: Database, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      user_agent: session.userAgent,
      ip: session.ip,
      device_hash: session.deviceHash,
      created_at: session.now,
      last_used_at: session.now,
      proved_at: session.now,
      expires_at: session.expiresAt,
      by_passkey: session.byPasskey,
    })
    .execute()
}

/** Whether the account has signed in before: on this device, and on any. */
export async function earlierSessions(db: Database, userId: number, deviceHash: Buffer) {
  return db
    .selectFrom('sessions')
    .select([
      sql<boolean>`count(*) > 0`.as('any'),
      sql<boolean>`count(*) filter (where device_hash = ${deviceHash}) > 0`.as('sameDevice'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Whether anybody has signed in on this device before. */
export async function isKnownDevice(db: Database, deviceHash: Buffer): Promise<boolean> {
  const query = db.selectFrom('sessions').select('id').where('device_hash', '=', deviceHash).limit(1)
  return Boolean(await query.executeTakeFirst())
}

export async function markProved(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute()
}

/** The user of a session that has not ended. */
export async function findSession(db: Database, sessionId: string, now: Date) {
  return (await sessionById(db, { sessionId, now, ...staffLimits(now) }))[0]
}

/** Every request of somebody who is signed in begins with it. */
const sessionById = preparedStatement('session_by_id', (db: Database, wanted: Moments & { sessionId: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(sessionColumns(wanted.now))
    .where('sessions.id', '=', wanted.sessionId)
    .where(isOpenAt(wanted)),
)

/** Notes that the session is in use. */
export async function touchSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId).execute()
}

export async function insertRefreshToken(db: Database, hash: Buffer, sessionId: string, now: Date): Promise<void> {
  await db.insertInto('refresh_tokens').values({ token_hash: hash, session_id: sessionId, created_at: now }).execute()
}

/**
 * Exchanges an unused token for its child; undefined when it is unknown, was used, or its session ended. The
 * conditional update lets one of several concurrent callers rotate; the others wait for it and find the token used.
 */
export async function rotateToken(tx: Tx, hash: Buffer, childHash: Buffer, now: Date) {
  const used = await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .from('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .whereRef('sessions.id', '=', 'refresh_tokens.session_id')
    .where('refresh_tokens.token_hash', '=', hash)
    .where('refresh_tokens.used_at', 'is', null)
    .where(isOpen(now))
    .returning([...sessionColumns(now), 'sessions.expires_at'])
    .executeTakeFirst()
  if (!used) return undefined
  await insertRefreshToken(tx, childHash, used.session_id, now)
  await touchSession(tx, used.session_id, now)
  return used
}

/** A used token with its session and user, and when its child was used. */
export function findUsedToken(db: Database, hash: Buffer, childHash: Buffer, now: Date) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('refresh_tokens as child', (join) => join.on('child.token_hash', '=', childHash))
    .select([
      ...sessionColumns(now),
      'sessions.expires_at',
      isOpen(now).as('is_open'),
      'refresh_tokens.used_at',
      'child.used_at as child_used_at',
    ])
    .where('refresh_tokens.token_hash', '=', hash)
    .where('refresh_tokens.used_at', 'is not', null)
    .executeTakeFirst()
}

export async function findSessionOfToken(db: Database, hash: Buffer): Promise<string | undefined> {
  const token = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return token?.session_id
}

/** Whether this call was the one that ended the session. */
export async function revokeSession(
  db: Database,
  sessionId: string,
  because: 'logout' | 'reuse' | 'replaced',
  now: Date,
): Promise<boolean> {
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_because: because })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return Boolean(revoked)
}

/** Ends one session of the account; false when the account has no such open session. */
export async function revokeOwnSession(db: Database, userId: number, sessionId: string, now: Date): Promise<boolean> {
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_because: 'elsewhere' })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return Boolean(revoked)
}

/** Ends the account's sessions. @param except the id of a session that stays open */
export async function revokeSessionsOf(
  db: Database,
  userId: number,
  because: 'password' | 'elsewhere' | 'erased' | 'suspended',
  now: Date,
  except?: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_because: because })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .execute()
}

/** Where the account is signed in, the last used first. */
export function openSessionsOf(db: Database, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_agent', 'ip', 'sessions.created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where(isOpen(now))
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
}

/** Deletes the tokens of ended sessions. The sessions stay for another year: they identify trusted devices. */
export async function deleteOldSessions(db: Database, now: Date, aYearAgo: Date): Promise<void> {
  const over = db
    .selectFrom('sessions')
    .select('id')
    .where((row) => row.or([row('expires_at', '<', now), row('revoked_at', '<', now)]))
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', over).execute()
  await db.deleteFrom('sessions').where('expires_at', '<', aYearAgo).execute()
}
