/** Certificates: issued by rule, checked by anybody, revoked with a reason. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, CursorPage, Id, optional, PageLimit, Text } from '../../api/fields.ts'

const Instant = z.iso.datetime()

const Certificate = z.object({
  id: z.int(),
  number: z.string(),
  code: z.string(),
  name: z.string(),
  course: z.string(),
  runId: z.int().nullable(),
  issuedAt: Instant,
  revokedAt: Instant.nullable(),
  revokeReason: z.string().nullable(),
})
export type Certificate = z.output<typeof Certificate>

/** What anybody sees who has the certificate's address, and nothing else. */
const Checked = z.object({
  number: z.string(),
  name: z.string(),
  course: z.string(),
  hours: z.number(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  issuedAt: Instant,
  /** Null while it is valid. */
  revokedAt: Instant.nullable(),
  /** The code of this page's address, for the printed certificate. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type CheckedCertificate = z.output<typeof Checked>

export const certificatesEndpoints = {
  // Before the one with a code in its address.
  mine: endpoint({
    method: 'GET',
    path: 'Certificates/mine',
    summary: "The learner's certificates, the newest first.",
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ certificates: z.array(Certificate.omit({ name: true, runId: true, id: true })) }),
  }),
  certificate: endpoint({
    method: 'GET',
    path: 'Certificates/{code}',
    summary: 'Whether a certificate is genuine: name, course, dates and state, by the code of its address.',
    audience: 'everyone',
    input: z.object({ code: z.string().max(100, 'invalid') }),
    output: Checked,
    problems: ['notFound', 'tooManyRequests'],
  }),
  certificates: endpoint({
    method: 'GET',
    path: 'admin/certificates',
    summary: 'All certificates, the newest first, by number, name or email of the learner.',
    audience: { right: 'certificates.issue' },
    input: z.object({
      query: optional(Text(100)),
      state: optional(z.enum(['valid', 'revoked'], 'invalid')),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(Certificate),
  }),
  issueCertificates: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/certificates',
    summary:
      'Issues the certificates of everybody in an ended run who has paid and attended enough, or of one of them; tells who gets none and why.',
    audience: { right: 'certificates.issue' },
    input: z.object({ id: Id, orderId: optional(z.uuid('invalid')) }),
    output: z.object({
      issued: z.int(),
      skipped: z.array(z.object({ name: z.string(), why: z.enum(['attendance', 'issued']) })),
    }),
    problems: ['runNotFound', 'runNotEnded'],
  }),
  revokeCertificate: endpoint({
    method: 'POST',
    path: 'admin/certificates/{id}/revoke',
    summary: 'Revokes a certificate: its page says so from now on. It cannot be undone, but a new one can be issued.',
    audience: { right: 'certificates.issue' },
    input: z.object({ id: Id, reason: Text(500) }),
    output: z.object({ revokedAt: Instant }),
    problems: ['notFound'],
    needsProof: true,
  }),
}
