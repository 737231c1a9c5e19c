import { pluralAr } from '../../format.ts'

/** Texts of mails about new files of a run. Arabic is the source. */
export const materialEmails = {
  subject: (course: string) => `مواد جديدة في دورتك: ${course}`,
  title: 'مواد جديدة في دورتك',
  body: (course: string, count: number) =>
    pluralAr(count, {
      zero: '',
      one: `أضاف مدرّبو دورة «${course}» ملفًا جديدًا.`,
      two: `أضاف مدرّبو دورة «${course}» ملفين جديدين.`,
      few: `أضاف مدرّبو دورة «${course}» {n} ملفات جديدة.`,
      many: `أضاف مدرّبو دورة «${course}» {n} ملفًا جديدًا.`,
      other: `أضاف مدرّبو دورة «${course}» {n} ملف جديد.`,
    }),
  file: 'ملف',
  open: 'افتحها في دوراتي',
}
