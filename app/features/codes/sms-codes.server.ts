/** Codes that are sent to the phone of an account. */
import { isProblem } from '../../api/problem.ts'
import { smsCodeTexts as ar } from '../../locales/ar/sms-codes.ts'
import { smsCodeTexts as en } from '../../locales/en/sms-codes.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { sendSms } from '../messages/messages.server.ts'
import { admitSms } from '../messages/sms-admission.server.ts'
import type { UserCodeOwner } from './code-queries.server.ts'
import { issueCode, RESEND_SECONDS, refuseEarlyCode } from './codes.server.ts'

const TEXTS = { ar, en }

/**
 * Sends a code by SMS.
 * @throws Problem tooManyRequests, and those of `admitSms`
 */
export async function sendSmsCode(ctx: Context, tx: Tx, owner: UserCodeOwner, phone: string): Promise<void> {
  await refuseEarlyCode(ctx, tx, owner.purpose, phone)
  // In this transaction: a second connection could deadlock when the pool is exhausted.
  await admitSms({ ...ctx, db: tx }, phone)
  const { digits, expiresAt } = await issueCode(ctx, tx, owner, phone)
  // The last line lets browsers fill the code in on this site, and on no other.
  const text = `${TEXTS[ctx.lang].code(digits)}\n\n@${new URL(ctx.settings.publicUrl).hostname} #${digits}`
  await sendSms(tx, ctx.now(), { to: phone, text, lang: ctx.lang, expiresAt })
}

/** Like `sendSmsCode`; where no code may be sent yet it does not fail but returns the seconds until one may. */
export async function trySmsCode(
  ctx: Context,
  tx: Tx,
  owner: UserCodeOwner,
  phone: string,
): Promise<{ codeSent: boolean; resendAfterSeconds: number }> {
  try {
    await sendSmsCode(ctx, tx, owner, phone)
    return { codeSent: true, resendAfterSeconds: RESEND_SECONDS }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { codeSent: false, resendAfterSeconds: Number(error.detail.seconds ?? RESEND_SECONDS) }
  }
}
