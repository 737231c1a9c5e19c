import type { identityEmails as source } from '../ar/emails-identity.ts'

export const identityEmails: typeof source = {
  activation: {
    subject: (code) => `Your Maahad activation code: ${code}`,
    title: 'Activate your account',
    paragraphs: [
      'Welcome to Maahad.',
      'Enter this code on the activation page to open your account. It works once, for 10 minutes.',
    ],
    notYou: 'If you did not ask for an account, ignore this message, and give the code to nobody.',
    open: 'Open the activation page',
  },
  alreadyRegistered: {
    subject: 'You already have a Maahad account',
    title: 'You already have an account',
    paragraphs: [
      'Somebody asked for a Maahad account with this address, which already has one. Nothing about your account has changed.',
      'If that was you, sign in with your usual password. If it was not, there is nothing you need to do.',
    ],
    open: 'Sign in',
  },
  newSignIn: {
    subject: 'New sign-in to your account',
    title: 'Sign-in from a new device',
    paragraphs: ['Your Maahad account was signed in to from a device we had not seen before.'],
    when: 'Time',
    device: 'Device',
    address: 'Network address',
    unknownDevice: 'Unknown',
    whatNow: 'If that was you, there is nothing to do. If it was not, write to us at once so that we can stop it.',
    open: 'Contact us',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      'The password of your Maahad account has just been changed. All other devices were signed out.',
      'If that was you, there is nothing to do. If it was not, set a new password at once, or write to us.',
    ],
    open: 'Contact us',
  },
  erased: {
    subject: 'Your Maahad account is deleted',
    title: 'Your account is deleted',
    paragraphs: [
      'We have erased your personal data, as you asked: your names, phone number, picture, password and sessions.',
      'Orders and invoices stay for as long as the law asks us to keep them. What you wrote stays without your name.',
      'This address can open a new account whenever you like. Thank you for the time you learnt with us.',
    ],
    open: 'Visit Maahad',
  },
  footer: 'Maahad',
}
