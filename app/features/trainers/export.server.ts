/** The trainers as a file. */
import type { Input } from '../../api/endpoint.ts'
import { trainerExport as ar } from '../../locales/ar/desk/exports/trainer-export.ts'
import { trainerExport as en } from '../../locales/en/desk/exports/trainer-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { trainersEndpoints } from './contract.ts'
import { findAll, type TrainerRow } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportTrainers(ctx: Context, { format }: Input<(typeof trainersEndpoints)['exportTrainers']>) {
  const rows = await findAll(ctx.db)
  return exportedTable<TrainerRow>(ctx, {
    action: 'trainer.export',
    reference: 'trainers',
    asked: { format },
    rowCount: rows.length,
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: async ({ after }) => (after ? [] : rows),
  })
}

function columnsOf({ lang }: Context): Column<TrainerRow>[] {
  const { columns } = TEXTS[lang]
  return [
    { title: columns.nameAr, kind: 'text', of: ({ name }) => name.ar },
    { title: columns.nameEn, kind: 'text', of: ({ name }) => name.en },
    { title: columns.title, kind: 'text', of: ({ title }) => title[lang] ?? title.ar },
    { title: columns.account, kind: 'text', of: ({ account }) => account },
    { title: columns.courses, kind: 'number', of: ({ course_count }) => Number(course_count) },
  ]
}
