/** A password that is set: at sign-up, in the profile, after a reset. */
import { z } from 'zod'
import { PASSWORD_RULES } from './password-rules.ts'

/** Never trimmed nor folded: a password is what was typed. */
export const NewPassword = z
  .string()
  .min(1, 'required')
  .max(128, 'tooLong:128')
  .refine((password) => password === '' || PASSWORD_RULES.every((rule) => rule.test(password)), 'password')

/** Beside a `NewPassword`: the same once more. */
export const PasswordAgain = z.string().min(1, 'required')

type Twice = { password: string; confirmPassword: string }

/** For `refine` of an input that holds both. */
export const isTypedTwice = ({ password, confirmPassword }: Twice) => password === confirmPassword
export const NOT_TYPED_TWICE = {
  path: ['confirmPassword'],
  message: 'mismatch',
  // Told together with whatever else is wrong; an empty one is told as missing.
  when: ({ value }: { value: unknown }) => Boolean((value as { confirmPassword?: unknown }).confirmPassword),
}
