/** The people who work for the institute as a file. */

import type { Input } from '../../api/endpoint.ts'
import { type Role, STAFF_ROLES } from '../../api/rights.ts'
import { staffExport as ar } from '../../locales/ar/desk/exports/staff-export.ts'
import { staffExport as en } from '../../locales/en/desk/exports/staff-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { staffDeskEndpoints } from './desk-contract.ts'
import { countColleagues, findColleagues, type StaffFilter, type StaffRow } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportStaff(
  ctx: Context,
  { format, ...asked }: Input<(typeof staffDeskEndpoints)['exportStaff']>,
) {
  const { query, role, status } = asked
  const filter: StaffFilter = { query: query || undefined, roles: role ? [role] : STAFF_ROLES, status }
  return exportedTable<StaffRow>(ctx, {
    action: 'staff.export',
    reference: 'staff',
    asked: { ...asked, format },
    rowCount: await countColleagues(ctx.db, filter),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findColleagues(ctx.db, filter, { limit, after: after && { name: after.user_name, id: after.id } }),
  })
}

function columnsOf({ lang }: Context): Column<StaffRow>[] {
  const { columns, roleNames, statuses, has, hasNot } = TEXTS[lang]
  return [
    { title: columns.name, kind: 'text', of: ({ user_name }) => user_name },
    { title: columns.email, kind: 'text', of: ({ email }) => email },
    {
      title: columns.roles,
      kind: 'text',
      of: ({ roles }) => roles.map((role) => roleNames[role as Role]).join(lang === 'ar' ? '، ' : ', '),
    },
    { title: columns.status, kind: 'text', of: ({ status }) => statuses[status as keyof typeof statuses] },
    { title: columns.secondFactor, kind: 'text', of: ({ has_second_factor: isOn }) => (isOn ? has : hasNot) },
    { title: columns.lastSeen, kind: 'moment', of: ({ last_seen }) => last_seen },
  ]
}
