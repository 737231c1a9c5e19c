/** What was sold in a period, by what it is asked for; what became of the runs that began in it. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, optional, TABLE_FILES, TableFormat } from '../../api/fields.ts'
import { GROUPINGS } from './groupings.ts'

const Day = z.iso.date('invalid')
const Period = z.object({ from: z.string(), /** Including this day. */ to: z.string() })

const Sums = z.object({
  /** Invoices, and the credit notes that are taken off. */
  ...{ invoices: z.int(), creditNotes: z.int() },
  ...{ netHalalas: z.int(), vatHalalas: z.int(), totalHalalas: z.int() },
  /** Net sales of the two periods that it is compared with. */
  ...{ beforeHalalas: z.int(), yearBeforeHalalas: z.int() },
})

const SalesReport = Period.extend({
  by: z.enum(GROUPINGS),
  before: Period,
  yearBefore: Period,
  /** The largest first, months in their order. */
  rows: z.array(Sums.extend({ key: z.string(), name: z.string() })),
  /** What the rows beyond the last one add up to. */
  others: Sums.extend({ count: z.int() }).nullable(),
  total: Sums,
})
export type SalesReport = z.output<typeof SalesReport>

const Asked = z.object({
  by: optional(z.enum(GROUPINGS, 'invalid')).transform((by) => by ?? 'course'),
  from: Day,
  /** Including this day. */
  to: Day,
})

const TaughtRun = z.object({
  id: z.int(),
  course: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  seats: z.int(),
  enrolled: z.int(),
  /** Of the seats of the sessions that have ended, in whole percent; null before the first has. */
  attendedPercent: z.int().nullable(),
  /** Who attended as much as a certificate needs; null before the run has ended, and for one without sessions. */
  completedPercent: z.int().nullable(),
  /** Of its learners' reviews of the course. */
  rating: z.number().nullable(),
  ratings: z.int(),
})

const VIEW = { right: 'invoices.view' } as const

export const reportsEndpoints = {
  salesReport: endpoint({
    method: 'GET',
    path: 'admin/reports/sales',
    summary:
      'Invoices less credit notes of a period by course, run, category, coupon, payment method, source or month, compared with the period before and the same days a year before.',
    audience: VIEW,
    input: Asked,
    output: SalesReport,
  }),
  teachingReport: endpoint({
    method: 'GET',
    path: 'admin/reports/teaching',
    summary:
      'The runs that began in a period: enrolled, attended, completed, and what their learners thought. A trainer gets their own runs.',
    audience: { right: 'reports.teaching' },
    input: Asked.omit({ by: true }),
    output: Period.extend({
      /** Only the runs that the caller teaches. */
      isOwn: z.boolean(),
      /** The share of a run's sessions with which somebody has completed it. */
      minPercent: z.int(),
      /** The newest first. */
      runs: z.array(TaughtRun),
      /** Whether there are older ones in the period. */
      hasMore: z.boolean(),
    }),
  }),
  exportTeaching: endpoint({
    method: 'GET',
    path: 'admin/reports/teaching/export',
    summary: 'The same with every run, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'reports.teaching' },
    input: Asked.omit({ by: true }).extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  exportSales: endpoint({
    method: 'GET',
    path: 'admin/reports/sales/export',
    summary: 'The same with every row, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: VIEW,
    input: Asked.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
}
