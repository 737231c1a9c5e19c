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
  picture: {
    title: 'Picture',
    hint: 'A JPEG, PNG or WebP of up to 20 MB; it is cut to a square and shown in a circle.',
    set: 'Upload the picture',
    none: 'No picture yet. A drawing stands in its place.',
    remove: 'Remove the picture',
    removeHappens: 'A drawing takes its place on the pages of their courses.',
    alt: 'Alternative text of the picture',
    altHint:
      'What is in it besides the person, for those who do not see it. Leave it empty when it says no more than the name.',
  },
  application: 'Came from the application',
  fromApplication: (reference) =>
    `From the application ${reference}. Review the texts and add the other language. Nothing is published until a course is given to them.`,
  saved: 'Saved.',
  added: 'The trainer was added.',
}
