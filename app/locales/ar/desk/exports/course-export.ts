import { courses } from '../courses.ts'

/** The file in which staff download courses. */
export const courseExport = {
  fileName: 'courses',
  title: courses.title,
  columns: {
    nameAr: 'الاسم بالعربية',
    nameEn: 'الاسم بالإنجليزية',
    slug: courses.slug,
    state: courses.state,
    specialization: courses.specialization,
    delivery: courses.deliveryMethod,
    price: 'السعر (ر.س)',
    published: 'نُشرت في',
    englishMissing: 'نصوص إنجليزية ناقصة',
    englishStale: 'نصوص إنجليزية أقدم من العربية',
    changed: courses.changed,
  },
  states: courses.states,
  deliveries: courses.deliveries,
}
