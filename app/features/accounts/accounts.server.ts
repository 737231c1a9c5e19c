/** Accounts: sign-up, sign-in and what keeps a session going. */

import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { deleteExpiredCodes } from '../codes/codes.server.ts'
import { passkeyOperations } from '../passkeys/passkeys.server.ts'
import { deleteExpiredResets, resetOperations } from '../password-reset/password-reset.server.ts'
import { forgetFarewells } from '../personal-data/erase.server.ts'
import { profileOperations } from '../profile/profile.server.ts'
import { proofOperations } from '../proof/proof.server.ts'
import { deleteExpiredChallenges } from '../second-factors/second-step.server.ts'
import { continueSession, deleteExpiredSessions, deviceHashOf, endSession } from '../sessions/session.server.ts'
import { sessionsOperations } from '../sessions/sessions.server.ts'
import { deleteExpiredSignInAttempts } from '../social-sign-in/external-visits.server.ts'
import { externalOperations } from '../social-sign-in/social-sign-in.server.ts'
import { deleteExpiredPendingIdentities } from '../social-sign-in/tickets.server.ts'
import { secondFactorOperations } from '../two-factor/second-factors.server.ts'
import { secondStepOperations } from '../two-factor/two-factor.server.ts'
import { deleteExpiredPasskeyChallenges } from '../webauthn/passkey-ceremony.server.ts'
import type { identityEndpoints } from './contract.ts'
import { verifyPassword } from './password.server.ts'
import { findAccount } from './queries.server.ts'
import {
  activate,
  deleteExpiredRegistrations,
  register,
  resendOtp,
  resumeRegistration,
  waitingRegistration,
  waitingSignUp,
} from './registration.server.ts'
import { finishSignIn, whoIs } from './sign-in.server.ts'
import { countTry, deleteExpiredTries } from './sign-in-limit.server.ts'

/** Unknown address and wrong password: the same work, the same answer. */
async function login(ctx: Context, { email, password }: Input<typeof identityEndpoints.login>) {
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

export const identityOperations: Operations<typeof identityEndpoints> = {
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
  ...externalOperations,
  ...passkeyOperations,
  ...profileOperations,
  ...proofOperations,
  ...resetOperations,
  ...sessionsOperations,
  ...secondStepOperations,
  ...secondFactorOperations,
}

/** What has served its time: old sessions, codes, sign-ups that nobody finished, counted tries. */
export async function deleteExpiredAccountRows(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteExpiredSessions(ctx)
  await deleteExpiredCodes(ctx)
  await deleteExpiredRegistrations(ctx)
  await deleteExpiredTries(ctx)
  await forgetFarewells(ctx)
  await deleteExpiredChallenges(ctx)
  await deleteExpiredPasskeyChallenges(ctx)
  await deleteExpiredResets(ctx)
  await deleteExpiredSignInAttempts(ctx)
  await deleteExpiredPendingIdentities(ctx)
}
