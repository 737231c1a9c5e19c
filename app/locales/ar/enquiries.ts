/** The forms of enquiries and the page that each ends on. */
export const enquiries = {
  choose: 'اختر',
  noHospitality: 'دون ضيافة',
  hints: {
    order: 'إن كانت الشكوى عن طلب. تجده في رسالة تأكيده وفي صفحة طلباتك.',
    complaint: 'ما حدث ومتى، وما تراه حلًا عادلًا.',
    partnership: 'ما تقترحونه، ومن يستفيد منه، ومتى تودّون البدء.',
    package: 'لغتها، مطبوعة أو رقمية، وما يلزم أن تشمله.',
    additions: 'ما تريدون تغييره في عمل الفريق، والمواعيد المناسبة، وأي طلب آخر.',
  },
  /** Read by programs that fill every field, and by nobody else. */
  honeypot: 'اترك هذا الحقل فارغًا',
  consent: {
    before: 'أوافق على استخدام بياناتي للرد عليّ، كما في ',
    policy: 'سياسة الخصوصية',
    newTab: '(تُفتح في نافذة جديدة)',
    after: '.',
  },
  send: {
    contact: 'أرسل الرسالة',
    complaint: 'أرسل الشكوى',
    quote: 'أرسل الطلب',
    partnership: 'أرسل العرض',
    trainer: 'أرسل طلب الانضمام',
  },
  next: 'ما الذي يحدث بعدها؟',
  rather: 'تفضّل أن تتحدث إلينا؟',
  reference: 'الرقم المرجعي',
  sent: {
    title: 'وصلنا ما أرسلته',
    lead: 'احتفظ بالرقم المرجعي أو بعنوان هذه الصفحة، فمنها تتابع ما أرسلته.',
    mail: 'أرسلنا التأكيد إلى',
  },
  follow: { title: 'متابعة ما أرسلته', lead: 'هنا ترى أين وصل ما أرسلته.' },
  home: 'الصفحة الرئيسة',
  other: 'أرسل رسالة أخرى',
}
