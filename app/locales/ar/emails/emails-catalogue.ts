/** The mails about courses. Arabic is the source: English must match its type. */
export const catalogueEmails = {
  bookable: {
    subject: (course: string) => `فُتح التسجيل: ${course}`,
    title: 'يمكنك التسجيل الآن',
    paragraphs: (course: string) => [
      `طلبت أن ننبّهك حين يتاح التسجيل في «${course}»، وقد أصبح متاحًا.`,
      'المقاعد محدودة ولا نحجز مقعدًا قبل إتمام الطلب. لن نراسلك بشأن هذا التنبيه مرة أخرى.',
    ],
    starts: 'تبدأ الدورة',
    open: 'افتح صفحة الدورة',
    reason: 'وصلتك هذه الرسالة لأنك طلبت تنبيهك إلى هذه الدورة.',
  },
}
