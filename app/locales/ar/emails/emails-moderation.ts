/** Mails to authors about decisions on what they wrote. Arabic is the source: English must match its type. */
export const moderationEmails = {
  kinds: { post: 'مشاركتك', postComment: 'تعليقك على مشاركة', articleComment: 'تعليقك على مقال' },
  reason: 'السبب',
  answer: 'الجواب',
  why: 'وصلتك هذه الرسالة لأنك كتبت في موقعنا.',
  open: 'افتح القرار',
  removed: {
    title: (kind: string) => `حُذف ما كتبته: ${kind}`,
    body: (firstName: string, kind: string) => `مرحبًا ${firstName}، حذف فريقنا ما كتبته: ${kind}.`,
    banned: 'ولا يمكنك الكتابة في الموقع حتى يُرفع المنع.',
    bannedUntil: (day: string) => `ولا يمكنك الكتابة في الموقع حتى ${day}.`,
    appeal: (day: string) => `إن رأيت أن القرار غير صائب فاعترض عليه من الرابط حتى ${day}، وينظر في اعتراضك موظف آخر.`,
    action: 'اقرأ القرار أو اعترض عليه',
  },
  lifted: {
    title: 'يمكنك الكتابة في موقعنا من جديد',
    body: (firstName: string) => `مرحبًا ${firstName}، رفع فريقنا المنع، ويمكنك الكتابة في الموقع من الآن.`,
    action: 'افتح المجتمع',
  },
  upheld: {
    title: 'نظرنا في اعتراضك وبقي القرار',
    body: (firstName: string, kind: string) => `مرحبًا ${firstName}، نظرنا في اعتراضك، وبقي ما كتبته محذوفًا: ${kind}.`,
  },
  reversed: {
    title: 'قبلنا اعتراضك',
    body: (firstName: string, kind: string) => `مرحبًا ${firstName}، قبلنا اعتراضك، وعاد ما كتبته إلى الظهور: ${kind}.`,
  },
}
