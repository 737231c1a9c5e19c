/** Taqnyat: https://dev.taqnyat.sa/ar/doc/sms/ */

import { SmsFailure, type SmsPort } from './port.ts'
import { kindOfStatus, sendToProvider, withoutPlus } from './send-to-provider.server.ts'

export type TaqnyatKeys = { token: string; sender: string; url?: string; timeout?: number }

export function taqnyatSms({ token, sender, url = 'https://api.taqnyat.sa', timeout }: TaqnyatKeys): SmsPort {
  return {
    name: 'taqnyat',
    send: async ({ to, text }) => {
      const { status, body } = await sendToProvider({
        url: `${url}/v1/messages`,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ recipients: [withoutPlus(to)], body: text, sender }),
        timeout,
      })
      // The status in the body counts: a gateway may answer 200.
      const said = Number(body.statusCode ?? status)
      if (said !== 200 && said !== 201) throw new SmsFailure(kindOfStatus(said), `taqnyat ${said}`)
      if (names(body.rejected, to) && !names(body.accepted, to)) throw new SmsFailure('refused', 'taqnyat rejected')
      return { reference: body.messageId === undefined ? undefined : String(body.messageId) }
    },
  }
}

/** Lists are arrays, or strings like `[966500000000,]`. */
function names(list: unknown, to: string): boolean {
  return JSON.stringify(list ?? '').includes(withoutPlus(to))
}
