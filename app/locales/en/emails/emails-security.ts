import type { securityEmails as source } from '../../ar/emails/emails-security.ts'

const codesLeft = (n: number) =>
  n === 0
    ? 'You have no codes left: make new ones in your profile.'
    : n < 3
      ? `You have ${n === 1 ? 'one code' : 'two codes'} left: make new ones in your profile.`
      : `You have ${n} codes left.`

export const securityEmails: typeof source = {
  notices: {
    newSignIn: {
      title: 'New sign-in to your account',
      body: 'Your account was signed in to from a device we had not seen before.',
    },
    twoFactorOn: {
      title: 'Two-factor authentication is on',
      body: 'From now on, signing in takes your password and then a code that we send to your phone.',
    },
    twoFactorOff: {
      title: 'Two-factor authentication is off',
      body: 'Signing in to your account now takes one step. Your backup codes no longer work.',
    },
    authenticatorOn: {
      title: 'An authenticator app was added to your account',
      body: 'From now on, signing in takes your password and then a code from your authenticator app.',
    },
    authenticatorOff: {
      title: 'The authenticator app was removed from your account',
      body: 'Its codes no longer work. Signing in still takes a code that we send to your phone.',
    },
    backupCodesRenewed: {
      title: 'New backup codes were made for your account',
      body: 'Your earlier backup codes no longer work.',
    },
    passkeyAdded: {
      title: 'A passkey was added to your account',
      body: 'From now on it is enough to sign in to your account.',
    },
    passkeyRemoved: {
      title: 'A passkey was removed from your account',
      body: 'Nobody can sign in with it any more.',
    },
    phoneChanged: {
      title: 'The mobile number of your account has changed',
      body: 'Another mobile number was verified for your account. Verification codes go there from now on.',
    },
  },
  backupCodeUsed: {
    title: 'A backup code was used to sign in',
    body: (left) => `Somebody signed in to your account with one of its backup codes. ${codesLeft(left)}`,
  },
  proof: {
    subject: (institute, code) => `Your ${institute} confirmation code: ${code}`,
    title: 'Confirm that it is you',
    paragraphs: [
      'Enter this code on the page that asked for it to go on. It is valid for 10 minutes and works once.',
      'If you did not ask for it, give it to nobody, and end the sessions of your account in your profile.',
    ],
  },
  when: 'Time',
  device: 'Device',
  address: 'Network address',
  whatNow: 'If this was you, there is nothing to do. If not, change your password and write to us at once.',
  open: 'Contact us',
}
