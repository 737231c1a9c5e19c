import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { learner, order } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import { bookable } from '../../../tests/support/orders/orders.ts'
import { agreedVersion } from '../leads/consent.server.ts'
import { policyVersionAt } from './policy-versions.server.ts'

const app = await startTestApp({ institute: true })
const admin = apiAs(app, await learner(app.db, { roles: ['Admin'] }))
afterAll(() => app.stop())

const versionsOf = (code: string) =>
  app.db
    .selectFrom('policy_versions')
    .select(['version', 'valid_from', 'content'])
    .where('code', '=', code)
    .orderBy('version')
    .execute()
const shown = async (code: string, version?: number) =>
  app.call('GET', `Pages/page-by-code?code=${code}${version ? `&version=${version}` : ''}`, { lang: 'ar' })

async function rewrite(code: string, name: string, to: string) {
  const { values, version } = await admin.pageEditing.editedPage({ code })
  await admin.pageEditing.editPage({ code, version, changes: { [name]: { from: values[name]!, to } } })
}

describe('the versions of a policy', () => {
  it('are kept with each change, and read again as they were', async () => {
    const first = (await shown('privacy-policy')).data
    expect(first.versions).toBeUndefined()
    app.advance(60_000)
    await rewrite('privacy-policy', 'sections.marketing.body.ar', 'لا نرسل عروضًا.')
    const { data } = await shown('privacy-policy')
    expect(data.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    const former = (await shown('privacy-policy', 1)).data
    expect(former.sections).toEqual(first.sections)
    expect(former.updatedAt).toBe(first.updatedAt)
    expect((await shown('privacy-policy', 9)).status).toBe(404)
  })

  it('are not made by what visitors do not see, and hold no hidden section', async () => {
    const { values, version } = await admin.pageEditing.editedPage({ code: 'attendance-policy' })
    await admin.pageEditing.confirmPageEnglish({ code: 'attendance-policy', version, paths: ['title'] })
    expect(await versionsOf('attendance-policy')).toHaveLength(1)
    const layout = (values.layout as { key: string; hidden: boolean }[]).map((one, place) => ({
      ...one,
      hidden: place === 0,
    }))
    const changes = { layout: { from: values.layout!, to: layout } }
    await admin.pageEditing.editPage({ code: 'attendance-policy', version, changes })
    const [, second] = await versionsOf('attendance-policy')
    expect(second!.content.sections.map(({ key }) => key)).not.toContain(layout[0]!.key)
    await rewrite('about-us', 'title.ar', 'من نحن')
    expect(await versionsOf('about-us')).toEqual([])
  })

  it('are shown with an order: the one that was in force when it was placed', async () => {
    const { courseId, scheduleId } = await bookable(app.db)
    const sara = await learner(app.db)
    const place = { courseId, scheduleId, userId: sara.id }
    const [first] = await versionsOf('terms-conditions')
    const placedAt = (ms: number) => order(app.db, { ...place, status: 'expired', createdAt: new Date(ms) })
    const before = await placedAt(first!.valid_from.getTime() - 1)
    const then = await placedAt(first!.valid_from.getTime())
    app.advance(60_000)
    await rewrite('terms-conditions', 'title.ar', 'شروط أخرى')
    const [, second] = await versionsOf('terms-conditions')
    const since = await placedAt(second!.valid_from.getTime() + 1)
    const termsOf = async ({ id }: { id: string }) => (await admin.orders.staffOrder({ id })).terms
    expect(await termsOf(before)).toBe(null)
    expect(await termsOf(then)).toEqual({ version: 1, validFrom: first!.valid_from.toISOString() })
    expect((await orderApi(apiAs(app, sara)).order({ id: since.id })).terms).toEqual({
      version: 2,
      validFrom: second!.valid_from.toISOString(),
    })
  })

  it('are changed and deleted by nobody', async () => {
    await expect(sql`update policy_versions set version = 7`.execute(app.db)).rejects.toThrow('never changed')
    await expect(sql`delete from policy_versions`.execute(app.db)).rejects.toThrow('never changed')
  })
})

describe('what was agreed to', () => {
  it('is the version of the terms that was in force, at the page of the learner', async () => {
    const before = await learner(app.db)
    app.advance(60_000)
    await rewrite('terms-conditions', 'description.ar', 'وصف آخر')
    const [first, second] = await versionsOf('terms-conditions')
    const acceptedAt = (id: number, at: Date) =>
      app.db.updateTable('users').set({ terms_accepted_at: at }).where('id', '=', id).execute()
    const versionOf = async (id: number) => (await admin.learners.learner({ id })).terms.version
    await acceptedAt(before.id, new Date(+second!.valid_from - 1000))
    expect(await versionOf(before.id)).toBe(1)
    await acceptedAt(before.id, second!.valid_from)
    expect(await versionOf(before.id)).toBe(2)
    await acceptedAt(before.id, new Date(+first!.valid_from - 1000))
    expect(await versionOf(before.id)).toBeNull()
  })

  it('is written with an enquiry as the number of the version; older ones have the time of the page', async () => {
    const [first] = await versionsOf('privacy-policy')
    expect(await agreedVersion(app.db, 'privacy-policy@2')).toBe(2)
    expect(await agreedVersion(app.db, `privacy-policy@${first!.valid_from.toISOString()}`)).toBe(1)
    expect(await agreedVersion(app.db, 'privacy-policy@unknown')).toBeNull()
    expect(await agreedVersion(app.db, null)).toBeNull()
    expect(await policyVersionAt(app.db, 'privacy-policy', app.services.now())).toBe(2)
  })
})
