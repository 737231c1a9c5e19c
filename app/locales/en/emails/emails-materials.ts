import type { materialEmails as source } from '../../ar/emails/emails-materials.ts'
import { pluralEn } from '../../format.ts'

export const materialEmails: typeof source = {
  subject: (course) => `New material in your course: ${course}`,
  title: 'New material in your course',
  body: (course, count) =>
    pluralEn(
      count,
      `The trainers of “${course}” have added a file.`,
      `The trainers of “${course}” have added {n} files.`,
    ),
  file: 'File',
  open: 'Open it in my courses',
}
