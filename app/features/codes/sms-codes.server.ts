/** Codes that are sent to the phone of an account. */
import { isProblem } from '../../api/problem.ts'
import { smsCodeTexts as ar } from '../../locales/ar/sms-codes.ts'
import { smsCodeTexts as en } from '../../locales/en/sms-codes.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { instituteName } from '../messages/institute-contacts.server.ts'
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
  const text = await textOf(ctx, tx, digits)
  await sendSms(tx, ctx.now(), { to: phone, text, lang: ctx.lang, expiresAt })
}

/** Names the institute unless the text is then sent, and paid, as two messages: the sender's name says it, too. */
async function textOf({ lang, settings }: Context, tx: Tx, code: string): Promise<string> {
  const texts = TEXTS[lang]
  // It lets browsers fill the code in on this site, and on no other.
  const lastLine = `\n\n@${new URL(settings.publicUrl).hostname} #${code}`
  const named = texts.code(await instituteName(tx, lang), code) + lastLine
  return named.length > maxLengthOf(named) ? texts.codeAlone(code) + lastLine : named
}

/** Of one message: with a character that the alphabet of the phone network lacks, all are sent in two bytes. */
const maxLengthOf = (text: string) => (/^[\n\x20-\x7e]*$/.test(text) ? 160 : 70)

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
