/** Twilio's Messages: https://www.twilio.com/docs/messaging/api/message-resource */

import { SmsFailure, type SmsPort } from './port.ts'
import { kindOfStatus, sendToProvider } from './send-to-provider.server.ts'

export type TwilioKeys = {
  accountSid: string
  authToken: string
  /** A sender's name or number, or a messaging service (`MG…`). */
  from: string
  url?: string
  timeout?: number
}

export function twilioSms({
  accountSid,
  authToken,
  from,
  url = 'https://api.twilio.com',
  timeout,
}: TwilioKeys): SmsPort {
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From'
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    name: 'twilio',
    send: async ({ to, text }) => {
      const { status, body } = await sendToProvider({
        url: `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        headers: { Authorization: authorization },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
        timeout,
      })
      if (status !== 200 && status !== 201) {
        throw new SmsFailure(kindOfStatus(status), `twilio HTTP ${status}${codeOf(body.code)}`)
      }
      if (body.status === 'failed' || body.status === 'undelivered') {
        throw new SmsFailure('refused', `twilio ${body.status}${codeOf(body.error_code)}`)
      }
      return { reference: typeof body.sid === 'string' ? body.sid : undefined }
    },
  }
}

const codeOf = (code: unknown) => (typeof code === 'number' ? ` (${code})` : '')
