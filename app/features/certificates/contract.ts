/** Certificates: issued by rule, checked by anybody, revoked with a reason. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  TimeOrder,
} from '../../api/fields.ts'
import { BulkOutcome, Chosen } from '../lists/bulk-contract.ts'

const Instant = z.iso.datetime()
const Code = z.string().max(100, 'invalid')

const Certificate = z.object({
  id: z.int(),
  number: z.string(),
  code: z.string(),
  /** As it was when the certificate was issued; null once the account is erased. */
  name: z.string().nullable(),
  course: z.string(),
  runId: z.int().nullable(),
  issuedAt: Instant,
  revokedAt: Instant.nullable(),
  revokeReason: z.string().nullable(),
})
export type Certificate = z.output<typeof Certificate>

/** Everything that is shown to anyone with the certificate's address. */
const Checked = z.object({
  number: z.string(),
  /** As it was when the certificate was issued; null once its holder has had their data erased. */
  name: z.string().nullable(),
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

const Filter = z.object({
  query: optional(Text(100)),
  state: optional(z.enum(['valid', 'revoked'], 'invalid')),
})

export const certificatesEndpoints = {
  // Stands before the call whose path is a code, which would match it too.
  mine: endpoint({
    method: 'GET',
    path: 'Certificates/mine',
    summary: "The learner's certificates, the newest first.",
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({
      certificates: z.array(
        // The path of the PDF; null of a revoked one.
        Certificate.omit({ runId: true, id: true }).extend({ pdfUrl: z.string().nullable() }),
      ),
    }),
  }),
  certificatePdf: endpoint({
    method: 'GET',
    path: 'Certificates/{code}/pdf',
    summary:
      'A valid certificate as PDF, for its learner and for those who issue certificates, in the language of `lang` or else of Accept-Language; not found where the server has no engine to print it.',
    audience: 'signedIn',
    input: z.object({ code: Code, lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: 'application/pdf',
    problems: ['notFound', 'tooManyRequests'],
  }),
  certificate: endpoint({
    method: 'GET',
    path: 'Certificates/{code}',
    summary: 'Whether a certificate is genuine: name, course, dates and state, by the code of its address.',
    audience: 'everyone',
    input: z.object({ code: Code }),
    output: Checked,
    problems: ['notFound', 'tooManyRequests'],
  }),
  certificates: endpoint({
    method: 'GET',
    path: 'admin/certificates',
    summary: 'All certificates by time, found by number, name or email of the learner.',
    audience: { right: 'certificates.issue' },
    input: Filter.extend({
      sort: TimeOrder,
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(Certificate).extend({
      /** The share of a run's sessions that a certificate needs. */
      minPercent: z.int(),
    }),
  }),
  exportCertificates: endpoint({
    method: 'GET',
    path: 'admin/certificates/export',
    summary: 'Certificates for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'certificates.issue' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  issueCertificates: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/certificates',
    summary:
      'Issues the certificates of everybody in an ended run who has paid and attended enough, or of one of them; tells who gets none and why. Whose certificate was revoked gets another only when named.',
    audience: { right: 'certificates.issue' },
    input: z.object({ id: Id, orderId: optional(z.uuid('invalid')) }),
    output: z.object({
      issued: z.int(),
      skipped: z.array(z.object({ name: z.string(), why: z.enum(['attendance', 'issued', 'revoked']) })),
    }),
    problems: ['runNotFound', 'runNotEnded'],
  }),
  proposeCertificates: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/certificates/proposal',
    summary: 'Says that the attendance of an ended run is complete, so that its certificates can be issued.',
    audience: { right: 'certificates.propose' },
    input: z.object({ id: Id }),
    output: z.object({ proposedAt: Instant }),
    problems: ['runNotFound', 'runNotEnded'],
  }),
  reissueCertificate: endpoint({
    method: 'POST',
    path: 'admin/certificates/{id}/reissue',
    summary:
      'Revokes a certificate and issues another with a new number: with the name that is given, or the one that the learner has now.',
    audience: { right: 'certificates.issue' },
    input: z.object({ id: Id, reason: Text(500), name: optional(Text(200)) }),
    output: z.object({ number: z.string(), code: z.string() }),
    problems: ['notFound'],
    needsProof: true,
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
  revokeCertificates: endpoint({
    method: 'POST',
    path: 'admin/certificates/revoke',
    summary: 'Revokes several certificates for one reason, each on its own, and says of each how it went.',
    audience: { right: 'certificates.issue' },
    input: z.object({ ids: Chosen(Id).min(1, 'required'), reason: Text(500) }),
    output: z.object({ rows: z.array(BulkOutcome.extend({ id: z.int() })) }),
    needsProof: true,
  }),
}
