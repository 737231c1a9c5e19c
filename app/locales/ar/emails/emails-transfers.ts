/** Texts of mails about bank transfers and of reminders. Arabic is the source: English must match its type. */
export const transferEmails = {
  instructions: {
    subject: (reference: string) => `بيانات التحويل للطلب ${reference}`,
    title: 'طلبك محفوظ، وننتظر تحويلك',
    body: (course: string) => `حفظنا لك طلب «${course}». حوّل المبلغ كاملًا إلى حساب المعهد قبل انتهاء المهلة.`,
    firstPart: (course: string, count: number) =>
      `حفظنا لك طلب «${course}». حوّل الدفعة 1 من ${count} إلى حساب المعهد قبل انتهاء المهلة، ومواعيد ما بعدها في صفحة الطلب.`,
    how: 'اكتب رقم الطلب في خانة الغرض من التحويل، ثم أرفق الإيصال من صفحة الطلب. نراجعه ونرسل إليك التأكيد.',
    action: 'افتح الطلب وأرفق الإيصال',
  },
  received: {
    subject: (reference: string) => `وصل إيصال الطلب ${reference}`,
    title: 'وصل إيصالك، ونراجعه الآن',
    body: (course: string) => `وصلنا إيصال تحويلك لدورة «${course}».`,
    next: 'يطابقه فريقنا مع كشف الحساب، ثم نرسل إليك التأكيد. ولا يلزمك شيء.',
    nextOfPart: 'يطابقه فريقنا مع كشف الحساب، ويسجل الدفعة حين تصل، ثم نرسل إليك فاتورتها.',
    file: 'الملف',
    kept: 'طلبك محفوظ حتى',
    action: 'افتح الطلب',
  },
  declined: {
    subject: (reference: string) => `إيصال الطلب ${reference} يحتاج إلى مراجعتك`,
    title: 'لم نتمكن من اعتماد الإيصال',
    body: (course: string) => `راجعنا إيصال التحويل لدورة «${course}»، ولم نتمكن من اعتماده.`,
    why: (reason: string) => `السبب: ${reason}`,
    partBody: (course: string, part: number) =>
      `راجعنا إيصال تحويل الدفعة ${part} لدورة «${course}»، ولم نتمكن من اعتماده.`,
    nextOfPart: 'تسجيلك قائم كما هو: أرفق إيصالًا آخر من صفحة الطلب، أو ادفع الدفعة بالبطاقة. موعدها لم يتغير.',
    next: 'طلبك ما زال مفتوحًا: أرفق إيصالًا آخر، أو ادفع إلكترونيًا، قبل انتهاء المهلة.',
    action: 'افتح الطلب',
  },
  restAsked: {
    subject: (reference: string) => `بقي جزء من مبلغ الطلب ${reference}`,
    title: 'وصل بعض المبلغ وبقي بعضه',
    body: (course: string) =>
      `وصلنا تحويلك لدورة «${course}»، لكنه أقل من مبلغ الطلب. حوّل الباقي إلى الحساب نفسه قبل انتهاء المهلة، لنؤكد تسجيلك.`,
    how: 'اكتب رقم الطلب في خانة الغرض من التحويل. وإن لم تُكمل المبلغ أعدنا إليك ما وصل.',
    received: 'وصل',
    rest: 'الباقي',
    action: 'افتح الطلب',
  },
  extended: {
    subject: (reference: string) => `مُدّت مهلة الطلب ${reference}`,
    title: 'مددنا لك المهلة',
    body: (course: string) => `مدّ المعهد مهلة التحويل لدورة «${course}». أرفق الإيصال من صفحة الطلب قبل انتهائها.`,
    action: 'افتح الطلب',
  },
  extendedOnline: {
    subject: (reference: string) => `مُدّت مهلة الطلب ${reference}`,
    title: 'مددنا لك المهلة',
    body: (course: string) =>
      `مدّ المعهد مهلة الدفع لدورة «${course}»، ومقعدك محجوز حتى انتهائها. أكمل الدفع من صفحة الطلب.`,
    action: 'أكمل الدفع',
  },
  office: {
    subject: (reference: string) => `[${reference}] إيصال تحويل للمراجعة`,
    title: 'وصل إيصال تحويل',
    body: (name: string) => `أرسل ${name} إيصال تحويل بنكي. طابِقه مع كشف الحساب، ثم اعتمده أو ردّه من لوحة الإدارة.`,
    partBody: (name: string, part: number) =>
      `أرسل ${name} إيصال تحويل الدفعة ${part}. طابِقه مع كشف الحساب، ثم سجّل الدفعة من صفحة الطلب في لوحة الإدارة.`,
    name: 'المتدرب',
    email: 'البريد',
    file: 'الملف',
    action: 'راجع الإيصال',
    reason: 'تصل هذه الرسالة إلى بريد المعهد المخصص للطلبات.',
  },
  endingOnline: {
    subject: (reference: string) => `بقيت دقائق على مهلة الدفع، طلب ${reference}`,
    title: 'بقيت دقائق على مهلة الدفع',
    body: (course: string) => `طلبك لدورة «${course}» ما زال مفتوحًا. أكمل الدفع قبل انتهاء المهلة.`,
    action: 'أكمل الدفع',
  },
  endingTransfer: {
    subject: (reference: string) => `مهلة التحويل تنتهي قريبًا، طلب ${reference}`,
    title: 'مهلة التحويل تنتهي قريبًا',
    body: (course: string) =>
      `لم يصلنا بعد إيصال تحويلك لدورة «${course}». إن حوّلت المبلغ فأرفق الإيصال، ليبقى طلبك مفتوحًا.`,
    action: 'افتح الطلب وأرفق الإيصال',
  },
  starting: {
    subject: (course: string, day: string) => `تبدأ «${course}» ${day}`,
    title: 'تبدأ دورتك قريبًا',
    body: (course: string) => `نذكّرك بموعد «${course}». مواعيد اللقاءات كلها في ملف التقويم المرفق.`,
    inPerson: 'احضر قبل البدء بربع ساعة، ومعك هويتك الوطنية أو إقامتك.',
    action: 'اعرض طلبك',
  },
  facts: {
    bank: 'البنك',
    beneficiary: 'اسم المستفيد',
    iban: 'رقم الآيبان',
    amount: 'المبلغ',
    until: 'آخر موعد',
  },
  moment: (day: string, time: string) => `${day}، ${time}`,
}
