/** Where an account is signed in. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'

export const Session = z.object({
  id: z.uuid(),
  /** Such as `Chrome on Windows`. */
  device: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Whether the request belongs to this session. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

export const sessionsEndpoints = {
  sessions: endpoint({
    method: 'GET',
    path: 'Profile/sessions',
    summary: 'Where the account is signed in, the last used first.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.array(Session),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: 'Profile/sessions',
    summary: 'Ends one session of the account; without an id, all but the one that asks.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: z.uuid('invalid').optional() }),
    output: z.object({}),
    problems: ['notFound'],
    logs: 'signOut',
  }),
}
