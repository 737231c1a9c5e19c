import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, order, schedule } from '../../../tests/support/factories.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { qualifies } from './rule.ts'

let app: TestApp
let admin: Member
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedInMember(app, ['Admin'])
})
afterAll(() => app.stop())

/** A run of five sessions that has ended; each learner attended so many of them. */
async function ended(...attended: number[]) {
  const { id: courseId } = await course(app.db)
  const begin = Date.now() - 10 * DAY_MS
  const run = await schedule(app.db, courseId, { startsAt: new Date(begin), endsAt: new Date(begin + 5 * DAY_MS) })
  const sessions: number[] = []
  for (let day = 0; day < 5; day++) {
    const startsAt = new Date(begin + day * DAY_MS)
    const row = { schedule_id: run, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + HOUR_MS) }
    sessions.push((await app.db.insertInto('run_sessions').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const learners = []
  for (const count of attended) {
    const member = await signedInMember(app)
    const { id } = await order(app.db, { courseId, scheduleId: run, userId: member.user.id })
    for (const session of sessions.slice(0, count))
      await admin.call('POST', `admin/attendance/${session}/marks`, { orderId: id, state: 'present' })
    learners.push({ ...member, orderId: id })
  }
  return { run, learners }
}

type Issued = { issued: number; skipped: { name: string; why: string }[] }
type Listed = { items: { id: number; number: string; code: string; name: string }[]; next: string | null }
const issue = async (run: number, body: object = {}) =>
  (await admin.call<Issued>('POST', `admin/runs/${run}/certificates`, body)).data
const listed = async (query = '') => (await admin.call<Listed>('GET', `admin/certificates?limit=50${query}`)).data
const certificateOf = async (email: string) => (await listed(`&query=${encodeURIComponent(email)}`)).items[0]!
const check = (code: string) => app.call<Record<string, unknown>>('GET', `Certificates/${code}`)

describe('certificates', () => {
  it('are for four fifths of the sessions', () => {
    expect([79, 80, 100].map((attended) => qualifies({ attended, sessions: 100 }))).toEqual([false, true, true])
    expect(qualifies({ attended: 0, sessions: 0 })).toBe(false)
  })

  it('are issued once to those who attended enough, and it is said who gets none and why', async () => {
    const { run, learners } = await ended(5, 4, 3)
    expect(await issue(run)).toMatchObject({ issued: 2, skipped: [{ why: 'attendance' }] })
    const again = await issue(run)
    expect([again.issued, again.skipped.map(({ why }) => why).sort()]).toEqual([0, ['attendance', 'issued', 'issued']])
    const mine = await learners[0]!.call<{ certificates: object[] }>('GET', 'Certificates/mine')
    expect(mine.data.certificates).toHaveLength(1)
    const none = await learners[2]!.call<{ certificates: object[] }>('GET', 'Certificates/mine')
    expect(none.data.certificates).toEqual([])
  })

  it('are numbered without gaps, however many are issued at once', async () => {
    const runs = await Promise.all([ended(5, 5), ended(5), ended(2)])
    await Promise.all(runs.flatMap(({ run }) => [issue(run), issue(run)]))
    const rows = await app.db.selectFrom('certificates').select(['place', 'order_id']).orderBy('place').execute()
    expect(rows.map(({ place }) => place)).toEqual(rows.map((_, index) => index + 1))
    expect(new Set(rows.map(({ order_id }) => order_id)).size).toBe(rows.length)
  })

  it('are not issued before the run has ended', async () => {
    const { id } = await course(app.db)
    const run = await schedule(app.db, id)
    expect((await admin.call('POST', `admin/runs/${run}/certificates`, {})).error.code).toBe('runNotEnded')
  })

  it('can be checked by anybody, without email or phone, until they are revoked', async () => {
    const { run, learners } = await ended(5)
    await issue(run)
    const { user } = learners[0]!
    const { id, code, number } = await certificateOf(user.email)
    expect(code.length).toBeGreaterThanOrEqual(22)
    const shown = await check(code)
    expect(shown.data).toMatchObject({ number, name: `${user.firstName} ${user.lastName}`, revokedAt: null })
    expect(Object.keys(shown.data).sort()).toEqual([
      'course',
      'endsAt',
      'hours',
      'issuedAt',
      'name',
      'number',
      'qr',
      'revokedAt',
      'startsAt',
    ])
    await admin.call('POST', `admin/certificates/${id}/revoke`, { reason: 'The name was wrong.' })
    const revoked = await check(code)
    expect(revoked.data.revokedAt).toEqual(expect.any(String))
    expect(JSON.stringify(revoked.data)).not.toContain('The name was wrong.')
    // A new one can be issued, with a new number.
    expect((await issue(run)).issued).toBe(1)
    const mine = await learners[0]!.call<{ certificates: object[] }>('GET', 'Certificates/mine')
    expect(mine.data.certificates).toHaveLength(2)
  })

  it('are not found by a guessed code, nor once the account is erased', async () => {
    expect((await check('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
    const { run, learners } = await ended(5)
    await issue(run)
    const { code } = await certificateOf(learners[0]!.user.email)
    await app.db
      .updateTable('users')
      .set({ erased_at: new Date(), status: 'erased' })
      .where('id', '=', learners[0]!.user.id)
      .execute()
    expect((await check(code)).status).toBe(404)
  })

  it('are listed page by page, the newest first, and found by number', async () => {
    const { run } = await ended(5, 5, 5)
    await issue(run)
    const first = (await admin.call<Listed>('GET', 'admin/certificates?limit=2')).data
    const second = (await admin.call<Listed>('GET', `admin/certificates?limit=2&cursor=${first.next}`)).data
    const numbers = [...first.items, ...second.items].map(({ number }) => number)
    expect(new Set(numbers).size).toBe(4)
    const found = await listed(`&query=${numbers[0]}`)
    expect(found.items.map(({ number }) => number)).toEqual([numbers[0]])
  })
})
