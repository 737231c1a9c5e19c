/** Links accounts of providers to the signed-in person's account, and unlinks them. */
import { type ExternalPerson, SocialFailure, type SocialPort } from '../../adapters/social/port.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { countSignInMethods } from '../accounts/sign-in-method-queries.server.ts'
import { requireRecentProof } from '../proof/proof.server.ts'
import type { socialSignInEndpoints } from './contract.ts'
import { mailConnected, mailDisconnected } from './emails.server.ts'
import { deleteConnection, findConnections, insertIdentity } from './queries.server.ts'
import { beginSignInAttempt, nameOfProvider, providerOf } from './sign-in-attempts.server.ts'
import { connectionsPage } from './social-sign-in-links.ts'

type Calls = typeof socialSignInEndpoints

async function connections(ctx: Context) {
  const user = requireUser(ctx)
  const rows = await findConnections(ctx.db, user.id)
  return {
    connections: rows.map((row) => ({
      id: row.id,
      provider: row.provider,
      name: nameOfProvider(ctx, row.provider),
      email: row.email,
      linkedAt: row.linked_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
    providers: ctx.social.map(({ id, name }) => ({ id, name })),
  }
}

/** Needs a re-authentication: an attacker with a stolen session must not add a sign-in method. */
async function connect(ctx: Context, { provider }: Input<Calls['connect']>) {
  const user = await requireRecentProof(ctx)
  const port = providerOf(ctx, provider)
  try {
    return { url: await beginSignInAttempt(ctx, port, { userId: user.id }) }
  } catch (error) {
    if (error instanceof SocialFailure) throw new Problem('externalProviderDown')
    throw error
  }
}

/** After the return from the provider: links the identity, unless it belongs to another account. */
export async function finishConnecting(ctx: Context, port: SocialPort, userId: number, person: ExternalPerson) {
  const page = (query: Parameters<typeof connectionsPage>[1]) => connectionsPage(ctx.lang, query)
  const { user } = ctx
  // In the meantime the visitor signed out, or another account signed in.
  if (user?.id !== userId) return { location: page({ problem: 'external-expired' }) }
  const { issuer, subject, email = null } = person
  const linked = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const result = await insertIdentity(tx, { issuer, subject, userId, provider: port.id, email, now, usedAt: null })
    if (result === 'new') await mailConnected(ctx, tx, user.email, port.name)
    return result
  })
  return { location: linked === 'another' ? page({ problem: 'taken' }) : page({ done: 'connected' }) }
}

async function disconnect(ctx: Context, { id }: Input<Calls['disconnect']>) {
  const user = await requireRecentProof(ctx)
  const providers = ctx.social.map((port) => port.id)
  await ctx.db.transaction().execute(async (tx) => {
    const methodCount = await countSignInMethods(tx, user.id, providers)
    const provider = await deleteConnection(tx, user.id, id)
    if (!provider) throw new Problem('notFound')
    const isSignInMethod = providers.includes(provider)
    if (isSignInMethod && methodCount === 1) throw new Problem('lastWayIn')
    await mailDisconnected(ctx, tx, user.email, nameOfProvider(ctx, provider))
  })
  return {}
}

export const connectionOperations: Pick<Operations<Calls>, 'connections' | 'connect' | 'disconnect'> = {
  connections,
  connect,
  disconnect,
}
