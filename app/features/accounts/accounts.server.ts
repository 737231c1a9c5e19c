/** Accounts: sign-up, sign-in and what keeps a session going. */

import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { countTry } from '../attempt-limits/attempt-limits.server.ts'
import { continueSession, deviceHashOf, endSession } from '../sessions/session.server.ts'
import type { accountsEndpoints } from './contract.ts'
import { verifyPassword } from './password.server.ts'
import { findAccount } from './queries.server.ts'
import {
  activate,
  register,
  resendOtp,
  resumeRegistration,
  waitingRegistration,
  waitingSignUp,
} from './registration.server.ts'
import { finishSignIn, whoIs } from './sign-in.server.ts'

/** Unknown address and wrong password: the same work, the same answer. */
async function login(ctx: Context, { email, password }: Input<typeof accountsEndpoints.login>) {
  const device = deviceHashOf(ctx)
  const [account, waiting] = await Promise.all([findAccount(ctx.db, email, device), waitingRegistration(ctx, email)])
  const tried = await countTry(ctx, email, account?.knows_device ? device : undefined)
  if (!(await verifyPassword(password, account?.password_hash)) || !account) {
    // Also for a taken address: else a stranger who signs up and then in would learn whether it is.
    // Checked also where nobody waits, so that the time says nothing either.
    const isWaiting = await verifyPassword(password, waiting?.password_hash)
    if (!waiting || !isWaiting) throw new Problem('invalidCredentials')
    await tried.wasNoGuess()
    await resumeRegistration(ctx, email, waiting)
    throw new Problem('accountNotActive')
  }
  await tried.wasRight()
  return ctx.db.transaction().execute((tx) => finishSignIn(ctx, tx, account))
}

export const accountsOperations: Operations<typeof accountsEndpoints> = {
  userInfo: async (ctx) => whoIs(requireUser(ctx)),
  login,
  refreshToken: async (ctx, { refreshToken }) => {
    const session = await continueSession(ctx, refreshToken)
    return {
      token: session.accessToken,
      expirationDate: session.accessExpiresAt.toISOString(),
      refreshToken: session.refreshToken,
      refreshTokenExpirationDate: session.refreshExpiresAt.toISOString(),
    }
  },
  logout: async (ctx, { refreshToken }) => {
    await endSession(ctx, refreshToken)
    return {}
  },
  register,
  activate,
  waitingSignUp,
  resendOtp,
}
