/** What staff have prepared for their work with enquiries. */
import type { Story } from './story.ts'

const TEMPLATES = [
  {
    kind: null,
    name: { ar: 'وصلتنا رسالتك ونعود إليك', en: 'We have it and come back to you' },
    body: {
      ar: 'مرحبًا {name}،\n\nشكرًا لك. وصلتنا رسالتك ({reference}) يوم {received}، ونعود إليك بالجواب قبل نهاية يوم العمل التالي.\n\n{staff}\n{institute}',
      en: 'Hello {name},\n\nThank you. Your enquiry ({reference}) reached us on {received}, and we will come back to you by the end of the next working day.\n\n{staff}\n{institute}',
    },
  },
  {
    kind: 'contact',
    name: { ar: 'مواعيد الدورات المسائية', en: 'Evening courses' },
    body: {
      ar: 'مرحبًا {name}،\n\nتُعقد دوراتنا المسائية من السادسة إلى التاسعة، من الأحد إلى الأربعاء. تجد المواعيد القادمة ومقاعدها في صفحة كل دورة على موقعنا.\n\nيسعدنا أن نحجز لك مقعدًا متى اخترت الموعد.\n\n{staff}',
      en: 'Hello {name},\n\nOur evening courses run from six to nine, Sunday to Wednesday. The coming dates and their seats are on the page of each course.\n\nOnce you have chosen a date we are glad to reserve your seat.\n\n{staff}',
    },
  },
  {
    kind: 'complaint',
    name: { ar: 'اعتذار عن تأخير', en: 'Apology for a delay' },
    body: {
      ar: 'مرحبًا {name}،\n\nنعتذر عمّا حدث، ونشكرك على أنك أخبرتنا. راجعنا الأمر مع المدرب، واتفقنا على تعويض الوقت في اللقاء القادم.\n\nإن بقي ما يزعجك فأجب عن هذه الرسالة، ونتابعه معك برقم {reference}.\n\n{staff}\n{institute}',
      en: 'Hello {name},\n\nWe apologise for what happened, and thank you for telling us. We have spoken with the trainer, and the time will be made up in the next session.\n\nIf anything is still wrong, reply to this message and we will follow it up under {reference}.\n\n{staff}\n{institute}',
    },
  },
] as const

const CRITERIA = [
  { ar: 'خبرة المجال', en: 'Experience in the field' },
  { ar: 'أسلوب التدريب', en: 'Way of teaching' },
  { ar: 'لغة واضحة', en: 'Clear language' },
]

export function trainerCriteria(story: Story) {
  story.at(-30, '09:20', async (stage, at) => {
    for (const name of CRITERIA) await stage.staff('admin', at).leads.addTrainerCriterion({ name })
  })
}

/** What two of the staff think of an applicant. */
export function scoreApplicant(story: Story, referenceOf: () => string) {
  const scored = (days: number, clock: string, name: 'admin' | 'owner', scores: number[], note: string) =>
    story.at(days, clock, async (stage, at) => {
      const api = stage.staff(name, at)
      const criteria = await api.leads.trainerCriteria({})
      await api.leads.scoreApplication({
        reference: referenceOf(),
        scores: criteria.map(({ id }, place) => ({ criterion: id, score: scores[place] ?? 3 })),
        note,
      })
    })
  scored(-2, '10:40', 'admin', [5, 4, 4], 'خبرة واسعة. أرى أن نسمع منها درسًا قصيرًا.')
  scored(-1, '11:15', 'owner', [4, 4, 5], 'أوافق، ونبدأ بدورة مسائية.')
}

export function answerTemplates(story: Story) {
  story.at(-30, '09:10', async (stage, at) => {
    for (const template of TEMPLATES) await stage.staff('admin', at).leads.createAnswerTemplate(template)
  })
}
