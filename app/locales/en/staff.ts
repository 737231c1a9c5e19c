import type { staff as source } from '../ar/staff.ts'

export const staff: typeof source = {
  title: 'Your invitation to the Maahad team',
  description: 'Open your account to work at Maahad.',
  lead: 'Your account will have this address:',
  submit: 'Open the account',
  goneTitle: 'This invitation is no longer valid',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
}
