import type { appeals as source } from '../ar/appeals.ts'

export const appeals: typeof source = {
  title: 'A decision about what you wrote',
  lead: 'Here you read what our team decided and why, and object if you think that it is wrong.',
  kinds: { post: 'Post', postComment: 'Comment on a post', articleComment: 'Comment on an article' },
  decisions: {
    remove: 'What you wrote was removed.',
    ban: 'What you wrote was removed, and you can write nothing more.',
  },
  bannedUntil: (day) => `This lasts until ${day}.`,
  reference: 'Decision',
  reason: 'Reason',
  text: 'What you wrote',
  purged: 'The time to object is over, and the text was deleted for good.',
  states: {
    open: (day) => `You can object until ${day}, once.`,
    over: 'The time to object is over.',
    waiting: 'Your objection has reached us, and another member of staff looks at it. The answer comes by email.',
    upheld: 'We looked at your objection, and the decision stands.',
    reversed: 'We agree with your objection. What you wrote is shown again.',
  },
  yours: 'Your objection',
  hint: 'Why do you think that the decision is wrong?',
  send: 'Send the objection',
  answer: 'Answer',
}
