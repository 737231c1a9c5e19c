/** Trainers propose changes of their courses, and editors decide. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, trainer } from '../../../tests/support/factories.ts'
import { isProblem } from '../../api/problem.ts'
import type { SignedInUser } from '../../platform/context.server.ts'

describe('a trainer', () => {
  let app: TestApp
  let teacher: SignedInUser
  let id: number
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    teacher = await learner(app.db, { roles: ['Teacher'], lang: 'en' })
    ;({ id } = await course(app.db, { name: { ar: 'الأصل', en: 'Original' } }))
    const trainerId = await trainer(app.db, { courseIds: [id] })
    await app.db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
  })
  const as = async (role: 'Content' | 'Admin' | 'Finance' | 'Teacher') =>
    apiAs(app, await learner(app.db, { roles: [role] }))
  const own = () => apiAs(app, teacher)
  const CHANGES = { 'name.ar': { from: 'الأصل', to: 'المقترح' }, hours: { from: 20, to: 20 } }
  const propose = () => own().courseProposals.proposeChanges({ id, version: 1, changes: CHANGES })
  const codeOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (thrown) => thrown,
    )
    return isProblem(error) ? error.code : error
  }
  const mailsTo = (email: string) =>
    app.db.selectFrom('messages').select(['subject', 'text']).where('recipient', '=', email).execute()

  it('proposes what differs, which changes nothing yet and waits in Today of editors', async () => {
    await propose()
    const mine = await own().courseEditing.editedCourse({ id })
    expect(mine.may).toEqual({ change: false, price: false, propose: true })
    expect(mine.proposals).toMatchObject([{ changes: { 'name.ar': CHANGES['name.ar'] }, decision: null }])
    expect(Object.keys(mine.proposals[0]!.changes)).toEqual(['name.ar'])
    expect([mine.values['name.ar'], mine.version]).toEqual(['الأصل', 1])
    for (const [role, isTold] of [
      ['Content', true],
      ['Admin', true],
      ['Finance', false],
      ['Teacher', false],
    ] as const) {
      const { items } = await (await as(role)).desk.today({})
      const waits = items.filter(({ kind, path }) => kind === 'proposal' && path === `courses/${id}`)
      expect([role, waits.length > 0]).toEqual([role, isTold])
    }
    expect((await (await as('Finance')).courseEditing.editedCourse({ id })).proposals).toEqual([])
  })

  it('is told that the proposal was accepted, and the course has it', async () => {
    const proposal = await propose()
    const editor = await as('Content')
    await editor.courseProposals.acceptProposal(proposal)
    const { values, version, proposals } = await own().courseEditing.editedCourse({ id })
    expect([values['name.ar'], version, proposals[0]?.decision?.isAccepted]).toEqual(['المقترح', 2, true])
    expect(await mailsTo(teacher.email)).toMatchObject([{ subject: 'Your proposal for “Original” was accepted' }])
    expect(await codeOf(editor.courseProposals.acceptProposal(proposal))).toBe('proposalNotFound')
    const { items } = await editor.courseEditing.courseRevisions({ id })
    expect(items[0]?.action).toBe('accept-proposal')
  })

  it('is told why the proposal was refused, and proposes again', async () => {
    const editor = await as('Admin')
    const proposal = await propose()
    expect(await codeOf(editor.courseProposals.refuseProposal({ ...proposal, reason: ' ' }))).toBe('validation')
    await editor.courseProposals.refuseProposal({ ...proposal, reason: 'The name is printed already.' })
    const [mail] = await mailsTo(teacher.email)
    expect(mail?.text).toContain('The name is printed already.')
    const { values, proposals } = await own().courseEditing.editedCourse({ id })
    expect([values['name.ar'], proposals[0]?.decision]).toMatchObject([
      'الأصل',
      { isAccepted: false, reason: 'The name is printed already.' },
    ])
    await propose()
    expect((await editor.courseEditing.editedCourse({ id })).proposals).toHaveLength(1)
  })

  it('replaces the proposal that waits, and takes it back', async () => {
    const first = await propose()
    const again = await own().courseProposals.proposeChanges({
      id,
      version: 1,
      changes: { 'name.en': { from: 'Original', to: 'Better' } },
    })
    expect(again).toEqual(first)
    const editor = await as('Content')
    expect((await editor.courseEditing.editedCourse({ id })).proposals).toMatchObject([
      { changes: { 'name.en': { to: 'Better' } } },
    ])
    await own().courseProposals.withdrawProposal({ id })
    expect(await codeOf(own().courseProposals.withdrawProposal({ id }))).toBe('proposalNotFound')
    expect(await codeOf(editor.courseProposals.acceptProposal(first))).toBe('proposalNotFound')
  })

  it('overwrites nothing that was written meanwhile: the editor sees both texts', async () => {
    const proposal = await propose()
    const editor = await as('Content')
    await editor.courseEditing.editCourse({
      id,
      version: 1,
      changes: { 'name.ar': { from: 'الأصل', to: 'من المحرر' } },
    })
    expect(await codeOf(editor.courseProposals.acceptProposal(proposal))).toBe('changedMeanwhile')
    expect((await own().courseEditing.editedCourse({ id })).proposals[0]?.decision).toBeNull()
  })

  it('proposes for own courses only, and never what is the same or the price', async () => {
    const other = await course(app.db)
    const change = { version: 1, changes: CHANGES }
    expect(await codeOf(own().courseProposals.proposeChanges({ id: other.id, ...change }))).toBe('courseNotFound')
    const nothing = { 'name.ar': { from: 'x', to: 'الأصل' } }
    expect(await codeOf(own().courseProposals.proposeChanges({ id, version: 1, changes: nothing }))).toBe(
      'nothingProposed',
    )
    const price = { priceHalalas: { from: 1, to: 2 } } as never
    expect(await codeOf(own().courseProposals.proposeChanges({ id, version: 1, changes: price }))).toBe('validation')
    const proposal = await propose()
    expect(await codeOf(own().courseProposals.acceptProposal(proposal))).toBe('forbidden')
  })
})
