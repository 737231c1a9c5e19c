/** Companies at the desk. */
import { z } from 'zod'
import type { NationalAddress } from '../../../db/shapes.ts'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { violatedConstraint } from '../../platform/database/database-errors.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { documentsOfCompany, sumsOfCompany } from './account-queries.server.ts'
import type { Company, companiesEndpoints } from './contract.ts'
import { exportCompanies } from './export.server.ts'
import {
  type CompanyFields,
  type CompanyRow,
  type ContactFields,
  type ContactRow,
  clearPrimary,
  companyOfContact,
  countCompanies,
  deleteContact,
  findCompanies,
  findCompany,
  findContacts,
  insertCompany,
  insertContact,
  lockCompany,
  updateCompany,
  updateContact,
} from './queries.server.ts'

type Calls = typeof companiesEndpoints
type Typed = Omit<Input<Calls['createCompany']>, 'contact'>
type TypedContact = Omit<Input<Calls['addContact']>, 'id'>

const MAX_CONTACTS = 50
const MAX_DOCUMENTS = 12
/** By name: what names are compared by, and the id. */
const PLACES = { newest: z.tuple([z.int()]), name: z.tuple([z.string(), z.int()]) }

export const companiesOperations: Operations<Calls> = {
  companies,
  exportCompanies,
  company: (ctx, { id }) => shown(ctx, id),
  companyAccount,
  createCompany,
  changeCompany,
  addContact,
  changeContact,
  removeContact,
}

async function companies(ctx: Context, { query, sort = 'newest', cursor, limit }: Input<Calls['companies']>) {
  const place = placeOf(PLACES[sort], cursor)
  const after = place && { id: place.at(-1) as number, name: String(place[0]) }
  const [rows, count] = await Promise.all([
    findCompanies(ctx.db, query, { limit: limit + 1, after, sort }),
    countCompanies(ctx.db, query),
  ])
  const page = cursorPage(rows, limit, {
    itemOf: ({ name, city, place: _, ...row }) => ({
      ...row,
      name: inLang(name, ctx.lang),
      city: city && inLang(city, ctx.lang),
    }),
    placeOf: ({ id, place }) => (sort === 'name' ? [place, id] : [id]),
  })
  return { ...page, ...cappedTotal(count) }
}

/** For the search of the desk. */
export async function namedCompanies(ctx: Context, text: string, limit: number) {
  const rows = await findCompanies(ctx.db, text, { limit, after: undefined, sort: 'newest' })
  return rows.map(({ id, name, vatNumber, registerNumber, contact }) => ({
    ...{ id, name: inLang(name, ctx.lang), note: vatNumber ?? registerNumber ?? contact?.name ?? '' },
  }))
}

async function shown(ctx: Context, id: number): Promise<Company> {
  const [row, contacts] = await Promise.all([findCompany(ctx.db, id), findContacts(ctx.db, id)])
  if (!row) throw new Problem('notFound')
  return { ...row, createdAt: row.createdAt.toISOString(), contacts }
}

async function companyAccount(ctx: Context, { id }: { id: number }) {
  if (!(await findCompany(ctx.db, id))) throw new Problem('notFound')
  const [sums, documents] = await Promise.all([
    sumsOfCompany(ctx.db, id, ctx.now()),
    documentsOfCompany(ctx.db, id, MAX_DOCUMENTS),
  ])
  const links = orderLinksFor(ctx.lang)
  return {
    sums,
    documents: documents.map(({ quoteId, quoteNumber, issuedAt, ...row }) => ({
      ...row,
      ...{ url: links.invoice(row.number), issuedAt: issuedAt.toISOString() },
      quote: { id: quoteId, number: quoteNumber },
    })),
  }
}

async function createCompany(ctx: Context, { contact, ...typed }: Input<Calls['createCompany']>) {
  const fields = storedOf(typed)
  const id = await withRegisterNumberOnce('registerNumber', () =>
    ctx.db.transaction().execute(async (tx) => {
      const created = await insertCompany(tx, fields, ctx.now())
      await writeAudit(tx, ctx, { action: 'company.create', reference: String(created), after: fields })
      if (contact) {
        const contactId = await insertContact(tx, created, contact)
        await auditContact(tx, ctx, 'company.add-contact', { companyId: created, contactId })
      }
      return created
    }),
  )
  return shown(ctx, id)
}

async function changeCompany(ctx: Context, { id, changes }: Input<Calls['changeCompany']>) {
  await withRegisterNumberOnce('changes.registerNumber.to', () =>
    ctx.db.transaction().execute(async (tx) => {
      const row = await lockCompany(tx, id)
      if (!row) throw new Problem('notFound')
      const before = fieldsOf(row)
      const edits = applyEdits<Typed>({ ...before, version: row.version }, changes)
      if (Object.keys(edits).length === 0) return
      await updateCompany(tx, id, storedOf({ ...before, ...edits }))
      const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
      await writeAudit(tx, ctx, { action: 'company.change', reference: String(id), before: was, after: edits })
    }),
  )
  return shown(ctx, id)
}

/** @param field that is told when another company has the register number, also when both are written at one moment */
async function withRegisterNumberOnce<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'companies_registered_once') throw error
    throw new Problem('validation', {}, { [field]: ['companyRegistered'] })
  }
}

async function addContact(ctx: Context, { id, ...fields }: Input<Calls['addContact']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const others = await lockContacts(tx, id)
    requireNewAddress(others, fields.email, 'email')
    if (others.length >= MAX_CONTACTS) throw new Problem('validation', {}, { name: [`tooManyRows:${MAX_CONTACTS}`] })
    if (fields.isPrimary) await clearPrimary(tx, id)
    const contactId = await insertContact(tx, id, fields)
    await auditContact(tx, ctx, 'company.add-contact', { companyId: id, contactId })
  })
  return shown(ctx, id)
}

async function changeContact(ctx: Context, { id, changes }: Input<Calls['changeContact']>) {
  const companyId = await requireCompanyOf(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    const all = await lockContacts(tx, companyId)
    const row = all.find((one) => one.id === id)
    if (!row) throw new Problem('notFound')
    const { id: _, ...before } = row
    const edits = applyEdits<TypedContact>(before, changes)
    if (Object.keys(edits).length === 0) return
    const after: ContactFields = { ...before, ...edits }
    const others = all.filter((one) => one.id !== id)
    requireNewAddress(others, after.email, 'changes.email.to')
    if (edits.isPrimary) await clearPrimary(tx, companyId)
    await updateContact(tx, id, after)
    await auditContact(tx, ctx, 'company.change-contact', { companyId, contactId: id, fields: Object.keys(edits) })
  })
  return shown(ctx, companyId)
}

async function removeContact(ctx: Context, { id }: { id: number }) {
  const companyId = await requireCompanyOf(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    const all = await lockContacts(tx, companyId)
    if (!all.some((one) => one.id === id)) throw new Problem('notFound')
    await deleteContact(tx, id)
    await auditContact(tx, ctx, 'company.remove-contact', { companyId, contactId: id })
  })
  return shown(ctx, companyId)
}

async function requireCompanyOf(ctx: Context, contactId: number): Promise<number> {
  const companyId = await companyOfContact(ctx.db, contactId)
  if (companyId === undefined) throw new Problem('notFound')
  return companyId
}

/** Locks the company, so that its contacts are changed by one person at a time. */
async function lockContacts(tx: Tx, companyId: number): Promise<ContactRow[]> {
  if (!(await lockCompany(tx, companyId))) throw new Problem('notFound')
  return findContacts(tx, companyId)
}

function requireNewAddress(others: readonly ContactRow[], email: string, field: string): void {
  if (others.some((one) => one.email === email)) throw new Problem('validation', {}, { [field]: ['contactKnown'] })
}

type ContactEvent = { companyId: number; contactId: number; fields?: string[] }
type ContactAction = 'company.add-contact' | 'company.change-contact' | 'company.remove-contact'

/** Names and addresses stay out of the audit log: it is never changed, and a contact can ask to be removed. */
async function auditContact(tx: Tx, ctx: Context, action: ContactAction, { companyId, ...after }: ContactEvent) {
  await writeAudit(tx, ctx, { action, reference: String(companyId), after })
}

/** As a call says them. */
function fieldsOf({ name, vatNumber, registerNumber, nationalAddress, notes }: CompanyRow): Typed {
  const address = nationalAddress && { additionalNumber: null, shortAddress: null, ...nationalAddress }
  return { name, vatNumber, registerNumber, nationalAddress: address, notes }
}

type Words = { ar: string; en?: string | undefined }
const words = ({ ar, en }: Words) => (en === undefined ? { ar } : { ar, en })

/** Without fields that say nothing. */
function storedOf({ name, nationalAddress, ...fields }: Typed): CompanyFields {
  return { ...fields, name: words(name), nationalAddress: nationalAddress && addressOf(nationalAddress) }
}

function addressOf(typed: NonNullable<Typed['nationalAddress']>): NationalAddress {
  const { street, district, city, additionalNumber, shortAddress, buildingNumber, postalCode } = typed
  return {
    ...{ buildingNumber, postalCode },
    ...{ street: words(street), district: words(district), city: words(city) },
    ...(additionalNumber ? { additionalNumber } : {}),
    ...(shortAddress ? { shortAddress } : {}),
  }
}
