/** What mails about orders say. Arabic is the source: English must match its type. */
export const orderEmails = {
  paid: {
    subject: (reference: string) => `تأكيد تسجيلك، طلب ${reference}`,
    title: 'تم تسجيلك في الدورة',
    greeting: (name: string) => `مرحبًا ${name}،`,
    body: (course: string) => `تسجيلك في «${course}» مؤكد باسمك. احتفظ بهذه الرسالة؛ ففيها ما تحتاج إليه.`,
    freeBody: (course: string) => `تسجيلك في «${course}» مؤكد دون مقابل. احتفظ بهذه الرسالة؛ ففيها ما تحتاج إليه.`,
    action: 'اعرض طلبك',
  },
  refundDue: {
    subject: (reference: string) => `سنعيد إليك مبلغ الطلب ${reference}`,
    title: 'سنعيد إليك المبلغ كاملًا',
    body: (course: string) =>
      `وصلنا دفعك لدورة «${course}» بعد انتهاء هذا الطلب، ولم يعد بالإمكان تثبيت مقعد به. نعتذر منك، وسنعيد المبلغ كاملًا إلى وسيلة الدفع نفسها.`,
    wrongAmount: (course: string) =>
      `وصلنا لدورة «${course}» مبلغ غير مبلغ الطلب، فلم يُقبل. سنعيده كاملًا إلى وسيلة الدفع نفسها.`,
    action: 'اعرض الدورة',
  },
  facts: {
    reference: 'رقم الطلب',
    course: 'الدورة',
    starts: 'البداية',
    ends: 'النهاية',
    days: 'الأيام والوقت',
    place: 'المكان',
    online: 'عبر الإنترنت',
    price: 'السعر قبل الخصم',
    discount: (code: string) => `الخصم بالرمز ${code}`,
    total: 'الإجمالي',
    vat: (percent: number) => `منه ضريبة القيمة المضافة (${percent}%)`,
    amount: 'المبلغ المدفوع',
  },
  dates: (gregorian: string, hijri: string) => `${gregorian}، الموافق ${hijri}`,
  hours: (days: string, from: string, to: string) => `${days}، من ${from} إلى ${to}`,
  weekdays: {
    sun: 'الأحد',
    mon: 'الاثنين',
    tue: 'الثلاثاء',
    wed: 'الأربعاء',
    thu: 'الخميس',
    fri: 'الجمعة',
    sat: 'السبت',
  } as Record<string, string>,
  /** Why one gets these mails. */
  reason: 'وصلتك هذه الرسالة لأن لك طلبًا في موقعنا.',
}
