import { pluralAr } from '../format.ts'

/** What a company accepts with a quote: on its page and on the printed quote. */
export const quoteConditions = {
  terms: 'الشروط',
  payment: (days: string) => `يُسدَّد المبلغ خلال ${days} من تاريخ الفاتورة، وتُفتح المقاعد بعد السداد.`,
  paymentAtOnce: 'يُسدَّد المبلغ عند صدور الفاتورة، وتُفتح المقاعد بعد السداد.',
  days: (count: number) =>
    pluralAr(count, {
      zero: '{n} يوم',
      one: 'يوم واحد',
      two: 'يومين',
      few: '{n} أيام',
      many: '{n} يومًا',
      other: '{n} يوم',
    }),
  withdrawal: (days: string) => `تُعاد المقاعد غير المستخدمة حتى ${days} قبل بداية الدورة.`,
  withdrawalUntilStart: 'تُعاد المقاعد غير المستخدمة حتى بداية الدورة.',
}
