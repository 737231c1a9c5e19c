/** Lists the sessions of an account and ends them. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { sessionsEndpoints } from './contract.ts'
import { deviceLabel } from './device-label.server.ts'
import { clearSessionCookies } from './session.server.ts'
import { openSessionsOf, revokeOwnSession, revokeSessionsOf } from './session-queries.server.ts'
import { readUserAgent } from './user-agent.ts'

export async function sessions(ctx: Context) {
  return sessionsOf(ctx, requireUser(ctx).id)
}

/** Where an account is signed in, the last used first. */
export async function sessionsOf(ctx: Context, userId: number) {
  const rows = await openSessionsOf(ctx.db, userId, ctx.now())
  return rows.map((row) => ({
    id: row.id,
    device: deviceLabel(row.user_agent, ctx.lang),
    kind: readUserAgent(row.user_agent).kind,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === ctx.user?.sessionId,
  }))
}

/** Needs no re-authentication: an owner who discovers an attacker must be quick, and an attacker gains nothing by it. */
async function endSessions(ctx: Context, { id }: Input<typeof sessionsEndpoints.endSessions>) {
  const user = requireUser(ctx)
  if (!id) await revokeSessionsOf(ctx.db, user.id, 'elsewhere', ctx.now(), user.sessionId)
  else if (!(await revokeOwnSession(ctx.db, user.id, id, ctx.now()))) throw new Problem('notFound')
  if (id === user.sessionId) clearSessionCookies(ctx)
  return {}
}

export const sessionsOperations: Operations<typeof sessionsEndpoints> = { sessions, endSessions }
