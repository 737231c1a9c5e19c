/** Accounts: sign-up, sign-in and what keeps a session going. */

import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser, type SignedInUser } from '../../platform/context.server.ts'
import { forgetOldCodes } from './codes.server.ts'
import type { identityEndpoints } from './contract.ts'
import { mailNewSignIn } from './emails.server.ts'
import { verifyPassword } from './password.server.ts'
import { findAccount } from './queries.server.ts'
import {
  activate,
  forgetOldRegistrations,
  register,
  resendOtp,
  resumeRegistration,
  waitingRegistration,
} from './registration.server.ts'
import {
  continueSession,
  deviceHashOf,
  endSession,
  forgetOldSessions,
  giveCookies,
  type OpenSession,
  openSession,
} from './session.server.ts'
import { countTry, forgetOldTries } from './sign-in-limit.server.ts'

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
  const session = await ctx.db.transaction().execute(async (tx) => {
    const opened = await openSession(ctx, tx, account)
    if (opened.isNewDevice) await mailNewSignIn(ctx, tx, email)
    return opened
  })
  return answerOf(ctx, session)
}

/** The tokens for apps; browsers get them as cookies and never read these. */
function answerOf(ctx: Context, session: OpenSession) {
  giveCookies(ctx, session)
  return {
    ...whoIs(session.user),
    accessToken: session.accessToken,
    accessTokenExpirationDate: session.accessExpiresAt.toISOString(),
    refreshToken: session.refreshToken,
    refreshTokenExpirationDate: session.refreshExpiresAt.toISOString(),
  }
}

function whoIs(user: SignedInUser) {
  const { id, userName, firstName, lastName, email, phone, profilePicture, lastRole, roles } = user
  return { userData: { id, userName, firstName, lastName, email, phone, profilePicture }, lastRole, roles }
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
  activate: async (ctx, input) => answerOf(ctx, await activate(ctx, input)),
  resendOtp,
}

/** What has served its time: old sessions, codes, sign-ups that nobody finished, counted tries. */
export async function forgetOldIdentity(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await forgetOldSessions(ctx)
  await forgetOldCodes(ctx)
  await forgetOldRegistrations(ctx)
  await forgetOldTries(ctx)
}
