import type { companyExport as source } from '../../../ar/desk/exports/company-export.ts'
import { companies } from '../companies.ts'

export const companyExport: typeof source = {
  fileName: 'companies',
  title: companies.title,
  columns: {
    name: companies.name,
    vatNumber: companies.vatNumber,
    registerNumber: companies.registerNumber,
    city: companies.city,
    contact: companies.contact,
    jobTitle: companies.jobTitle,
    email: companies.email,
    phone: companies.phone,
  },
}
