/** The companies of a list as a file, with a row for each contact. */
import type { Input } from '../../api/endpoint.ts'
import { companyExport as ar } from '../../locales/ar/desk/exports/company-export.ts'
import { companyExport as en } from '../../locales/en/desk/exports/company-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { companiesEndpoints } from './contract.ts'
import { type CompanyContactRow, countCompanyContacts, findCompanyContacts } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportCompanies(
  ctx: Context,
  { format, query }: Input<(typeof companiesEndpoints)['exportCompanies']>,
) {
  return exportedTable<CompanyContactRow>(ctx, {
    action: 'company.export',
    reference: 'companies',
    asked: { query, format },
    rowCount: await countCompanyContacts(ctx.db, query),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: (page) => findCompanyContacts(ctx.db, query, page),
  })
}

function columnsOf({ lang }: Context): Column<CompanyContactRow>[] {
  const { columns } = TEXTS[lang]
  return [
    { title: columns.name, kind: 'text', of: ({ name }) => inLang(name, lang) },
    { title: columns.vatNumber, kind: 'text', of: ({ vatNumber }) => vatNumber },
    { title: columns.registerNumber, kind: 'text', of: ({ registerNumber }) => registerNumber },
    {
      title: columns.city,
      kind: 'text',
      of: ({ nationalAddress }) => nationalAddress && inLang(nationalAddress.city, lang),
    },
    { title: columns.contact, kind: 'text', of: ({ contact }) => contact },
    { title: columns.jobTitle, kind: 'text', of: ({ jobTitle }) => jobTitle },
    { title: columns.email, kind: 'text', of: ({ email }) => email },
    { title: columns.phone, kind: 'text', of: ({ phone }) => phone },
  ]
}
