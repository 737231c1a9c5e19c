/** The texts of the simulated authority's page. Arabic is the source. */
import type { Lang } from '../../../locales/lang.ts'
import type { Behaviour } from './behaviours.ts'

const ar = {
  title: 'محاكاة منصة فاتورة',
  notice: 'منصة تجريبية تحاكي هيئة الزكاة والضريبة والجمارك، ولا تعمل إلا في هذا العرض: لا يصل إلى الهيئة شيء.',
  otherLanguage: 'English',
  otp: 'رمز التحقق المقبول هو 123456. أما 222222 فمنتهٍ، وكل رمز غيرهما خاطئ.',
  choose: 'كيف تتصرف المنصة من الآن؟',
  behaviours: {
    documented: ['كما في وثائقها', 'تفحص كل مستند، وتقبل الصحيح وترفض غيره.'],
    warns: ['تقبل مع تنبيه', 'تنبّه على كل مستند تقبله.'],
    refuses: ['ترفض كل مستند', 'وتذكر سببًا.'],
    clearanceOff: ['أوقفت الاعتماد', 'فتُرسل الفواتير الضريبية للإبلاغ بدل الاعتماد.'],
    revoked: ['لا تقبل مفاتيح الربط', 'كأنها أُلغيت أو انتهت.'],
    busy: ['مشغولة', 'تطلب الانتظار نصف دقيقة.'],
    unavailable: ['متوقفة', 'لا تقبل شيئًا.'],
    silent: ['تقبل ولا تجيب', 'تسجّل المستند، ثم ينقطع الجواب.'],
    fails: ['تقبل وتجيب بخطأ', 'تسجّل المستند، ثم تقول إنها تعطلت.'],
    garbage: ['تقبل وتجيب بما لا يُفهم', 'تسجّل المستند، ثم تجيب بصفحة لا صلة لها.'],
  } satisfies Record<Behaviour, [name: string, explanation: string]>,
  save: 'احفظ',
  received: 'آخر ما قبلته',
  none: 'لم تقبل شيئًا بعد.',
  columns: { number: 'الرقم', counter: 'العداد', way: 'الطريق', warned: 'تنبيه' },
  ways: { report: 'إبلاغ', clear: 'اعتماد' },
  yes: 'نعم',
  no: 'لا',
}

const en: typeof ar = {
  title: 'Simulated Fatoora platform',
  notice:
    'A test platform that stands for the tax authority, in this demonstration only: nothing reaches the authority.',
  otherLanguage: 'العربية',
  otp: 'The one-time password 123456 is accepted. 222222 has expired, and every other one is wrong.',
  choose: 'How does the platform behave from now on?',
  behaviours: {
    documented: ['As its documents say', 'It examines every document, accepts what is right and refuses the rest.'],
    warns: ['It accepts with a warning', 'Every document that it accepts.'],
    refuses: ['It refuses every document', 'And gives a reason.'],
    clearanceOff: ['Clearance is switched off', 'Tax invoices are reported and not cleared.'],
    revoked: ['It accepts no credentials', 'As if they were revoked or had expired.'],
    busy: ['It is busy', 'It asks to wait for half a minute.'],
    unavailable: ['It is out of order', 'It accepts nothing.'],
    silent: ['It accepts and does not answer', 'The document is registered, and the answer is lost.'],
    fails: ['It accepts and answers with an error', 'The document is registered, and it says that it failed.'],
    garbage: ['It accepts and answers with nonsense', 'The document is registered, and the answer is another page.'],
  },
  save: 'Save',
  received: 'What it accepted last',
  none: 'It has accepted nothing yet.',
  columns: { number: 'Number', counter: 'Counter', way: 'By', warned: 'Warning' },
  ways: { report: 'reporting', clear: 'clearance' },
  yes: 'yes',
  no: 'no',
}

export const authorityTexts: Record<Lang, typeof ar> = { ar, en }
