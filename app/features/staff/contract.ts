/** Accepting an invitation to work for the institute, and what the desk does about its people. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { MobilePhone, PersonName } from '../../api/fields.ts'
import { NewPassword, PASSWORDS_DIFFER, PasswordAgain, passwordsMatch } from '../accounts/password-contract.ts'
import { Role, SignInAnswer } from '../accounts/sign-in-contract.ts'
import { staffDeskEndpoints } from './desk-contract.ts'

const Token = z.string().min(1, 'required').max(200, 'invalid')

export const staffEndpoints = {
  ...staffDeskEndpoints,
  invitation: endpoint({
    method: 'POST',
    path: 'Auth/invitation',
    summary: 'Whom an invitation is for, by the token of its link.',
    audience: 'everyone',
    input: z.object({ token: Token }),
    output: z.object({ email: z.string(), roles: z.array(Role) }),
    problems: ['invitationGone', 'tooManyRequests'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: 'Auth/accept-invitation',
    summary: 'Opens the invited account with its roles, and signs in.',
    audience: 'everyone',
    input: z
      .object({
        token: Token,
        firstName: PersonName,
        lastName: PersonName,
        phone: MobilePhone,
        password: NewPassword,
        confirmPassword: PasswordAgain,
        acceptTerms: z.union([z.literal(true), z.literal('true'), z.literal('on')], 'terms'),
      })
      .refine(passwordsMatch, PASSWORDS_DIFFER),
    output: SignInAnswer,
    problems: ['invitationGone', 'addressHasAccount', 'tooManyRequests'],
    givesTokens: true,
    logs: 'signUp',
  }),
}
