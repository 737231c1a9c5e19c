/** Validates a new password: at sign-up, in the profile, after a reset. */
import { z } from 'zod'
import { PASSWORD_RULES } from './password-rules.ts'

/** Neither trimmed nor normalized: a password is exactly what was typed. */
export const NewPassword = z
  .string()
  .min(1, 'required')
  .max(128, 'tooLong:128')
  .refine((password) => password === '' || PASSWORD_RULES.every((rule) => rule.test(password)), 'password')

/** Repeats a `NewPassword`. */
export const PasswordAgain = z.string().min(1, 'required')

type PasswordFields = { password: string; confirmPassword: string }

/** For `refine` of an input with both fields. */
export const passwordsMatch = ({ password, confirmPassword }: PasswordFields) => password === confirmPassword
export const PASSWORDS_DIFFER = {
  path: ['confirmPassword'],
  message: 'mismatch',
  // Reported together with other errors; an empty field is reported as missing only.
  when: ({ value }: { value: unknown }) => Boolean((value as { confirmPassword?: unknown }).confirmPassword),
}
