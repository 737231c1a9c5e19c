import type { smsCodeTexts as source } from '../ar/sms-codes.ts'

export const smsCodeTexts: typeof source = {
  code: (code) => `${code} is your Maahad code. Give it to nobody.`,
}
