import type { identity as source } from '../ar/identity.ts'

export const identity: typeof source = {
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Mobile number',
    password: 'Password',
    confirmPassword: 'Confirm password',
    acceptTerms: 'Agreement to the terms',
    code: 'Activation code',
  },
  hints: {
    email: 'We send the activation code here.',
    phone: 'Such as 0501234567, or an international number that begins with +',
  },
  passwordRules: {
    length: 'At least 8 characters',
    upper: 'An uppercase letter (A–Z)',
    lower: 'A lowercase letter (a–z)',
    digit: 'At least one number',
    special: 'A special character, such as #',
  },
  agree: {
    before: 'I agree to the ',
    terms: 'terms and conditions',
    between: ' and the ',
    privacy: 'privacy policy',
    newTab: '(opens in a new tab)',
  },
  steps: ['Your details', 'Activation code', 'Back to your order'],
  forOrder: 'Your order is kept. Create an account or sign in, and we take you straight back to it.',

  promise: {
    title: 'One place for everything you learn',
    points: [
      'Courses in person, online and recorded',
      'Book your seat and pay in minutes',
      'A protected account: a code by email, and a notice of every new device',
    ],
  },

  accounts: {
    title: 'Create an account',
    description: 'Create your Maahad account to book courses and follow your orders.',
    lead: 'It takes a minute: your details, then a code that we send to your email.',
    byEmail: 'Continue with email',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    othersTitle: 'Not a learner?',
    others: 'You can reach us without an account.',
    company: 'Training for your staff',
    companyBody: 'Courses designed for your team, and a quote within two working days.',
    trainer: 'Teach with us',
    trainerBody: 'Who we look for, what we offer, and how to apply.',
  },

  signUp: {
    title: 'New account',
    description: 'Enter your details to create your Maahad account.',
    lead: 'Every field is required. Your certificate carries your name as you write it here.',
    submit: 'Create account',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
  },

  otp: {
    title: 'Activate your account',
    description: 'Enter the code that we sent to your email to activate your account.',
    lead: 'We sent a 6-digit code to',
    leadEnd: '. It is valid for 10 minutes.',
    sentAgain: 'We sent a new code. The one before no longer works.',
    submit: 'Activate account',
    notArrived: 'Nothing arrived? Look in your spam folder, or ask for a new code.',
    resend: 'Send a new code',
    resendIn: 'You can ask for a new code in',
    resendFrom: 'You can ask for a new code:',
    now: 'now',
    wrongEmail: 'Wrong address?',
    changeEmail: 'Change your details',
  },

  login: {
    title: 'Sign in',
    description: 'Sign in to your Maahad account to follow your orders and courses.',
    lead: 'Welcome back.',
    submit: 'Sign in',
    noAccount: 'No account yet?',
    signUp: 'Create one',
  },
}
