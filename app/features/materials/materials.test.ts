import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { pdf } from '../../../tests/support/attacks/upload-corpus.ts'
import { learner, order } from '../../../tests/support/factories.ts'
import { bookable } from '../../../tests/support/orders/orders.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

describe('a file for the learners of a run', () => {
  let app: TestApp
  let admin: SignedInUser
  let sara: SignedInUser
  let seat: Awaited<ReturnType<typeof bookable>>
  let orderId: string
  beforeAll(async () => {
    app = await startTestApp()
    admin = await learner(app.db, { roles: ['Admin'] })
    sara = await learner(app.db)
    seat = await bookable(app.db)
    orderId = (await order(app.db, { ...seat, userId: sara.id })).id
  })
  afterAll(() => app.stop())

  async function add(bytes: Uint8Array, name: string, facts: { by?: SignedInUser; title?: string; run?: number } = {}) {
    const form = new FormData()
    form.set('file', new File([Uint8Array.from(bytes)], name))
    if (facts.title) form.set('title', facts.title)
    const headers = { 'Accept-Language': 'en', Authorization: `Bearer ${await tokenOf(app, facts.by ?? admin)}` }
    const response = await fetch(`${app.address}/api/admin/runs/${facts.run ?? seat.scheduleId}/materials`, {
      ...{ method: 'POST', headers, body: form },
    })
    const { data, error } = (await response.json()) as { data?: { id: number }; error?: { code: string } }
    return { status: response.status, id: data?.id ?? 0, code: error?.code }
  }
  const opened = async (address: string, as: SignedInUser | null) =>
    fetch(app.address + address, as ? { headers: { Authorization: `Bearer ${await tokenOf(app, as)}` } } : {})

  it('is among their courses, and opens for them alone', async () => {
    const { id, status } = await add(pdf('slides'), 'عرض.pdf', { title: 'The slides' })
    expect(status).toBe(201)
    const [mine] = (await apiAs(app, sara).learning.myCourses({})).items
    expect(mine!.materials).toEqual([{ id, name: 'The slides', size: pdf('slides').length }])
    const { address } = await apiAs(app, sara).materials.material({ id })
    const file = await opened(address, sara)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf('slides'))).toBe(true)
    // The address was made for one person: others, and whoever is not signed in, open nothing with it.
    const omar = await learner(app.db)
    expect((await opened(address, omar)).status).toBe(404)
    expect((await opened(address, null)).status).toBe(404)
    expect((await opened(address.replace(`for=${sara.id}`, `for=${omar.id}`), omar)).status).toBe(404)
    expect((await opened(address.replace(`for=${sara.id}&`, ''), omar)).status).toBe(404)
    await expect(apiAs(app, omar).materials.material({ id })).rejects.toMatchObject({ code: 'notFound' })
    app.advance(11 * MINUTE_MS)
    expect((await opened(address, sara)).status).toBe(410)
  })

  it('is gone for everybody when it is taken back, and for who has left', async () => {
    const [taken, stays] = [(await add(pdf('exercise'), 'exercise.pdf')).id, (await add(pdf('notes'), 'notes.pdf')).id]
    const open = (id: number) => apiAs(app, sara).materials.material({ id })
    const { address } = await open(taken)
    await apiAs(app, admin).materials.removeMaterial({ id: taken })
    await expect(open(taken)).rejects.toMatchObject({ code: 'notFound' })
    expect((await opened(address, sara)).status).toBe(404)
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'material.%')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([...Array(3).fill('material.add'), 'material.remove'])
    const left = { status: 'refunded', ended_at: new Date(), ended_because: 'refunded' }
    await app.db.updateTable('orders').set(left).where('id', '=', orderId).execute()
    await expect(open(stays)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('is of a kind that can do no harm, and is added by those who teach or plan', async () => {
    expect((await add(Buffer.from('<script>'), 'a.html')).code).toBe('unsupportedType')
    expect((await add(pdf(), 'a.pdf', { by: sara })).code).toBe('forbidden')
    const teacher = await learner(app.db, { roles: ['Teacher'] })
    expect((await add(pdf(), 'a.pdf', { by: teacher })).code).toBe('runNotFound')
  })

  it('is told of by one mail to those who have a seat, with what was not taken back meanwhile', async () => {
    const own = await bookable(app.db)
    const [hind, omar] = [await learner(app.db), await learner(app.db)]
    await order(app.db, { ...own, userId: hind.id })
    await order(app.db, { ...own, userId: omar.id, status: 'pending' })
    const run = own.scheduleId
    await add(pdf('one'), 'one.pdf', { title: 'Week one', run })
    await add(pdf('two'), 'two.pdf', { title: 'Week two', run })
    const { id: wrong } = await add(pdf('three'), 'three.pdf', { title: 'The wrong file', run })
    await apiAs(app, admin).materials.removeMaterial({ id: wrong })
    const tell = () => app.tasks.tellOfMaterials!({ runId: run })
    await tell()
    await tell()
    const [mail, ...others] = await app.mails(hind.email)
    expect(others).toEqual([])
    for (const word of ['Week one', 'Week two', '/profile/courses']) expect(mail!.text).toContain(word)
    expect(mail!.text).not.toContain('The wrong file')
    expect(await app.mails(omar.email)).toEqual([])
    await add(pdf('four'), 'four.pdf', { title: 'Week three', run })
    await tell()
    expect(await app.mails(hind.email)).toHaveLength(2)
  })
})
