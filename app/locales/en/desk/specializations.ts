import type { specializations as Source } from '../../ar/desk/specializations.ts'

export const specializations: typeof Source = {
  title: 'Specializations',
  lead: 'The site groups courses by them.',
  add: 'New specialization',
  name: 'Name',
  summary: 'Short description',
  mark: 'Mark',
  colour: 'Colour',
  courses: 'Courses',
  address: 'Address on the site',
  create: 'Create the specialization',
  none: 'No specializations yet',
  noneBody: 'Create the first one, then add its courses.',
}
