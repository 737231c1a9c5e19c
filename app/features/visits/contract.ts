/** What visitors looked at, where they came from, and how far they came in buying. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, optional, TABLE_FILES, TableFormat } from '../../api/fields.ts'
import { FIGURES, VISIT_GROUPINGS } from './groupings.ts'

const Day = z.iso.date('invalid')
const Period = z.object({ from: z.string(), /** Including this day. */ to: z.string() })

const Sums = z.object({
  /** In the order of `figures`. */
  values: z.array(z.int()),
  /** The first figure in the period before. */
  before: z.int(),
})

const VisitsReport = Period.extend({
  by: z.enum(VISIT_GROUPINGS as [(typeof VISIT_GROUPINGS)[number]]),
  before: Period,
  figures: z.array(z.enum(FIGURES)),
  /** The largest first, days in their order. `name` is null for what has none. */
  rows: z.array(Sums.extend({ key: z.string(), name: z.string().nullable() })),
  /** What the rows beyond the last one add up to. */
  others: Sums.extend({ count: z.int() }).nullable(),
  total: Sums,
})
export type VisitsReport = z.output<typeof VisitsReport>

const Asked = z.object({
  by: optional(z.enum(VISIT_GROUPINGS as [(typeof VISIT_GROUPINGS)[number]], 'invalid')).transform((by) => by ?? 'day'),
  from: Day,
  /** Including this day. */
  to: Day,
})

const VIEW = { right: 'reports.visits' } as const

export const visitsEndpoints = {
  visitsReport: endpoint({
    method: 'GET',
    path: 'admin/reports/visits',
    summary:
      'Visits of the site in a period by day, page, source, campaign, search or course, compared with the period before. Counted without cookies.',
    audience: VIEW,
    input: Asked,
    output: VisitsReport,
  }),
  exportVisits: endpoint({
    method: 'GET',
    path: 'admin/reports/visits/export',
    summary: 'The same with every row, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: VIEW,
    input: Asked.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
}
