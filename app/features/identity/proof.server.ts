/** Proving again that it is still you: a session that was left open or stolen must not change what guards the account. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser, type SignedInUser } from '../../platform/context.server.ts'
import { verifyPassword } from './password.server.ts'
import type { proofEndpoints } from './proof-contract.ts'
import { findPasswordHash } from './queries.server.ts'
import { markProved, provedAt } from './session-queries.server.ts'
import { countProof } from './sign-in-limit.server.ts'

const GOOD_SECONDS = 10 * 60

/** The signed-in person, who proved to be themselves in the last ten minutes. @throws Problem proofNeeded */
export async function requireRecentProof(ctx: Context): Promise<SignedInUser> {
  const user = requireUser(ctx)
  const at = await provedAt(ctx.db, user.sessionId)
  if (!at || at.getTime() <= ctx.now().getTime() - GOOD_SECONDS * 1000) throw new Problem('proofNeeded')
  return user
}

/**
 * Asks for what a call takes as its proof: the password where the account has one, else a proof of the last minutes.
 * @param field the input's name of it
 * @throws Problem validation at that field, or proofNeeded
 */
export async function requirePassword(
  ctx: Context,
  password: string | undefined,
  field = 'password',
): Promise<SignedInUser> {
  const user = requireUser(ctx)
  const hash = await findPasswordHash(ctx.db, user.id)
  if (!hash) return requireRecentProof(ctx)
  if (!password) throw new Problem('validation', {}, { [field]: ['required'] })
  await checkPassword(ctx, user, hash, password, field)
  return user
}

async function checkPassword(
  ctx: Context,
  user: SignedInUser,
  hash: string | null,
  password: string,
  field = 'password',
): Promise<void> {
  const tried = await countProof(ctx, user.id)
  if (!(await verifyPassword(password, hash))) throw new Problem('validation', {}, { [field]: ['wrongPassword'] })
  await tried.wasRight()
}

async function prove(ctx: Context, { password }: Input<typeof proofEndpoints.prove>) {
  const user = requireUser(ctx)
  await checkPassword(ctx, user, await findPasswordHash(ctx.db, user.id), password)
  return renewProof(ctx, user)
}

/** From now on the session counts as proved. */
export async function renewProof(ctx: Context, user: SignedInUser): Promise<{ provedUntil: string }> {
  const now = ctx.now()
  await markProved(ctx.db, user.sessionId, now)
  return { provedUntil: new Date(now.getTime() + GOOD_SECONDS * 1000).toISOString() }
}

export const proofOperations: Operations<typeof proofEndpoints> = { prove }
