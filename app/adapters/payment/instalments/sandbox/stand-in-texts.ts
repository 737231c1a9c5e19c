/** The texts of the simulated companies' pages. Arabic is the source. */

import type { Lang } from '../../../../locales/lang.ts'
import type { InstalmentCompany } from '../../../../platform/instalment-companies.ts'
import type { Mishap } from './plan.ts'

const ar = {
  company: { tabby: 'تابي', tamara: 'تمارا' } satisfies Record<InstalmentCompany, string>,
  mode: 'محاكاة',
  notice: 'هذه صفحة تجريبية تحاكي شركة التقسيط: لا يُنقل أي مبلغ.',
  otherLanguage: 'English',
  title: (company: string) => `قسّم مشترياتك مع ${company}`,
  to: 'تشتري من',
  subject: 'مقابل',
  amount: 'الإجمالي',
  plan: 'الدفعات',
  today: 'اليوم',
  month: (n: number) => (n === 1 ? 'بعد شهر' : n === 2 ? 'بعد شهرين' : `بعد ${n} أشهر`),
  pay: (amount: string) => `ادفع الأولى ${amount}`,
  bad: 'ادفع، ويسير التأكيد على غير المعتاد:',
  mishaps: {
    twice: 'تصل الرسالة مرتين',
    late: 'تتأخر الرسالة 20 ثانية',
    silent: 'لا رسالة ولا عودة إلى المتجر',
    lost: 'يضيع جواب تحصيل المبلغ',
  } satisfies Record<Mishap, string>,
  decline: 'لا تقبلني الشركة',
  cancel: 'العودة دون دفع',
  overTitle: 'انتهت هذه الجلسة',
  over: 'لم يعد يمكن الدفع فيها. عد إلى المتجر واطلب من جديد.',
  doneTitle: 'انتهى الدفع هنا',
  done: 'سُجّلت خطتك لدى الشركة. عد إلى المتجر لترى طلبك.',
  silentTitle: 'انقطع الاتصال بعد الدفع',
  silent: 'سُجّلت خطتك، ولم يعلم المتجر بها بعد. يعلم بها حين يسأل.',
  missingTitle: 'لا توجد جلسة بهذا العنوان',
  missing: 'راجع الرابط، أو عد إلى المتجر.',
  back: 'عد إلى المتجر',
}

const en: typeof ar = {
  company: { tabby: 'Tabby', tamara: 'Tamara' },
  mode: 'Simulation',
  notice: 'A test page that stands for the instalment company: no money is moved.',
  otherLanguage: 'العربية',
  title: (company) => `Split your purchase with ${company}`,
  to: 'You buy from',
  subject: 'For',
  amount: 'Total',
  plan: 'Payments',
  today: 'Today',
  month: (n) => (n === 1 ? 'In a month' : `In ${n} months`),
  pay: (amount) => `Pay the first ${amount}`,
  bad: 'Pay, and the confirmation goes an unusual way:',
  mishaps: {
    twice: 'The message arrives twice',
    late: 'The message is 20 seconds late',
    silent: 'No message and no return to the shop',
    lost: 'The answer to the capture is lost',
  },
  decline: 'The company does not accept me',
  cancel: 'Go back without paying',
  overTitle: 'This session is over',
  over: 'It can no longer be paid. Go back to the shop and order again.',
  doneTitle: 'Nothing more to do here',
  done: 'Your plan is registered with the company. Go back to the shop to see your order.',
  silentTitle: 'The connection broke after the payment',
  silent: 'Your plan is registered, and the shop does not know yet. It will when it asks.',
  missingTitle: 'There is no session at this address',
  missing: 'Check the link, or go back to the shop.',
  back: 'Back to the shop',
}

export const standInTexts: Record<Lang, typeof ar> = { ar, en }
