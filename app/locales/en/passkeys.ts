import type { passkeys as source } from '../ar/passkeys.ts'

export const passkeys: typeof source = {
  signIn: 'Sign in with a passkey',
  or: 'or',
  prove: 'Confirm with a passkey',
  needsScripts: 'Passkeys need a recent browser with JavaScript turned on.',
  failures: {
    unsupported: 'This browser does not know passkeys. Try a newer one.',
    cancelled: 'No passkey was used. Try again whenever you like.',
    known: 'Your account already has a passkey from this device.',
    failed: 'Passkeys cannot be used right now. Try again, or use another way.',
  },

  title: 'Passkeys',
  lead: 'Sign in with your fingerprint, your face or your device’s PIN in place of a password. Nobody can guess a passkey or lure it onto a false page, and it makes the second step unnecessary.',
  none: 'Your account has no passkey yet.',
  created: 'Added',
  used: 'Last used',
  never: 'Not used yet',
  synced: 'Synced between your devices',
  oneDevice: 'On one device',
  addTitle: 'Add a passkey',
  addBody: 'Your device makes it and keeps it. Your fingerprint and your face never reach us.',
  confirmed: 'Thank you, it is you. Create the passkey now.',
  add: 'Create a passkey',
  edit: 'Edit',
  editNamed: (name) => `Edit: ${name}`,
  name: 'Name of the passkey',
  save: 'Save name',
  remove: 'Remove passkey',
  removeNamed: (name) => `Remove passkey: ${name}`,
  done: {
    added: 'The passkey is added. Use it the next time you sign in.',
    renamed: 'The passkey has a new name.',
    removed: 'The passkey is removed from your account. Delete it on your device, too.',
  },
}
