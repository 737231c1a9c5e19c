import type { messageForm as Source } from '../../ar/desk/message-form.ts'
import { pluralEn } from '../../format.ts'

const learnerCount = (count: number) => pluralEn(count, '{n} learner', '{n} learners')

export const messageForm: typeof Source = {
  subject: 'Subject',
  text: 'Text',
  preview: 'Show what goes out',
  before: 'What goes out, before it is sent',
  goesTo: (learners, lang) => `To ${learnerCount(learners)} ${lang}`,
  inLanguages: { ar: 'in Arabic', en: 'in English' },
  nobody: 'This message reaches nobody.',
  noUndo: 'Sending cannot be undone.',
  send: (learners) => `Send it to ${learnerCount(learners)}`,
}
