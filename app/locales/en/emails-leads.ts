import type { leadEmails as source } from '../ar/emails-leads.ts'

export const leadEmails: typeof source = {
  reference: 'Reference number',
  confirmation: {
    subject: (reference) => `We have received what you sent: ${reference}`,
    title: 'We have received what you sent',
    greeting: (name) => `Hello ${name},`,
    body: (kind) => `Thank you. This is what reached us: ${kind}. Keep the reference number to follow it with us.`,
    action: 'Follow what you sent',
    reason:
      'You get this email because somebody entered your address in a form on our site. If it wasn’t you, ignore it.',
  },
  office: {
    subject: (reference, kind, name) => `[${reference}] ${kind}: ${name}`,
    title: (kind) => `${kind} from the site`,
    body: (name) => `This came from ${name}. Replying to this email writes to its sender.`,
    openCv: 'Open the CV (seven days)',
    receivedAt: 'Received',
    reason: 'This email goes to the institute’s mailbox for this kind of enquiry.',
  },
}
