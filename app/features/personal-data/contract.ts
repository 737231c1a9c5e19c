/** Data export and account deletion. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, orBlank } from '../../api/fields.ts'

export const personalDataEndpoints = {
  exportData: endpoint({
    method: 'GET',
    path: 'Profile/export',
    summary: 'Everything that is kept about the signed-in person, as a zip archive for people and for programs.',
    needsProof: true,
    audience: 'signedIn',
    input: z.object({}),
    output: FileAnswer,
    problems: ['tooManyRequests'],
    file: 'application/zip',
    logs: 'export',
  }),
  eraseAccount: endpoint({
    method: 'DELETE',
    path: 'Profile',
    summary: 'Erases the personal data and ends the account; orders and invoices stay.',
    audience: 'signedIn',
    input: z.object({ password: orBlank(z.string().max(1000, 'invalid')) }),
    output: z.object({}),
    problems: ['proofNeeded', 'lastOwner', 'tooManyRequests'],
    logs: 'erasure',
  }),
}
