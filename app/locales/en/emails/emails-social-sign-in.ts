import type { socialSignInEmails as source } from '../../ar/emails/emails-social-sign-in.ts'

export const socialSignInEmails: typeof source = {
  addressCode: {
    subject: (institute, code) => `Your ${institute} email code: ${code}`,
    title: 'Confirm your email',
    paragraphs: (institute, provider) => [
      `Somebody who came through ${provider} is opening an account at ${institute} with this address.`,
      'Enter this code on the page that asked for it. It is valid for 10 minutes and works once.',
    ],
    notYou: 'If you did not ask for it, ignore this message, and give the code to nobody.',
  },
  linkCode: {
    subject: (institute, code) => `Your ${institute} linking code: ${code}`,
    title: 'Confirm that the account is yours',
    paragraphs: (institute, provider) => [
      `Somebody is signing in to your ${institute} account through ${provider}. The code links the two: from then on it opens your account.`,
      'Enter this code on the page that asked for it. It is valid for 10 minutes and works once.',
    ],
    notYou: 'If you did not ask for it, give the code to nobody: whoever enters it gets into your account.',
  },
  connected: {
    title: (provider) => `Your account is now linked to ${provider}`,
    body: (provider) =>
      `From now on your account can be signed in to through ${provider}. Your profile lists the linked accounts.`,
  },
  disconnected: {
    title: (provider) => `No longer linked to ${provider}`,
    body: (provider) => `Your account can no longer be signed in to through ${provider}.`,
  },
}
