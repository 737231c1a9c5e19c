/** The waiting list of a run as the institute's staff see it. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, Id, TABLE_FILES, TableFormat, Text } from '../../api/fields.ts'

const Instant = z.iso.datetime()
const ById = z.object({ id: Id })
const PLAN = { right: 'runs.plan' } as const

export const waitingDeskEndpoints = {
  exportWaiting: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/waiting/export',
    summary: 'The waiting list of a run with the addresses, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: ById.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    problems: ['runNotFound'],
    logs: 'export',
  }),
  waitingList: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/waiting',
    summary: 'Who waits for a seat, and what became of the seats that were offered.',
    audience: PLAN,
    input: ById,
    output: z.object({
      people: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          email: z.string(),
          joinedAt: Instant,
          leftAt: Instant.nullable(),
          /** Why staff took the person off the list. */
          removedBecause: z.string().nullable(),
          /** The seat that was offered: taken when it is paid. */
          order: z.object({ id: z.uuid(), reference: z.string(), status: z.string(), expiresAt: Instant }).nullable(),
        }),
      ),
    }),
    problems: ['runNotFound'],
  }),
  offerSeat: endpoint({
    method: 'POST',
    path: 'admin/waiting/{id}/offer',
    summary: 'Offers a free seat to somebody who waits, whoever else is before them in line.',
    audience: PLAN,
    input: ById,
    output: z.object({ until: Instant }),
    problems: ['notInLine', 'runCancelled', 'offersOver', 'learnerEnrolled', 'noSeatToOffer'],
  }),
  removeWaiting: endpoint({
    method: 'POST',
    path: 'admin/waiting/{id}/remove',
    summary: 'Takes somebody off a waiting list; they get a mail with the reason.',
    audience: PLAN,
    input: ById.extend({ reason: Text(500) }),
    output: z.object({}),
    problems: ['notInLine'],
  }),
}
