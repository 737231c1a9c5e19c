import { pluralAr } from '../format.ts'

const FEW = ['ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة']
/** «خلال …». */
const within = (days: number) =>
  pluralAr(days, {
    ...{ zero: 'يوم العمل نفسه', one: 'يوم عمل', two: 'يومي عمل' },
    ...{ few: `${FEW[days - 3]} أيام عمل`, many: '{n} يوم عمل', other: '{n} يوم عمل' },
  })

/** Names of enquiries and labels of their fields: in pages, in mails and for staff. */
export const leads = {
  kinds: {
    contact: 'رسالة',
    support: 'طلب دعم فني',
    complaint: 'شكوى',
    quote: 'طلب عرض سعر',
    partnership: 'عرض شراكة',
    trainer: 'طلب انضمام مدرب',
  },
  statuses: { received: 'وصلنا', handling: 'قيد المعالجة', answered: 'أُجيب عنه', closed: 'أُغلق' },
  /** What happens next, and within how many working days. */
  next: {
    contact: (days: number) => `يقرأ رسالتك الموظف المسؤول عن موضوعها، ويجيبك خلال ${within(days)}.`,
    support: (days: number) => `يبدأ فريق الدعم بالأكثر استعجالًا، ويرد على كل طلب خلال ${within(days)} على الأكثر.`,
    complaint: (days: number) =>
      `يتصل بك المسؤول عن شكواك خلال ${within(days)}، ويصلك رد مكتوب خلال ${within(Math.max(days, 5))}.`,
    quote: (days: number) =>
      `يتصل بك مستشار التدريب خلال ${within(days)} ليفهم ما تحتاجون إليه، ثم يصلكم العرض مكتوبًا.`,
    partnership: (days: number) => `يدرس فريق الشراكات عرضكم، ويتصل بكم خلال ${within(days)}.`,
    trainer: (days: number) => `يراجع مدير التخصص طلبك، ويصلك ردنا خلال ${within(days)}.`,
  },
  fields: {
    name: 'الاسم الكامل',
    email: 'البريد الإلكتروني',
    phone: 'رقم الجوال',
    subject: 'الموضوع',
    message: 'الرسالة',
    problem: 'المشكلة',
    orderReference: 'رقم الطلب',
    institutionName: 'اسم الجهة',
    managerName: 'اسم المسؤول',
    contactName: 'اسم من نتواصل معه',
    jobTitle: 'المسمى الوظيفي',
    specializationId: 'التخصص',
    traineeCount: 'عدد المتدربين',
    trainingLocation: 'مكان التدريب',
    trainingPackage: 'الحقيبة التدريبية',
    hospitality: 'الضيافة',
    otherAdditions: 'إضافات أخرى',
    birthdate: 'تاريخ الميلاد',
    gender: 'الجنس',
    identityNumber: 'رقم الهوية أو الإقامة',
    country: 'الدولة',
    address: 'العنوان',
    qualification: 'المؤهل العلمي',
    graduationYear: 'سنة التخرج',
    yearsOfExperience: 'سنوات الخبرة',
    currentJob: 'العمل الحالي',
    specialty: 'التخصص الدقيق',
    academicRank: 'الرتبة الأكاديمية',
    experienceDescription: 'وصف الخبرة',
    researches: 'الأبحاث',
    courses: 'الدورات والدبلومات',
    organization: 'جهة العمل',
    cv: 'السيرة الذاتية',
    consent: 'الموافقة',
  },
  choices: {
    subject: { 1: 'استفسار عام', 2: 'اقتراح', 3: 'شكوى', 4: 'عرض عمل' },
    problem: { 1: 'الدخول أو الحساب', 2: 'الدفع أو طلب', 3: 'درس أو لقاء أو ملف', 4: 'شيء آخر في الموقع' },
    trainingLocation: { 1: 'مقر المعهد', 2: 'فندق', 3: 'عن بُعد' },
    hospitality: { 1: 'وجبة', 2: 'مشروبات ووجبة' },
    gender: { male: 'ذكر', female: 'أنثى' },
  },
}
