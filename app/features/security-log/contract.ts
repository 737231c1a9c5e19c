/** The security log: what happened to accounts and rights. Only Owners may read it. */
import { z } from 'zod'
import { endpoint, SECURITY_EVENTS } from '../../api/endpoint.ts'
import { Email, Id, optional, PageIndex, PageOf, PageSize } from '../../api/fields.ts'

const Instant = z.iso.datetime('invalid')

const Entry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.enum(SECURITY_EVENTS),
  /** Such as `POST auth/login`; null for what happened outside of calls. */
  call: z.string().nullable(),
  /** `done`, `pending` for a second factor, or the code of the problem. */
  outcome: z.string(),
  /** How often the same failed within one minute. */
  count: z.int(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** A keyed hash of the email address: the same for the same address. */
  addressHash: z.string().nullable(),
  network: z.string().nullable(),
  /** The response's `X-Request-Id`, which the server's log contains, too. */
  requestId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})

export const securityLogEndpoints = {
  securityLog: endpoint({
    method: 'GET',
    path: 'admin/security-log',
    summary:
      'Sign-ins, factors, resets, rights, refunds, exports and refusals of the last year, the newest first. `Email` finds what was tried with an address.',
    audience: { right: 'security-log.view' },
    input: z.object({
      Event: optional(z.enum(SECURITY_EVENTS, 'invalid')),
      Outcome: optional(z.string().max(50, 'invalid')),
      Email: optional(Email),
      UserId: optional(Id),
      From: optional(Instant),
      To: optional(Instant),
      PageIndex,
      PageSize,
    }),
    output: PageOf(Entry),
    logs: 'logAccess',
  }),
}
