import { countryNames } from '../country-names.ts'
import { formatNumber, pluralAr } from '../format.ts'

/** What stands at a field that was refused. */
export const fieldTexts = {
  required: () => 'هذا الحقل مطلوب.',
  invalid: () => 'القيمة غير صالحة.',
  email: () => 'أدخل بريدًا إلكترونيًا صحيحًا.',
  phone: () => 'أدخل رقم جوال صحيحًا.',
  smsCountry: (codes: string) => `نرسل الرسائل النصية إلى أرقام هذه الدول فقط: ${countryNames(codes, 'ar')}.`,
  alphabetic: () => 'اكتب حروفًا فقط في هذا الحقل.',
  tooLong: (max: string) =>
    `أقصى طول لهذا الحقل ${pluralAr(Number(max), { zero: '{n} حرف', one: 'حرف واحد', two: 'حرفان', few: '{n} أحرف', many: '{n} حرفًا', other: '{n} حرف' })}.`,
  password: () => 'اجعل كلمة المرور 8 خانات على الأقل، وفيها حرف لاتيني كبير وحرف صغير ورقم ورمز.',
  commonPassword: () => 'كلمة المرور هذه شائعة ويسهل تخمينها. اختر غيرها.',
  wrongPassword: () => 'كلمة المرور غير صحيحة.',
  mismatch: () => 'كلمتا المرور غير متطابقتين.',
  terms: () => 'وافق على الشروط والأحكام أولًا.',
  code: () => 'اكتب الرمز المكوّن من 6 أرقام.',
  backupCode: () => 'اكتب رمز الاسترداد المكوّن من 8 أرقام.',
  number: () => 'اكتب رقمًا صحيحًا.',
  displayName: () => 'استخدم الحروف والأرقام والمسافات وعلامات . _ - فقط.',
  nameTaken: () => 'هذا الاسم لأحد فريقنا. اختر اسمًا آخر.',
  samePassword: () => 'هذه كلمة مرورك الحالية. اختر غيرها.',
  fileTooLarge: (megabytes: string) => `حجم الملف أكبر من ${megabytes} ميغابايت. اختر ملفًا أصغر.`,
  pictureType: () => 'اختر صورة بصيغة JPEG أو PNG أو WebP أو GIF.',
  pictureBroken: () => 'تعذّرت قراءة هذه الصورة. اختر صورة أخرى.',
  fileGone: () => 'لم نعد نحتفظ بهذا الملف. أرفقه مرة أخرى.',
  commentNeeded: () => 'اكتب تعليقًا أولًا.',
  contentNeeded: () => 'يرجى تعبئة هذا الحقل.',
  categoryNeeded: () => 'يرجى اختيار القسم.',
  date: () => 'اكتب تاريخًا صحيحًا.',
  consent: () => 'وافق على استخدام بياناتك للرد عليك أولًا.',
  numberBetween: (range: string) => {
    const [least, most] = range.split(',')
    return `اكتب عددًا من ${formatNumber(Number(least))} إلى ${formatNumber(Number(most))}.`
  },
}
