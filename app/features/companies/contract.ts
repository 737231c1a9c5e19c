/** Companies that buy places for their staff, and the people there whom the institute deals with. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  EditOf,
  Email,
  FileAnswer,
  Flag,
  Id,
  NameText,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
} from '../../api/fields.ts'
import { blank, Digits, NationalAddress, Phone, VatNumber, Words } from '../../api/registration-fields.ts'

const fields = {
  name: Words(150),
  /** Null: not registered for VAT, or not known yet. */
  vatNumber: blank(VatNumber),
  /** Of the commercial register; no two companies have the same. */
  registerNumber: blank(Digits(10, 'tenDigits')),
  nationalAddress: blank(NationalAddress),
  /** Only staff read them. */
  notes: z.union([Text(5000), z.literal('')]),
}

const contactFields = {
  name: NameText(100),
  email: Email,
  phone: blank(Phone),
  jobTitle: blank(Text(100)),
  /** The one to whom documents go; a company has one at most. */
  isPrimary: Flag.transform((flag) => flag ?? false),
}

const Said = z.object({ ar: z.string(), en: z.string().optional() })

const Contact = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  jobTitle: z.string().nullable(),
  isPrimary: z.boolean(),
})
export type Contact = z.output<typeof Contact>

const Company = z.object({
  id: z.int(),
  version: z.int(),
  name: Said,
  vatNumber: z.string().nullable(),
  registerNumber: z.string().nullable(),
  nationalAddress: z
    .object({
      buildingNumber: z.string(),
      street: Said,
      additionalNumber: z.string().nullish(),
      district: Said,
      city: Said,
      postalCode: z.string(),
      shortAddress: z.string().nullish(),
    })
    .nullable(),
  notes: z.string(),
  createdAt: z.iso.datetime(),
  /** The first of them is the one to whom documents go, when one is named. */
  contacts: z.array(Contact),
})
export type Company = z.output<typeof Company>

const CompanyCard = z.object({
  id: z.int(),
  name: z.string(),
  vatNumber: z.string().nullable(),
  registerNumber: z.string().nullable(),
  city: z.string().nullable(),
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
})
export type CompanyCard = z.output<typeof CompanyCard>

const CompanyAccount = z.object({
  sums: z.object({
    purchases: z.int(),
    /** Invoices and debit notes less credit notes. */
    boughtHalalas: z.int(),
    /** Money that came less what went back. */
    paidHalalas: z.int(),
    /** What is to be paid, and how much of it is late. */
    dueHalalas: z.int(),
    overdueHalalas: z.int(),
    /** What is to be sent back to the company. */
    owedHalalas: z.int(),
    /** Without those that were given back. */
    seats: z.int(),
    usedSeats: z.int(),
  }),
  /** The newest invoices, debit notes and credit notes. */
  documents: z.array(
    z.object({
      kind: z.enum(['invoice', 'credit-note', 'debit-note']),
      number: z.string(),
      url: z.string(),
      issuedAt: z.iso.datetime(),
      totalHalalas: z.int(),
      quote: z.object({ id: z.int(), number: z.string() }),
    }),
  ),
})

const Filter = z.object({ query: optional(Text(100)) })
const MANAGE = { right: 'companies.manage' } as const

export const companiesEndpoints = {
  companies: endpoint({
    method: 'GET',
    path: 'admin/companies',
    summary: 'The companies, the newest first; by a part of a name, a number, or a contact’s name or address.',
    audience: MANAGE,
    input: Filter.extend({
      sort: optional(z.enum(['newest', 'name'], 'invalid')),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(CompanyCard),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportCompanies: endpoint({
    method: 'GET',
    path: 'admin/companies/export',
    summary: 'The companies of a list with a row for each contact, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  company: endpoint({
    method: 'GET',
    path: 'admin/companies/{id}',
    summary: 'A company with its contacts.',
    audience: MANAGE,
    input: z.object({ id: Id }),
    output: Company,
    problems: ['notFound'],
  }),
  companyAccount: endpoint({
    method: 'GET',
    path: 'admin/companies/{id}/account',
    summary: 'What a company has bought, paid and owes, its seats with their use, and its newest documents.',
    audience: MANAGE,
    input: z.object({ id: Id }),
    output: CompanyAccount,
    problems: ['notFound'],
  }),
  createCompany: endpoint({
    method: 'POST',
    path: 'admin/companies',
    summary: 'Adds a company, with its first contact.',
    audience: MANAGE,
    input: z.object({ ...fields, contact: z.object(contactFields).nullish() }),
    output: Company,
    creates: true,
    status: 201,
  }),
  changeCompany: endpoint({
    method: 'PATCH',
    path: 'admin/companies/{id}',
    summary: 'Changes a company.',
    audience: MANAGE,
    input: EditOf(fields).extend({ id: Id }),
    output: Company,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  addContact: endpoint({
    method: 'POST',
    path: 'admin/companies/{id}/contacts',
    summary: 'Adds a contact to a company; a new main contact takes the place of the former one.',
    audience: MANAGE,
    input: z.object({ id: Id, ...contactFields }),
    output: Company,
    problems: ['notFound'],
    creates: true,
    status: 201,
  }),
  changeContact: endpoint({
    method: 'PATCH',
    path: 'admin/company-contacts/{id}',
    summary: 'Changes a contact of a company.',
    audience: MANAGE,
    input: EditOf(contactFields).extend({ id: Id }),
    output: Company,
    problems: ['notFound', 'changedMeanwhile'],
  }),
  removeContact: endpoint({
    method: 'DELETE',
    path: 'admin/company-contacts/{id}',
    summary: 'Removes a contact and what is stored of that person.',
    audience: MANAGE,
    input: z.object({ id: Id }),
    output: Company,
    problems: ['notFound'],
  }),
}
