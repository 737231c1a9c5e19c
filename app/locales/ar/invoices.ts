import { pluralAr } from '../format.ts'

/** Texts of invoices and credit notes, which are printed in both languages. Arabic is the source: English must match its type. */
export const invoice = {
  titles: {
    invoice: 'فاتورة ضريبية مبسطة',
    'credit-note': 'إشعار دائن للفاتورة الضريبية المبسطة',
    'debit-note': 'إشعار مدين للفاتورة الضريبية المبسطة',
  },
  /** To a company, with its data. */
  standard: {
    titles: {
      invoice: 'فاتورة ضريبية',
      'credit-note': 'إشعار دائن للفاتورة الضريبية',
      'debit-note': 'إشعار مدين للفاتورة الضريبية',
    },
  },
  number: { invoice: 'رقم الفاتورة', 'credit-note': 'رقم الإشعار', 'debit-note': 'رقم الإشعار' },
  issued: 'تاريخ الإصدار',
  supplied: 'تاريخ التوريد',
  time: 'وقت الإصدار',
  hijri: 'الموافق',
  order: 'رقم الطلب',
  quote: 'رقم عرض السعر',
  original: 'الفاتورة الأصلية',
  originalDate: 'تاريخ الفاتورة الأصلية',
  reason: 'سبب الإشعار',
  seller: 'البائع',
  buyer: 'المشتري',
  name: 'الاسم',
  address: 'العنوان',
  vatNumber: 'الرقم الضريبي',
  registration: 'السجل التجاري',
  description: 'الوصف',
  recorded: 'دورة مسجّلة',
  /** How many seats, and the price of one. */
  seats: (count: number, price: string) =>
    `${pluralAr(count, { zero: '{n} مقعد', one: 'مقعد واحد', two: 'مقعدان', few: '{n} مقاعد', many: '{n} مقعدًا', other: '{n} مقعد' })} × ${price}`,
  /** Before the total of all parts. */
  part: (number: number, count: number) => `الدفعة ${number} من ${count}، من إجمالي`,
  columns: {
    price: 'السعر شامل الضريبة',
    discount: 'الخصم',
    net: 'الخاضع للضريبة',
    rate: 'نسبة الضريبة',
    vat: 'الضريبة',
    total: 'الإجمالي شامل الضريبة',
  },
  coupon: 'رمز الخصم',
  net: 'الإجمالي غير شامل الضريبة',
  vat: (percent: number) => `ضريبة القيمة المضافة (\u2066${percent}%\u2069)`,
  total: {
    invoice: 'الإجمالي شامل ضريبة القيمة المضافة',
    'credit-note': 'المبلغ المُعاد شامل ضريبة القيمة المضافة',
    'debit-note': 'المبلغ المضاف شامل ضريبة القيمة المضافة',
  },
  /** The document of an institute that is not registered for VAT. */
  plain: {
    titles: { invoice: 'فاتورة', 'credit-note': 'إشعار دائن', 'debit-note': 'إشعار مدين' },
    columns: { price: 'السعر', total: 'الإجمالي' },
    total: { invoice: 'الإجمالي', 'credit-note': 'المبلغ المُعاد', 'debit-note': 'المبلغ المضاف' },
  },
  treatments: { standard: 'النسبة الأساسية', zero: 'نسبة الصفر', exempt: 'معفاة' },
  vatReason: 'سبب عدم فرض الضريبة',
  currency: 'المبالغ بالريال السعودي.',
  issuedBy: 'صدرت هذه الوثيقة إلكترونيًا ولا تحتاج إلى ختم أو توقيع.',
  qr: 'رمز الفاتورة الضريبية، تقرؤه تطبيقات هيئة الزكاة والضريبة والجمارك',
  scan: 'امسح الرمز للتحقق من بيانات الفاتورة',
  id: 'المعرّف الفريد',
  counter: 'تسلسل الوثيقة',
  page: {
    print: 'اطبع',
    pdf: 'نزّل ملف PDF',
    nav: 'التنقّل',
    language: 'العربية',
    back: 'طلباتي',
    others: 'وثائق مرتبطة',
    creditNotes: 'إشعارات هذه الوثيقة',
    toInvoice: 'الفاتورة الأصلية',
  },
  vatReasons: {
    zero: 'خدمة خاضعة لضريبة القيمة المضافة بنسبة الصفر.',
    exempt: 'خدمة معفاة من ضريبة القيمة المضافة.',
  },
}
