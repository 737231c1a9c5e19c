/** Where an account is signed in. */
export const sessions = {
  title: 'الأجهزة والجلسات',
  lead: 'كل جهاز ومتصفح سُجّل فيه الدخول إلى حسابك. إن رأيت ما لا تعرفه فسجّل خروجه، ثم غيّر كلمة مرورك.',
  here: 'هذا الجهاز',
  hereTitle: 'جلستك الحالية',
  othersTitle: 'أجهزة أخرى',
  noOthers: 'حسابك غير مفتوح على أي جهاز آخر.',
  used: 'آخر استخدام',
  since: 'منذ',
  address: 'عنوان الشبكة',
  end: 'سجّل خروجه',
  endNamed: (device: string) => `سجّل الخروج من ${device}`,
  endOthers: 'سجّل الخروج من كل الأجهزة الأخرى',
  ended: 'سُجّل خروج ذلك الجهاز.',
  endedOthers: 'سُجّل الخروج من كل الأجهزة الأخرى.',
}
