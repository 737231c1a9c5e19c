/** Reading the audit log, page by page or as a file. */
import type { z } from 'zod'
import type { Localized } from '../../../db/shapes.ts'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { scopesOf } from '../../api/rights.ts'
import { auditExport as ar, auditActions as arActions } from '../../locales/ar/desk/exports/audit-export.ts'
import { auditExport as en, auditActions as enActions } from '../../locales/en/desk/exports/audit-export.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { instantOf, plusDays } from '../../platform/days.ts'
import type { Column } from '../lists/table.ts'
import type { AuditArea } from './areas.ts'
import type { AuditItem, auditEndpoints } from './contract.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from './exported-table.server.ts'
import { namesOf } from './names-queries.server.ts'
import {
  type AuditFilter,
  type AuditPlace,
  type AuditReach,
  type AuditRow,
  countAudit,
  findAudit,
  findPeople,
  lastAuditId,
} from './queries.server.ts'

type Calls = typeof auditEndpoints

const TEXTS = { ar, en }
const ACTIONS: Record<'ar' | 'en', Record<string, string>> = { ar: arActions, en: enActions }

export const auditOperations: Operations<Calls> = { audit, exportAudit }

async function audit(ctx: Context, { cursor, limit, sort, ...asked }: Input<Calls['audit']>) {
  const filter = await filterOf(ctx, asked)
  const after = placeOf(TimePlace, cursor) as AuditPlace | undefined
  const [rows, count] = await Promise.all([
    findAudit(ctx.db, filter, { limit: limit + 1, after, isOldestFirst: sort === 'oldest' }),
    countAudit(ctx.db, filter, COUNT_CAP + 1),
  ])
  const nameOf = await namesOf(ctx.db, rows)
  const itemOf = (row: AuditRow) => shown(row, filter.reach, namedIn(ctx, nameOf(row)))
  return {
    ...cursorPage(rows, limit, { itemOf, placeOf: ({ at, id }) => [at.toISOString(), id] }),
    ...cappedTotal(count),
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

type Asked = Omit<Input<Calls['exportAudit']>, 'format'>

async function filterOf(ctx: Context, { from, to, query, ...asked }: Asked): Promise<AuditFilter> {
  return {
    ...asked,
    search: query ? { text: query, people: await findPeople(ctx.db, query) } : undefined,
    reference: asked.reference || undefined,
    from: from === undefined ? undefined : instantOf(from),
    to: to === undefined ? undefined : instantOf(plusDays(to, 1)),
    reach: reachOf(ctx),
  }
}

/** Only Owner and Admin see from where a colleague worked. */
function shown({ at, ip, userAgent, ...row }: AuditRow, { all }: AuditReach, name: string | null) {
  return { ...row, name, at: at.toISOString(), ip: all ? ip : null, userAgent: all ? userAgent : null }
}

const namedIn = ({ lang }: Context, name: Localized | undefined) => (name ? inLang(name, lang) : null)

async function exportAudit(ctx: Context, { format, ...asked }: Input<Calls['exportAudit']>) {
  // Entries written from now on, such as that of this export, are not part of it.
  const lastId = await lastAuditId(ctx.db)
  const filter = { ...(await filterOf(ctx, asked)), lastId }
  return exportedTable<Shown>(ctx, {
    action: 'audit.export',
    reference: 'audit',
    asked: { ...asked, format },
    rowCount: await countAudit(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: async ({ limit, after }) => {
      const rows = await findAudit(ctx.db, filter, { limit, after: after && { ...after, at: new Date(after.at) } })
      const nameOf = await namesOf(ctx.db, rows)
      return rows.map((row) => shown(row, filter.reach, namedIn(ctx, nameOf(row))))
    },
  })
}

type Shown = z.input<typeof AuditItem>

function columnsOf({ lang }: Context): Column<Shown>[] {
  const t = TEXTS[lang]
  const { columns } = t
  return [
    { title: columns.time, kind: 'moment', of: ({ at }) => new Date(at) },
    { title: columns.person, kind: 'text', of: ({ person }) => (person === null ? t.shell : person.name || t.former) },
    { title: columns.email, kind: 'text', of: ({ person }) => person?.email },
    { title: columns.area, kind: 'text', of: ({ area }) => t.areas[area] },
    { title: columns.action, kind: 'text', of: ({ action }) => ACTIONS[lang][action] ?? action },
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.name, kind: 'text', of: ({ name }) => name },
    { title: columns.before, kind: 'text', of: ({ before }) => factsOf(before) },
    { title: columns.after, kind: 'text', of: ({ after }) => factsOf(after) },
    { title: columns.detail, kind: 'text', of: ({ detail }) => factsOf(detail) },
    { title: columns.ip, kind: 'text', of: ({ ip }) => ip },
    { title: columns.browser, kind: 'text', of: ({ userAgent }) => userAgent },
  ]
}

/** `status: new, assigneeId: 5` */
function factsOf(facts: Record<string, unknown> | null): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
