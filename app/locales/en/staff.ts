import type { staff as source } from '../ar/staff.ts'

export const staff: typeof source = {
  title: (institute) => `Your invitation to the ${institute} team`,
  description: (institute) => `Open your account to work at ${institute}.`,
  lead: 'Your account will have this address:',
  submit: 'Open the account',
  goneTitle: 'This invitation is no longer valid',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
}
