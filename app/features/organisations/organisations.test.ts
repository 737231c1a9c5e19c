/** Partners and clients from the desk, and what visitors see of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { DeskOrganisation } from './contract.ts'

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp({ institute: true })
  editor = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())

const post = (path: string, body: object = {}) =>
  editor.call<DeskOrganisation>('POST', `admin/organisations${path}`, body)
const list = async () => (await editor.call<DeskOrganisation[]>('GET', 'admin/organisations')).data
const shown = async (): Promise<string[]> => {
  await app.waitForSync()
  const { data } = await app.call('GET', 'Partners/website-partners', { lang: 'en' })
  return data.map(({ name }: { name: string }) => name)
}

it('a new one is seen once it has a logo, in its place, and hidden again', async () => {
  const before = await shown()
  const name = { ar: 'جامعة المثال', en: 'Example University' }
  const wrong = await post('', { kind: 'partner', name: { ar: '' }, link: 'javascript:alert(1)' })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {}).sort()]).toEqual([400, ['link', 'name.ar']])
  const { id } = (await post('', { kind: 'partner', name, link: 'https://example.edu' })).data
  const show = { changes: { hidden: { from: true, to: false } } }
  expect((await post(`/${id}`, { version: 1, ...show })).error.code).toBe('logoMissing')
  const drawing = { address: '/media/drawings/example.svg', kind: 'drawing', file_name: 'example.svg' }
  const media = await app.db
    .insertInto('media')
    .values({ ...drawing, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chosen = await editor.call<DeskOrganisation>('PUT', `admin/organisations/${id}/logo`, { mediaId: media.id })
  expect(chosen.data.logo).toBe(drawing.address)
  expect((await post(`/${id}`, { version: chosen.data.version, ...show })).status).toBe(200)
  expect(await shown()).toEqual([...before, name.en])
  await post(`/${id}/move`, { direction: 'up' })
  expect((await shown()).at(-2)).toBe(name.en)
  const first = (await list())[0]!
  const hide = { hidden: { from: false, to: true } }
  const renamed = { name: { from: first.name, to: { ...first.name, ar: 'اسم آخر' } } }
  const { data } = await post(`/${first.id}`, { version: first.version, changes: { ...hide, ...renamed } })
  expect(data.english).toEqual([{ path: 'name', state: 'stale' }])
  expect(await shown()).not.toContain(first.name.en)
  const late = await post(`/${first.id}`, { version: first.version, changes: renamed })
  expect([late.status, late.error?.code]).toEqual([200, undefined])
  const another = { name: { from: first.name, to: { ...first.name, ar: 'اسم ثالث' } } }
  const refused = await post(`/${first.id}`, { version: first.version, changes: another })
  expect([refused.status, refused.error.code]).toEqual([409, 'changedMeanwhile'])
  await post(`/${id}/remove`)
  expect(await shown()).not.toContain(name.en)
  expect((await post(`/${id}/remove`)).status).toBe(404)
})
