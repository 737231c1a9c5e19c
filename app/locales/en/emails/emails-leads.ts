import type { leadEmails as source } from '../../ar/emails/emails-leads.ts'

/** Mails to the institute are in Arabic only. */
export const leadEmails: Omit<typeof source, 'office' | 'reply' | 'reminder'> = {
  reference: 'Reference number',
  answer: {
    subject: (reference) => `Our answer to what you sent (${reference})`,
    title: 'Our answer to what you sent',
    action: 'Read the conversation and reply',
    reason: 'You get this answer because you wrote to us from our website.',
  },
  confirmation: {
    subject: (reference) => `We have received what you sent: ${reference}`,
    title: 'We have received what you sent',
    greeting: 'Hello,',
    body: (kind) => `Thank you. This is what reached us: ${kind}. Keep the reference number to follow it with us.`,
    action: 'Follow what you sent',
    reason:
      'You get this email because somebody entered your address in a form on our site. If it wasn’t you, ignore it.',
  },
}
