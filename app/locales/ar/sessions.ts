/** The list of an account’s sessions. */
export const sessions = {
  title: 'الأجهزة والجلسات',
  lead: 'كل جهاز ومتصفح سُجّل فيه الدخول إلى حسابك. إن رأيت ما لا تعرفه فسجّل الخروج منه، ثم غيّر كلمة مرورك.',
  here: 'هذا الجهاز',
  hereTitle: 'جلستك الحالية',
  othersTitle: 'أجهزة أخرى',
  noOthers: 'حسابك غير مفتوح على أي جهاز آخر.',
  used: 'آخر استخدام',
  since: 'تسجيل الدخول',
  address: 'عنوان الشبكة',
  end: 'سجّل الخروج',
  endNamed: (device: string) => `سجّل الخروج من ${device}`,
  endOthers: 'سجّل الخروج من كل الأجهزة الأخرى',
  ended: 'سُجّل الخروج من ذلك الجهاز.',
  endedOthers: 'سُجّل الخروج من كل الأجهزة الأخرى.',
}
