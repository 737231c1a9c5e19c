/** The end of every sign-in, whichever way it was begun. */
import type { Context, SignedInUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { beginSecondStep, secondFactorsOf } from '../second-factors/second-step.server.ts'
import {
  endSessionOfBrowser,
  giveCookies,
  type OpenSession,
  openSession,
  type UserRow,
} from '../sessions/session.server.ts'
import { mailNewSignIn } from './emails.server.ts'
import type { SignedIn, SignInAnswer } from './sign-in-contract.ts'

/**
 * Ends a first step that was right: by a session, or by asking for the second factor where the account has one. The
 * answer is the call's; browsers get theirs as cookies with it.
 * @param returnTo where the person was going; kept with the second step
 */
export async function finishSignIn(
  ctx: Context,
  tx: Tx,
  account: UserRow,
  { returnTo }: { returnTo?: string | undefined } = {},
): Promise<SignInAnswer> {
  const factors = await secondFactorsOf(tx, account.id)
  return factors.isOn ? beginSecondStep(ctx, tx, account.id, factors, returnTo) : signInAtOnce(ctx, tx, account)
}

/** Opens the session of somebody who has proved themselves in every way that their account asks for. */
export async function signInAtOnce(ctx: Context, tx: Tx, account: UserRow): Promise<SignedIn> {
  await endSessionOfBrowser(ctx, tx)
  const session = await openSession(ctx, tx, account)
  if (session.isNewDevice) await mailNewSignIn(ctx, tx, account.email)
  return answerOf(ctx, session)
}

/** The tokens for apps; browsers get them as cookies and never read these. */
function answerOf(ctx: Context, session: OpenSession): SignedIn {
  giveCookies(ctx, session)
  return {
    ...whoIs(session.user),
    accessToken: session.accessToken,
    accessTokenExpirationDate: session.accessExpiresAt.toISOString(),
    refreshToken: session.refreshToken,
    refreshTokenExpirationDate: session.refreshExpiresAt.toISOString(),
  }
}

export function whoIs(user: SignedInUser) {
  const { id, userName, firstName, lastName, email, phone, profilePicture, lastRole, roles } = user
  return { userData: { id, userName, firstName, lastName, email, phone, profilePicture }, lastRole, roles }
}
