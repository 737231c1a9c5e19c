import type { SmsSettings } from '../../platform/settings/sms-settings.server.ts'
import { outboxSms } from './outbox.server.ts'
import type { SmsPort } from './port.ts'
import { taqnyatSms } from './taqnyat.server.ts'
import { twilioSms } from './twilio.server.ts'
import { unifonicSms } from './unifonic.server.ts'

/** The adapter that the settings name. */
export function smsFor(settings: SmsSettings): SmsPort {
  if (settings.provider === 'unifonic') return unifonicSms(settings)
  if (settings.provider === 'taqnyat') return taqnyatSms(settings)
  if (settings.provider === 'twilio') return twilioSms(settings)
  return outboxSms
}
