/** Specializations from the desk, and what the site shows of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { Output } from '../../api/endpoint.ts'
import type { specializationsEndpoints } from './contract.ts'

type One = Output<(typeof specializationsEndpoints)['createSpecialization']>

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp()
  editor = await signedInMember(app, ['Content'])
})
afterAll(() => app.stop())

const FIELDS = {
  name: { ar: 'الأمن السيبراني، والشبكات', en: '' },
  summary: { ar: 'حماية الأنظمة' },
  mark: 'shield',
  colour: '#1F3B63',
}
const create = (fields: object) => editor.call<One>('POST', 'admin/specializations', fields)
const change = (id: number, version: number, changes: object) =>
  editor.call<One>('POST', `admin/specializations/${id}`, { version, changes })

it('a new one has an address of its name, comes last, and is on the site at once', async () => {
  await course(app.db)
  const { status, data } = await create(FIELDS)
  expect(status).toBe(201)
  expect(data).toMatchObject({ slug: 'الأمن-السيبراني-والشبكات', version: 1, colour: '#1f3b63', courseCount: 0 })
  const { data: list } = await editor.call<One[]>('GET', 'admin/specializations')
  expect(list.at(-1)).toEqual(data)
  expect(list[0]!.courseCount).toBe(1)
  await app.waitForSync()
  const shown = (await app.call('GET', 'Specialization/specializations-dropdown', { lang: 'ar' })).data
  expect(JSON.stringify(shown)).toContain(FIELDS.name.ar)
  expect((await create(FIELDS)).error.code).toBe('nameTaken')
  const wrong = await create({ ...FIELDS, name: { ar: '!!' }, mark: 'x', colour: 'red' })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {}).sort()]).toEqual([400, ['colour', 'mark']])
})

it('two editors change different fields, and not the same one', async () => {
  const { id, version } = (await create({ ...FIELDS, name: { ar: 'المالية' } })).data
  const colour = await change(id, version, { colour: { from: '#1f3b63', to: '#aa0000' } })
  const name = await change(id, version, {
    name: { from: { ar: 'المالية' }, to: { ar: 'المالية والمحاسبة', en: 'Finance' } },
  })
  expect([colour.status, name.status]).toEqual([200, 200])
  expect(name.data).toMatchObject({ slug: 'المالية', colour: '#aa0000', name: { en: 'Finance' }, version: version + 2 })
  const late = await change(id, version, { colour: { from: '#1f3b63', to: '#00aa00' } })
  expect([late.status, late.error.code]).toEqual([409, 'changedMeanwhile'])
  expect((await change(999_999, 1, {})).status).toBe(404)
  const audit = await app.db.selectFrom('audit_log').select(['action', 'before']).orderBy('id', 'desc').execute()
  expect(audit[0]).toEqual({ action: 'specialization.change', before: { name: { ar: 'المالية' } } })
})

it('an edit is undone once, by whoever made it', async () => {
  const { id, version } = (await create({ ...FIELDS, name: { ar: 'القانون' } })).data
  await change(id, version, { colour: { from: '#1f3b63', to: '#aa0000' } })
  const undo = (by = editor) => by.call<One>('POST', `admin/specializations/${id}/undo`, {})
  expect((await undo(await signedInMember(app, ['Content']))).error.code).toBe('nothingToUndo')
  expect((await undo()).data).toMatchObject({ colour: '#1f3b63', version: version + 2, undoUntil: null })
  expect((await undo()).error.code).toBe('nothingToUndo')
})
