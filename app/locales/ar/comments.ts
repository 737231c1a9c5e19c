import { pluralAr } from '../format.ts'

const count = (n: number) =>
  pluralAr(n, {
    zero: 'لا تعليقات',
    one: 'تعليق واحد',
    two: 'تعليقان',
    few: '{n} تعليقات',
    many: '{n} تعليقًا',
    other: '{n} تعليق',
  })

/** Comments: reading, writing, following, reporting. Arabic is the source: English must match its type. */
export const comments = {
  count,
  commentsTitle: 'التعليقات',
  noComments: 'لا تعليقات بعد.',
  edited: 'عُدّل',
  permalink: (name: string) => `رابط تعليق ${name}`,
  moreComments: 'اعرض المزيد من التعليقات',
  earlierComments: 'اعرض التعليقات الأولى',
  guestsCannotWrite: 'سجّل الدخول لتكتب تعليقًا وتردّ على غيرك.',
  signInToWrite: 'سجّل الدخول',
  yourComment: 'تعليقك',
  commentHint: 'يمكنك استخدام **الخط العريض** والقوائم والروابط بصيغة Markdown، وذكر عضو بكتابة @ ثم اسمه.',
  sendComment: 'أرسل التعليق',
  sending: 'يُرسل الآن…',
  report: 'بلّغ',
  toolOf: (tool: string, name: string) => `${tool}: تعليق ${name}`,
  mention: {
    label: 'أعضاء يمكنك ذكرهم',
    found: (n: number) =>
      pluralAr(n, {
        zero: 'لا أعضاء',
        one: 'عضو واحد. اضغط Enter لذكره.',
        two: 'عضوان. اختر بالأسهم ثم اضغط Enter.',
        few: '{n} أعضاء. اختر بالأسهم ثم اضغط Enter.',
        many: '{n} عضوًا. اختر بالأسهم ثم اضغط Enter.',
        other: '{n} عضو. اختر بالأسهم ثم اضغط Enter.',
      }),
  },
  follow: 'تابع',
  followed: 'تتابعه',
  followHint: 'يصلك إشعار بكل تعليق جديد',
  removeAsk: 'يُحذف التعليق نهائيًا ولا يبقى منه أثر. هل تحذفه؟',
  reason: 'سبب البلاغ',
  reasonHint: 'يقرأ فريقنا كل بلاغ، ولا يُذكر فيه من بلّغ.',
  sendReport: 'أرسل البلاغ',
  done: {
    waiting: 'وصلنا تعليقك، وفيه رابط. يراجعه أحد زملائنا، ثم يظهر للجميع.',
    removed: 'حُذف التعليق.',
    reported: 'وصل بلاغك، وسيراجعه فريقنا. شكرًا لك.',
  },
}
