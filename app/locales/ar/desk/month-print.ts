import { formatNumber } from '../../format.ts'
import { books } from './books.ts'
import { closing } from './closing.ts'

/** The month's documents on paper. */
export const monthPrint = {
  title: (month: string) => `مستندات ${month}`,
  vatNumber: 'الرقم الضريبي',
  closed: (when: string, by: string) => `أُقفل الشهر في ${when}، أقفله ${by}.`,
  open: (when: string) => `لم يُقفل الشهر: هذه أرقامه في ${when}.`,
  erased: closing.erased,
  sums: 'المبيعات وضريبتها',
  documents: 'المستندات',
  part: (part: number, parts: number) => `الجزء ${formatNumber(part)} من ${formatNumber(parts)}`,
  partSum: 'مجموع هذا الجزء',
  monthSum: 'مجموع الشهر',
  riyals: 'المبالغ بالريال السعودي. يُطرح الإشعار الدائن.',
  kinds: { ...closing.kinds, balance: closing.balance } as Record<string, string>,
  one: { invoice: 'فاتورة', 'credit-note': 'إشعار دائن', 'debit-note': 'إشعار مدين' } as Record<string, string>,
  treatments: books.treatments,
  deleted: 'حساب محذوف',
  columns: {
    kind: books.invoices.kind,
    treatment: books.vat.treatment,
    count: closing.count,
    number: books.invoices.number,
    issued: books.invoices.issued,
    order: books.invoices.order,
    buyer: books.invoices.buyer,
    net: books.invoices.net,
    vat: books.invoices.vat,
    total: books.invoices.total,
  },
}
