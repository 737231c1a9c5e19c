/** Texts of mails about the parts of an order. Arabic is the source: English must match its type. */
export const partEmails = {
  facts: {
    part: 'الدفعة',
    of: (part: number, count: number) => `${part} من ${count}`,
    amount: 'مبلغها',
    due: 'موعدها',
    total: 'إجمالي الطلب',
    left: 'المتبقي بعدها',
    paidNow: 'المدفوع الآن',
    next: 'الدفعة التالية',
    nextBy: (amount: string, day: string) => `${amount}، في موعد أقصاه ${day}`,
    refunded: 'يُعاد إليك',
    reason: 'السبب',
  },
  paid: {
    subject: (part: number, reference: string) => `وصلت الدفعة ${part} من الطلب ${reference}`,
    title: 'وصلت دفعتك',
    body: (course: string) => `وصلتنا دفعة من سعر «${course}»، وفاتورتها مع هذه الرسالة.`,
    all: 'اكتمل سداد الطلب، ولم يبق عليك شيء.',
    action: 'اعرض طلبك',
  },
  reminders: {
    soon: {
      subject: (day: string, reference: string) => `دفعة الطلب ${reference} مستحقة ${day}`,
      title: 'اقترب موعد دفعتك',
      body: (course: string) => `يحين موعد الدفعة التالية من سعر «${course}» في اليوم المذكور أدناه.`,
    },
    today: {
      subject: (_day: string, reference: string) => `اليوم موعد دفعة الطلب ${reference}`,
      title: 'اليوم موعد دفعتك',
      body: (course: string) => `اليوم آخر موعد للدفعة التالية من سعر «${course}».`,
    },
    late: {
      subject: (_day: string, reference: string) => `تأخرت دفعة الطلب ${reference}`,
      title: 'لم تصلنا دفعتك بعد',
      body: (course: string) =>
        `مضى موعد الدفعة التالية من سعر «${course}» ولم تصلنا. إن كنت قد دفعتها فلا حاجة إلى شيء؛ وإن احتجت إلى وقت فأجب عن هذه الرسالة.`,
    },
    last: {
      subject: (_day: string, reference: string) => `تذكير أخير بدفعة الطلب ${reference}`,
      title: 'تذكير أخير بدفعتك',
      body: (course: string) =>
        `مضت سبعة أيام على موعد الدفعة التالية من سعر «${course}». إن لم تصل قرر المعهد في تسجيلك؛ فإن احتجت إلى وقت فأجب عن هذه الرسالة.`,
    },
  },
  pay: 'ادفع هذه الدفعة',
  extended: {
    subject: (reference: string) => `موعد جديد لدفعة الطلب ${reference}`,
    title: 'صار لدفعتك موعد جديد',
    body: (course: string) => `مدّد المعهد موعد الدفعة التالية من سعر «${course}» إلى اليوم المذكور أدناه.`,
  },
  paused: {
    subject: (reference: string) => `أُوقفت دروسك مؤقتًا، طلب ${reference}`,
    title: 'دروسك متوقفة حتى تصل دفعتك',
    body: (course: string) =>
      `لم تصلنا دفعة من سعر «${course}»، فأوقف المعهد الدروس والملفات وروابط الحضور مؤقتًا. مقعدك محفوظ، ويعود كل شيء فور دفعها.`,
  },
  resumed: {
    subject: (reference: string) => `عادت دروسك، طلب ${reference}`,
    title: 'عادت إليك دروسك',
    body: (course: string) => `أعاد المعهد إليك الدروس والملفات وروابط الحضور في «${course}».`,
  },
  ended: {
    subject: (reference: string) => `انتهى تسجيلك، طلب ${reference}`,
    title: 'أنهى المعهد هذا التسجيل',
    body: (course: string) => `لم تصلنا دفعة من سعر «${course}»، فأنهى المعهد تسجيلك فيها. السبب مكتوب أدناه.`,
    back: 'يُعاد إليك المبلغ المذكور أدناه إلى وسيلة الدفع نفسها.',
    kept: 'لا يُعاد مما دُفع شيء، كما في شروط التسجيل.',
  },
}
