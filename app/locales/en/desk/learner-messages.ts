import type { learnerMessages as Source } from '../../ar/desk/learner-messages.ts'
import { pluralEn } from '../../format.ts'

const learnerCount = (n: number) => pluralEn(n, 'one learner', '{n} learners')

export const learnerMessages: typeof Source = {
  title: 'Messages to learners',
  learners: 'Learners',
  write: 'Message to learners',
  lead: 'It reaches each of them by mail in their language, and ends with a link that stops news. For what is about an order or a run, write to the run.',
  chosen: (count) => learnerCount(count),
  noneChosen: 'No learners chosen',
  noneChosenBody: 'Choose learners in their list, or all that match its filters, then press “Write to them”.',
  subject: 'Subject',
  text: 'Text',
  textHint:
    'Each line is a paragraph. {name} becomes the name of the learner. English is needed if one of them reads English.',
  preview: 'Show what they get',
  before: 'What they get, before it is sent',
  goesTo: (learners, lang) => `To ${learnerCount(learners)} ${lang}`,
  inLanguages: { ar: 'in Arabic', en: 'in English' },
  leftOut: 'Left out',
  unsubscribed: (count) => `Want no news: ${learnerCount(count)}.`,
  blocked: (count) => `Blocked: ${learnerCount(count)}.`,
  already: (count) => `Have got these very words already: ${learnerCount(count)}.`,
  nobody: 'This message reaches nobody.',
  noUndo: 'Sending cannot be undone.',
  send: (learners) => `Send it to ${learnerCount(learners)}`,
  message: 'Write to them',
  sending: 'The messages are on their way. You see here how far they have come.',
  none: 'No messages yet',
  noneBody: 'A message is begun in the list of learners.',
  at: 'Sent',
  by: 'By',
  chosenHead: 'Chosen',
  sentHead: 'Written to',
  state: 'State',
  done: 'Done',
  under: 'On its way',
}
