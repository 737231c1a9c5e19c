import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { enquiries, MESSAGE } from '../../../tests/support/enquiries.ts'
import { learner, specialization } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
})

const { send, saved, staffToken } = enquiries(() => app)

describe('staff', () => {
  it('find, update, assign and annotate enquiries; the sender sees states, never notes', async () => {
    const { data } = await send({ ...MESSAGE, email: 'staff@visitor.example', name: 'أحمد الزهراني' })
    const token = await staffToken()
    const colleague = await learner(app.db, { roles: ['Teacher'] })
    const found = await app.call('GET', `admin/leads?SearchTerm=${encodeURIComponent('احمد الزهراني')}`, { token })
    expect(found.data.items.map(({ reference }: { reference: string }) => reference)).toEqual([data.reference])
    const change = (body: object) => app.call('PATCH', `admin/leads/${data.reference}`, { body, token })
    await change({ status: 'handling', assignee: colleague.id })
    await change({ note: 'اتصلت به ولم يرد.' })
    const { data: lead } = await change({ status: 'closed' })
    expect(lead).toMatchObject({ status: 'closed', assignee: { id: colleague.id }, facts: expect.any(Array) })
    expect(lead.history.map(({ status }: { status?: string }) => status)).toEqual([
      'received',
      'handling',
      undefined,
      'closed',
    ])
    const { data: seen } = await app.call('GET', `Enquiries/${data.reference}?token=${data.token}`)
    expect(seen.history.map(({ status }: { status: string }) => status)).toEqual(['received', 'handling', 'closed'])
    expect(JSON.stringify(seen)).not.toContain('اتصلت')
    const trail = await app.db.selectFrom('audit_log').selectAll().where('subject', '=', data.reference).execute()
    expect(trail).toHaveLength(3)
    expect(JSON.stringify(trail)).not.toContain('اتصلت')
    const stranger = await learner(app.db)
    expect((await change({ assignee: stranger.id })).error.fields).toHaveProperty('assignee')
    expect((await change({})).status).toBe(400)
  })

  it('see only the enquiries that their role is for, and do not learn of the others', async () => {
    const { data: message } = await send({ ...MESSAGE, email: 'scope@visitor.example' })
    const { data: quote } = await send(
      {
        ...{ email: 'scope@company.example', phone: '+966112345678', institutionName: 'شركة', managerName: 'هند' },
        ...{ jobTitle: 'مديرة', traineeCount: '12', trainingLocation: 3, trainingPackage: '', otherAdditions: '' },
        specializationId: await specialization(app.db),
      },
      'Quotes',
    )
    const admin = await staffToken()
    const editor = await learner(app.db, { roles: ['Content'] })
    const [editorToken, financeToken] = await Promise.all([
      tokenOf(app, editor),
      tokenOf(app, await learner(app.db, { roles: ['Finance', 'Student'] })),
    ])
    const references = async (token: string) => {
      const { data } = await app.call('GET', 'admin/leads?PageSize=50', { token })
      expect(data.totalCount).toBe(data.items.length)
      return data.items.map(({ reference }: { reference: string }) => reference)
    }
    const open = async (reference: string, token: string) =>
      (await app.call('GET', `admin/leads/${reference}`, { token })).status
    const change = (body: object, token: string) =>
      app.call('PATCH', `admin/leads/${message.reference}`, { body, token })

    expect(await references(financeToken)).toContain(quote.reference)
    expect(await references(financeToken)).not.toContain(message.reference)
    expect(await references(editorToken)).toEqual([])
    expect(await open(message.reference, financeToken)).toBe(404)
    expect((await change({ note: 'x' }, editorToken)).error.code).toBe('leadNotFound')

    await change({ assignee: editor.id }, admin)
    expect(await references(editorToken)).toEqual([message.reference])
    expect(await open(message.reference, editorToken)).toBe(200)
    const colleague = await learner(app.db, { roles: ['Teacher'] })
    expect((await change({ assignee: colleague.id }, editorToken)).data).toMatchObject({
      assignee: { id: colleague.id },
    })
    expect(await open(message.reference, editorToken)).toBe(404)
  })

  it('are listed by name for assigning, without learners and suspended accounts', async () => {
    const colleague = await learner(app.db, { roles: ['Content'] })
    const suspended = await learner(app.db, { roles: ['Teacher'] })
    await app.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    const student = await learner(app.db)
    const { data } = await app.call('GET', 'admin/lead-assignees', { token: await staffToken() })
    const ids = data.map(({ id }: { id: number }) => id)
    expect(ids).toContain(colleague.id)
    expect(ids).not.toContain(suspended.id)
    expect(ids).not.toContain(student.id)
  })

  it('change one enquiry concurrently without losing a change', async () => {
    const { data } = await send({ ...MESSAGE, email: 'race@visitor.example' })
    const token = await staffToken()
    const moves = ['handling', 'answered', 'handling', 'closed'].map((status) =>
      app.call('PATCH', `admin/leads/${data.reference}`, { body: { status, note: status }, token }),
    )
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { data: lead } = await app.call('GET', `admin/leads/${data.reference}`, { token })
    expect(lead.history.filter(({ note }: { note?: string }) => note)).toHaveLength(4)
    expect(lead.history.findLast(({ status }: { status?: string }) => status).status).toBe(lead.status)
  })
})

describe('many enquiries', () => {
  type Rows = { rows: { reference: string; isDone: boolean; code: string | null; reason: string | null }[] }
  it('are given to somebody or closed at once, each on its own, as many as were shown', async () => {
    const references: string[] = []
    for (const place of [1, 2, 3])
      references.push(
        (await send({ ...MESSAGE, name: 'دفعة الجملة', email: `bulk-${place}@visitor.example` })).data.reference,
      )
    const editor = await learner(app.db, { roles: ['Content'] })
    const bulk = async (body: object, token: string) => app.call<Rows>('POST', 'admin/leads/bulk', { body, token })
    const admin = await staffToken()

    const some = await bulk({ references: [references[0], 'Q-2026-999999'], assignee: editor.id }, admin)
    expect(some.data.rows.map(({ isDone, code }) => [isDone, code])).toEqual([
      [true, null],
      [false, 'leadNotFound'],
    ])
    expect(some.data.rows[1]!.reason).toBeTruthy()
    expect((await saved(references[0]!)).assignee_id).toBe(editor.id)

    const SearchTerm = 'دفعة الجملة'
    const query = `SearchTerm=${encodeURIComponent(SearchTerm)}`
    for (const [Sort, order] of [
      ['oldest', references],
      ['newest', references.toReversed()],
    ]) {
      const { data } = await app.call('GET', `admin/leads?${query}&Sort=${Sort}`, { token: admin })
      expect(data.items.map(({ reference }: { reference: string }) => reference)).toEqual(order)
    }
    const stale = await bulk({ matching: { SearchTerm, count: 2 }, status: 'closed' }, admin)
    expect(stale.error.code).toBe('previewStale')
    // An editor reaches only their own: the other two do not match for them.
    const own = await bulk({ matching: { SearchTerm, count: 1 }, status: 'handling' }, await tokenOf(app, editor))
    expect(own.data.rows.map(({ reference }) => reference)).toEqual([references[0]])
    const all = await bulk({ matching: { SearchTerm, count: 3 }, status: 'closed' }, admin)
    expect(all.data.rows.filter(({ isDone }) => isDone)).toHaveLength(3)
    expect(await Promise.all(references.map(async (one) => (await saved(one)).status))).toEqual(Array(3).fill('closed'))

    const stranger = await learner(app.db)
    const [wrong] = (await bulk({ references: [references[0]], assignee: stranger.id }, admin)).data.rows
    expect(wrong).toMatchObject({ isDone: false, code: 'validation' })
    for (const body of [{ references }, { status: 'closed' }, { matching: { count: 501 }, status: 'closed' }])
      expect((await bulk(body, admin)).status).toBe(400)
  })
})
