/** Sessions: short-lived access tokens, and refresh tokens that are used once. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { Problem } from '../../api/problem.ts'
import { isStaff, type Role, STAFF_ROLES } from '../../api/rights.ts'
import type { Context, SignedInUser } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { DAY_MS, MINUTE_MS, MINUTE_SECONDS, YEAR_MS, YEAR_SECONDS } from '../../platform/durations.ts'
import { derivedKey, macOf } from '../../platform/secrets.server.ts'
import { recordSecurityEvent } from '../security-log/security-log.server.ts'
import { readAccessToken } from './access-tokens.server.ts'
import { cookieOf, DEVICE, dropCookie, putCookie } from './cookies.server.ts'
import {
  deleteOldSessions,
  earlierSessions,
  findSession,
  findSessionOfToken,
  findUsedToken,
  insertRefreshToken,
  insertSession,
  isKnownDevice,
  revokeSession,
  rotateToken,
  touchSession,
} from './session-queries.server.ts'
import { STAFF_SESSION_MS } from './staff-session.ts'

const ACCESS_SECONDS = 15 * MINUTE_SECONDS
const SESSION_MS = 30 * DAY_MS
/** The use of a session of staff is noted once in this time. */
const TOUCH_MS = MINUTE_MS
/** Two tabs may refresh with the same token at the same time. */
const GRACE_SECONDS = 30

const TOKEN = /^[\w-]{43}$/

/** The columns `USER_COLUMNS`. */
export type UserRow = {
  id: number
  email: string
  user_name: string
  first_name: string
  last_name: string
  phone: string
  profile_picture: string | null
  roles: string[]
  last_role: string
}
type SessionRow = UserRow & {
  session_id: string
  proved_at: Date
  has_second_factor: boolean
  unread_notices: number
}
/** What a sign-in was proved by: one factor, two of them, or a passkey, which counts as both. */
/** How a session was opened: by a first factor alone, with a code by SMS, with an authenticator app, or by a passkey. */
export type Factors = 'one' | 'sms' | 'app' | 'passkey'

export type OpenSession = {
  user: SignedInUser
  accessToken: string
  accessExpiresAt: Date
  refreshToken: string
  refreshExpiresAt: Date
}

/** The user of this request, by its Bearer token or its cookies; renews an expired access cookie. */
export async function resolveSession(ctx: Context, bearer: string | undefined): Promise<SignedInUser | null> {
  if (bearer) return userOfAccessToken(ctx, bearer)
  const access = cookieOf(ctx, 'access')
  const refresh = cookieOf(ctx, 'refresh')
  if (!access && !refresh) return null
  const user = access ? await userOfAccessToken(ctx, access) : null
  if (user) return user
  const session = refresh ? await refreshSession(ctx, refresh) : undefined
  if (session) setSessionCookies(ctx, session)
  else clearSessionCookies(ctx)
  return session?.user ?? null
}

async function userOfAccessToken(ctx: Context, token: string): Promise<SignedInUser | null> {
  const sessionId = await readAccessToken(ctx, token)
  const now = ctx.now()
  const row = sessionId ? await findSession(ctx.db, sessionId, now) : undefined
  if (!row) return null
  if (isStaff(row) && now.getTime() - row.last_used_at.getTime() > TOUCH_MS)
    await touchSession(ctx.db, row.session_id, now)
  return signedInUserOf(ctx, row)
}

/** Opens a session for the account on this device. @returns `isNewDevice` when the owner should be notified */
export async function openSession(
  ctx: Context,
  db: Database,
  row: UserRow,
  factors: Factors = 'one',
): Promise<OpenSession & { isNewDevice: boolean }> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + (isStaff(row) ? STAFF_SESSION_MS : SESSION_MS))
  const device = deviceOf(ctx) ?? randomBytes(32).toString('base64url')
  const earlier = await earlierSessions(db, row.id, sha256(device))
  // A browser or app holds one session: an earlier one would stay open, unused, for a month.
  await endSessionsOfRequest(ctx, db, cookieOf(ctx, 'refresh'), 'replaced')
  const sessionId = randomUUID()
  await insertSession(db, {
    id: sessionId,
    userId: row.id,
    userAgent: ctx.userAgent,
    ip: ctx.ip,
    deviceHash: sha256(device),
    byPasskey: factors === 'passkey',
    now,
    expiresAt,
  })
  const refreshToken = randomBytes(32).toString('base64url')
  await insertRefreshToken(db, sha256(refreshToken), sessionId, now)
  putCookie(ctx, DEVICE, device, YEAR_SECONDS)
  const user = signedInUserOf(ctx, {
    ...row,
    session_id: sessionId,
    proved_at: now,
    has_second_factor: factors === 'app' || factors === 'passkey',
    // Asked with the next request, which is the first that shows it.
    unread_notices: 0,
  })
  const session = await withAccessToken(ctx, user, refreshToken, expiresAt)
  return { ...session, isNewDevice: earlier.any && !earlier.sameDevice }
}

/** Identifies this browser; undefined before its first sign-in. */
export function deviceHashOf(ctx: Context): Buffer | undefined {
  const device = deviceOf(ctx)
  return device ? sha256(device) : undefined
}

/** Identifies this browser when somebody has signed in in it before. */
export async function knownDeviceOf(ctx: Context): Promise<Buffer | undefined> {
  const hash = deviceHashOf(ctx)
  return hash && (await isKnownDevice(ctx.db, hash)) ? hash : undefined
}

function deviceOf(ctx: Context): string | undefined {
  const device = cookieOf(ctx, DEVICE)
  return device && TOKEN.test(device) ? device : undefined
}

/**
 * Exchanges a refresh token; undefined when it is invalid. A token that is used again after the grace period, or after
 * its child was used, is in the hands of two parties, one of which stole it: then the session ends.
 */
export async function refreshSession(ctx: Context, token: string): Promise<OpenSession | undefined> {
  if (!TOKEN.test(token)) return undefined
  const now = ctx.now()
  const child = childOf(ctx, token)
  const rotated = await ctx.db.transaction().execute((tx) => rotateToken(tx, sha256(token), sha256(child), now))
  if (rotated) return withAccessToken(ctx, signedInUserOf(ctx, rotated), child, rotated.expires_at)

  const used = await findUsedToken(ctx.db, sha256(token), sha256(child), now)
  if (!used?.used_at || !used.is_open) return undefined
  const inGrace = now.getTime() - used.used_at.getTime() <= GRACE_SECONDS * 1000
  if (inGrace && !used.child_used_at) return withAccessToken(ctx, signedInUserOf(ctx, used), child, used.expires_at)
  if (await revokeSession(ctx.db, used.session_id, 'reuse', now)) {
    await recordSecurityEvent(ctx, { event: 'tokenReuse', outcome: 'sessionEnded', userId: used.id, email: used.email })
    ctx.log.warn(
      { sessionId: used.session_id, userId: used.id },
      'a used refresh token came back: its session was ended',
    )
  }
  return undefined
}

/** Derived, not stored: two tabs get the same child, and the database contains no usable token. */
const childOf = (ctx: Context, token: string): string =>
  macOf(ctx.settings, 'refresh-token', token).toString('base64url')

/** Ends the session of this request and that of the token. */
export async function endSession(ctx: Context, token: string | undefined): Promise<void> {
  await endSessionsOfRequest(ctx, ctx.db, token ?? cookieOf(ctx, 'refresh'), 'logout')
  clearSessionCookies(ctx)
}

async function endSessionsOfRequest(
  ctx: Context,
  db: Database,
  refresh: string | undefined,
  because: 'logout' | 'replaced',
): Promise<void> {
  const byToken = refresh && TOKEN.test(refresh) ? await findSessionOfToken(db, sha256(refresh)) : undefined
  for (const sessionId of new Set([ctx.user?.sessionId, byToken]))
    if (sessionId) await revokeSession(db, sessionId, because, ctx.now())
}

/** A new session's cookies replace those of the browser's earlier session, which could not be ended any more. */
export async function endEarlierSession(ctx: Context, tx: Tx): Promise<void> {
  const cameByCookie = cookieOf(ctx, 'access') || cookieOf(ctx, 'refresh')
  if (ctx.user && cameByCookie) await revokeSession(tx, ctx.user.sessionId, 'logout', ctx.now())
}

export function setSessionCookies(ctx: Context, session: OpenSession): void {
  const left = Math.floor((session.refreshExpiresAt.getTime() - ctx.now().getTime()) / 1000)
  putCookie(ctx, 'access', session.accessToken, ACCESS_SECONDS)
  putCookie(ctx, 'refresh', session.refreshToken, left)
}

export function clearSessionCookies(ctx: Context): void {
  dropCookie(ctx, 'access')
  dropCookie(ctx, 'refresh')
}

async function withAccessToken(
  ctx: Context,
  user: SignedInUser,
  refreshToken: string,
  refreshExpiresAt: Date,
): Promise<OpenSession> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  const expires = Math.min(issuedAt + ACCESS_SECONDS, Math.floor(refreshExpiresAt.getTime() / 1000))
  const accessToken = await new SignJWT({ sid: user.sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(user.id))
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(derivedKey(ctx.settings, 'access-token'))
  return { user, accessToken, accessExpiresAt: new Date(expires * 1000), refreshToken, refreshExpiresAt }
}

/** Without a second factor a member of staff has the roles of a learner, in every call and on every page. */
function signedInUserOf({ settings }: Context, row: SessionRow): SignedInUser {
  const secondFactorNeeded = settings.staffSecondFactor && isStaff(row) && !row.has_second_factor
  return {
    id: row.id,
    sessionId: row.session_id,
    provedAt: row.proved_at,
    secondFactorNeeded,
    email: row.email,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    profilePicture: row.profile_picture,
    unreadNotices: row.unread_notices,
    roles: (secondFactorNeeded
      ? row.roles.filter((role) => !STAFF_ROLES.some((staff) => staff === role))
      : row.roles) as Role[],
    lastRole: row.last_role as Role,
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Renews the session of a refresh token, or else of the cookie. @throws Problem unauthenticated */
export async function continueSession(ctx: Context, token: string | undefined): Promise<OpenSession> {
  const refreshToken = token || cookieOf(ctx, 'refresh')
  const session = refreshToken ? await refreshSession(ctx, refreshToken) : undefined
  if (!session) {
    if (!token) clearSessionCookies(ctx)
    throw new Problem('unauthenticated')
  }
  setSessionCookies(ctx, session)
  return session
}

export async function deleteExpiredSessions(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  await deleteOldSessions(ctx.db, now, new Date(now.getTime() - YEAR_MS))
}
