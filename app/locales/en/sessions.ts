import type { sessions as source } from '../ar/sessions.ts'

export const sessions: typeof source = {
  title: 'Devices and sessions',
  lead: 'Every device and browser that is signed in to your account. If you see one you do not know, sign it out and change your password.',
  here: 'This device',
  hereTitle: 'Where you are now',
  othersTitle: 'Other devices',
  noOthers: 'Your account is not open on any other device.',
  used: 'Last used',
  since: 'Signed in',
  address: 'Network address',
  end: 'Sign out',
  endNamed: (device) => `Sign out ${device}`,
  endOthers: 'Sign out everywhere else',
  ended: 'That device is signed out.',
  endedOthers: 'You are signed out everywhere else.',
}
