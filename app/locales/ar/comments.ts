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

const useful = (n: number) =>
  pluralAr(n, {
    zero: 'لم يُقيّم بعد',
    one: 'وجده واحد مفيدًا',
    two: 'وجده اثنان مفيدًا',
    few: 'وجده {n} مفيدًا',
    many: 'وجده {n} مفيدًا',
    other: 'وجده {n} مفيدًا',
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
  commentHint: 'لتذكر عضوًا اكتب @ ثم اسمه.',
  reply: 'ردّ',
  replyTo: (name: string) => `ردًّا على ${name}`,
  yourReply: 'ردّك',
  sendReply: 'أرسل الردّ',
  useful: {
    button: 'مفيد',
    count: useful,
    buttonOf: (n: number, name: string | undefined) =>
      [`مفيد: ${name === undefined ? 'هذه المشاركة' : `تعليق ${name}`}`, ...(n > 0 ? [useful(n)] : [])].join('، '),
  },
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
  reason: 'ما المشكلة؟',
  chooseReason: 'اختر أحد الأسباب.',
  reasons: {
    advertising: 'إعلان أو ترويج',
    offensive: 'إساءة أو كلام جارح',
    wrong: 'معلومة خاطئة أو مضللة',
    private: 'بيانات شخصية',
    offTopic: 'خارج الموضوع',
    other: 'سبب آخر',
  },
  reasonMore: 'أضف ما يفيدنا',
  reasonHint: 'لازم مع «سبب آخر». يقرأ فريقنا كل بلاغ، ولا يُذكر فيه من بلّغ.',
  sendReport: 'أرسل البلاغ',
  done: {
    waiting: 'وصلنا تعليقك. يراجعه أحد زملائنا، ثم يظهر للجميع.',
    removed: 'حُذف التعليق.',
    reported: 'وصل بلاغك، وسيراجعه فريقنا. شكرًا لك.',
  },
}
