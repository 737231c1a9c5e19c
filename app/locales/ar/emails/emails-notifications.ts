import { pluralAr } from '../../format.ts'

const news = (n: number) =>
  pluralAr(n, {
    zero: 'لا جديد',
    one: 'جديد واحد',
    two: 'جديدان',
    few: '{n} مستجدات',
    many: '{n} مستجدًا',
    other: '{n} مستجد',
  })

/** Mails about notifications. The caller isolates names for bidirectional text. */
export const notificationEmails = {
  mention: {
    subject: (name: string) => `ذكرك ${name}`,
    title: 'ذُكرت في نقاش',
    body: (firstName: string, name: string) => `مرحبًا ${firstName}، ذكرك ${name} في ما كتب.`,
  },
  reply: {
    subject: (name: string) => `ردّ عليك ${name}`,
    title: 'ردّ على تعليقك',
    body: (firstName: string, name: string) => `مرحبًا ${firstName}، ردّ ${name} على تعليقك.`,
  },
  comment: {
    subject: (title: string) => `تعليق جديد على ${title}`,
    title: 'تعليق جديد في ما تتابعه',
    body: (firstName: string, name: string) => `مرحبًا ${firstName}، كتب ${name} تعليقًا في ما تتابعه.`,
  },
  several: {
    subject: (n: number) => `${news(n)} في ما يخصك`,
    title: 'مستجدات تخصك',
    body: (firstName: string) => `مرحبًا ${firstName}، هذا ما كُتب منذ رسالتنا السابقة.`,
  },
  digest: {
    subject: (n: number) => `ملخص اليوم: ${news(n)}`,
    title: 'جديد ما تتابعه',
    body: (firstName: string) => `صباح الخير ${firstName}، هذا ما كُتب في ما تتابعه منذ آخر ملخص.`,
  },
  who: {
    mention: (name: string) => `ذكرك ${name}`,
    reply: (name: string) => `ردّ عليك ${name}`,
    comment: (name: string) => `علّق ${name}`,
  },
  more: (n: number) => `و${news(n)} في قائمة إشعاراتك.`,
  open: 'افتح الإشعارات',
  read: 'اقرأ ما كُتب',
  reason: 'وصلتك هذه الرسالة لأنك عضو في مجتمعنا وتشارك في هذا النقاش. أُرسلت آليًا، ويصل الرد عليها إلى المعهد.',
  optOut: {
    mentions: 'أوقف رسائل الذكر',
    comments: 'أوقف رسائل التعليقات',
    news: 'أوقف أخبار المعهد',
    all: 'أوقف رسائل الإشعارات',
  },
  news: {
    greeting: (firstName: string) => `مرحبًا ${firstName}،`,
    reason: 'وصلتك هذه الرسالة لأنك طلبت أخبارنا، ويمكنك إيقافها متى شئت.',
  },
}
