/** What trainers propose for the texts of their courses, and how editors decide. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { EditOf, Id, Text } from '../../api/fields.ts'
import { COURSE_FIELDS } from './course-fields-contract.ts'

const Instant = z.iso.datetime({ offset: true })
const ById = z.object({ id: Id })
const Saved = z.object({ id: z.int(), version: z.int() })
const Changed = z.record(z.string(), z.object({ from: z.json(), to: z.json() }))

/** What a trainer proposes for a course. */
export const Proposal = z.object({
  id: z.int(),
  changes: Changed,
  by: z.string().nullable(),
  at: Instant,
  /** Null while it waits for an editor. */
  decision: z.object({ isAccepted: z.boolean(), reason: z.string().nullable(), at: Instant }).nullable(),
})
export type Proposal = z.output<typeof Proposal>

export const courseProposalEndpoints = {
  proposeChanges: endpoint({
    method: 'PUT',
    path: 'admin/courses/{id}/proposal',
    summary: 'Proposes changes of a course to those who edit it, in place of what the caller proposed before.',
    audience: { right: 'courses.propose' },
    input: ById.extend(EditOf(COURSE_FIELDS).shape),
    output: z.object({ id: z.int() }),
    problems: ['courseNotFound', 'nothingProposed'],
    bodyLimit: 500_000,
  }),
  withdrawProposal: endpoint({
    method: 'DELETE',
    path: 'admin/courses/{id}/proposal',
    summary: 'Takes the caller’s own proposal back while it waits.',
    audience: { right: 'courses.propose' },
    input: ById,
    output: z.object({}),
    problems: ['courseNotFound', 'proposalNotFound'],
  }),
  acceptProposal: endpoint({
    method: 'POST',
    path: 'admin/course-proposals/{id}/accept',
    summary: 'Writes what a trainer proposed into the course, and tells them.',
    audience: { right: 'courses.change' },
    input: ById,
    output: Saved,
    problems: ['proposalNotFound', 'changedMeanwhile'],
  }),
  refuseProposal: endpoint({
    method: 'POST',
    path: 'admin/course-proposals/{id}/refuse',
    summary: 'Refuses what a trainer proposed, and tells them why.',
    audience: { right: 'courses.change' },
    input: ById.extend({ reason: Text(1000) }),
    output: z.object({}),
    problems: ['proposalNotFound'],
  }),
}
