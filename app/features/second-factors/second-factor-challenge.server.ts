/** Starts the second factor of a sign-in: its methods, and the token that stands for the correct first factor. */
import { createHash, randomBytes } from 'node:crypto'
import { isStaff } from '../../api/rights.ts'
import { safeReturnTo } from '../../links.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'
import type { SecondFactorChallenge, SecondFactorMethod } from '../accounts/sign-in-contract.ts'
import { moveCode } from '../codes/codes.server.ts'
import { trySmsCode } from '../codes/sms-codes.server.ts'
import { CHALLENGE, putCookie, tokensInBody } from '../sessions/cookies.server.ts'
import { maskedPhone } from './masked-phone.ts'
import { deleteOldChallenges, findSecondFactors, insertChallenge } from './queries.server.ts'

const LIFE_SECONDS = 10 * MINUTE_SECONDS
/** Codes refer to their challenge, and limits count codes of up to an hour ago. */
const RETENTION_SECONDS = DAY_SECONDS

/** The methods with which an account can pass the second factor; none when it has no second factor. */
export async function secondFactorsOf(db: Database, userId: number) {
  const row = await findSecondFactors(db, userId)
  const sms = Boolean(row.two_factor_at && row.phone_verified_at)
  const isOn = sms || Boolean(row.has_authenticator)
  const backupCodesLeft = Number(row.backup_codes_left)
  const methods: SecondFactorMethod[] = []
  // The app first: no code is sent that could be intercepted.
  if (row.has_authenticator) methods.push('totp')
  // A code by SMS does not open the desk: those who have an app there sign in with it.
  if (sms && !(row.has_authenticator && isStaff(row))) methods.push('sms')
  if (isOn && backupCodesLeft > 0) methods.push('backup')
  return { methods, isOn, sms, phone: row.phone, backupCodesLeft }
}
export type SecondFactors = Awaited<ReturnType<typeof secondFactorsOf>>

/** Starts the second factor. Its token is in a cookie that scripts cannot read, or in the response. */
export async function beginSecondFactor(
  ctx: Context,
  tx: Tx,
  userId: number,
  factors: SecondFactors,
  returnTo: string | undefined,
): Promise<SecondFactorChallenge> {
  const challenge = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  await insertChallenge(tx, {
    hash: challengeHash(challenge),
    userId,
    returnTo: safeReturnTo(returnTo) ?? null,
    now,
    expiresAt,
  })
  putCookie(ctx, CHALLENGE, challenge, LIFE_SECONDS)
  const sms =
    factors.methods[0] === 'sms' ? await firstSms(ctx, tx, factors.phone, userId, challengeHash(challenge)) : NO_SMS
  return { requiresTwoFactor: true, ...tokensInBody(ctx, { challenge }), ...factsOf(factors), ...sms }
}

const NO_SMS = { codeSent: false, resendAfterSeconds: 0 }

/** Sends a code; where none may be sent yet, the code that was sent before is moved to this sign-in. */
async function firstSms(ctx: Context, tx: Tx, phone: string, userId: number, challengeHash: Buffer) {
  const sent = await trySmsCode(ctx, tx, { purpose: 'two-factor', userId, challengeHash }, phone)
  if (sent.codeSent) return sent
  return { ...sent, codeSent: await moveCode(ctx, tx, userId, challengeHash) }
}

/** What a page may show of an account before the second factor is passed. */
export function factsOf({ phone, methods }: SecondFactors) {
  return { maskedPhone: methods.includes('sms') ? maskedPhone(phone) : '', methods }
}

export const challengeHash = (challenge: string) => createHash('sha256').update(challenge).digest()

export async function deleteExpiredChallenges(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldChallenges(ctx.db, new Date(ctx.now().getTime() - RETENTION_SECONDS * 1000))
}
