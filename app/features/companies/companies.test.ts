/** Companies at the desk: what is checked, finding them, two editors, and their contacts. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { companiesEndpoints } from './contract.ts'

type Calls = typeof companiesEndpoints
type One = Output<Calls['company']>
type List = Output<Calls['companies']>

let app: TestApp
let finance: Member
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  finance = await signedInMember(app, ['Finance'])
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

const ADDRESS = {
  buildingNumber: '٢٣٢٢',
  street: { ar: 'طريق الملك فهد' },
  additionalNumber: '',
  district: { ar: 'العليا', en: 'Al Olaya' },
  city: { ar: 'الرياض', en: 'Riyadh' },
  postalCode: '12211',
  shortAddress: 'rrrd 2929',
}
const FIELDS = { name: { ar: 'شركة أفق' }, vatNumber: null, registerNumber: null, nationalAddress: null, notes: '' }
const PERSON = { name: 'نورة السالم', email: 'Noura@Ufuq.example', phone: '', jobTitle: '', isPrimary: false }

const create = (fields: object, by = finance) => by.call<One>('POST', 'admin/companies', { ...FIELDS, ...fields })
const change = (id: number, version: number, changes: object, by = finance) =>
  by.call<One>('PATCH', `admin/companies/${id}`, { version, changes })
const found = async (query: string) =>
  (await finance.call<List>('GET', `admin/companies?query=${encodeURIComponent(query)}`)).data.items.map(({ id }) => id)
const add = (id: number, fields: object) =>
  finance.call<One>('POST', `admin/companies/${id}/contacts`, { ...PERSON, ...fields })
const lastAudit = () =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'area', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

it('keeps a company as it is registered, in whatever digits it was typed', async () => {
  const { status, data } = await create({
    ...{ vatNumber: '٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣', registerNumber: '1010 123456', nationalAddress: ADDRESS, notes: 'عميل قديم' },
  })
  expect(status).toBe(201)
  expect(data).toMatchObject({
    ...{ version: 1, name: { ar: 'شركة أفق' }, vatNumber: '300000000000003', registerNumber: '1010123456' },
    ...{ notes: 'عميل قديم', contacts: [] },
  })
  expect(data.nationalAddress).toEqual({
    ...{ buildingNumber: '2322', street: ADDRESS.street, district: ADDRESS.district, city: ADDRESS.city },
    ...{ postalCode: '12211', shortAddress: 'RRRD2929' },
  })
  expect(await lastAudit()).toMatchObject({ action: 'company.create', area: 'money' })
})

it('comes with its first contact, or not at all', async () => {
  const { status, data } = await create({ name: { ar: 'مع جهة اتصال' }, contact: { ...PERSON, isPrimary: true } })
  expect(status).toBe(201)
  expect(data.contacts).toMatchObject([{ name: 'نورة السالم', email: 'noura@ufuq.example', isPrimary: true }])
  const wrong = await create({ name: { ar: 'بلا بريد صحيح' }, contact: { ...PERSON, email: 'noura' } })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['contact.email']])
  expect(await found('بلا بريد صحيح')).toEqual([])
})

it.each([
  ['of 14 digits', { vatNumber: '30000000000003' }, 'vatNumber'],
  ['that ends with another digit', { vatNumber: '300000000000001' }, 'vatNumber'],
  ['with a letter', { vatNumber: '3000000000000O3' }, 'vatNumber'],
  ['of a register with nine digits', { registerNumber: '101012345' }, 'registerNumber'],
  ['of a postal code', { nationalAddress: { ...ADDRESS, postalCode: '122' } }, 'nationalAddress.postalCode'],
  ['of no city', { nationalAddress: { ...ADDRESS, city: { ar: ' ' } } }, 'nationalAddress.city.ar'],
])('a number %s gets a word at its field', async (_, wrong, field) => {
  const { status, error } = await create(wrong)
  expect([status, error.fields]).toEqual([400, { [field]: [expect.stringMatching(/\p{L}{3}/u)] }])
})

it('a register number is one company’s, also when two are added at the same moment; a VAT group shares its number', async () => {
  const vatNumber = '311111111111113'
  const both = await Promise.all([1, 2].map(() => create({ vatNumber, registerNumber: '2020202020' })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(both.find(({ status }) => status === 400)!.error.fields).toEqual({ registerNumber: [expect.any(String)] })
  const sister = (await create({ vatNumber, registerNumber: '3030303030' })).data
  const taken = await change(sister.id, sister.version, { registerNumber: { from: '3030303030', to: '2020202020' } })
  expect([taken.status, Object.keys(taken.error.fields ?? {})]).toEqual([400, ['changes.registerNumber.to']])
})

it('is found by any spelling of its name, by its numbers and by its contacts', async () => {
  const { id } = (await create({ name: { ar: 'مؤسسة الإنارة', en: 'Inarah Est.' }, registerNumber: '4040404040' })).data
  await add(id, { name: 'هدى القرني', email: 'huda@inarah.example' })
  for (const query of ['موسسه الاناره', 'inarah est', '40404', 'هدي قرني', 'huda@inarah'])
    expect(await found(query), query).toEqual([id])
  expect(await found('هدى inarah.example')).toEqual([id])
  for (const query of ['100%', 'شركة_', 'لا أحد']) expect(await found(query), query).toEqual([])
  type Palette = { found: { kind: string; path: string }[] }
  const palette = await admin.call<Palette>('GET', `admin/find?query=${encodeURIComponent('الاناره')}`)
  expect(palette.data.found).toContainEqual(expect.objectContaining({ kind: 'company', path: `companies/${id}` }))
  const editor = await signedInMember(app, ['Content'])
  const hidden = await editor.call<Palette>('GET', `admin/find?query=${encodeURIComponent('الاناره')}`)
  expect(hidden.data.found.filter(({ kind }) => kind === 'company')).toEqual([])
})

it('is listed by pages, the newest first', async () => {
  const ids: number[] = []
  for (const name of ['أولى', 'ثانية', 'ثالثة']) ids.push((await create({ name: { ar: `${name} الصفحات` } })).data.id)
  const page = (cursor: string) =>
    finance.call<List>('GET', `admin/companies?query=${encodeURIComponent('الصفحات')}&limit=2${cursor}`)
  const first = (await page('')).data
  const second = (await page(`&cursor=${first.next}`)).data
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toReversed())
  expect([first.totalCount, second.next]).toEqual([3, null])
})

it('is listed by name, page by page, each once', async () => {
  const names = ['يمام', 'أثر', 'إتقان', 'بنيان']
  for (const ar of names) await create({ name: { ar: `فرز ${ar}` } })
  type Named = { data: { items: { name: string }[]; next: string | null } }
  const listed: string[] = []
  const query = `query=${encodeURIComponent('فرز')}&sort=name&limit=1`
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data }: Named = await finance.call('GET', `admin/companies?${query}&cursor=${cursor}`)
    listed.push(...data.items.map(({ name }) => name.replace('فرز ', '')))
    cursor = data.next
  }
  expect(listed).toEqual(['إتقان', 'أثر', 'بنيان', 'يمام'])
  expect((await finance.call('GET', 'admin/companies?sort=name&cursor=x')).status).toBe(400)
})

it('two people change different fields, and not the same one', async () => {
  const { id, version } = (await create({ nationalAddress: ADDRESS })).data
  const notes = await change(id, version, { notes: { from: '', to: 'تُدفع بتحويل' } })
  const vat = await change(id, version, { vatNumber: { from: null, to: '300000000000013' } }, admin)
  expect([notes.status, vat.status]).toEqual([200, 200])
  expect(vat.data).toMatchObject({ notes: 'تُدفع بتحويل', vatNumber: '300000000000013', version: version + 2 })
  expect(vat.data.nationalAddress).toMatchObject({ shortAddress: 'RRRD2929' })
  expect(await lastAudit()).toMatchObject({
    ...{ action: 'company.change', before: { vatNumber: null }, after: { vatNumber: '300000000000013' } },
  })
  const late = await change(id, version, { notes: { from: '', to: 'أخرى' } }, admin)
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  expect((await change(999_999, 1, {})).status).toBe(404)
})

it('has contacts with one main one, whose details stay out of the audit log', async () => {
  const { id } = (await create({})).data
  await add(id, { isPrimary: true })
  const { status, data } = await add(id, { name: 'سعد', email: 'saad@ufuq.example', isPrimary: 'on', jobTitle: 'مدير' })
  expect(status).toBe(201)
  expect(data.contacts).toMatchObject([
    { name: 'سعد', isPrimary: true, jobTitle: 'مدير', phone: null },
    { name: 'نورة السالم', email: 'noura@ufuq.example', isPrimary: false },
  ])
  const again = await add(id, {})
  expect([again.status, again.error.fields]).toEqual([400, { email: [expect.any(String)] }])

  const [saad, noura] = [data.contacts[0]!, data.contacts[1]!]
  const changed = await finance.call<One>('PATCH', `admin/company-contacts/${noura.id}`, {
    ...{ version: noura.version, changes: { isPrimary: { from: false, to: true }, phone: { from: null, to: '0555' } } },
  })
  expect(changed.error?.fields).toEqual({ 'changes.phone.to': [expect.any(String)] })
  const primary = await finance.call<One>('PATCH', `admin/company-contacts/${noura.id}`, {
    ...{ version: noura.version, changes: { isPrimary: { from: false, to: true } } },
  })
  expect(primary.data.contacts.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
    ['نورة السالم', true],
    ['سعد', false],
  ])
  const removed = await finance.call<One>('DELETE', `admin/company-contacts/${saad.id}`)
  expect(removed.data.contacts.map(({ name }) => name)).toEqual(['نورة السالم'])
  expect((await finance.call('DELETE', `admin/company-contacts/${saad.id}`)).status).toBe(404)
  const audit = await app.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', String(id))
    .where('action', 'like', 'company.%contact')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual([
    ...['company.add-contact', 'company.add-contact', 'company.change-contact', 'company.remove-contact'],
  ])
  expect(JSON.stringify(audit)).not.toMatch(/سعد|نورة|ufuq/i)
})

it('two people who add main contacts at the same moment leave one', async () => {
  const { id } = (await create({})).data
  const people = [1, 2, 3, 4].map((n) => add(id, { email: `p${n}@ufuq.example`, isPrimary: true }))
  expect((await Promise.all(people)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const { data } = await finance.call<One>('GET', `admin/companies/${id}`)
  expect(data.contacts.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
})
