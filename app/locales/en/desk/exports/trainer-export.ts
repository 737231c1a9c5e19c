import type { trainerExport as source } from '../../../ar/desk/exports/trainer-export.ts'
import { trainers } from '../trainers.ts'

export const trainerExport: typeof source = {
  fileName: 'trainers',
  title: trainers.title,
  columns: {
    nameAr: 'Name in Arabic',
    nameEn: 'Name in English',
    title: trainers.profession,
    account: trainers.account,
    courses: trainers.courses,
  },
}
