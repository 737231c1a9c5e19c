/** Accounts: sign-up, sign-in, sign-out and the refresh of sessions. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { countTry } from '../attempt-limits/attempt-limits.server.ts'
import { tokensInBody } from '../sessions/cookies.server.ts'
import { continueSession, deviceHashOf, endSession } from '../sessions/session.server.ts'
import type { accountsEndpoints } from './contract.ts'
import { verifyPassword } from './password.server.ts'
import { findAccount } from './queries.server.ts'
import {
  activate,
  pendingRegistration,
  register,
  resendOtp,
  resumeRegistration,
  waitingSignUp,
} from './registration/registration.server.ts'
import { finishSignIn, whoAmI } from './sign-in.server.ts'

/** An unknown address and a wrong password take the same time and get the same answer. */
async function login(ctx: Context, { email, password }: Input<typeof accountsEndpoints.login>) {
  const device = deviceHashOf(ctx)
  const [account, registration] = await Promise.all([
    findAccount(ctx.db, email, device),
    pendingRegistration(ctx, email),
  ])
  const attempt = await countTry(ctx, email, account?.knows_device ? device : undefined)
  if (!(await verifyPassword(password, account?.password_hash, ctx)) || !account) {
    // Taken addresses included: otherwise signing up and then in would reveal whether an address has an account.
    // Without a registration a dummy hash is checked, so that the response time reveals nothing either.
    const isOfRegistration = await verifyPassword(password, registration?.password_hash, ctx)
    if (!registration || !isOfRegistration) {
      await attempt.wasWrong()
      throw new Problem('invalidCredentials')
    }
    await attempt.wasSignUpPassword()
    await resumeRegistration(ctx, email, registration)
    throw new Problem('accountNotActive')
  }
  await attempt.wasRight()
  return ctx.db.transaction().execute((tx) => finishSignIn(ctx, tx, account))
}

export const accountsOperations: Operations<typeof accountsEndpoints> = {
  userInfo: async (ctx) => {
    const user = requireUser(ctx)
    return { ...whoAmI(user), unreadNotifications: user.unreadNotices }
  },
  login,
  refreshToken: async (ctx, { refreshToken }) => {
    const session = await continueSession(ctx, refreshToken)
    return {
      ...tokensInBody(ctx, { token: session.accessToken, refreshToken: session.refreshToken }),
      expirationDate: session.accessExpiresAt.toISOString(),
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
