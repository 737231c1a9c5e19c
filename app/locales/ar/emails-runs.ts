/** Texts of mails about runs that were moved or cancelled, and about waiting for a seat. Arabic is the source. */
export const runEmails = {
  moved: {
    subject: (course: string) => `تغيّرت مواعيد دورتك: ${course}`,
    title: 'تغيّرت مواعيد دورتك',
    body: (course: string) =>
      `غيّرنا مواعيد دورة «${course}»، ومكانك فيها محفوظ. المواعيد الجديدة أدناه، ويحدّث ملف التقويم المرفق ما في تقويمك.`,
    leave: (until: string) =>
      `إن لم تناسبك المواعيد الجديدة فاطلب الاسترداد من صفحة طلبك حتى ${until}، ونعيد إليك ما دفعته كاملًا دون مراجعة.`,
    formerStart: 'كانت البداية',
  },
  cancelled: {
    subject: (course: string) => `أُلغي موعد دورتك: ${course}`,
    title: 'أُلغي موعد الدورة',
    body: (course: string) =>
      `نعتذر منك: أُلغي موعد دورة «${course}» الذي سجّلت فيه. سنعيد إليك ما دفعته كاملًا، ونراسلك حين نرسله مع الإشعار الدائن.`,
  },
  toOtherRun: {
    subject: (course: string) => `موعد جديد لدورتك: ${course}`,
    title: 'نقلناك إلى موعد آخر',
    body: (course: string) =>
      `أُلغي موعد دورة «${course}» الذي سجّلت فيه، فحجزنا لك مقعدًا في موعد آخر للدورة نفسها بلا أي زيادة. تفاصيله أدناه. إن لم يناسبك فراسلنا ونعيد إليك ما دفعته.`,
  },
  lineClosed: {
    subject: (course: string) => `أُلغي موعد كنت تنتظره: ${course}`,
    title: 'أُلغي الموعد الذي تنتظره',
    body: (course: string) =>
      `كنت في قائمة الانتظار لموعد من دورة «${course}»، وقد أُلغي هذا الموعد. قد تجد موعدًا آخر في صفحة الدورة.`,
    open: 'اعرض الدورة',
  },
  removed: {
    subject: (course: string) => `لم تعد في قائمة الانتظار: ${course}`,
    title: 'لم تعد في قائمة الانتظار',
    body: (course: string) =>
      `رفعنا اسمك من قائمة الانتظار لموعد من دورة «${course}»، للسبب المذكور أدناه. قد تجد موعدًا آخر في صفحة الدورة.`,
    open: 'اعرض الدورة',
  },
  offer: {
    subject: (course: string) => `مقعد لك في دورة ${course}`,
    title: 'شغر مقعد، وهو محجوز لك',
    body: (course: string) =>
      `كنت تنتظر مقعدًا في دورة «${course}». شغر مقعد وحجزناه باسمك حتى الوقت المذكور أدناه. أكمل الدفع قبله، وإلا انتقل المقعد إلى من بعدك في القائمة.`,
    open: 'أكمل التسجيل',
    until: 'محجوز لك حتى',
  },
  amount: 'المبلغ',
  reason: 'السبب',
  open: 'اعرض طلبك',
  waitingReason: 'وصلتك هذه الرسالة لأنك انضممت إلى قائمة انتظار في موقعنا.',
}
