/** The certificates of a list as a file: what their check pages show, and whether they were revoked. */
import type { Input } from '../../api/endpoint.ts'
import { certificateExport as ar } from '../../locales/ar/desk/exports/certificate-export.ts'
import { certificateExport as en } from '../../locales/en/desk/exports/certificate-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { certificateNumber } from './certificate-number.ts'
import type { certificatesEndpoints } from './contract.ts'
import { type CertificateRow, countCertificates, findCertificates } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportCertificates(
  ctx: Context,
  { format, ...filter }: Input<(typeof certificatesEndpoints)['exportCertificates']>,
) {
  return exportedTable<CertificateRow>(ctx, {
    action: 'certificate.export',
    reference: 'certificates',
    asked: { ...filter, format },
    rowCount: await countCertificates(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findCertificates(ctx.db, filter, {
        limit,
        after: after && { at: after.issuedAt, id: after.id },
        isOldestFirst: true,
      }),
  })
}

function columnsOf({ lang }: Context): Column<CertificateRow>[] {
  const { columns, states, erased } = TEXTS[lang]
  return [
    { title: columns.number, kind: 'text', of: certificateNumber },
    { title: columns.name, kind: 'text', of: ({ name }) => name ?? erased },
    { title: columns.course, kind: 'text', of: ({ course }) => inLang(course, lang) },
    { title: columns.issued, kind: 'moment', of: ({ issuedAt }) => issuedAt },
    { title: columns.state, kind: 'text', of: ({ revokedAt }) => (revokedAt ? states.revoked : states.valid) },
    { title: columns.revoked, kind: 'moment', of: ({ revokedAt }) => revokedAt },
    { title: columns.reason, kind: 'text', of: ({ revokeReason }) => revokeReason },
  ]
}
