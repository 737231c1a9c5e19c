/** Texts of the mail that brings a certificate. Arabic is the source. The caller isolates what may be of another direction. */
export const certificateEmails = {
  subject: (course: string) => `صدرت شهادتك: ${course}`,
  title: 'صدرت شهادتك',
  greeting: (firstName: string) => `مرحبًا ${firstName}،`,
  body: (course: string) => `هذه شهادتك في دورة «${course}». افتحها واطبعها، وأرسل رابطها إلى من يريد التحقق منها.`,
  replaces: (former: string) => `تحل هذه الشهادة محل ${former}، وهي لم تعد صالحة.`,
  mistake: 'إن وجدت في اسمك خطأ فراسلنا لنصححه.',
  facts: { number: 'رقم الشهادة', holder: 'الاسم فيها', course: 'الدورة' },
  action: 'افتح شهادتك',
  review: 'أخبر غيرك برأيك في الدورة',
  reason: 'وصلتك هذه الرسالة لأن لك شهادة صدرت باسمك لدينا. تُرسل آليًا.',
}
