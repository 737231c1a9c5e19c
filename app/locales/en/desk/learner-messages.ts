import type { learnerMessages as Source } from '../../ar/desk/learner-messages.ts'
import { pluralEn } from '../../format.ts'

const learnerCount = (n: number) => pluralEn(n, 'one learner', '{n} learners')

export const learnerMessages: typeof Source = {
  title: 'Messages to learners',
  learners: 'Learners',
  write: 'Message to learners',
  lead: 'It goes by mail to those of them who asked for news, in their language, and ends with a link that stops it. For what is about an order or a run, write to the run.',
  chosen: (count) => learnerCount(count),
  noneChosen: 'No learners chosen',
  noneChosenBody: 'Choose learners in their list, or all that match its filters, then press “Write to them”.',
  textHint:
    'Each line is a paragraph. {name} becomes the name of the learner; without it in the first line, a greeting stands above the text. English is needed if one of them reads English.',
  leftOut: 'Left out',
  unsubscribed: (count) => `Did not ask for news, or stopped it: ${learnerCount(count)}.`,
  blocked: (count) => `Blocked: ${learnerCount(count)}.`,
  already: (count) => `Have got these very words already: ${learnerCount(count)}.`,
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
