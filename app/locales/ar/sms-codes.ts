/** What text messages about accounts say: short, since 70 letters are one message. */
export const smsCodeTexts = {
  code: (code: string) => `رمزك في معهد: ${code}. لا تعطه أحدًا.`,
}
