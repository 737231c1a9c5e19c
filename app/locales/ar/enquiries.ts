/** The forms of enquiries, and the page after each is sent. */
export const enquiries = {
  choose: 'اختر',
  /** What stands in the message of a learner who asks for another date. */
  moveMessage: (order: string) => `أرغب في نقل تسجيلي إلى موعد آخر. رقم الطلب: ${order}\nالموعد الذي يناسبني: `,
  noHospitality: 'دون ضيافة',
  hints: {
    order: 'إن كانت الشكوى عن طلب. تجده في رسالة تأكيده وفي صفحة طلباتك.',
    paymentOrder: 'إن كانت المشكلة في دفع أو طلب. تجده في صفحة طلباتك.',
    support: 'ما كنت تفعله وما ظهر لك، ونوع جهازك ومتصفحك، والوقت تقريبًا.',
    complaint: 'ما حدث ومتى، وما تراه حلًا عادلًا.',
    partnership: 'ما تقترحونه، ومن يستفيد منه، ومتى تودّون البدء.',
    package: 'لغتها، مطبوعة أو رقمية، وما يلزم أن تشمله.',
    additions: 'ما تريدون تغييره في عمل الفريق، والمواعيد المناسبة، وأي طلب آخر.',
  },
  /** The honeypot: only bots, which fill in every field, read it. */
  honeypot: 'اترك هذا الحقل فارغًا',
  consent: {
    before: 'أوافق على استخدام بياناتي للرد عليّ، كما في ',
    policy: 'سياسة الخصوصية',
    newTab: '(تُفتح في نافذة جديدة)',
    after: '.',
  },
  send: {
    contact: 'أرسل الرسالة',
    support: 'أرسل طلب الدعم',
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
  conversation: {
    title: 'المراسلة',
    institute: 'المعهد',
    you: 'أنت',
    reply: 'رسالتك',
    replyHint: 'تصل إلى من يتابع طلبك، وتظهر هنا.',
    send: 'أرسل',
    replied: 'وصلتنا رسالتك.',
  },
  home: 'الصفحة الرئيسة',
  other: 'أرسل رسالة أخرى',
}
