/** Six-digit codes for somebody who has an account: to a phone, or to their mail. The limits are those of all codes. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { isProblem, Problem } from '../../api/problem.ts'
import { smsTexts as ar } from '../../locales/ar/sms-identity.ts'
import { smsTexts as en } from '../../locales/en/sms-identity.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database.server.ts'
import { sendSms } from '../messages/messages.server.ts'
import { admitSms } from '../messages/sms-admission.server.ts'
import { endCode } from './code-queries.server.ts'
import { hashOf, LIFE_SECONDS, MAX_TRIES, RESEND_SECONDS, secondsUntilCode } from './codes.server.ts'
import {
  type CodeOwner,
  findLiveCode,
  insertUserCode,
  tryUserCode,
  type UserCodePurpose,
} from './user-code-queries.server.ts'

const TEXTS = { ar, en }

/** Makes a new code and gives it back once, for the message; the account's earlier one for the purpose ends. */
export async function issueUserCode(
  ctx: Context,
  tx: Tx,
  purpose: UserCodePurpose,
  address: string,
  owner: CodeOwner,
): Promise<{ code: string; expiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  await insertUserCode(tx, { ...owner, purpose, address, hash: hashOf(ctx, purpose, address, code), now, expiresAt })
  return { code, expiresAt }
}

/**
 * Sends a code by SMS.
 * @throws Problem tooManyRequests, and those of `admitSms`
 */
export async function sendSmsCode(
  ctx: Context,
  tx: Tx,
  purpose: UserCodePurpose,
  phone: string,
  owner: CodeOwner,
): Promise<void> {
  const seconds = await secondsUntilCode(ctx, tx, purpose, phone)
  if (seconds > 0) throw new Problem('tooManyRequests', { seconds })
  // In this transaction: one that waits for a second connection could wait for ever.
  await admitSms({ ...ctx, db: tx }, phone)
  const { code, expiresAt } = await issueUserCode(ctx, tx, purpose, phone, owner)
  // The last line lets browsers fill the code in where it was asked for, and nowhere else.
  const text = `${TEXTS[ctx.lang].code(code)}\n\n@${new URL(ctx.settings.publicUrl).hostname} #${code}`
  await sendSms(tx, ctx.now(), { to: phone, text, lang: ctx.lang, expiresAt })
}

/** As `sendSmsCode`; where none may be sent, the seconds until one may, and nothing else fails. */
export async function trySmsCode(
  ctx: Context,
  tx: Tx,
  purpose: UserCodePurpose,
  phone: string,
  owner: CodeOwner,
): Promise<{ codeSent: boolean; resendAfterSeconds: number }> {
  try {
    await sendSmsCode(ctx, tx, purpose, phone, owner)
    return { codeSent: true, resendAfterSeconds: RESEND_SECONDS }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { codeSent: false, resendAfterSeconds: Number(error.detail.seconds ?? RESEND_SECONDS) }
  }
}

/**
 * Checks a typed code; every call uses up a try.
 * @returns the address that it was sent to, and how to end it: true only for the first who does
 * @throws Problem codeExpired when there is no code left to try, codeWrong when it is another
 */
export async function checkUserCode(
  ctx: Context,
  purpose: UserCodePurpose,
  owner: CodeOwner,
  typed: string,
): Promise<{ address: string; end: (db: Database) => Promise<boolean> }> {
  const code = await tryUserCode(ctx.db, purpose, owner, MAX_TRIES, ctx.now())
  if (!code) throw new Problem('codeExpired')
  if (!timingSafeEqual(code.code_hash, hashOf(ctx, purpose, code.address, typed))) throw new Problem('codeWrong')
  return { address: code.address, end: (db) => endCode(db, code.id, ctx.now()) }
}

/** The code that can still be typed, for the page that waits for it. */
export async function waitingCode(ctx: Context, purpose: UserCodePurpose, owner: CodeOwner) {
  const now = ctx.now()
  const code = await findLiveCode(ctx.db, purpose, owner, now)
  if (!code) return undefined
  const resendAt = code.created_at.getTime() + RESEND_SECONDS * 1000
  return { address: code.address, resendAfterSeconds: Math.max(0, Math.ceil((resendAt - now.getTime()) / 1000)) }
}
