/** Branches from the desk, and what the contact page shows of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Branch, DeskBranch } from './contract.ts'

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  editor = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())

const post = (path: string, body: object = {}) => editor.call<{ key: string }>('POST', `admin/branches${path}`, body)
const list = async () => (await editor.call<{ branches: DeskBranch[] }>('GET', 'admin/branches')).data.branches
const shown = async (lang: 'ar' | 'en' = 'en'): Promise<Branch[]> => {
  await app.waitForSync()
  return (await app.call('GET', 'Pages/branches', { lang })).data
}

it('they are shown in their order, each where it is', async () => {
  const before = await shown()
  expect(before.map(({ name }) => name)).toEqual(['Riyadh, main campus', 'Jeddah', 'Dammam'])
  expect(before[0]).toMatchObject({ address: expect.stringContaining('Riyadh 13521'), phone: null, hours: null })
  expect(before[1]!.coordinates).toEqual({ latitude: 21.56, longitude: 39.15 })
  const fields = {
    name: { ar: 'أبها', en: 'Abha' },
    address: { ar: 'حي المفتاحة', en: 'Al-Muftaha' },
    hours: { ar: 'الأحد إلى الخميس', en: 'Sunday to Thursday' },
    phone: '+966 17 000 0000',
    coordinates: '١٨٫٢، 42.5',
  }
  const { key } = (await post('', fields)).data
  await post(`/${key}/move`, { direction: 'up' })
  expect((await shown()).map(({ name }) => name)).toEqual(['Riyadh, main campus', 'Jeddah', 'Abha', 'Dammam'])
  expect((await shown('ar'))[2]).toEqual({
    ...{ key, name: 'أبها', address: 'حي المفتاحة', hours: 'الأحد إلى الخميس', phone: fields.phone, map: null },
    coordinates: { latitude: 18.2, longitude: 42.5 },
  })

  const [first] = await list()
  const changes = { hidden: { from: false, to: true }, hours: { from: null, to: fields.hours } }
  expect((await post(`/${first!.key}`, { version: 1, changes })).status).toBe(200)
  const other = { hours: { from: null, to: { ar: 'كل يوم', en: 'Every day' } } }
  const late = await post(`/${first!.key}`, { version: 1, changes: other })
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  expect((await shown()).map(({ name }) => name)).toEqual(['Jeddah', 'Abha', 'Dammam'])
  await post(`/${key}/remove`)
  expect((await post(`/${key}/remove`)).status).toBe(404)
  expect((await list()).map(({ hidden }) => hidden)).toEqual([true, false, false])
})

it('without branches of its own, they are the places that the contact page names', async () => {
  await sql`update institute set data = data - 'branches'`.execute(app.db)
  const items = [{ title: { ar: 'أبها', en: 'Abha' }, body: { ar: 'حي المفتاحة' } }]
  await sql`update pages set sections = (select jsonb_agg(case when one->>'key' = 'branches'
    then one || ${JSON.stringify({ items })}::jsonb else one end) from jsonb_array_elements(sections) one)
    where code = 'contact-us'`.execute(app.db)
  expect(await shown()).toMatchObject([{ name: 'Abha', coordinates: null }])
})

it('what is wrong is said at its field', async () => {
  const wrong = await post('', {
    ...{
      name: { ar: 'س' },
      address: { ar: ' ', en: 'x' },
      map: 'http://a.example',
      phone: 'call us',
      coordinates: '95, 46',
    },
    hours: { ar: 'كل يوم', en: '' },
  })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {}).sort()]).toEqual([
    400,
    ['address.ar', 'coordinates', 'hours.en', 'map', 'name.en', 'phone'],
  ])
})
