/** Reads access tokens. */
import { jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.server.ts'
import { SECOND_MS } from '../../platform/durations.ts'
import { acceptedKeys } from '../../platform/secrets.server.ts'
import type { Settings } from '../../platform/settings.server.ts'

type Claims = { sessionId: string; expiresAtMs: number }

/** About 3 MB. */
const MAX_REMEMBERED = 5000

/**
 * The claims of tokens whose signature was verified, by the settings with the secret. A signature stays right; whether
 * the token has expired is asked each time, and whether its session goes on is asked in the database.
 */
const verified = new WeakMap<Settings, LRUCache<string, Claims>>()

/** The session's id; undefined when the token is forged, malformed or expired. */
export async function readAccessToken({ settings, now }: Context, token: string): Promise<string | undefined> {
  const claims = rememberedIn(settings)
  const known = claims.get(token) ?? (await verify(settings, now(), token))
  if (!known || known.expiresAtMs <= now().getTime()) return undefined
  claims.set(token, known)
  return known.sessionId
}

function rememberedIn(settings: Settings): LRUCache<string, Claims> {
  const existing = verified.get(settings)
  if (existing) return existing
  const created = new LRUCache<string, Claims>({ max: MAX_REMEMBERED })
  verified.set(settings, created)
  return created
}

async function verify(settings: Settings, now: Date, token: string): Promise<Claims | undefined> {
  for (const key of acceptedKeys(settings, 'access-token')) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'exp'],
      })
      return { sessionId: payload.sid as string, expiresAtMs: payload.exp! * SECOND_MS }
    } catch {
      // Of the other key, forged, malformed or expired.
    }
  }
  return undefined
}
