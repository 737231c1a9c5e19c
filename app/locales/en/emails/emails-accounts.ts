import type { accountsEmails as source } from '../../ar/emails/emails-accounts.ts'

export const accountsEmails: typeof source = {
  activation: {
    subject: (institute, code) => `Your ${institute} activation code: ${code}`,
    title: 'Activate your account',
    paragraphs: (institute) => [
      `Welcome to ${institute}.`,
      'Enter this code on the activation page to open your account. It works once, for 10 minutes.',
    ],
    notYou: 'If you did not ask for an account, ignore this message, and give the code to nobody.',
    open: 'Open the activation page',
  },
  alreadyRegistered: {
    subject: (institute) => `You already have an account at ${institute}`,
    title: 'You already have an account',
    paragraphs: (institute) => [
      `Somebody asked for an account at ${institute} with this address, which already has one. Nothing about your account has changed.`,
      'If that was you, sign in with your usual password. If it was not, there is nothing you need to do.',
    ],
    open: 'Sign in',
  },
  reset: {
    subject: (institute, code) => `Your ${institute} password reset code: ${code}`,
    title: 'Set a new password',
    paragraphs: ['Enter this code where you asked for it, then choose a new password. It works for 10 minutes.'],
    notYou:
      'If you did not ask for this, ignore this message, and give the code to nobody. Your password stays as it is.',
    open: 'Enter the code',
  },
  noAccount: {
    subject: (institute) => `There is no ${institute} account with this address`,
    title: 'No account with this address',
    paragraphs: (institute) => [
      `Somebody asked to set a new password with this address, but no account at ${institute} is open with it.`,
      'If that was you, you may have signed up with another address. You can also create an account; it takes a minute.',
      'If it was not you, there is nothing you need to do.',
    ],
    open: 'Create an account',
  },
  paused: {
    subject: (institute) => `Your ${institute} account is paused`,
    title: 'Your account is paused',
    paragraphs: (institute) => [
      `Somebody asked for a new password for your ${institute} account. The account is paused, so its password stays as it is.`,
      'Write to us, and we will look at it with you.',
    ],
    open: 'Contact us',
  },
  unfinishedSignUp: {
    subject: (institute) => `Your ${institute} account waits for its activation`,
    title: 'One step is left',
    paragraphs: [
      'You asked for a new password, but your account is not open yet: it waits for its activation code.',
      'Open the activation page in the same browser and enter the code. You can ask for a new one there.',
    ],
    open: 'Activate my account',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: (institute) => [
      `The password of your ${institute} account has just been changed. All other devices were signed out.`,
      'If that was you, there is nothing to do. If it was not, set a new password at once, or write to us.',
    ],
    open: 'Contact us',
  },
  erased: {
    subject: (institute) => `Your ${institute} account is deleted`,
    title: 'Your account is deleted',
    paragraphs: [
      'We have erased your personal data, as you asked: your names, phone number, picture, password and sessions.',
      'Orders and invoices stay for as long as the law asks us to keep them, and what you sent to us for the time that the privacy policy names. What you wrote on the site stays without your name.',
      'This address can open a new account whenever you like. Thank you for the time you learnt with us.',
    ],
    open: (institute) => `Visit ${institute}`,
  },
}
