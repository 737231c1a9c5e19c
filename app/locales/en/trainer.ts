import type { trainer as source } from '../ar/trainer.ts'

export const trainer: typeof source = {
  steps: {
    person: 'About you',
    experience: 'Qualification and experience',
    works: 'Research and courses',
    documents: 'CV',
    review: 'Review and send',
  },
  marks: { person: 'You', experience: 'Experience', works: 'Research', documents: 'CV', review: 'Review' },
  leads: {
    person: 'As on your ID, so that we know whom we are talking to.',
    experience: 'What you studied, what you work in, and what you explain well.',
    works: 'This step is optional. Write what relates to what you would like to teach.',
    documents: 'One file with what the fields had no room for.',
    review: 'This is what we will receive. Read it through, then send it.',
  },
  kept: 'What you type is kept in this browser until you send it.',
  next: 'Next',
  back: 'Back',
  change: 'Change',
  changeStep: (step) => `Change: ${step}`,
  none: 'Nothing',
  hints: {
    identityNumber:
      'Ten digits that begin with 1 (national ID) or 2 (residence permit). Leave it empty if you live outside Saudi Arabia.',
    address: 'City and district.',
    experienceDescription: 'What you have done, what you have taught others, and what you would like to teach.',
  },
  lists: {
    researches: {
      title: 'Published research',
      hint: 'Up to 20, the newest first.',
      row: (n) => `Research ${n}`,
      add: 'Add research',
      added: (n) => `Research ${n} was added.`,
      remove: (n) => `Remove research ${n}`,
      removed: (n) => `Research ${n} was removed.`,
      columns: {
        title: { label: 'Title' },
        publishDate: { label: 'Published (year and month)', isDate: true },
      },
    },
    courses: {
      title: 'Courses and diplomas',
      hint: 'Those you took or taught, up to 30.',
      row: (n) => `Course ${n}`,
      add: 'Add a course',
      added: (n) => `Course ${n} was added.`,
      remove: (n) => `Remove course ${n}`,
      removed: (n) => `Course ${n} was removed.`,
      columns: { title: { label: 'Course or diploma' }, organization: { label: 'Organization' } },
    },
  },
  rows: { remove: 'Remove', more: 'Add more rows' },
  cv: {
    hint: 'A PDF or Word file (docx) of up to 10 MB, without a password. Only the institute’s staff can see it.',
    choose: 'Choose a file',
    replace: 'Replace the file',
    drop: 'Or drop it here.',
    waits: 'We will go on as soon as the file is uploaded.',
  },
}
