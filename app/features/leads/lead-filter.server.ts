/** Which enquiries a list of the staff is of. */
import type { Input } from '../../api/endpoint.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { leadsEndpoints } from './contract.ts'
import { type LeadAccess, type LeadFilter, searchLeads } from './queries.server.ts'

type Asked = Omit<Input<(typeof leadsEndpoints)['exportLeads']>, 'format'>

/** What was asked for, of the enquiries that the caller may see. */
export async function leadFilter(ctx: Context, { Kind, Status, Assignee, SearchTerm }: Asked): Promise<LeadFilter> {
  const found =
    SearchTerm === undefined ? undefined : { search: SearchTerm, ids: await searchLeads(ctx.db, SearchTerm) }
  return { kind: Kind, status: Status, assigneeId: Assignee, found, access: accessOf(ctx) }
}

/** Enquiries beyond it are reported as not found. */
export function accessOf(ctx: Context): LeadAccess {
  const { id, roles } = requireUser(ctx)
  const scopes = scopesOf({ roles }, 'enquiries.handle')
  return { all: scopes.has('all'), quotes: scopes.has('quotes'), assignedTo: id }
}
