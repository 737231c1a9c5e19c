/** The last part of every sign-in, by any method. */
import type { Context, SignedInUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { beginSecondFactor, secondFactorsOf } from '../second-factors/second-factor-challenge.server.ts'
import { tokensInBody } from '../sessions/cookies.server.ts'
import {
  endEarlierSession,
  type Factors,
  type OpenSession,
  openSession,
  setSessionCookies,
  type UserRow,
} from '../sessions/session.server.ts'
import { mailSecurityNotice } from './security-emails.server.ts'
import type { SignedIn, SignInAnswer } from './sign-in-contract.ts'

/**
 * Follows a correct first factor: opens a session, or starts the second factor where the account has one.
 * @param returnTo the page to go on to; stored with the second factor's challenge
 */
export async function finishSignIn(
  ctx: Context,
  tx: Tx,
  account: UserRow,
  { returnTo }: { returnTo?: string | undefined } = {},
): Promise<SignInAnswer> {
  const factors = await secondFactorsOf(tx, account.id)
  return factors.isOn
    ? beginSecondFactor(ctx, tx, account.id, factors, returnTo)
    : completeSignIn(ctx, tx, account, 'one')
}

/** Opens a session after all factors that the account requires were checked. */
export async function completeSignIn(ctx: Context, tx: Tx, account: UserRow, factors: Factors): Promise<SignedIn> {
  await endEarlierSession(ctx, tx)
  const session = await openSession(ctx, tx, account, factors)
  if (session.isNewDevice) await mailSecurityNotice(ctx, tx, account.email, 'newSignIn')
  return answerOf(ctx, session)
}

function answerOf(ctx: Context, session: OpenSession): SignedIn {
  setSessionCookies(ctx, session)
  return {
    ...whoAmI(session.user),
    ...tokensInBody(ctx, { accessToken: session.accessToken, refreshToken: session.refreshToken }),
    accessTokenExpirationDate: session.accessExpiresAt.toISOString(),
    refreshTokenExpirationDate: session.refreshExpiresAt.toISOString(),
  }
}

export function whoAmI(user: SignedInUser) {
  const { id, userName, firstName, lastName, email, phone, profilePicture, lastRole, roles, secondFactorNeeded } = user
  const userData = { id, userName, firstName, lastName, email, phone, profilePicture }
  return { userData, lastRole, roles, secondFactorNeeded }
}
