/** Mails to learners about their reviews. Arabic is the source: English must match its type. The caller isolates names. */
export const reviewEmails = {
  answer: 'الرد',
  reason: 'السبب',
  open: 'افتح صفحة الدورة',
  why: 'وصلتك هذه الرسالة لأنك كتبت تقييمًا في موقعنا.',
  optOut: 'أوقف رسائل الردود والتعليقات',
  answered: {
    subject: (course: string) => `رددنا على تقييمك لدورة ${course}`,
    title: 'رددنا على تقييمك',
    body: (firstName: string, course: string) => `مرحبًا ${firstName}، قرأنا تقييمك لدورة ${course}، وهذا ردّنا عليه.`,
  },
  hidden: {
    subject: (course: string) => `أخفينا تقييمك لدورة ${course}`,
    title: 'أخفينا تقييمك',
    body: (firstName: string, course: string) =>
      `مرحبًا ${firstName}، أخفى فريقنا تقييمك لدورة ${course}، فلا يراه غيرك ولا يُحسب في المتوسط.`,
  },
  shown: {
    subject: (course: string) => `عاد تقييمك لدورة ${course} إلى الظهور`,
    title: 'عاد تقييمك إلى الظهور',
    body: (firstName: string, course: string) =>
      `مرحبًا ${firstName}، راجعنا قرارنا، وعاد تقييمك لدورة ${course} إلى الظهور.`,
  },
}
