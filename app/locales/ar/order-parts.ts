/** Paying an order in the parts that the institute sets. Arabic is the source: English must match its type. */
import { partsAr } from './parts-ar.ts'

export const orderParts = {
  /** The choice before an order is placed. */
  how: 'دفعة واحدة أم على دفعات؟',
  whole: 'المبلغ كاملًا',
  wholeNow: (amount: string) => `تدفع ${amount} الآن.`,
  inParts: (count: number) => `على ${partsAr(count, 'دفعتين')}`,
  now: 'الآن',
  by: (day: string) => `حتى ${day}`,
  agreed: 'تدفع الأولى الآن فيتأكد تسجيلك، ونذكّرك بكل دفعة قبل موعدها. الباقي مستحق في مواعيده.',
  guest: (count: number, first: string) =>
    `يمكن دفع هذا المبلغ على ${partsAr(count, 'دفعتين')}، أولاها ${first} الآن: سجّل الدخول لترى مواعيد الباقي.`,
  payNow: 'تدفع الآن',
  /** Of an order that waits for its payment. */
  toParts: (count: number) => `ادفع على ${partsAr(count, 'دفعتين')}`,
  toWhole: (amount: string) => `ادفع المبلغ كاملًا، ${amount}`,
  newNumber: 'يُنشأ به طلب جديد برقم آخر: اختره فقط إن لم ترسل التحويل بعد.',
  /** Of an order that was placed. */
  title: 'دفعات هذا الطلب',
  part: (number: number) => `الدفعة ${number}`,
  paid: (day: string) => `دُفعت ${day}`,
  due: (day: string) => `موعدها ${day}`,
  late: (day: string) => `فات موعدها ${day}`,
  ended: 'لم تعد مستحقة',
  invoice: 'فاتورتها',
  invoiceOf: (number: number) => `فاتورة الدفعة ${number}`,
  pay: (amount: string) => `ادفع الدفعة التالية، ${amount}`,
  transferSent: 'التحويل وإيصاله',
  transfer: 'أو حوّلها من حسابك البنكي',
  receipt: (number: number) => `إيصال تحويل الدفعة ${number}`,
  receiptSent: 'وصل إيصالها، ونطابقه مع كشف الحساب.',
  receiptDeclined: 'رُفض إيصالها.',
  declinedTitle: (number: number) => `رُفض إيصال الدفعة ${number}`,
  cardInstead: 'ادفعها بالبطاقة بدلًا من التحويل',
  paidTwice: 'فقط إن لم ترسل التحويل، وإلا دُفعت هذه الدفعة مرتين.',
  sendReceipt: 'أرفق إيصال التحويل من صفحة الطلب',
  transferLead: (amount: string) =>
    `حوّل ${amount} بالضبط إلى هذا الحساب، واكتب رقم الطلب في الغرض من التحويل. نسجلها حين تصل، ونرسل إليك فاتورتها.`,
  paused: 'دروسك متوقفة حتى تصل الدفعة الفائتة',
  pausedBody: 'مقعدك محفوظ. تعود الدروس والملفات وروابط الحضور فور دفعها.',
  /** On the page that thanks, while parts are left. */
  thanks: (paid: number, count: number) => `وصلت الدفعة ${paid} من ${count} وتأكد تسجيلك. أرسلنا التفاصيل إلى بريدك.`,
  /** After a later part: the seat was confirmed by the first. */
  laterTitle: (paid: number, count: number) => `وصلت الدفعة ${paid} من ${count}`,
  left: (amount: string) => `بقي عليك ${amount}.`,
  next: (amount: string, day: string) => `الدفعة التالية ${amount}، وموعدها ${day}.`,
  /** After a card payment of a later part that was declined; why stands before it. */
  failedTitle: (number: number) => `لم تُدفع الدفعة ${number}`,
  failed: 'تسجيلك قائم كما هو. ادفعها ببطاقة أخرى، أو حوّلها من حسابك البنكي.',
  allPaid: 'سُدّدت الدفعات كلها.',
}
