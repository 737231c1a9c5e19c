import type { comments as source } from '../ar/comments.ts'
import { pluralEn } from '../format.ts'

const useful = (n: number) => pluralEn(n, 'One person found it useful', '{n} people found it useful')

export const comments: typeof source = {
  count: (n) => (n === 0 ? 'No comments' : pluralEn(n, '{n} comment', '{n} comments')),
  commentsTitle: 'Comments',
  noComments: 'No comments yet.',
  edited: 'edited',
  permalink: (name) => `Link to the comment by ${name}`,
  moreComments: 'Show more comments',
  earlierComments: 'Show the first comments',
  guestsCannotWrite: 'Sign in to write a comment and to answer others.',
  signInToWrite: 'Sign in',
  yourComment: 'Your comment',
  commentHint: 'To mention a member, type @ and the name.',
  reply: 'Answer',
  replyTo: (name) => `In answer to ${name}`,
  yourReply: 'Your answer',
  sendReply: 'Send the answer',
  useful: {
    button: 'Useful',
    count: useful,
    buttonOf: (n, name) =>
      [`Useful: ${name === undefined ? 'this post' : `the comment by ${name}`}`, ...(n > 0 ? [useful(n)] : [])].join(
        ', ',
      ),
  },
  sendComment: 'Send the comment',
  sending: 'Being sent…',
  report: 'Report',
  toolOf: (tool, name) => `${tool} the comment by ${name}`,
  mention: {
    label: 'Members whom you can mention',
    found: (n) =>
      pluralEn(n, 'One member. Press Enter to mention them.', '{n} members. Choose by arrows, then press Enter.'),
  },
  follow: 'Follow',
  followed: 'Following',
  followHint: 'You are told of each new comment',
  removeAsk: 'The comment will be deleted for good, without a trace. Delete it?',
  reason: 'What is wrong?',
  chooseReason: 'Choose one of the reasons.',
  reasons: {
    advertising: 'Advertising',
    offensive: 'Insults or hurtful words',
    wrong: 'Wrong or misleading',
    private: 'Personal data',
    offTopic: 'Off topic',
    other: 'Another reason',
  },
  reasonMore: 'Tell us more',
  reasonHint: 'Needed with “Another reason”. Our team reads every report, and the writer does not learn who sent it.',
  sendReport: 'Send the report',
  done: {
    waiting: 'We have received your comment. A colleague reviews it before everybody sees it.',
    removed: 'The comment was deleted.',
    reported: 'We have your report and will look at it. Thank you.',
  },
}
