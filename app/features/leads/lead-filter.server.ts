/** Which enquiries a list of the staff is of. */
import type { Input } from '../../api/endpoint.ts'
import { scopesOf } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { promisesOf } from '../messages/institute-contacts.server.ts'
import type { leadsEndpoints } from './contract.ts'
import { dueOfKinds } from './promises/promises.server.ts'
import { type LeadAccess, type LeadFilter, searchLeads } from './queries.server.ts'

type Asked = Omit<Input<(typeof leadsEndpoints)['exportLeads']>, 'format'>

/** What was asked for, of the enquiries that the caller may see. */
export async function leadFilter(ctx: Context, asked: Asked): Promise<LeadFilter> {
  const { Kind, Status, Assignee, Unassigned, Late, SearchTerm } = asked
  const found =
    SearchTerm === undefined ? undefined : { search: SearchTerm, ids: await searchLeads(ctx.db, SearchTerm) }
  return {
    ...{ kind: Kind, status: Status, found, access: accessOf(ctx) },
    assigneeId: Unassigned ? null : Assignee,
    due: Late ? dueOfKinds(ctx.now(), await promisesOf(ctx.db)) : undefined,
  }
}

/** Enquiries beyond it are reported as not found. */
export function accessOf(ctx: Context): LeadAccess {
  const { id, roles } = requireUser(ctx)
  const scopes = scopesOf({ roles }, 'enquiries.handle')
  return { all: scopes.has('all'), quotes: scopes.has('quotes'), assignedTo: id }
}
