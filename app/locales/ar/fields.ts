import { countryNames } from '../country-names.ts'
import { formatMoney, formatNumber, pluralAr } from '../format.ts'

/** The error messages of form fields. */
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
  noContacts: () => 'اكتب الاسم وحده، دون روابط أو بريد أو أرقام هواتف.',
  displayName: () => 'استخدم الحروف والأرقام والمسافات وعلامات . _ - فقط.',
  nameTaken: () => 'هذا الاسم لأحد فريقنا. اختر اسمًا آخر.',
  samePassword: () => 'هذه كلمة مرورك الحالية. اختر غيرها.',
  fileTooLarge: (megabytes: string) => `حجم الملف أكبر من ${megabytes} ميغابايت. اختر ملفًا أصغر.`,
  pictureType: () => 'اختر صورة بصيغة JPEG أو PNG أو WebP أو GIF.',
  pictureBroken: () => 'تعذّرت قراءة هذه الصورة. اختر صورة أخرى.',
  fileGone: () => 'لم نعد نحتفظ بهذا الملف. أرفقه مرة أخرى.',
  fileEmpty: () => 'الملف فارغ. اختر ملفًا آخر.',
  fileKind: () =>
    'هذا النوع من الملفات غير مقبول. أرفق صورة أو فيديو MP4 أو WebM أو ملف PDF أو Word أو Excel أو PowerPoint أو ZIP.',
  pictureKind: () => 'احفظ الصورة بصيغة JPEG أو PNG أو WebP أو GIF ثم أرفقها.',
  videoKind: () => 'احفظ الفيديو بصيغة MP4 أو WebM ثم أرفقه.',
  fileBroken: () => 'تعذّرت قراءة هذا الملف؛ قد يكون ناقصًا أو تالفًا. اختر ملفًا آخر.',
  fileLocked: () => 'هذا الملف محمي بكلمة مرور أو محفوظ بصيغة Office قديمة. احفظه بلا كلمة مرور وبصيغة حديثة ثم أرفقه.',
  fileMacros: () => 'في هذا الملف أوامر ماكرو. احفظه بلا ماكرو ثم أرفقه.',
  fileNotItsName: () => 'محتوى الملف ليس من النوع الذي يدل عليه اسمه. أعد حفظه بالصيغة الصحيحة ثم أرفقه.',
  zipEntries: () => 'في هذا الملف المضغوط ملفات أكثر مما نقبل. قسّمه، أو أرفق ما يلزم منه فقط.',
  zipUnpacked: () => 'محتوى هذا الملف بعد فك ضغطه أكبر مما نقبل. أرفق ما يلزم منه فقط.',
  zipUnsafe: () => 'في هذا الملف المضغوط أسماء أو روابط غير آمنة. أعد ضغط ملفاتك ثم أرفقه.',
  zipNested: () => 'في هذا الملف المضغوط ملفات مضغوطة أخرى لا نستطيع فحصها. فك ضغطها ثم أعد ضغط الملفات نفسها.',
  zipMethod: () => 'ضُغط هذا الملف بطريقة غير شائعة. أعد ضغطه بصيغة ZIP المعتادة ثم أرفقه.',
  picturePixels: (millions: string) => `أبعاد هذه الصورة كبيرة جدًا. اختر صورة لا تزيد على ${millions} مليون بكسل.`,
  commentNeeded: () => 'اكتب تعليقًا أولًا.',
  contentNeeded: () => 'يرجى تعبئة هذا الحقل.',
  categoryNeeded: () => 'يرجى اختيار القسم.',
  identityNumber: () => 'تحقّق من الرقم: عشرة أرقام تبدأ بـ 1 للهوية الوطنية أو 2 للإقامة.',
  identityOfNational: () => 'نقبل رقم الهوية الوطنية فقط، وهو يبدأ بـ 1.',
  age: (range: string) => {
    const [least, most] = range.split(',')
    return `نقبل طلبات من أعمارهم من ${least} إلى ${most} سنة. تحقّق من تاريخ الميلاد.`
  },
  year: () => 'اكتب السنة الميلادية بأربعة أرقام، مثل 2012.',
  yearAtMost: (year: string) => `لا يمكن أن تكون سنة التخرج بعد ${year}.`,
  yearAtLeast: (year: string) => `لا تتفق سنة التخرج مع تاريخ ميلادك؛ أول سنة ممكنة ${year}.`,
  experienceAtMost: (years: string) =>
    `لا تتفق سنوات الخبرة مع عمرك؛ أقصاها ${pluralAr(Number(years), { zero: '{n} سنة', one: 'سنة واحدة', two: 'سنتان', few: '{n} سنوات', many: '{n} سنة', other: '{n} سنة' })}.`,
  publishDate: () => 'اكتب السنة، أو السنة والشهر، مثل 2021 أو 2021-05.',
  dateInFuture: () => 'هذا التاريخ لم يأتِ بعد.',
  publishedTooEarly: () => 'لا يتفق هذا التاريخ مع تاريخ ميلادك.',
  tooManyRows: (most: string) =>
    `أقصى ما نقبله هنا ${pluralAr(Number(most), { zero: '{n} سطر', one: 'سطر واحد', two: 'سطران', few: '{n} أسطر', many: '{n} سطرًا', other: '{n} سطر' })}.`,
  cvNeeded: () => 'أرفق سيرتك الذاتية.',
  receiptKind: () => 'أرفق الإيصال ملف PDF أو صورة JPG أو PNG.',
  cvKind: () => 'أرفق السيرة الذاتية ملف PDF أو Word بصيغة docx.',
  cvNotPdf: () => 'اسم الملف ينتهي بـ pdf ومحتواه غير ذلك. احفظ السيرة بصيغة PDF ثم أرفقها.',
  waiveAtMost: (percent: string) => `لا يُقبل نقص يتجاوز ${percent}% من مبلغ الطلب. اطلب الباقي أو أعد المبلغ.`,
  iban: () => 'تحقق من رقم الآيبان؛ يبدأ في السعودية بالحرفين SA ويتكون من 24 خانة.',
  refundAtMost: (halalas: string) => `أقصى ما بقي لاسترداده من هذا الطلب ${formatMoney(Number(halalas), 'ar')}.`,
  date: () => 'اكتب تاريخًا صحيحًا.',
  consent: () => 'وافق على استخدام بياناتك للرد عليك أولًا.',
  numberBetween: (range: string) => {
    const [least, most] = range.split(',')
    return `اكتب عددًا من ${formatNumber(Number(least))} إلى ${formatNumber(Number(most))}.`
  },
}
