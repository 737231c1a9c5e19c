import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import type { SavedView } from './contract.ts'

let app: TestApp
let admin: Member
let finance: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
  finance = await signedInMember(app, ['Finance'])
})
afterAll(() => app.stop())

type Views = { views: SavedView[]; mayShare: boolean }
const viewsOf = async (member: Member) => (await member.call<Views>('GET', 'admin/views')).data
const save = (member: Member, body: object) =>
  member.call<{ id: number }>('POST', 'admin/views', { list: 'orders', query: { status: 'pending' }, ...body })
const change = (member: Member, id: number, body: object) => member.call('PATCH', `admin/views/${id}`, body)
const namesOf = async (member: Member) => (await viewsOf(member)).views.map(({ name }) => name)

describe('saved views', () => {
  it("are one's own, with filters, search, order and columns, and without the place in the list", async () => {
    const query = { query: 'نورة', status: 'pending', sort: 'name', cursor: 'x', view: 'all', method: '' }
    const { id } = (await save(finance, { name: ' ينتظر الدفع ', query })).data
    const [view] = (await viewsOf(finance)).views
    expect(view).toEqual({
      ...{ id, list: 'orders', name: 'ينتظر الدفع', isShared: false, isOwn: true, isDefault: false },
      query: { query: 'نورة', status: 'pending', sort: 'name' },
    })
    expect(await namesOf(admin)).toEqual([])
    for (const call of [change(admin, id, { name: 'x' }), admin.call('DELETE', `admin/views/${id}`)])
      expect((await call).status).toBe(404)
    expect((await finance.call('DELETE', `admin/views/${id}`)).status).toBe(200)
    expect(await namesOf(finance)).toEqual([])
  })

  it('are shared by those who may, with those who may open the list', async () => {
    expect((await viewsOf(finance)).mayShare).toBe(false)
    expect((await save(finance, { name: 'مشترك', isShared: true })).status).toBe(403)
    const { id } = (await save(admin, { name: 'مشترك', isShared: true })).data
    expect((await viewsOf(finance)).views).toMatchObject([{ id, isShared: true, isOwn: false }])
    expect(await namesOf(await signedInMember(app, ['Teacher']))).toEqual([])
    expect((await change(finance, id, { name: 'x' })).status).toBe(403)
    expect((await finance.call('DELETE', `admin/views/${id}`)).status).toBe(403)
    const owner = await signedInMember(app, ['Owner'])
    expect((await change(owner, id, { name: 'للجميع', isShared: false })).status).toBe(200)
    expect(await namesOf(finance)).toEqual([])
    expect(await namesOf(admin)).toEqual(['للجميع'])
    await admin.call('DELETE', `admin/views/${id}`)
  })

  it('are what a list opens in for each person, one of each list', async () => {
    const first = (await save(admin, { name: 'أ', isShared: true })).data.id
    const second = (await save(admin, { name: 'ب', isShared: true })).data.id
    const defaults = async (member: Member) =>
      (await viewsOf(member)).views.filter(({ isDefault }) => isDefault).map(({ id }) => id)
    await change(finance, first, { isDefault: true })
    await change(finance, second, { isDefault: true })
    expect([await defaults(finance), await defaults(admin)]).toEqual([[second], []])
    await change(finance, second, { isDefault: false })
    expect(await defaults(finance)).toEqual([])
    await change(finance, first, { isDefault: true })
    for (const id of [first, second]) expect((await admin.call('DELETE', `admin/views/${id}`)).status).toBe(200)
    expect(await defaults(finance)).toEqual([])
  })

  it('have names of their own, of a list that the person may open, and not too many of them', async () => {
    const first = (await save(finance, { name: 'Mine' })).data.id
    const second = (await save(finance, { name: 'Other' })).data.id
    expect((await save(finance, { name: 'mine' })).error.code).toBe('nameTaken')
    expect((await change(finance, second, { name: 'MINE' })).error.code).toBe('nameTaken')
    expect((await change(finance, first, { name: 'MINE' })).status).toBe(200)
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u0000b']) expect((await save(finance, { name })).status).toBe(400)
    for (const query of [{ 'a b': 'x' }, { query: 'x'.repeat(201) }])
      expect((await save(finance, { name: 'x', query })).status, JSON.stringify(query)).toBe(400)
    expect((await save(finance, { name: 'x', list: 'nowhere' })).status).toBe(400)
    expect((await save(await signedInMember(app, ['Teacher']), { name: 'x' })).status).toBe(403)
    for (let n = 2; n < 50; n++) expect((await save(finance, { name: `view ${n}` })).status).toBe(200)
    expect((await save(finance, { name: 'one more' })).error.code).toBe('tooManyViews')
    expect((await save(finance, { name: 'one more', list: 'audit' })).status).toBe(200)
  })
})
