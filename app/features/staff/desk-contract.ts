/** The people who work for the institute, as the desk shows and changes them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  Email,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
} from '../../api/fields.ts'
import { Role } from '../accounts/sign-in-contract.ts'
import { Session } from '../sessions/contract.ts'

/** Roles that come with rights; a learner needs none of them. */
const StaffRole = z.enum(['Owner', 'Admin', 'Finance', 'Content', 'Teacher'], 'invalid')
const Status = z.enum(['active', 'suspended'])
const ById = z.object({ id: Id })

const Colleague = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  status: Status,
  hasSecondFactor: z.boolean(),
  /** Null for somebody who has never signed in. */
  lastSeenAt: z.iso.datetime().nullable(),
})

const StaffFilter = z.object({
  /** A part of a name, or an address. */
  query: optional(z.string().trim().max(100, 'tooLong:100')),
  role: optional(StaffRole),
  status: optional(Status),
})

const StaffMember = Colleague.extend({
  phone: z.string(),
  joinedAt: z.iso.datetime(),
  sessions: z.array(Session),
  /** The only active Owner keeps the role and is not suspended. */
  isLastOwner: z.boolean(),
})

const Invited = z.object({
  email: z.string(),
  roles: z.array(Role),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

export const staffDeskEndpoints = {
  staff: endpoint({
    method: 'GET',
    path: 'admin/staff',
    summary: 'Everybody who works for the institute, by name.',
    audience: { right: 'staff.view' },
    input: StaffFilter.extend({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(Colleague),
  }),
  exportStaff: endpoint({
    method: 'GET',
    path: 'admin/staff/export',
    summary: 'Everybody who works for the institute, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'staff.view' },
    input: StaffFilter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  // Before the call of one person, whose path would match too.
  invitations: endpoint({
    method: 'GET',
    path: 'admin/staff/invitations',
    summary: 'The invitations that were not accepted yet, the newest first.',
    audience: { right: 'staff.view' },
    input: z.object({}),
    output: z.array(Invited),
  }),
  staffMember: endpoint({
    method: 'GET',
    path: 'admin/staff/{id}',
    summary: 'One person who works for the institute, with where they are signed in.',
    audience: { right: 'staff.view' },
    input: ById,
    output: StaffMember,
    problems: ['notFound'],
  }),
  invite: endpoint({
    method: 'POST',
    path: 'admin/staff/invitations',
    summary:
      'Invites a person by mail; an earlier invitation of the address ends. Whoever has an account gets the role at once.',
    needsProof: true,
    audience: { right: 'staff.change' },
    input: z.object({ email: Email, role: StaffRole, lang: z.enum(['ar', 'en'], 'invalid') }),
    output: z.object({ outcome: z.enum(['invited', 'hasAccount']) }),
    problems: ['accountNotActive'],
    logs: 'rights',
  }),
  withdrawInvitation: endpoint({
    method: 'POST',
    path: 'admin/staff/invitations/withdraw',
    summary: 'Ends an invitation: its link opens nothing any more.',
    needsProof: true,
    audience: { right: 'staff.change' },
    input: z.object({ email: Email }),
    output: z.object({}),
    problems: ['notFound'],
    logs: 'rights',
  }),
  changeRoles: endpoint({
    method: 'POST',
    path: 'admin/staff/{id}/roles',
    summary:
      'Replaces the roles of a person, from those that were read; without one that has rights, the person leaves the staff.',
    needsProof: true,
    audience: { right: 'staff.change' },
    input: ById.extend({
      from: z.array(Role).max(10, 'invalid'),
      to: z.array(Role).max(10, 'invalid'),
    }),
    output: z.object({ roles: z.array(Role) }),
    problems: ['notFound', 'lastOwner', 'changedMeanwhile'],
    logs: 'rights',
  }),
  suspend: endpoint({
    method: 'POST',
    path: 'admin/staff/{id}/suspend',
    summary: 'Ends the sessions of a person at once, and lets them open none.',
    needsProof: true,
    audience: { right: 'staff.change' },
    input: ById,
    output: StaffMember,
    problems: ['notFound', 'ownAccount', 'lastOwner'],
    logs: 'rights',
  }),
  resume: endpoint({
    method: 'POST',
    path: 'admin/staff/{id}/resume',
    summary: 'Lets a suspended person sign in again.',
    needsProof: true,
    audience: { right: 'staff.change' },
    input: ById,
    output: StaffMember,
    problems: ['notFound'],
    logs: 'rights',
  }),
  endStaffSessions: endpoint({
    method: 'POST',
    path: 'admin/staff/{id}/end-sessions',
    summary: 'Signs a person out everywhere; of one’s own sessions, the one that asks stays.',
    needsProof: true,
    audience: { right: 'staff.change' },
    input: ById,
    output: StaffMember,
    problems: ['notFound'],
    logs: 'rights',
  }),
}
