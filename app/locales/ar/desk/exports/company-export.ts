import { companies } from '../companies.ts'

/** The file in which staff download companies with their contacts. */
export const companyExport = {
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
