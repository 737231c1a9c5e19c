/** Text messages about accounts. They are short: one message holds 70 Arabic letters. */
export const smsCodeTexts = {
  code: (code: string) => `رمزك في معهد: ${code}. لا تعطه أحدًا.`,
}
