/** Refresh tokens under attack, many families at a time, and what two common mistakes would let through. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { IS_LONG } from '../../../tests/support/long.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { insertRefreshToken, revokeSession } from './session-queries.server.ts'

const AFTER_THE_GRACE = 31_000
const CONCURRENCY = 40
/** A thousand families of tokens in the long run. */
const SHARE = IS_LONG ? 1 : 0.1

type Family = { sessionId: string; refreshToken: string }

let app: TestApp
beforeAll(async () => {
  // The clock stands still: a grace of seconds must not depend on how busy the machine is.
  app = await startTestApp({ env: { LOG_LEVEL: 'silent' }, now: new Date() })
})
afterAll(() => app.stop())

/** So many sessions of one person, as signing in opens them. */
async function families(count: number): Promise<Family[]> {
  const { id: user_id } = await learner(app.db)
  const made = Array.from({ length: count }, () => ({ sessionId: randomUUID(), refreshToken: newToken() }))
  const now = app.services.now()
  const session = { user_id, user_agent: 'test', ip: '192.0.2.1', created_at: now, last_used_at: now, proved_at: now }
  const rest = { device_hash: Buffer.alloc(32), expires_at: new Date(now.getTime() + HOUR_MS) }
  const sessions = made.map(({ sessionId }) => ({ id: sessionId, ...session, ...rest }))
  await app.db.insertInto('sessions').values(sessions).execute()
  const tokens = made.map(({ sessionId: session_id, refreshToken }) => ({
    token_hash: sha256(refreshToken),
    session_id,
    created_at: now,
  }))
  await app.db.insertInto('refresh_tokens').values(tokens).execute()
  return made
}

const newToken = () => randomBytes(32).toString('base64url')
const sha256 = (text: string) => createHash('sha256').update(text).digest()

async function each<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let from = 0; from < list.length; from += CONCURRENCY)
    done.push(...(await Promise.all(list.slice(from, from + CONCURRENCY).map(work))))
  return done
}

/** The next token, or undefined where the answer is 401. */
async function refresh(refreshToken: string): Promise<string | undefined> {
  try {
    return (await apiAs(app, null, { tokensIn: 'body' }).accounts.refreshToken({ refreshToken })).refreshToken
  } catch (error) {
    if ((error as { code?: string }).code === 'unauthenticated') return undefined
    throw error
  }
}
const refreshed = async (token: string) => (await refresh(token))!

async function endedBecause(all: Family[]): Promise<(string | null)[]> {
  const rows = await app.db
    .selectFrom('sessions')
    .select('revoked_because')
    .where(
      'id',
      'in',
      all.map(({ sessionId }) => sessionId),
    )
    .execute()
  return [...new Set(rows.map((row) => row.revoked_because))]
}

describe('many families', () => {
  it('all end when a used token is used again after the grace period, and none of their tokens works', async () => {
    const all = await families(800 * SHARE)
    const children = await each(all, ({ refreshToken }) => refreshed(refreshToken))
    app.advance(AFTER_THE_GRACE)
    const replayed = await each(all, ({ refreshToken }) => refresh(refreshToken))
    expect(replayed.filter(Boolean)).toEqual([])
    expect(await endedBecause(all)).toEqual(['reuse'])
    expect((await each(children.slice(0, 80 * SHARE), refresh)).filter(Boolean)).toEqual([])
  })

  it('all end when the token before the last is used, even within the grace period', async () => {
    const all = await families(170 * SHARE)
    const grandchildren = await each(all, async ({ refreshToken }) => refreshed(await refreshed(refreshToken)))
    const replayed = await each(all, ({ refreshToken }) => refresh(refreshToken))
    expect(replayed.filter(Boolean)).toEqual([])
    expect(await endedBecause(all)).toEqual(['reuse'])
    expect((await each(grandchildren.slice(0, 40), refresh)).filter(Boolean)).toEqual([])
  })

  it('continue when 20 tabs of each refresh concurrently, and again with their new tokens', async () => {
    const all = await families(30 * SHARE)
    for (const { refreshToken } of all) {
      const got = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
      expect(new Set(got).size).toBe(1)
    }
    expect(await endedBecause(all)).toEqual([null])
    const next = await each(all, async ({ refreshToken }) => refresh(await refreshed(refreshToken)))
    expect(next.filter(Boolean)).toHaveLength(all.length)
    expect(await endedBecause(all)).toEqual([null])
  })
})

/** Rotation as it is often written: looks first, writes later, and makes a child of its own each time. */
async function naiveRefresh(token: string, graceSeconds: number): Promise<string | undefined> {
  const hash = sha256(token)
  const now = app.services.now()
  const row = await app.db
    .selectFrom('refresh_tokens')
    .select(['session_id', 'used_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirstOrThrow()
  if (row.used_at && now.getTime() - row.used_at.getTime() >= graceSeconds * 1000) {
    await revokeSession(app.db, row.session_id, 'reuse', now)
    return undefined
  }
  const child = newToken()
  await app.db.updateTable('refresh_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute()
  await insertRefreshToken(app.db, sha256(child), row.session_id, now)
  return child
}

describe('the same attacks on common implementations of rotation', () => {
  it('without a grace period 20 honest tabs sign their user out, or hold tokens that will', async () => {
    const all = await families(10)
    let children = 0
    for (const { refreshToken } of all) {
      const got = await Promise.all(Array.from({ length: 20 }, () => naiveRefresh(refreshToken, 0)))
      children += new Set(got.filter(Boolean)).size
    }
    expect(children > all.length || (await endedBecause(all)).includes('reuse')).toBe(true)
  })

  it('with a grace period for every recently used token a stolen older token works', async () => {
    const [family] = await families(1)
    await naiveRefresh((await naiveRefresh(family!.refreshToken, 30))!, 30)
    expect(await naiveRefresh(family!.refreshToken, 30)).toBeDefined()
    expect(await endedBecause([family!])).toEqual([null])
  })
})
