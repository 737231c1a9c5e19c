/** The profile of the signed-in person. */

import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import { NameText, orBlank, PersonName } from '../../api/fields.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { NewPassword, PASSWORDS_DIFFER, PasswordAgain, passwordsMatch } from '../accounts/password-contract.ts'
import { UserData } from '../accounts/sign-in-contract.ts'
import { Session } from '../sessions/contract.ts'

export const Profile = UserData.extend({
  phoneVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  backupCodesLeft: z.int(),
  hasPassword: z.boolean(),
  /** Counts. */
  passkeys: z.int(),
  connections: z.int(),
  sessions: z.array(Session),
})
export type Profile = z.output<typeof Profile>

/** The name that others see beside posts and comments. */
const DisplayName = NameText(60).pipe(z.string().regex(/^[\p{L}\p{M}\p{N} .'’_-]+$/u, 'displayName'))

export const MAX_PICTURE_BYTES = 8 * MEGABYTE
export const PICTURE_QUOTAS: readonly Quota[] = [
  { key: 'picture', of: 'account', seconds: HOUR_SECONDS, max: 30, unit: 'files' },
]
const ROOM_FOR_THE_FORM = 16 * 1024

export const profileEndpoints = {
  profile: endpoint({
    method: 'GET',
    path: 'Profile',
    summary: 'The signed-in person, what guards the account, and where it is signed in.',
    audience: 'signedIn',
    input: z.object({}),
    output: Profile,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: 'Profile',
    summary: 'Changes the names. Without a user name, others see the first and last name.',
    audience: 'signedIn',
    input: z.object({ firstName: PersonName, lastName: orBlank(PersonName), userName: orBlank(DisplayName) }),
    output: UserData,
  }),
  setPicture: endpoint({
    method: 'PUT',
    path: 'Profile/picture',
    summary: 'Sets the picture: a JPEG, PNG, WebP or GIF of at most 8 MB, of which the square in the middle is kept.',
    audience: 'signedIn',
    input: z.object({
      file: z.file('required').min(1, 'required').max(MAX_PICTURE_BYTES, 'fileTooLarge:8'),
    }),
    output: z.object({ profilePicture: z.string() }),
    problems: ['tooManyRequests'],
    multipart: true,
    quotas: PICTURE_QUOTAS,
    bodyLimit: MAX_PICTURE_BYTES + ROOM_FOR_THE_FORM,
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: 'Profile/picture',
    summary: 'Removes the picture; the default icon stands in its place.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({}),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: 'Profile/change-password',
    summary: 'Changes the password and ends all other sessions. An account without one gets one after a fresh proof.',
    audience: 'signedIn',
    input: z
      .object({
        currentPassword: orBlank(z.string().max(1000, 'invalid')),
        password: NewPassword,
        confirmPassword: PasswordAgain,
      })
      .refine(passwordsMatch, PASSWORDS_DIFFER),
    output: z.object({}),
    problems: ['proofNeeded', 'tooManyRequests'],
    logs: 'passwordChange',
  }),
}
