/** The page on which the author of a removed text reads the decision and objects. */
export const appeals = {
  title: 'قرار بشأن ما كتبته',
  lead: 'هنا تقرأ ما قرره فريقنا وسببه، وتعترض عليه إن رأيته غير صائب.',
  kinds: { post: 'مشاركة', postComment: 'تعليق على مشاركة', articleComment: 'تعليق على مقال' },
  decisions: { remove: 'حُذف ما كتبته.', ban: 'حُذف ما كتبته، ومُنعت من الكتابة.' },
  bannedUntil: (day: string) => `يستمر المنع حتى ${day}.`,
  reference: 'رقم القرار',
  reason: 'السبب',
  text: 'ما كتبته',
  purged: 'انتهت مهلة الاعتراض، فحُذف النص نهائيًا.',
  states: {
    open: (day: string) => `تستطيع الاعتراض حتى ${day}، مرة واحدة.`,
    over: 'انتهت مهلة الاعتراض.',
    waiting: 'وصلنا اعتراضك، وينظر فيه موظف آخر. يصلك الجواب بالبريد.',
    upheld: 'نظرنا في اعتراضك، وبقي القرار.',
    reversed: 'قبلنا اعتراضك، وعاد ما كتبته إلى الظهور.',
  },
  yours: 'اعتراضك',
  hint: 'لماذا ترى القرار غير صائب؟',
  send: 'أرسل الاعتراض',
  answer: 'الجواب',
}
