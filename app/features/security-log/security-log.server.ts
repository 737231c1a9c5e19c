/**
 * The security log (OWASP ASVS 5, chapter 16). It holds who, from which network, what and with which outcome; no
 * password, code, token or address. Addresses are keyed hashes: the log tells that two attempts were at the same one.
 */
import type { Endpoint, Input, SecurityEvent } from '../../api/endpoint.ts'
import { Email } from '../../api/fields.ts'
import type { CallEnd, Operations } from '../../api/local-api.server.ts'
import type { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { MINUTE_MS, YEAR_MS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { acceptedMacs } from '../../platform/secrets.server.ts'
import type { securityLogEndpoints } from './contract.ts'
import {
  countSecurityEvents,
  deleteSecurityEventsBefore,
  findSecurityEvents,
  insertSecurityEvent,
  type SecurityFilter,
} from './queries.server.ts'

const KEPT_MS = YEAR_MS
const DONE = 'done'
const PENDING = 'pending'
/** Recorded for every call, also of contracts that record nothing else. */
const REFUSALS: readonly string[] = ['forbidden', 'secondFactorNeeded']

export type Recorded = {
  event: SecurityEvent
  outcome: string
  call?: string | undefined
  userId?: number | undefined
  email?: string | undefined
}

/** Records an event. A log that cannot be written is reported, and fails no call. */
export async function recordSecurityEvent(
  ctx: Context,
  { event, outcome, call, userId, email }: Recorded,
): Promise<void> {
  const at = ctx.now()
  const network = rangeOf(ctx.ip)
  const addressHash = email === undefined ? null : addressHashes(ctx, email)[0]!
  const failed = outcome !== DONE && outcome !== PENDING
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const same = [event, call, outcome, userId, addressHash?.toString('base64url'), network, minute]
  try {
    await insertSecurityEvent(ctx.db, {
      at,
      event,
      call: call ?? null,
      outcome,
      userId: userId ?? null,
      addressHash,
      network,
      requestId: ctx.requestId,
      detail: {},
      repeatedKey: failed ? same.join(' ') : null,
    })
  } catch (error) {
    ctx.log.error({ err: error, event, outcome }, 'a security event was not recorded')
  }
}

/** Records a call as its contract says, and every refusal for want of rights. */
export async function recordCall(ctx: Context, endpoint: Endpoint, input: unknown, end: CallEnd): Promise<void> {
  const outcome = 'problem' in end ? outcomeOf(end.problem) : isPending(end.result) ? PENDING : DONE
  if (outcome === undefined) return
  const event = endpoint.logs ?? (REFUSALS.includes(outcome) ? 'refusal' : undefined)
  if (!event) return
  await recordSecurityEvent(ctx, {
    event,
    outcome,
    call: `${endpoint.method} ${endpoint.path}`,
    ...accountOf(ctx, input, end),
  })
}

/** Who called; else the account that the call concerns, else the address that was typed. */
function accountOf({ user, concerns }: Context, input: unknown, end: CallEnd): { userId?: number; email?: string } {
  const account = user ?? concerns ?? ('result' in end ? signedInAccount(end.result) : undefined)
  if (account) return { userId: account.id, email: account.email }
  const email = Email.safeParse((input as { email?: unknown } | null | undefined)?.email).data
  return email === undefined ? {} : { email }
}

/** Undefined for a form that was filled in wrongly, and for a guest who has to sign in first. */
function outcomeOf({ code, fields }: Problem): string | undefined {
  if (code === 'unauthenticated') return undefined
  if (code !== 'validation') return code
  return Object.values(fields ?? {}).some((errors) => errors.includes('wrongPassword')) ? 'wrongPassword' : undefined
}

const isPending = (result: unknown) => typeof result === 'object' && result !== null && 'requiresTwoFactor' in result

function signedInAccount(result: unknown) {
  return (result as { userData?: { id: number; email: string } } | null)?.userData
}

/** Keyed: a plain hash of an address is found by trying all that are known. */
const addressHashes = ({ settings }: Pick<Context, 'settings'>, email: string): Buffer[] =>
  acceptedMacs(settings, 'security-log', email).map((mac) => mac.subarray(0, 16))

async function securityLog(ctx: Context, input: Input<(typeof securityLogEndpoints)['securityLog']>) {
  const filter: SecurityFilter = {
    event: input.Event,
    outcome: input.Outcome,
    addressHashes: input.Email === undefined ? undefined : addressHashes(ctx, input.Email),
    userId: input.UserId,
    from: input.From === undefined ? undefined : new Date(input.From),
    to: input.To === undefined ? undefined : new Date(input.To),
  }
  const { PageIndex, PageSize } = input
  const offset = (PageIndex - 1) * PageSize
  const [rows, count] = await Promise.all([
    offset < COUNT_CAP ? findSecurityEvents(ctx.db, filter, { limit: PageSize, offset }) : [],
    countSecurityEvents(ctx.db, filter, COUNT_CAP + 1),
  ])
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      event: row.event as SecurityEvent,
      call: row.call,
      outcome: row.outcome,
      count: row.count,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
      addressHash: row.address_hash?.toString('hex') ?? null,
      network: row.network,
      requestId: row.request_id,
      detail: row.detail as Record<string, unknown>,
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}

export const securityLogOperations: Operations<typeof securityLogEndpoints> = { securityLog }

export async function deleteOldSecurityEvents({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteSecurityEventsBefore(db, new Date(now().getTime() - KEPT_MS))
}
