import type { smsTexts as source } from '../ar/sms-identity.ts'

export const smsTexts: typeof source = {
  code: (code) => `${code} is your Maahad code. Give it to nobody.`,
}
