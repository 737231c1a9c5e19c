/** The application of a trainer. Arabic is the source: English must match its type. */
export const trainer = {
  steps: {
    person: 'بياناتك',
    experience: 'مؤهلك وخبرتك',
    works: 'أبحاثك ودوراتك',
    documents: 'سيرتك الذاتية',
    review: 'المراجعة والإرسال',
  },
  /** Short labels, since they are shown beside each other. */
  marks: { person: 'بياناتك', experience: 'خبرتك', works: 'أبحاثك', documents: 'سيرتك', review: 'المراجعة' },
  leads: {
    person: 'كما هي في هويتك، لنعرف من نتحدث إليه.',
    experience: 'ما درسته، وما تعمل فيه، وما تحسن شرحه.',
    works: 'هذه الخطوة اختيارية. اكتب ما له صلة بما ترغب في تدريبه.',
    documents: 'ملف واحد فيه ما لم تسعه الحقول.',
    review: 'هذا ما سيصلنا. راجعه ثم أرسله.',
  },
  kept: 'يُحفظ ما تكتبه في هذا المتصفح حتى ترسله.',
  next: 'التالي',
  back: 'السابق',
  change: 'عدّل',
  changeStep: (step: string) => `عدّل: ${step}`,
  none: 'لا شيء',
  hints: {
    identityNumber: 'عشرة أرقام تبدأ بـ 1 للهوية الوطنية أو 2 للإقامة. اتركه فارغًا إن كنت تقيم خارج السعودية.',
    address: 'المدينة والحي.',
    experienceDescription: 'المهام التي مارستها، وما درّبت عليه غيرك، وما ترغب في تدريبه.',
  },
  lists: {
    researches: {
      title: 'الأبحاث المنشورة',
      hint: 'حتى 20 بحثًا، الأحدث أولًا.',
      row: (n: number) => `البحث ${n}`,
      add: 'أضف بحثًا',
      added: (n: number) => `أُضيف البحث ${n}.`,
      remove: (n: number) => `أزِل البحث ${n}`,
      removed: (n: number) => `أُزيل البحث ${n}.`,
      columns: {
        title: { label: 'عنوان البحث' },
        publishDate: { label: 'تاريخ النشر (السنة والشهر)', isDate: true },
      },
    },
    courses: {
      title: 'الدورات والدبلومات',
      hint: 'ما حصلت عليه أو قدّمته، حتى 30.',
      row: (n: number) => `الدورة ${n}`,
      add: 'أضف دورة',
      added: (n: number) => `أُضيفت الدورة ${n}.`,
      remove: (n: number) => `أزِل الدورة ${n}`,
      removed: (n: number) => `أُزيلت الدورة ${n}.`,
      columns: { title: { label: 'اسم الدورة أو الدبلوم' }, organization: { label: 'الجهة' } },
    },
  },
  rows: { remove: 'أزِل', more: 'أضف أسطرًا أخرى' },
  cv: {
    hint: 'ملف PDF أو Word بصيغة docx، حتى 10 ميغابايت وبلا كلمة مرور. لا يراه إلا فريق المعهد.',
    choose: 'اختر ملفًا',
    replace: 'استبدل الملف',
    drop: 'أو أفلته هنا.',
    waits: 'سنتابع حالما يكتمل رفع الملف.',
  },
}
