/** Mails about signing in with an account of another provider. */
export const socialSignInEmails = {
  addressCode: {
    subject: (institute: string, code: string) => `رمز تأكيد بريدك في ${institute}: ${code}`,
    title: 'أكّد بريدك',
    paragraphs: (institute: string, provider: string) => [
      `طُلب فتح حساب في ${institute} بهذا البريد لمن دخل عبر ${provider}.`,
      'اكتب هذا الرمز في الصفحة التي طلبته. يسري 10 دقائق، ويُستخدم مرة واحدة.',
    ],
    notYou: 'إن لم تطلبه فتجاهل هذه الرسالة، ولا تعطِ الرمز أحدًا.',
  },
  linkCode: {
    subject: (institute: string, code: string) => `رمز ربط حسابك في ${institute}: ${code}`,
    title: 'أكّد أن الحساب لك',
    paragraphs: (institute: string, provider: string) => [
      `طُلب الدخول إلى حسابك في ${institute} عبر ${provider}. بعد كتابة الرمز يُربط الحسابان، ويُفتح حسابك به من بعد.`,
      'اكتب هذا الرمز في الصفحة التي طلبته. يسري 10 دقائق، ويُستخدم مرة واحدة.',
    ],
    notYou: 'إن لم تطلبه فلا تعطِ الرمز أحدًا: من يكتبه يدخل إلى حسابك.',
  },
  connected: {
    title: (provider: string) => `رُبط حسابك لدينا بحساب ${provider}`,
    body: (provider: string) => `من الآن يمكن الدخول إلى حسابك عبر ${provider}. تجد الحسابات المرتبطة في ملفك الشخصي.`,
  },
  disconnected: {
    title: (provider: string) => `أُلغي ربط حسابك لدينا بحساب ${provider}`,
    body: (provider: string) => `لم يعد الدخول إلى حسابك ممكنًا عبر ${provider}.`,
  },
}
