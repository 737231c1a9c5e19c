import { trainers } from '../trainers.ts'

/** The file in which staff download trainers. */
export const trainerExport = {
  fileName: 'trainers',
  title: trainers.title,
  columns: {
    nameAr: 'الاسم بالعربية',
    nameEn: 'الاسم بالإنجليزية',
    title: trainers.profession,
    account: trainers.account,
    courses: trainers.courses,
  },
}
