/** Re-authentication, before changes that a stolen session must not make. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { optional, SixDigits } from '../../api/fields.ts'
import { ResendWait } from '../codes/contract.ts'
import { Assertion } from '../webauthn/contract.ts'

/** The methods of re-authentication. A code by mail is for accounts that have no other. */
const ProofMethod = z.enum(['password', 'passkey', 'totp', 'sms', 'email'])
export type ProofMethod = z.output<typeof ProofMethod>

const CodeMethod = ProofMethod.exclude(['password', 'passkey'])

export const proofEndpoints = {
  proof: endpoint({
    method: 'GET',
    path: 'Auth/prove',
    summary: 'Whether the session was proved lately, and how it can be.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ isFresh: z.boolean(), ways: z.array(ProofMethod), maskedPhone: z.string(), email: z.string() }),
  }),
  sendProofCode: endpoint({
    method: 'POST',
    path: 'Auth/prove/code',
    summary: 'Sends a code to prove oneself by: to the verified phone, or by mail where there is nothing else.',
    audience: 'signedIn',
    input: z.object({ method: ProofMethod.extract(['sms', 'email']) }),
    output: ResendWait,
    problems: ['tooManyRequests', 'smsPaused'],
  }),
  prove: endpoint({
    method: 'POST',
    path: 'Auth/prove',
    summary: 'Proves that the session is still in the hands of its owner, for ten minutes.',
    audience: 'signedIn',
    input: z
      .object({
        password: optional(z.string().max(1000, 'invalid')),
        method: optional(CodeMethod),
        code: optional(SixDigits),
        credential: Assertion.optional(),
      })
      .refine(({ method, password, credential }) => method || password || credential, {
        path: ['password'],
        message: 'required',
      })
      .refine(({ method, code }) => !method || code, { path: ['code'], message: 'required' }),
    output: z.object({ provedUntil: z.iso.datetime() }),
    problems: ['codeWrong', 'codeExpired', 'passkeyRefused', 'passkeyExpired', 'tooManyRequests'],
    logs: 'proof',
  }),
}
