/** The frame of the desk: who works there, and finding any record. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Text } from '../../api/fields.ts'

const FoundRecord = z.object({
  kind: z.enum(['course', 'run', 'order', 'person', 'enquiry', 'certificate']),
  title: z.string(),
  /** Distinguishes it from others of the same name: a number, an address, a state. */
  note: z.string(),
  /** Its page below the desk, such as `orders/…`, with a query where it stands in a list. */
  path: z.string(),
})
export type FoundRecord = z.output<typeof FoundRecord>

const TodayItem = z.object({
  kind: z.enum([
    'transfer',
    'refund',
    'unmatched',
    'enquiry',
    'report',
    'failedMessages',
    'failedJobs',
    'session',
    'certificates',
  ]),
  reference: z.string().optional(),
  /** A person, or what kind of enquiry or refund it is. */
  subject: z.string().optional(),
  amountHalalas: z.int().optional(),
  /** Of several that are worked through together. */
  count: z.int().optional(),
  since: z.iso.datetime(),
  /** Where it is dealt with, below the desk. */
  path: z.string().optional(),
})
export type TodayItem = z.output<typeof TodayItem>

export const deskEndpoints = {
  today: endpoint({
    method: 'GET',
    path: 'admin/today',
    summary: 'What waits for the caller, the oldest first: up to twenty of each kind. For Owners also figures.',
    audience: { right: 'desk.open' },
    input: z.object({}),
    output: z.object({
      items: z.array(TodayItem),
      /** Money since the first of the month, and the seats of the runs to come. */
      figures: z.object({ inHalalas: z.int(), backHalalas: z.int(), sold: z.int(), seats: z.int() }).optional(),
    }),
  }),
  me: endpoint({
    method: 'GET',
    path: 'admin/me',
    summary: 'The name and the rights of the member of staff who asks.',
    audience: { right: 'desk.open' },
    input: z.object({}),
    output: z.object({ name: z.string(), picture: z.string().nullable(), rights: z.array(z.string()) }),
  }),
  find: endpoint({
    method: 'GET',
    path: 'admin/find',
    summary: 'Records by a part of their name, number, email or phone: only those that the caller may open.',
    audience: { right: 'desk.open' },
    input: z.object({ query: Text(100) }),
    output: z.object({ found: z.array(FoundRecord) }),
  }),
}
