import type { moderationEmails as source } from '../../ar/emails/emails-moderation.ts'

export const moderationEmails: typeof source = {
  kinds: { post: 'your post', postComment: 'your comment on a post', articleComment: 'your comment on an article' },
  reason: 'Reason',
  answer: 'Answer',
  why: 'You get this email because you wrote on our site.',
  open: 'Open the decision',
  removed: {
    title: (kind) => `We have removed ${kind}`,
    body: (firstName, kind) => `Hello ${firstName}, our team has removed ${kind}.`,
    banned: 'You cannot write on the site until this is lifted.',
    bannedUntil: (day) => `You cannot write on the site until ${day}.`,
    appeal: (day) =>
      `If you think that this is wrong, object by the link until ${day}. Another member of staff will look at it.`,
    action: 'Read the decision or object',
  },
  lifted: {
    title: 'You can write on our site again',
    body: (firstName) => `Hello ${firstName}, our team has lifted the ban: you can write on the site from now on.`,
    action: 'Open the community',
  },
  upheld: {
    title: 'We looked at your objection: the decision stands',
    body: (firstName, kind) =>
      `Hello ${firstName}, we looked at your objection. What you wrote stays removed: ${kind}.`,
  },
  reversed: {
    title: 'We agree with your objection',
    body: (firstName, kind) =>
      `Hello ${firstName}, we agree with your objection. What you wrote is shown again: ${kind}.`,
  },
}
