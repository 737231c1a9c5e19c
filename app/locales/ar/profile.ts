import { pluralAr } from '../format.ts'

/** A person's own pages. */
export const profile = {
  navigation: 'أقسام حسابي',
  sections: {
    person: 'بياناتي',
    security: 'الأمان والدخول',
    orders: 'طلباتي',
    data: 'بياناتي لديكم',
  },

  person: {
    title: 'بياناتي',
    lead: 'اسمك وصورتك كما يراهما المعهد ومن يقرأ تقييماتك ومشاركاتك.',
    email: 'البريد الإلكتروني',
    emailStays: 'بهذا البريد نعرف حسابك وترتبط طلباتك وشهاداتك، لذلك لا يتغيّر.',
    saved: {
      names: 'حُفظت بياناتك.',
      picture: 'حُفظت صورتك.',
      noPicture: 'أُزيلت صورتك.',
    },
  },

  names: {
    title: 'الاسم',
    fields: { firstName: 'الاسم الأول', lastName: 'اسم العائلة', userName: 'الاسم الظاهر للآخرين' },
    userNameHint: 'يظهر مع تقييماتك ومشاركاتك. اتركه فارغًا ليظهر اسمك الكامل.',
    save: 'حفظ',
    unsaved: 'لديك تعديلات لم تُحفظ.',
  },

  picture: {
    title: 'الصورة الشخصية',
    hint: 'بصيغة JPEG أو PNG أو WebP، حتى 8 ميغابايت.',
    choose: 'اختر صورة',
    change: 'غيّر الصورة',
    upload: 'ارفع الصورة',
    remove: 'إزالة الصورة',
  },

  security: {
    title: 'الأمان والدخول',
    lead: 'كيف تدخل إلى حسابك، وما الذي يحميه.',
    passwordChanged: 'تغيّرت كلمة مرورك، وسُجّل الخروج من بقية الأجهزة.',
    guards: {
      phone: { title: 'رقم الجوال', body: 'نرسل إليه رموز التحقق.' },
      'two-factor': { title: 'التحقق بخطوتين', body: 'خطوة ثانية بعد كلمة المرور تمنع الغرباء.' },
      passkeys: { title: 'مفاتيح المرور', body: 'ادخل ببصمتك أو وجهك أو رمز جهازك.' },
      connections: { title: 'الحسابات المرتبطة', body: 'الدخول بحساب لك في خدمة أخرى.' },
      sessions: { title: 'الأجهزة والجلسات', body: 'أين سُجّل الدخول إلى حسابك.' },
    },
    on: 'مفعّل',
    off: 'غير مفعّل',
    verified: 'موثّق',
    unverified: 'غير موثّق',
    none: 'لا شيء',
    count: (n: number) => String(n),
  },

  password: {
    change: 'تغيير كلمة المرور',
    set: 'تعيين كلمة مرور',
    lead: 'عند تغييرها يُسجَّل الخروج من كل جهاز آخر، ونخبرك بالبريد.',
    setLead: 'تدخل إلى حسابك الآن دون كلمة مرور. يمكنك تعيين واحدة لتدخل بها أيضًا.',
    fields: {
      currentPassword: 'كلمة المرور الحالية',
      password: 'كلمة المرور الجديدة',
      confirmPassword: 'تأكيد كلمة المرور الجديدة',
    },
    submit: 'غيّر كلمة المرور',
    submitSet: 'عيّن كلمة المرور',
  },

  orders: {
    title: 'طلباتي',
    lead: 'كل ما طلبته، وحال كل طلب.',
    count: (n: number) =>
      pluralAr(n, {
        zero: 'لا طلبات',
        one: 'طلب واحد',
        two: 'طلبان',
        few: '{n} طلبات',
        many: '{n} طلبًا',
        other: '{n} طلب',
      }),
    reference: 'رقم الطلب',
    placed: 'تاريخ الطلب',
    total: 'الإجمالي',
    runs: 'الموعد',
    recorded: 'دورة مسجّلة',
    status: {
      pending: 'بانتظار الدفع',
      paid: 'مؤكد',
      refunded: 'مسترد',
      cancelled: 'ملغى',
      expired: 'انتهت مهلته',
      failed: 'لم يتم الدفع',
    },
    timeLeft: 'مقعدك محجوز لك، والمتبقي:',
    timeOver: 'انتهت المهلة',
    resume: 'أكمل الدفع',
    cancel: 'ألغِ الطلب',
    cancelNamed: (course: string) => `ألغِ طلب ${course}`,
    details: 'تفاصيل الطلب',
    again: 'اطلب من جديد',
    named: (action: string, course: string) => `${action}: ${course}`,
    cancelled: 'أُلغي الطلب، وعاد المقعد متاحًا.',
    emptyTitle: 'لا طلبات بعد',
    emptyBody: 'حين تحجز دورة تجدها هنا بموعدها وحالها.',
    browse: 'تصفّح الدورات',
  },
}
