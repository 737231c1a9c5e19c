/** Reading the audit log, page by page or as a file. */
import type { z } from 'zod'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { scopesOf } from '../../api/rights.ts'
import { auditExport as ar, auditActions as arActions } from '../../locales/ar/desk/audit-export.ts'
import { auditExport as en, auditActions as enActions } from '../../locales/en/desk/audit-export.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { clockOf, dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { csvStream } from '../lists/csv.ts'
import type { AuditArea } from './areas.ts'
import type { AuditItem, auditEndpoints } from './contract.ts'
import {
  type AuditFilter,
  type AuditPlace,
  type AuditReach,
  type AuditRow,
  countAudit,
  findAudit,
  lastAuditId,
  writeAudit,
} from './queries.server.ts'

type Calls = typeof auditEndpoints

const TEXTS = { ar, en }
const ACTIONS: Record<'ar' | 'en', Record<string, string>> = { ar: arActions, en: enActions }
const EXPORT_BATCH = 1000
/** Of an export, whose number of rows is written down. */
const MAX_COUNTED = 1_000_000_000

export const auditOperations: Operations<Calls> = { audit, exportAudit }

async function audit(ctx: Context, { cursor, limit, ...asked }: Input<Calls['audit']>) {
  const filter = filterOf(ctx, asked)
  const after = placeOf(TimePlace, cursor) as AuditPlace | undefined
  const [rows, count] = await Promise.all([
    findAudit(ctx.db, filter, { limit: limit + 1, after }),
    countAudit(ctx.db, filter, COUNT_CAP + 1),
  ])
  const itemOf = (row: AuditRow) => shown(row, filter.reach)
  return {
    ...cursorPage(rows, limit, { itemOf, placeOf: ({ at, id }) => [at.toISOString(), id] }),
    totalCount: Math.min(count, COUNT_CAP),
    ...(count > COUNT_CAP ? { totalIsCapped: true } : {}),
  }
}

/** What the person may read: an Owner and an Admin all of it, others the part of their own work. */
function reachOf(ctx: Context): AuditReach {
  const scopes = scopesOf(ctx.user, 'audit.view')
  return {
    all: scopes.has('all'),
    areas: (['money', 'content'] satisfies AuditArea[]).filter((area) => scopes.has(area)),
    ownRunsOf: scopes.has('own') ? requireUser(ctx).id : null,
  }
}

function filterOf(ctx: Context, { from, to, ...asked }: Input<Calls['exportAudit']>): AuditFilter {
  return {
    ...asked,
    query: asked.query || undefined,
    reference: asked.reference || undefined,
    from: from === undefined ? undefined : instantOf(from),
    to: to === undefined ? undefined : instantOf(plusDays(to, 1)),
    reach: reachOf(ctx),
  }
}

/** From where somebody worked is nobody's business but of those who answer for the institute. */
function shown({ at, ip, userAgent, ...row }: AuditRow, { all }: AuditReach): z.input<typeof AuditItem> {
  return { ...row, at: at.toISOString(), ip: all ? ip : null, userAgent: all ? userAgent : null }
}

async function exportAudit(ctx: Context, asked: Input<Calls['exportAudit']>) {
  // What is written from now on, such as the entry of this export, is not part of it.
  const lastId = await lastAuditId(ctx.db)
  const filter = { ...filterOf(ctx, asked), lastId }
  const rows = await countAudit(ctx.db, filter, MAX_COUNTED)
  await writeAudit(ctx.db, ctx, { action: 'audit.export', reference: 'audit', detail: { rows, filter: asked } })
  const t = TEXTS[ctx.lang]
  return { name: `${t.fileName}-${dayOf(ctx.now())}.csv`, body: csvStream(t.columns, batches(ctx, filter)) }
}

async function* batches(ctx: Context, filter: AuditFilter): AsyncGenerator<string[][]> {
  let after: AuditPlace | undefined
  do {
    const rows = await findAudit(ctx.db, filter, { limit: EXPORT_BATCH, after })
    yield rows.map((row) => cellsOf(ctx, shown(row, filter.reach)))
    after = rows.length === EXPORT_BATCH ? rows.at(-1) : undefined
  } while (after)
}

function cellsOf({ lang }: Context, row: z.input<typeof AuditItem>): string[] {
  const t = TEXTS[lang]
  const at = new Date(row.at)
  return [
    `${dayOf(at)} ${clockOf(at)}`,
    row.person === null ? t.shell : row.person.name || t.former,
    row.person?.email ?? '',
    t.areas[row.area],
    ACTIONS[lang][row.action] ?? row.action,
    row.reference,
    factsOf(row.before),
    factsOf(row.after),
    factsOf(row.detail),
    row.ip ?? '',
    row.userAgent ?? '',
  ]
}

/** `status: new, assigneeId: 5` */
function factsOf(facts: Record<string, unknown> | null): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
