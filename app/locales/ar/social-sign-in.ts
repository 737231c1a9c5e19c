/** Signing in with an account of another provider. */
export const socialSignIn = {
  or: 'أو',
  via: 'تابع عبر',

  /** Why a sign-in failed. */
  reasons: {
    'external-denied': 'أُلغي الدخول قبل أن يكتمل. حاول مرة أخرى، أو ادخل بطريقة أخرى.',
    'external-expired': 'انتهت مهلة الدخول، أو بدأ في متصفح آخر. ابدأ من جديد.',
    'external-failed': 'حدث خطأ غير متوقع. حاول مرة أخرى.',
    'external-down': 'تعذّر الوصول إلى الخدمة التي اخترتها. حاول بعد قليل، أو ادخل بطريقة أخرى.',
    'external-closed': 'هذا الحساب موقوف. راسلنا لننظر في أمره معك.',
  },

  signUp: {
    title: 'إكمال الدخول',
    description: (institute: string) => `أكمل الدخول إلى ${institute} بحسابك في خدمة أخرى.`,
    fields: {
      firstName: 'الاسم الأول',
      lastName: 'اسم العائلة',
      email: 'البريد الإلكتروني',
      phone: 'رقم الجوال',
      acceptTerms: 'الموافقة على الشروط',
      password: 'كلمة المرور',
      code: 'رمز التحقق',
    },
    otherTitle: 'لا تريد المتابعة؟',
    startAgain: 'ابدأ من جديد',
    email: {
      title: 'ما بريدك؟',
      lead: { before: 'لم نتأكد من بريدك عبر ', after: '. اكتبه، ونرسل إليه رمزًا.' },
      hint: 'به نعرف حسابك، وإليه نرسل فواتيرك وشهاداتك.',
      submit: 'أرسل الرمز',
    },
    code: {
      title: 'اكتب الرمز',
      lead: 'أرسلنا رمزًا من 6 أرقام إلى',
      leadEnd: '. يسري الرمز 10 دقائق.',
      sentAgain: 'أرسلنا رمزًا جديدًا. الرمز السابق لم يعد صالحًا.',
      submit: 'تابع',
      wrongEmail: 'البريد غير صحيح؟',
      changeEmail: 'اكتب بريدًا آخر',
    },
    prove: {
      title: 'لهذا البريد حساب',
      lead: (institute: string) => `في ${institute} حساب بالبريد`,
      leadEnd: { before: '. أكّد أنه لك، فنربطه بحسابك في ', after: ' وندخلك إليه.' },
      submit: 'اربط وادخل',
      byCode: 'أو أكّد برمز نرسله إلى بريدك.',
      send: 'أرسل رمزًا إلى بريدي',
      submitCode: 'اربط وادخل',
    },
    link: {
      title: 'خطوة أخيرة',
      lead: 'تأكدنا أن الحساب لك:',
      submit: 'اربط وادخل',
    },
    register: {
      title: 'حساب جديد',
      lead: { before: 'بقي القليل: راجع ما جاءنا من ', after: ' وأكمله. نكتب اسمك في الشهادة كما تكتبه هنا.' },
      phoneHint: 'مثل 0501234567، أو رقم دولي يبدأ بعلامة +',
      submit: 'أنشئ الحساب',
    },
  },

  connections: {
    title: 'الحسابات المرتبطة',
    lead: (institute: string) => `حسابات لك في خدمات أخرى تدخل بها إلى ${institute} دون كلمة مرور.`,
    done: {
      connected: 'رُبط الحساب. يمكنك الدخول به من الآن.',
      disconnected: 'أُلغي الربط.',
    },
    taken: (institute: string) => `هذا الحساب مرتبط بحساب آخر في ${institute}.`,
    yours: 'مرتبطة بحسابك',
    none: 'لم تربط أي حساب بعد.',
    linked: 'رُبط في',
    used: 'آخر دخول به',
    disconnect: 'ألغِ الربط',
    disconnectNamed: (name: string) => `ألغِ ربط ${name}`,
    add: 'اربط حسابًا آخر',
    connect: 'اربط حسابًا',
    going: { before: 'ننقلك الآن إلى ', after: '.' },
    goOn: 'تابع إلى',
    nothing: 'لا تتوفر الآن خدمات أخرى للدخول بها.',
  },
}
