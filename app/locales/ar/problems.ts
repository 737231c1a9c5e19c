import type { ProblemCode, ProblemDetail } from '../../api/problem.ts'
import { formatMoney, pluralAr } from '../format.ts'

const wait = (seconds: number) =>
  seconds < 60
    ? pluralAr(seconds, {
        zero: 'الآن',
        one: 'بعد ثانية',
        two: 'بعد ثانيتين',
        few: 'بعد {n} ثوانٍ',
        many: 'بعد {n} ثانية',
        other: 'بعد {n} ثانية',
      })
    : pluralAr(Math.ceil(seconds / 60), {
        zero: 'الآن',
        one: 'بعد دقيقة',
        two: 'بعد دقيقتين',
        few: 'بعد {n} دقائق',
        many: 'بعد {n} دقيقة',
        other: 'بعد {n} دقيقة',
      })

/** What a person reads when something expected goes wrong: what happened and what to do next. */
export const problemTexts: Record<ProblemCode, (detail: ProblemDetail) => string> = {
  validation: () => 'راجع الحقول المشار إليها.',
  malformedJson: () => 'تعذّرت قراءة الطلب: صيغة JSON غير سليمة.',
  malformedBody: () => 'تعذّرت قراءة الطلب: محتواه ناقص أو غير سليم.',
  unauthenticated: () => 'سجّل الدخول أولًا.',
  invalidCredentials: () => 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
  accountNotActive: () => 'لم يُفعّل حسابك بعد. أدخل الرمز الذي أرسلناه إلى بريدك.',
  forbidden: () => 'ليست لديك صلاحية لهذا الإجراء.',
  crossSite: () => 'رُفض الطلب لأنه جاء من موقع آخر.',
  notFound: () => 'لم نجد ما تبحث عنه.',
  methodNotAllowed: () => 'هذا العنوان لا يقبل هذا النوع من الطلبات.',
  courseNotFound: () => 'لم نجد هذه الدورة.',
  articleNotFound: () => 'لم نجد هذا المقال.',
  postNotFound: () => 'لم نجد هذه المشاركة.',
  orderNotFound: () => 'لم نجد هذا الطلب.',
  requestInProgress: () => 'ما زال طلبك السابق قيد التنفيذ. أعد المحاولة بعد لحظات.',
  seatsGone: () => 'نفدت المقاعد في هذا الموعد. اختر موعدًا آخر.',
  enrolmentClosed: () => 'أُغلق التسجيل في هذا الموعد. اختر موعدًا آخر.',
  enrolmentNotOpen: () => 'لم يُفتح التسجيل في هذا الموعد بعد.',
  scheduleRequired: () => 'اختر الموعد الذي يناسبك أولًا.',
  alreadyEnrolled: () => 'أنت مسجّل في هذه الدورة.',
  orderNotPending: () => 'لا يمكن تغيير هذا الطلب بعد الآن.',
  orderNotPayable: () => 'لا يمكن دفع هذا الطلب بعد الآن. أنشئ طلبًا جديدًا.',
  couponUnknown: () => 'رمز الخصم غير معروف. تحقق من كتابته.',
  couponInactive: () => 'رمز الخصم موقوف حاليًا.',
  couponNotYetValid: () => 'لم يبدأ سريان رمز الخصم بعد.',
  couponExpired: () => 'انتهت صلاحية رمز الخصم.',
  couponExhausted: () => 'استُنفد رمز الخصم.',
  couponUsedByLearner: () => 'استخدمت رمز الخصم هذا من قبل.',
  couponMinimum: ({ minimumHalalas }) => `رمز الخصم لطلبات لا تقل عن ${formatMoney(Number(minimumHalalas), 'ar')}.`,
  couponOtherCourse: () => 'رمز الخصم لا يشمل هذه الدورة.',
  couponOtherDomain: () => 'رمز الخصم خاص بمنسوبي جهة أخرى.',
  alreadyReviewed: () => 'سبق أن قيّمت هذه الدورة. يمكنك تعديل تقييمك.',
  reviewNeedsOrder: () => 'التقييم متاح لمن سجّل في الدورة.',
  tooLarge: () => 'حجم المُرسَل أكبر من المسموح.',
  unsupportedType: () => 'نوع المحتوى المُرسَل غير مدعوم.',
  idempotencyMismatch: () => 'سبق استخدام مفتاح الطلب نفسه مع محتوى آخر.',
  codeWrong: () => 'الرمز غير صحيح. حاول مرة أخرى.',
  codeExpired: () => 'انتهت صلاحية الرمز. اطلب رمزًا جديدًا.',
  tooManyRequests: ({ seconds }) => `محاولات كثيرة. حاول مجددًا ${wait(Number(seconds))}.`,
  unexpected: () => 'حدث خطأ غير متوقع. حاول لاحقًا.',
  smsPaused: () => 'لا نستطيع إرسال رسائل نصية الآن. استخدم طريقة أخرى أو حاول لاحقًا.',
  paymentProviderDown: () => 'تعذّر الاتصال ببوابة الدفع. لم يُخصم أي مبلغ؛ حاول بعد قليل.',
}
