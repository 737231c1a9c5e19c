/** Text messages about accounts. They are short: one message holds 70 Arabic letters. */
export const smsCodeTexts = {
  code: (institute: string, code: string) => `رمزك في ${institute}: ${code}. لا تعطه أحدًا.`,
  /** Where the institute's name makes it two messages. */
  codeAlone: (code: string) => `رمزك: ${code}. لا تعطه أحدًا.`,
}
