import type { trainers as Source } from '../../ar/desk/trainers.ts'

export const trainers: typeof Source = {
  title: 'Trainers',
  lead: 'Who teaches the courses, as their pages show them.',
  add: 'New trainer',
  create: 'Add the trainer',
  details: 'About the trainer',
  name: 'Name',
  profession: 'Profession',
  professionHint: 'A short line under the name, such as: financial adviser.',
  bio: 'About',
  account: 'Account at the desk',
  accountHint:
    'The address of a person who was invited as a trainer. With it they see their runs and the names of those enrolled, and take attendance.',
  courses: 'Courses',
  none: 'No trainers yet',
  noneBody: 'A course needs at least one trainer to be published.',
}
