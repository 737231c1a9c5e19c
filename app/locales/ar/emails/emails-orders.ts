/** Texts of mails about orders and refunds. Arabic is the source: English must match its type. */
import { pluralAr } from '../../format.ts'

export const orderEmails = {
  paid: {
    subject: (reference: string) => `تأكيد تسجيلك، طلب ${reference}`,
    title: 'تم تسجيلك في الدورة',
    greeting: (name: string) => `مرحبًا ${name}،`,
    body: (course: string) => `تسجيلك في «${course}» مؤكد باسمك. احتفظ بهذه الرسالة؛ ففيها ما تحتاج إليه.`,
    /** Also where a company has paid. */
    freeBody: (course: string) => `تسجيلك في «${course}» مؤكد، ولا شيء عليك. احتفظ بهذه الرسالة؛ ففيها ما تحتاج إليه.`,
    byCompany: (company: string) => `دفعت لنا ${company}، وأنت تسدّد أقساطك لها في المواعيد التي تجدها في تطبيقها.`,
    firstSignIn: (email: string) =>
      `أنشأنا لك حسابًا بهذا البريد: \u2068${email}\u2069. لتدخل إليه أول مرة اختر كلمة مرور.`,
    choosePassword: 'اختر كلمة مرور لحسابك',
    action: 'اعرض طلبك',
    /** Of a recorded course. */
    start: 'ابدأ التعلّم',
  },
  refundDue: {
    subject: (reference: string) => `سنعيد إليك مبلغ الطلب ${reference}`,
    title: 'سنعيد إليك المبلغ كاملًا',
    bodies: {
      late: (course: string) =>
        `وصلنا دفعك لدورة «${course}» بعد انتهاء هذا الطلب، ولم يعد بالإمكان تأكيد تسجيلك به. نعتذر منك، وسنعيد المبلغ كاملًا إلى وسيلة الدفع نفسها.`,
      cancelled: (course: string) =>
        `وصلنا دفعك لدورة «${course}» بعد أن ألغيت هذا الطلب، فلم نسجلك فيها. سنعيد المبلغ كاملًا إلى وسيلة الدفع نفسها. وإن كنت تريد الدورة فاطلبها من جديد.`,
      begun: (course: string) =>
        `وصلنا دفعك لدورة «${course}» بعد أن بدأت، فلم نسجلك فيها. نعتذر منك، وسنعيد المبلغ كاملًا إلى وسيلة الدفع نفسها.`,
      withdrawn: (course: string) =>
        `وصلنا دفعك لدورة «${course}» بعد أن أُلغيت، فلم نسجلك فيها. نعتذر منك، وسنعيد المبلغ كاملًا إلى وسيلة الدفع نفسها.`,
      wrongAmount: (course: string) =>
        `وصلنا لدورة «${course}» مبلغ غير مبلغ الطلب، فلم يُقبل. سنعيده كاملًا إلى وسيلة الدفع نفسها.`,
      notOwed: (course: string) =>
        `وصلتنا دفعة لدورة «${course}» لم تعد مستحقة: فقد دُفعت من قبل، أو انتهى التسجيل. سنعيد المبلغ كاملًا إلى وسيلة الدفع نفسها.`,
    },
    action: 'اعرض الدورة',
  },
  duplicatePayment: {
    subject: (reference: string) => `دُفع مبلغ الطلب ${reference} مرتين`,
    title: 'وصلنا دفعك مرتين',
    body: (course: string) =>
      `وصلنا دفعك لدورة «${course}» مرتين من صفحة الدفع نفسها. تسجيلك قائم، ويعيد المعهد الدفعة الثانية إلى وسيلة الدفع نفسها دون أن تطلب ذلك.`,
  },
  cancelledByLearner: {
    subject: (reference: string) => `ألغيت الطلب ${reference}`,
    title: 'ألغيت هذا الطلب',
    body: (course: string) => `ألغيت طلبك لدورة «${course}»، ولم يُخصم منك شيء. لك أن تطلبها من جديد متى شئت.`,
    transferred: 'إن كنت قد حوّلت المبلغ فأجب عن هذه الرسالة لنعيده إليك.',
    notYou: 'لم تُلغه أنت؟ أجب عن هذه الرسالة.',
  },
  cancelledByStaff: {
    subject: (reference: string) => `أُلغي الطلب ${reference}`,
    title: 'ألغينا هذا الطلب',
    body: (course: string) =>
      `ألغى المعهد طلبك لدورة «${course}» قبل دفعه، ولم يُخصم منك شيء. إن كنت قد حوّلت مبلغًا فسنعيده إليك.`,
    why: (reason: string) => `السبب: ${reason}`,
    action: 'اعرض الدورة',
  },
  paymentReturned: {
    subject: (reference: string) => `أعدنا إليك ما زاد من الدفع، طلب ${reference}`,
    title: 'أعدنا إليك المبلغ الزائد',
    body: (course: string) =>
      `أعدنا إليك المبلغ المذكور أدناه؛ فقد دفعته زيادةً على طلبك لدورة «${course}». لا يغيّر ذلك طلبك، ويظهر المبلغ في حسابك عادةً خلال 14 يومًا حسب البنك.`,
  },
  refund: {
    accountNeeded: {
      subject: (reference: string) => `إلى أي حساب نعيد مبلغ الطلب ${reference}؟`,
      title: 'نحتاج إلى رقم حسابك',
      body: (course: string) =>
        `ما نعيده من المدفوع لدورة «${course}» نعيده بتحويل إلى حسابك. اكتب رقم الآيبان واسم صاحب الحساب في صفحة طلباتك؛ نحفظهما مشفّرين، ولا يطّلع عليهما إلا من يعيد إليك المبلغ. لا ترسلهما بالبريد.`,
      action: 'اكتب حسابك',
    },
    asked: {
      subject: (reference: string) => `وصلنا طلب استرداد مبلغ الطلب ${reference}`,
      title: 'وصلنا طلب الاسترداد',
      body: (course: string) =>
        `وصلنا طلبك باسترداد المبلغ المدفوع لدورة «${course}». يراجعه أحد زملائنا ونرد عليك خلال ثلاثة أيام عمل، ويبقى تسجيلك قائمًا حتى ذلك الحين.`,
      free: {
        subject: (reference: string) => `وصلنا طلب إلغاء التسجيل، طلب ${reference}`,
        title: 'وصلنا طلب الإلغاء',
        body: (course: string) => `وصلنا طلبك بإلغاء التسجيل في «${course}». نرد عليك خلال ثلاثة أيام عمل.`,
      },
    },
    withdrawn: {
      subject: (reference: string) => `سحبت طلب استرداد مبلغ الطلب ${reference}`,
      title: 'سحبت طلب الاسترداد',
      body: (course: string) =>
        `سحبت طلب استرداد المبلغ المدفوع لدورة «${course}»، وتسجيلك قائم كما كان. إن لم تسحبه أنت فراسلنا.`,
      free: {
        subject: (reference: string) => `سحبت طلب إلغاء التسجيل، طلب ${reference}`,
        title: 'سحبت طلب الإلغاء',
        body: (course: string) =>
          `سحبت طلب إلغاء تسجيلك في «${course}»، وتسجيلك قائم كما كان. إن لم تسحبه أنت فراسلنا.`,
      },
    },
    declined: {
      subject: (reference: string) => `تعذّر استرداد مبلغ الطلب ${reference}`,
      title: 'تعذّر استرداد المبلغ',
      body: (course: string) =>
        `راجعنا طلبك لدورة «${course}» ولم نتمكن من قبوله، وتسجيلك باقٍ كما هو. السبب مكتوب أدناه.`,
      free: {
        subject: (reference: string) => `تعذّر إلغاء التسجيل، طلب ${reference}`,
        title: 'تعذّر إلغاء التسجيل',
        body: (course: string) =>
          `راجعنا طلب إلغاء تسجيلك في «${course}» ولم نتمكن من قبوله، وتسجيلك باقٍ كما هو. السبب مكتوب أدناه.`,
      },
    },
    /** Of money that staff send by hand, when they have decided. */
    agreed: {
      subject: (reference: string) => `نعيد إليك مبلغ الطلب ${reference}`,
      title: 'وافقنا على استرداد المبلغ',
      toAccount: (course: string, end: string) =>
        `نعيد إليك المبلغ المذكور أدناه من المدفوع لدورة «${course}». يحوّله فريقنا إلى حسابك البنكي المنتهي بـ ${end}، وتصلك رسالة حين يُرسل.`,
      accountNeeded: (course: string) =>
        `نعيد إليك المبلغ المذكور أدناه من المدفوع لدورة «${course}» بتحويل بنكي. اكتب رقم الآيبان واسم صاحب الحساب في صفحة طلباتك، ولا ترسلهما بالبريد.`,
      willEnd: 'ينتهي تسجيلك في الدورة بهذا الاسترداد.',
      amount: 'المبلغ الذي نعيده',
    },
    done: {
      subject: (reference: string) => `أعدنا إليك مبلغ الطلب ${reference}`,
      title: 'أعدنا إليك المبلغ',
      body: (course: string) =>
        `أعدنا إليك المبلغ المذكور أدناه من المدفوع لدورة «${course}»، إلى وسيلة الدفع نفسها. يظهر في حسابك عادةً خلال 14 يومًا حسب البنك.`,
      toAccount: (course: string, end: string) =>
        `أعدنا إليك المبلغ المذكور أدناه من المدفوع لدورة «${course}»، إلى حسابك البنكي المنتهي بـ ${end}.`,
      free: {
        subject: (reference: string) => `أُلغي تسجيلك، طلب ${reference}`,
        title: 'أُلغي تسجيلك',
        body: (course: string) => `أُلغي تسجيلك في «${course}»، ولم يكن هناك مبلغ لإعادته.`,
      },
    },
    doneOfCancelledRun: {
      subject: (reference: string) => `أُلغي موعد دورتك وأعدنا إليك مبلغ الطلب ${reference}`,
      title: 'أُلغي موعد الدورة، وأعدنا إليك المبلغ',
      body: (course: string) =>
        `نعتذر منك: أُلغي موعد دورة «${course}» الذي سجّلت فيه. أعدنا إليك المبلغ المذكور أدناه إلى وسيلة الدفع نفسها، ويظهر في حسابك عادةً خلال 14 يومًا حسب البنك.`,
      toAccount: (course: string, end: string) =>
        `نعتذر منك: أُلغي موعد دورة «${course}» الذي سجّلت فيه. أعدنا إليك المبلغ المذكور أدناه إلى حسابك البنكي المنتهي بـ ${end}.`,
      free: {
        subject: (reference: string) => `أُلغي موعد دورتك، طلب ${reference}`,
        title: 'أُلغي موعد الدورة',
        body: (course: string) =>
          `نعتذر منك: أُلغي موعد دورة «${course}» الذي سجّلت فيه، فأُلغي تسجيلك. ولم يكن هناك مبلغ لإعادته.`,
      },
    },
    /** @param reference of the order that took the place of the moved one */
    doneOfMove: (reference: string) => ({
      subject: (moved: string) => `أعدنا إليك فرق السعر، طلب ${moved}`,
      title: 'أعدنا إليك فرق السعر',
      body: (course: string) =>
        `نُقل تسجيلك في «${course}» إلى ما هو أقل سعرًا. أعدنا إليك الفرق المذكور أدناه إلى وسيلة الدفع نفسها، ويظهر في حسابك عادةً خلال 14 يومًا حسب البنك. تسجيلك قائم بالطلب ${reference}.`,
      toAccount: (course: string, end: string) =>
        `نُقل تسجيلك في «${course}» إلى ما هو أقل سعرًا. أعدنا إليك الفرق المذكور أدناه إلى حسابك البنكي المنتهي بـ ${end}. تسجيلك قائم بالطلب ${reference}.`,
    }),
    chargedBack: {
      subject: (reference: string) => `سحب البنك مبلغ الطلب ${reference}`,
      title: 'سحب البنك المبلغ بعد الاعتراض على الدفعة',
      body: (course: string) =>
        `اعتُرض لدى بنك الدافع على الدفعة لدورة «${course}»، فسحب البنك منا المبلغ المذكور أدناه. لم نرسل إليك مالًا، ويخبرك البنك بما يقيّده في حساب البطاقة.`,
      amount: 'المبلغ الذي سحبه البنك',
    },
    ended: 'انتهى بذلك تسجيلك في الدورة.',
    rest: (amount: string) => `ويُعاد إليك ${amount} أيضًا، ونراسلك حين نرسله.`,
    kept: 'يبقى تسجيلك في الدورة كما هو.',
    amount: 'المبلغ المسترد',
    reason: 'السبب',
    answer: 'سبب القرار',
  },
  office: {
    refundAsked: {
      subject: (reference: string) => `طلب استرداد للطلب ${reference}`,
      title: 'متدرب يطلب استرداد ما دفعه',
      freeTitle: 'متدرب يطلب إلغاء تسجيله',
      body: 'راجع الطلب واقبله أو ارفضه مع ذكر السبب. يبقى التسجيل قائمًا حتى القرار.',
    },
    refundRefused: {
      subject: (reference: string) => `تعذّر استرداد مبلغ الطلب ${reference} عبر بوابة الدفع`,
      title: 'بوابة الدفع ترفض الاسترداد',
      body: 'لن تعيد بوابة الدفع هذا المبلغ. حوّله إلى صاحبه يدويًا، ثم سجّل ذلك في الطلب.',
    },
    refundUnclear: {
      subject: (reference: string) => `لا نعلم هل رُدّ مبلغ الطلب ${reference}`,
      title: 'استرداد لم تؤكده بوابة الدفع',
      body: 'طلبنا من بوابة الدفع رد هذا المبلغ فلم يصلنا جوابها، ولم يظهر الرد في سجلها منذ عشر دقائق. لن نطلبه مرة أخرى من تلقاء أنفسنا كي لا يُردّ مرتين. ابحثوا عنه في لوحة البوابة: إن تم فسجّلوه في الطلب برقمه المرجعي، وإن لم يتم فاطلبوا إرساله من جديد.',
    },
    moneyWaits: {
      subject: (count: number) =>
        pluralAr(count, {
          zero: 'لا مبالغ تنتظركم',
          one: 'مبلغ واحد ينتظركم',
          two: 'مبلغان ينتظرانكم',
          few: '{n} مبالغ تنتظركم',
          many: '{n} مبلغًا ينتظركم',
          other: '{n} مبلغ ينتظركم',
        }),
      title: 'مبالغ تنتظر من يتولاها',
      body: 'لا تكتمل هذه المبالغ من تلقاء نفسها. تصلكم هذه الرسالة كل يوم حتى لا يبقى منها شيء.',
      more: (listed: number) => `هذه أقدم ${listed} منها، وهناك غيرها.`,
      fact: (reason: string, amount: string, since: string) => `${amount}، ${reason}، منذ ${since}`,
      reasons: {
        requested: 'طلب استرداد ينتظر قراركم',
        refused: 'رفضت بوابة الدفع ردّه؛ حوّلوه يدويًا ثم سجّلوه في الطلب',
        unclear: 'لا نعلم هل ردّته بوابة الدفع؛ ابحثوا عنه في لوحتها',
        unconfirmed: 'لم تؤكد بوابة الدفع ردّه؛ تحققوا من حسابها ورصيده ومفاتيحه',
        transfer: 'دُفع بتحويل بنكي؛ حوّلوه إلى صاحبه ثم سجّلوه في الطلب',
        unmatched: 'دفعة لم تشترِ شيئًا؛ اربطوها بطلبها أو أعيدوها إلى صاحبها',
      },
    },
    uselessPayment: {
      subject: (reference: string) => `دفعة لم تُقبل على الطلب ${reference}`,
      title: 'وصلت دفعة ولم تُثبت تسجيلًا',
      bodies: {
        late: 'وصلت هذه الدفعة بعد انتهاء الطلب، ولم يعد مقعده أو خصمه متاحًا، أو سُجّل صاحبه بطلب آخر.',
        cancelled: 'وصلت هذه الدفعة بعد أن ألغى المتدرب طلبه.',
        begun: 'وصلت هذه الدفعة بعد بدء الدورة.',
        withdrawn: 'وصلت هذه الدفعة لدورة أو موعد لم يعد قائمًا.',
        wrongAmount: 'مبلغ هذه الدفعة غير مبلغ الطلب.',
        notOwed: 'دفعة من دفعات الطلب لم تعد مستحقة: دُفعت من قبل، أو انتهى التسجيل.',
      },
      online: 'نعيدها إلى صاحبها تلقائيًا عبر بوابة الدفع، وأخبرناه بذلك.',
      byTransfer: 'دُفعت بتحويل بنكي، فأعيدوها إلى صاحبها بتحويل وسجّلوا ذلك في الطلب. أخبرناه بأنها ستعود إليه.',
    },
    unmatchedPayment: {
      subject: 'دفعة في حساب بوابة الدفع لا تخص أي طلب',
      title: 'دفعة لا تخص أي طلب',
      body: 'وجدنا هذه الدفعة في سجل بوابة الدفع، ولا يقابلها طلب عندنا. تحقق منها في لوحة البوابة، ثم اربطها بطلبها أو أعدها إلى صاحبها.',
    },
    duplicatePayment: {
      subject: (reference: string) => `دُفع مبلغ الطلب ${reference} مرتين`,
      title: 'دفعة زائدة على طلب مدفوع',
      body: 'دُفع هذا الطلب مرة أخرى في صفحة الدفع نفسها. أعد هذه الدفعة إلى صاحبها من قائمة الدفعات التي لا تخص طلبًا؛ أما دفعة الطلب الأولى فتبقى.',
    },
    surplusPayment: {
      subject: (number: string) => `[${number}] دفعة بالبطاقة لم تكن مستحقة`,
      title: 'دفعة زائدة من شركة',
      body: 'دفعت الشركة بالبطاقة مبلغًا لم يكن مستحقًا حين وصل. لم يُقيَّد في شرائها. قرّر أمره من قائمة الدفعات التي لا تخص طلبًا: يُعاد إلى البطاقة، أو يسدد شراء آخر للشركة، أو يبقى رصيدًا لها.',
      quote: 'عرض السعر',
    },
    payment: 'الدفعة',
    providerReason: 'ما قالته بوابة الدفع',
    reason: 'تصل هذه الرسالة إلى بريد المعهد المخصص للطلبات.',
  },
  documents: {
    invoice: (number: string) => `اعرض الفاتورة ${number}`,
    'credit-note': (number: string) => `اعرض الإشعار الدائن ${number}`,
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
    vat: (percent: number) => `منه ضريبة القيمة المضافة (\u2066${percent}%\u2069)`,
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
  /** Footer: why the learner receives these mails. */
  reason: 'وصلتك هذه الرسالة لأن لك طلبًا في موقعنا.',
}
