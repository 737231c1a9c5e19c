/** The audit log: what staff did. Whoever has the right sees all of it, or the part of their own work. */
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
  TimeOrder,
} from '../../api/fields.ts'
import { AUDIT_AREAS } from './areas.ts'

/** A day in Riyadh. */
const Day = z.iso.date('invalid')
const Facts = z.record(z.string(), z.unknown())

const Filter = z.object({
  /** Somebody's name or address, or the beginning of a reference. */
  query: optional(z.string().trim().max(100, 'tooLong:100')),
  /** The id of the account of whoever acted. */
  person: optional(Id),
  area: optional(z.enum(AUDIT_AREAS, 'invalid')),
  action: optional(z.string().max(60, 'invalid')),
  /** Such as an order's number; its beginning suffices. */
  reference: optional(z.string().trim().max(100, 'tooLong:100')),
  from: optional(Day),
  /** Including this day. */
  to: optional(Day),
})

export const AuditItem = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Such as `order.refund`. */
  action: z.string(),
  area: z.enum(AUDIT_AREAS),
  reference: z.string(),
  /** What the record is called now; null where the reference is all that is known of it. */
  name: z.string().nullable(),
  /** Null for what was done at the server's shell. The name is empty once the account was erased. */
  person: z.object({ id: z.int(), name: z.string(), email: z.string().nullable() }).nullable(),
  /** The business fields that have changed. */
  before: Facts.nullable(),
  after: Facts.nullable(),
  detail: Facts,
  runId: z.int().nullable(),
  /** From where it was done; null for whoever sees only a part of the log. */
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
})

export const auditEndpoints = {
  audit: endpoint({
    method: 'GET',
    path: 'admin/audit',
    summary: 'What staff did, by time: who, when, from where, and the fields before and after.',
    audience: { right: 'audit.view' },
    input: Filter.extend({ sort: TimeOrder, cursor: Cursor, limit: PageLimit }),
    output: CursorPage(AuditItem),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: 'admin/audit/export',
    summary: 'The audit log for spreadsheets, by the same filters. The export is written into the log.',
    needsProof: true,
    audience: { right: 'audit.view' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
}
