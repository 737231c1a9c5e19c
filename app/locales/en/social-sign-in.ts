import type { socialSignIn as source } from '../ar/social-sign-in.ts'

export const socialSignIn: typeof source = {
  or: 'or',
  via: 'Continue with',

  reasons: {
    'external-denied': 'The sign-in was cancelled. Try again, or sign in another way.',
    'external-expired': 'The sign-in took too long, or was begun in another browser. Start again.',
    'external-failed': 'An unexpected error occurred. Please try again.',
    'external-down': 'We could not reach the service that you chose. Try again shortly, or sign in another way.',
    'external-closed': 'This account is paused. Write to us, and we will look at it with you.',
  },

  signUp: {
    title: 'Finish signing in',
    description: (institute) => `Finish signing in to ${institute} with an account that you have elsewhere.`,
    fields: {
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      phone: 'Mobile number',
      acceptTerms: 'Agreement to the terms',
      password: 'Password',
      code: 'Verification code',
    },
    otherTitle: 'Not what you wanted?',
    startAgain: 'Start again',
    email: {
      title: 'What is your email?',
      lead: { before: 'We could not confirm it through ', after: '. Enter it, and we will send it a code.' },
      hint: 'We know your account by it, and send your invoices and certificates there.',
      submit: 'Send code',
    },
    code: {
      title: 'Enter the code',
      lead: 'We sent a 6-digit code to',
      leadEnd: '. It is valid for 10 minutes.',
      sentAgain: 'We sent a new code. The earlier one no longer works.',
      submit: 'Continue',
      wrongEmail: 'Wrong address?',
      changeEmail: 'Enter another one',
    },
    prove: {
      title: 'This address has an account',
      lead: (institute) => `There is an account at ${institute} with`,
      leadEnd: { before: '. Prove that it is yours: we link it to ', after: ' and sign you in.' },
      submit: 'Link and sign in',
      byCode: 'Or prove it by a code that we send to your email.',
      send: 'Email me a code',
      submitCode: 'Link and sign in',
    },
    link: {
      title: 'One last step',
      lead: 'We know now that this account is yours:',
      submit: 'Link and sign in',
    },
    register: {
      title: 'New account',
      lead: {
        before: 'Nearly done: check what came from ',
        after: ' and complete it. Your certificate will carry your name as you write it here.',
      },
      phoneHint: 'Like 0501234567, or an international number that begins with +',
      submit: 'Create account',
    },
  },

  connections: {
    title: 'Connected accounts',
    lead: (institute) => `Accounts that you have elsewhere and sign in to ${institute} with, without a password.`,
    done: {
      connected: 'The account is connected. You can sign in with it from now on.',
      disconnected: 'The account is disconnected.',
    },
    taken: (institute) => `This account is connected to another account at ${institute}.`,
    yours: 'Connected to your account',
    none: 'You have not connected any account yet.',
    linked: 'Connected on',
    used: 'Last used',
    disconnect: 'Disconnect',
    disconnectNamed: (name) => `Disconnect ${name}`,
    add: 'Connect another account',
    connect: 'Connect',
    going: { before: 'We are taking you to ', after: '.' },
    goOn: 'Continue to',
    nothing: 'No other services to sign in with are available at the moment.',
  },
}
