import type { notificationEmails as source } from '../../ar/emails/emails-notifications.ts'
import { pluralEn } from '../../format.ts'

const news = (n: number) => pluralEn(n, '{n} update', '{n} updates')

export const notificationEmails: typeof source = {
  mention: {
    subject: (name) => `${name} mentioned you`,
    title: 'You were mentioned',
    body: (firstName, name) => `Hello ${firstName}, ${name} mentioned you.`,
  },
  reply: {
    subject: (name) => `${name} answered you`,
    title: 'Your comment was answered',
    body: (firstName, name) => `Hello ${firstName}, ${name} answered your comment.`,
  },
  comment: {
    subject: (title) => `New comment on ${title}`,
    title: 'A new comment where you follow',
    body: (firstName, name) => `Hello ${firstName}, ${name} commented on something you follow.`,
  },
  several: {
    subject: (n) => `${news(n)} for you`,
    title: 'Updates for you',
    body: (firstName) => `Hello ${firstName}, this was written since our last message.`,
  },
  digest: {
    subject: (n) => `Your daily summary: ${news(n)}`,
    title: 'New where you follow',
    body: (firstName) => `Good morning ${firstName}, this was written where you follow since the last summary.`,
  },
  who: {
    mention: (name) => `${name} mentioned you`,
    reply: (name) => `${name} answered you`,
    comment: (name) => `${name} commented`,
  },
  more: (n) => `And ${news(n)} in your notifications.`,
  open: 'Open notifications',
  read: 'Read it',
  reason:
    'You get this message because you are a member of our community and take part in this discussion. It was sent automatically; replies reach the institute.',
  optOut: {
    mentions: 'Stop emails about mentions',
    comments: 'Stop emails about comments',
    news: 'Stop news of the institute',
    all: 'Stop emails about notifications',
  },
  news: {
    greeting: (firstName) => `Hello ${firstName},`,
    reason: 'You get this message because you asked for our news. You can stop it whenever you like.',
  },
}
