/** Proving again that it is still you, before what a stolen session must not do. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'

export const proofEndpoints = {
  prove: endpoint({
    method: 'POST',
    path: 'Auth/prove',
    summary: 'Proves that the session is still in the hands of its owner, for ten minutes.',
    audience: 'signedIn',
    input: z.object({ password: z.string().min(1, 'required').max(1000, 'invalid') }),
    output: z.object({ provedUntil: z.iso.datetime() }),
    problems: ['tooManyRequests'],
  }),
}
