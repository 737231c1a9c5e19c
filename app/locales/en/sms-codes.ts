import type { smsCodeTexts as source } from '../ar/sms-codes.ts'

export const smsCodeTexts: typeof source = {
  code: (institute, code) => `${code} is your ${institute} code. Give it to nobody.`,
  codeAlone: (code) => `${code} is your code. Give it to nobody.`,
}
