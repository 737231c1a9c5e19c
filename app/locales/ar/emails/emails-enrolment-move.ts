/** The mail to a learner whose order staff moved to another course, run or person. Arabic is the source. */
export const enrolmentMoveEmails = {
  own: {
    subject: (reference: string) => `نُقل تسجيلك في الطلب ${reference}`,
    title: 'نقلنا تسجيلك',
    body: (course: string) => `نقلنا تسجيلك في دورة «${course}» إلى ما تجده أدناه.`,
    invoice: 'للطلب الجديد فاتورته، وتصلك في رسالة أخرى.',
  },
  otherPerson: {
    subject: (reference: string) => `نُقل مقعد الطلب ${reference} إلى شخص آخر`,
    title: 'نقلنا المقعد إلى شخص آخر',
    body: (course: string) => `صار مقعدك في دورة «${course}» لشخص آخر كما طُلب منا. إن لم تطلب ذلك فراسلنا فورًا.`,
  },
  counted: 'واحتسبنا للطلب الجديد ما دفعته.',
  backSoon: 'ونعيد إليك ما زاد، ونراسلك حين نرسله مع إشعاره الدائن.',
  former: 'الطلب السابق',
  placed: 'الطلب الجديد',
  carried: 'احتُسب مما دفعته',
  settled: 'دُفع مع ذلك للطلب الجديد',
  back: 'يُعاد إليك',
  reason: 'السبب',
  open: 'اعرض الطلب',
}
