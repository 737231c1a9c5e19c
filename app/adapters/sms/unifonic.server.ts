/** Unifonic: https://docs.unifonic.com/docs/sending-your-first-sms-via-unifonic-api */

import { SmsFailure, type SmsFailureKind, type SmsPort } from './port.ts'
import { kindOfStatus, sendToProvider, withoutPlus } from './send-to-provider.server.ts'

export type UnifonicKeys = { appSid: string; sender: string; url?: string; timeout?: number }

/** The failure of each error code; an unknown code is a refusal, too: nothing was sent. */
const KINDS: Record<string, SmsFailureKind> = {
  // Out of funds, or the sender's name is not registered yet: we can correct it.
  'ER-01': 'notAccepted',
  'ER-08': 'notAccepted',
  // No such number; filtered.
  'ER-02': 'refused',
  'ER-07': 'refused',
}
/** The same text to the same number again: an earlier delivery of this message was accepted. */
const REPEATED = 'ER-09'

export function unifonicSms({ appSid, sender, url = 'https://el.cloud.unifonic.com', timeout }: UnifonicKeys): SmsPort {
  return {
    name: 'unifonic',
    send: async ({ to, text, correlationId }) => {
      const { status, body } = await sendToProvider({
        url: `${url}/rest/SMS/messages`,
        headers: {},
        body: new URLSearchParams({
          AppSid: appSid,
          SenderID: sender,
          Recipient: withoutPlus(to),
          Body: text,
          responseType: 'JSON',
          CorrelationID: correlationId,
        }),
        timeout,
      })
      const code = typeof body.errorCode === 'string' ? body.errorCode : undefined
      if (isYes(body.success)) return { reference: messageIdOf(body.data) }
      if (code === REPEATED) return {}
      if (code) throw new SmsFailure(KINDS[code] ?? 'notAccepted', `unifonic ${code}`)
      throw new SmsFailure(kindOfStatus(status), `unifonic HTTP ${status}`)
    },
  }
}

/** A string in older responses. */
const isYes = (success: unknown) => success === true || success === 'true'

function messageIdOf(data: unknown): string | undefined {
  const id = (data as { MessageID?: unknown } | null | undefined)?.MessageID
  return id === undefined || id === null ? undefined : String(id)
}
