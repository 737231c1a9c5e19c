/** The people who work for the institute, for the desk: seen by Owner and Finance, changed by an Owner alone. */
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Role, STAFF_ROLES } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { revokeSessionsOf } from '../sessions/session-queries.server.ts'
import { sessionsOf } from '../sessions/sessions.server.ts'
import type { staffDeskEndpoints } from './desk-contract.ts'
import { exportStaff } from './export.server.ts'
import {
  countColleagues,
  deleteInvitation,
  findColleague,
  findColleagues,
  NamePlace,
  openInvitations,
  type StaffFilter,
  type StaffRow,
} from './queries.server.ts'
import { changeRoles, invite, resume, suspend } from './staff.server.ts'

type Calls = typeof staffDeskEndpoints

async function staff(ctx: Context, { cursor, limit, query, role, status }: Input<Calls['staff']>) {
  const filter: StaffFilter = { query: query || undefined, roles: role ? [role] : STAFF_ROLES, status }
  const after = placeOf(NamePlace, cursor)
  const [rows, totalCount] = await Promise.all([
    findColleagues(ctx.db, filter, { limit: limit + 1, after }),
    countColleagues(ctx.db, filter),
  ])
  return { ...cursorPage(rows, limit, { itemOf: shown, placeOf: (row) => [row.user_name, row.id] }), totalCount }
}

function shown(row: StaffRow) {
  return {
    id: row.id,
    name: row.user_name,
    email: row.email,
    roles: row.roles as Role[],
    status: row.status as 'active' | 'suspended',
    hasSecondFactor: row.has_second_factor,
    lastSeenAt: row.last_seen?.toISOString() ?? null,
  }
}

/** @throws Problem notFound for everybody who does not work here */
async function requireColleague(ctx: Context, id: number) {
  const row = await findColleague(ctx.db, id, STAFF_ROLES)
  if (!row) throw new Problem('notFound')
  return row
}

async function staffMember(ctx: Context, { id }: Input<Calls['staffMember']>) {
  const row = await requireColleague(ctx, id)
  return {
    ...shown(row),
    phone: row.phone,
    joinedAt: row.created_at.toISOString(),
    sessions: row.status === 'active' ? await sessionsOf(ctx, id) : [],
    isLastOwner: row.is_last_owner,
  }
}

async function invitations(ctx: Context) {
  const rows = await openInvitations(ctx.db, ctx.now())
  return rows.map(({ email, roles, created_at, expires_at }) => ({
    email,
    roles: roles as Role[],
    invitedAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }))
}

/** The link goes by mail alone: whoever holds it opens the account. */
async function inviteColleague(ctx: Context, { email, role, lang }: Input<Calls['invite']>) {
  const { kind } = await invite(ctx, { email, role, lang })
  return { outcome: kind }
}

async function withdrawInvitation(ctx: Context, { email }: Input<Calls['withdrawInvitation']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const roles = await deleteInvitation(tx, email)
    if (!roles) throw new Problem('notFound')
    await writeAudit(tx, ctx, { action: 'staff.withdraw-invitation', reference: email, before: { roles } })
  })
  return {}
}

async function changeRolesOf(ctx: Context, { id, from, to }: Input<Calls['changeRoles']>) {
  await requireColleague(ctx, id)
  const held = await changeRoles(ctx, { id }, (current) => {
    const { roles } = applyEdits(
      { roles: sorted(current), version: 1 },
      { roles: { from: sorted(from), to: sorted(to) } },
    )
    // Whoever has no role that comes with rights stays a learner.
    return roles === undefined ? current : roles.length === 0 ? ['Student'] : roles
  })
  return { roles: held }
}

const sorted = (roles: readonly Role[]): Role[] => [...new Set(roles)].sort()

async function suspendColleague(ctx: Context, { id }: Input<Calls['suspend']>) {
  if (id === requireUser(ctx).id) throw new Problem('ownAccount')
  await requireColleague(ctx, id)
  await suspend(ctx, { id })
  return staffMember(ctx, { id })
}

async function resumeColleague(ctx: Context, { id }: Input<Calls['resume']>) {
  await requireColleague(ctx, id)
  await resume(ctx, { id })
  return staffMember(ctx, { id })
}

async function endStaffSessions(ctx: Context, { id }: Input<Calls['endStaffSessions']>) {
  await requireColleague(ctx, id)
  const { id: ownId, sessionId } = requireUser(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    await revokeSessionsOf(tx, id, 'elsewhere', ctx.now(), id === ownId ? sessionId : undefined)
    await writeAudit(tx, ctx, { action: 'staff.end-sessions', reference: String(id) })
  })
  return staffMember(ctx, { id })
}

export const staffDeskOperations: Operations<Calls> = {
  staff,
  exportStaff,
  staffMember,
  invitations,
  invite: inviteColleague,
  withdrawInvitation,
  changeRoles: changeRolesOf,
  suspend: suspendColleague,
  resume: resumeColleague,
  endStaffSessions,
}
