/** Texts of mails with notes that staff issue. Arabic is the source: English must match its type. */
export const invoiceEmails = {
  greeting: (name: string) => `مرحبًا ${name}،`,
  reference: 'رقم الطلب',
  amount: 'المبلغ شامل الضريبة',
  reason: 'السبب',
  action: (number: string) => `اعرض ${number}`,
  'debit-note': {
    subject: (reference: string) => `إشعار مدين على الطلب ${reference}`,
    title: 'أُضيف مبلغ إلى فاتورتك',
    body: (course: string) => `أصدر المعهد إشعارًا مدينًا على فاتورة دورة «${course}». تجده مرفقًا، وسببه أدناه.`,
  },
  'credit-note': {
    subject: (reference: string) => `أُلغي الإشعار المدين على الطلب ${reference}`,
    title: 'أُلغي المبلغ المضاف إلى فاتورتك',
    body: (course: string) => `ألغى المعهد الإشعار المدين على فاتورة دورة «${course}» بإشعار دائن تجده مرفقًا.`,
  },
}
