/** Companies and their contacts, as the desk reads and writes them. */
import { sql } from 'kysely'
import { foundCompanies } from '../../../db/found-companies.ts'
import type { Localized, NationalAddress } from '../../../db/shapes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type CompanyFields = {
  name: Localized
  vatNumber: string | null
  registerNumber: string | null
  nationalAddress: NationalAddress | null
  notes: string
}
export type ContactFields = {
  name: string
  email: string
  phone: string | null
  jobTitle: string | null
  isPrimary: boolean
}
export type ContactRow = ContactFields & { id: number; version: number }

const found = (query: string | undefined) => (query?.trim() ? sql`c.id in (${foundCompanies(query)})` : sql`true`)

export type CardRow = {
  id: number
  name: Localized
  vatNumber: string | null
  registerNumber: string | null
  city: Localized | null
  contact: { name: string; email: string } | null
  /** What names are compared by. */
  place: string
}

type Place = { id: number; name: string }
const NAME = sql<string>`ar_norm(c.name ->> 'ar')`

/** How the list is ordered, and whether a row lies behind a place. */
const ORDERS = {
  newest: { order: sql`c.id desc`, isBehind: ({ id }: Place) => sql`c.id < ${id}::int` },
  name: {
    order: sql`${NAME}, c.id`,
    isBehind: ({ id, name }: Place) => sql`(${NAME}, c.id) > (${name}::text, ${id}::int)`,
  },
}

export async function findCompanies(
  db: Database,
  query: string | undefined,
  { limit, after, sort }: { limit: number; after: Place | undefined; sort: keyof typeof ORDERS },
): Promise<CardRow[]> {
  const { order, isBehind } = ORDERS[sort]
  const { rows } = await sql<CardRow>`
    select c.id, c.name, c.vat_number as "vatNumber", c.register_number as "registerNumber",
      c.national_address -> 'city' as city, ${NAME} as place,
      (select jsonb_build_object('name', p.name, 'email', p.email) from company_contacts p
        where p.company_id = c.id order by p.is_primary desc, p.id limit 1) as contact
    from companies c where ${found(query)} and ${after ? isBehind(after) : sql`true`}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}

/** Counts up to the cap of lists. */
export async function countCompanies(db: Database, query: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from companies c where ${found(query)} limit ${COUNT_CAP + 1}) as bounded`.execute(db)
  return rows[0]!.count
}

export type CompanyContactRow = {
  companyId: number
  name: Localized
  vatNumber: string | null
  registerNumber: string | null
  nationalAddress: NationalAddress | null
  /** Null of a company without contacts, as everything about its contact. */
  contactId: number | null
  contact: string | null
  email: string | null
  phone: string | null
  jobTitle: string | null
}

/** A row for each contact, and one for a company without; the newest companies first. */
export async function findCompanyContacts(
  db: Database,
  query: string | undefined,
  { limit, after }: { limit: number; after: CompanyContactRow | undefined },
): Promise<CompanyContactRow[]> {
  const place = after
    ? sql`c.id <= ${after.companyId} and (c.id < ${after.companyId} or coalesce(p.id, 0) > ${after.contactId ?? 0})`
    : sql`true`
  const { rows } = await sql<CompanyContactRow>`
    select c.id as "companyId", c.name, c.vat_number as "vatNumber", c.register_number as "registerNumber",
      c.national_address as "nationalAddress", p.id as "contactId", p.name as contact, p.email, p.phone,
      p.job_title as "jobTitle"
    from companies c left join company_contacts p on p.company_id = c.id
    where ${found(query)} and ${place} order by c.id desc, p.id limit ${limit}`.execute(db)
  return rows
}

/** How many rows that are. */
export async function countCompanyContacts(db: Database, query: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from companies c left join company_contacts p on p.company_id = c.id where ${found(query)}`.execute(db)
  return rows[0]!.count
}

const company = (db: Database, id: number) =>
  db
    .selectFrom('companies')
    .select(['id', 'version', 'name', 'notes', 'vat_number as vatNumber', 'register_number as registerNumber'])
    .select(['national_address as nationalAddress', 'created_at as createdAt'])
    .where('id', '=', id)

export const findCompany = (db: Database, id: number) => company(db, id).executeTakeFirst()
export const lockCompany = (tx: Tx, id: number) => company(tx, id).forUpdate().executeTakeFirst()
export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>

const contacts = (db: Database) =>
  db
    .selectFrom('company_contacts')
    .select(['id', 'version', 'name', 'email', 'phone', 'job_title as jobTitle', 'is_primary as isPrimary'])

/** The main contact first, then in the order in which they were added. */
export const findContacts = (db: Database, companyId: number): Promise<ContactRow[]> =>
  contacts(db).where('company_id', '=', companyId).orderBy('is_primary', 'desc').orderBy('id').execute()

export async function companyOfContact(db: Database, contactId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('company_contacts')
    .select('company_id')
    .where('id', '=', contactId)
    .executeTakeFirst()
  return row?.company_id
}

const writtenCompany = ({ name, vatNumber, registerNumber, nationalAddress, notes }: CompanyFields) => ({
  name: JSON.stringify(name),
  vat_number: vatNumber,
  register_number: registerNumber,
  national_address: nationalAddress === null ? null : JSON.stringify(nationalAddress),
  notes,
})

export async function insertCompany(tx: Tx, fields: CompanyFields, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('companies')
    .values({ ...writtenCompany(fields), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCompany(tx: Tx, id: number, fields: CompanyFields): Promise<void> {
  await tx.updateTable('companies').set(writtenCompany(fields)).where('id', '=', id).execute()
}

const writtenContact = ({ name, email, phone, jobTitle, isPrimary }: ContactFields) => ({
  ...{ name, email, phone, job_title: jobTitle, is_primary: isPrimary },
})

/** Call it with the company locked. */
export async function clearPrimary(tx: Tx, companyId: number): Promise<void> {
  await sql`update company_contacts set is_primary = false where company_id = ${companyId} and is_primary`.execute(tx)
}

export async function insertContact(tx: Tx, companyId: number, fields: ContactFields): Promise<number> {
  const { id } = await tx
    .insertInto('company_contacts')
    .values({ ...writtenContact(fields), company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateContact(tx: Tx, id: number, fields: ContactFields): Promise<void> {
  await tx.updateTable('company_contacts').set(writtenContact(fields)).where('id', '=', id).execute()
}

export async function deleteContact(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('company_contacts').where('id', '=', id).execute()
}
