import type { courseExport as source } from '../../../ar/desk/exports/course-export.ts'
import { courses } from '../courses.ts'

export const courseExport: typeof source = {
  fileName: 'courses',
  title: courses.title,
  columns: {
    nameAr: 'Name in Arabic',
    nameEn: 'Name in English',
    slug: courses.slug,
    state: courses.state,
    specialization: courses.specialization,
    delivery: courses.deliveryMethod,
    price: 'Price (SAR)',
    published: 'Published on',
    englishMissing: 'English texts missing',
    englishStale: 'English texts older than the Arabic',
    changed: courses.changed,
  },
  states: courses.states,
  deliveries: courses.deliveries,
}
