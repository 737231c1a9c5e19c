import { writeFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, order, schedule, trainer } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { pdfFacts } from '../../../tests/support/pdf-text.ts'
import { type Member, signedInMember } from '../../../tests/support/signed-in.ts'
import { certificatePaper as ar } from '../../locales/ar/certificate-paper.ts'
import { certificatePaper as en } from '../../locales/en/certificate-paper.ts'
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

type Reissued = { number: string; code: string }
type Attended = { attendees: { isRevoked: boolean }[] }
type Issued = { issued: number; skipped: { name: string; why: string }[] }
type Listed = {
  items: { id: number; number: string; code: string; name: string }[]
  next: string | null
  minPercent: number
}
const issue = async (run: number, body: object = {}) =>
  (await admin.call<Issued>('POST', `admin/runs/${run}/certificates`, body)).data
const listed = async (query = '') => (await admin.call<Listed>('GET', `admin/certificates?limit=50${query}`)).data
const certificateOf = async (email: string) => (await listed(`&query=${encodeURIComponent(email)}`)).items[0]!
const check = (code: string) => app.call<Record<string, unknown>>('GET', `Certificates/${code}`)

describe('certificates', () => {
  it('are for four fifths of the sessions', () => {
    expect([79, 80, 100].map((attended) => qualifies({ attended, sessions: 100 }, 80))).toEqual([false, true, true])
    expect(qualifies({ attended: 0, sessions: 0 }, 1)).toBe(false)
  })

  it('are for another share where the institute has set its own', async () => {
    const { run } = await ended(3)
    expect(await issue(run)).toMatchObject({ issued: 0, skipped: [{ why: 'attendance' }] })
    await institute(app.db, { certificatePercent: 60 })
    expect((await listed()).minPercent).toBe(60)
    expect(await issue(run)).toMatchObject({ issued: 1, skipped: [] })
    await institute(app.db)
    expect((await listed()).minPercent).toBe(80)
  })

  it('are proposed by the trainer of the run, and issued by an Admin, for whom they wait today', async () => {
    const { run, learners } = await ended(5)
    const teacher = await signedInMember(app, ['Teacher'])
    const propose = (who: Member) => who.call('POST', `admin/runs/${run}/certificates/proposal`, {})
    expect((await propose(teacher)).status).toBe(404)
    const { course_id } = await app.db
      .selectFrom('schedules')
      .select('course_id')
      .where('id', '=', run)
      .executeTakeFirstOrThrow()
    const trainerId = await trainer(app.db, { courseIds: [course_id] })
    await app.db.updateTable('trainers').set({ user_id: teacher.user.id }).where('id', '=', trainerId).execute()
    expect((await propose(teacher)).status).toBe(200)
    expect((await teacher.call('POST', `admin/runs/${run}/certificates`, {})).status).toBe(403)
    const waiting = async () =>
      (await admin.call<{ items: { kind: string; path: string }[] }>('GET', 'admin/today')).data.items
        .filter(({ kind }) => kind === 'certificates')
        .map(({ path }) => path)
    expect(await waiting()).toContain(`runs/${run}/attendees`)
    const shown = async () =>
      (await teacher.call<{ proposal: object | null }>('GET', `admin/runs/${run}/attendees`)).data.proposal
    expect(await shown()).toMatchObject({ by: teacher.user.userName })
    expect((await issue(run)).issued).toBe(learners.length)
    expect([await waiting(), await shown()]).toEqual([[], null])
    const { id } = await course(app.db)
    const coming = await schedule(app.db, id)
    const early = await admin.call('POST', `admin/runs/${coming}/certificates/proposal`, {})
    expect(early.error.code).toBe('runNotEnded')
  })

  it('keep the name of the day on which they were issued, until they are issued again', async () => {
    const { run, learners } = await ended(5)
    await issue(run)
    const { user } = learners[0]!
    const { id, code, name } = await certificateOf(user.email)
    await app.db.updateTable('users').set({ first_name: 'Wadha' }).where('id', '=', user.id).execute()
    expect((await check(code)).data.name).toBe(name)
    const again = (body: object) => admin.call<Reissued>('POST', `admin/certificates/${id}/reissue`, body)
    expect((await again({})).error.fields).toHaveProperty('reason')
    const { data } = await again({ reason: 'She has married.' })
    expect((await check(data.code)).data).toMatchObject({ number: data.number, name: `Wadha ${user.lastName}` })
    expect((await check(code)).data.revokedAt).toEqual(expect.any(String))
    expect((await again({ reason: 'Twice.' })).status).toBe(404)
    const newest = await certificateOf(user.email)
    const named = { reason: 'As in the passport.', name: 'Wadha Al-Qahtani' }
    const third = await admin.call<Reissued>('POST', `admin/certificates/${newest.id}/reissue`, named)
    expect((await check(third.data.code)).data.name).toBe(named.name)
    // The name is in the certificate only: the audit log, which nobody can change, has the numbers.
    const { detail } = await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'certificate.reissue')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ reason: named.reason, replaces: data.number })
  })

  it('are told to their learners once, by mail in their language and by a notice that leads to them', async () => {
    const { run, learners } = await ended(5, 5)
    const [layla, noura] = learners as [(typeof learners)[0], (typeof learners)[0]]
    await app.db.updateTable('users').set({ lang: 'en' }).where('id', '=', noura.user.id).execute()
    await institute(app.db, { mailNotes: { certificate: { ar: 'مبارك {name}: {number}' } } })
    await Promise.all([issue(run), issue(run), issue(run, { orderId: layla.orderId })])
    await institute(app.db)
    const mailsTo = (email: string) =>
      app.db.selectFrom('messages').selectAll().where('recipient', '=', email).where('about', 'like', 'certificate:%')
    const { code, number, id } = await certificateOf(layla.user.email)
    const [mail, ...others] = await mailsTo(layla.user.email).execute()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ lang: 'ar', about: `certificate:${code}` })
    expect(mail!.text).toContain(`/ar/certificates/${code}`)
    expect(mail!.text).toMatch(/\/ar\/login\?returnTo=\S+own-review/)
    expect(mail!.text).toMatch(new RegExp(`مبارك .*: ${number}`))
    const english = await mailsTo(noura.user.email).execute()
    expect(english.map(({ lang, subject }) => [lang, subject])).toEqual([
      ['en', expect.stringContaining('Your certificate: ')],
    ])
    type Notices = { items: { id: number; kind: string; by: null; excerpt: string; link: string }[]; unread: number }
    const notices = async () => (await layla.call<Notices>('GET', 'Notifications')).data
    const { items, unread } = await notices()
    expect(unread).toBe(1)
    expect(items).toEqual([
      expect.objectContaining({ kind: 'certificate', by: null, excerpt: number, link: `/en/certificates/${code}` }),
    ])
    const opened = await layla.call('PUT', `Notifications/read?id=${items[0]!.id}`)
    expect(opened.data).toEqual({ link: `/en/certificates/${code}` })
    expect((await notices()).unread).toBe(0)
    const again = await admin.call<Reissued>('POST', `admin/certificates/${id}/reissue`, { reason: 'The name.' })
    const latest = await mailsTo(layla.user.email).where('about', '=', `certificate:${again.data.code}`).execute()
    expect(latest.map(({ text }) => [text.includes(number), text.includes('own-review')])).toEqual([[true, false]])
    // That of the revoked one leads to nothing that is still valid.
    expect((await notices()).items.map(({ excerpt }) => excerpt)).toEqual([again.data.number])
  })

  it('are printed for their learner and for staff, in either language, while they are valid', async () => {
    const { run, learners } = await ended(5)
    await issue(run)
    const [learner] = learners
    const { id, code, number } = await certificateOf(learner!.user.email)
    const pdf = (who: Member, lang: string) => who.call<Blob>('GET', `Certificates/${code}/pdf?lang=${lang}`)
    const mine = await learner!.call<{ certificates: { pdfUrl: string }[] }>('GET', 'Certificates/mine')
    expect(mine.data.certificates[0]!.pdfUrl).toBe(`/api/Certificates/${code}/pdf?lang=en`)
    const answer = await pdf(learner!, 'ar')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="certificate-${number}.pdf"`)
    for (const [who, lang, title] of [
      [learner!, 'ar', ar.title],
      [admin, 'en', en.title],
    ] as const) {
      const file = Buffer.from(await (await pdf(who, lang)).data.arrayBuffer())
      const { text, pages, source } = pdfFacts(file)
      expect([pages, source.match(/\/Lang \((..)\)/)?.[1]]).toEqual([1, lang])
      for (const part of [title, number, `${learner!.user.firstName} ${learner!.user.lastName}`])
        expect(text).toContain(part)
      if (process.env.SHOW) writeFileSync(`/tmp/certificate-${lang}.pdf`, file)
    }
    expect((await pdf(await signedInMember(app), 'ar')).status).toBe(404)
    await admin.call('POST', `admin/certificates/${id}/revoke`, { reason: 'A mistake.' })
    expect((await pdf(learner!, 'ar')).status).toBe(404)
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

  it('are revoked several at once with an answer for each, and are not issued anew with those of their run', async () => {
    const { run, learners } = await ended(5, 5, 5)
    await issue(run)
    const [first, second] = await Promise.all(learners.map(({ user }) => certificateOf(user.email)))
    const ids = [first!.id, second!.id]
    const revokeAll = (body: object) =>
      admin.call<{ rows: { id: number; isDone: boolean; code: string | null }[] }>(
        'POST',
        'admin/certificates/revoke',
        body,
      )
    expect((await revokeAll({ ids })).error.fields).toHaveProperty('reason')
    const reason = 'The wrong run.'
    expect((await revokeAll({ ids, reason })).data.rows.map(({ isDone }) => isDone)).toEqual([true, true])
    const { rows } = (await revokeAll({ ids: [second!.id, 999_999], reason })).data
    expect(rows.map(({ code }) => code)).toEqual(['notFound', 'notFound'])

    const again = await issue(run)
    expect([again.issued, again.skipped.map(({ why }) => why).sort()]).toEqual([0, ['issued', 'revoked', 'revoked']])
    const { attendees } = (await admin.call<Attended>('GET', `admin/runs/${run}/attendees`)).data
    expect(attendees.filter(({ isRevoked }) => isRevoked)).toHaveLength(2)
    // Named, they get another.
    expect((await issue(run, { orderId: learners[0]!.orderId })).issued).toBe(1)
    expect((await certificateOf(learners[0]!.user.email)).number).not.toBe(first!.number)
  })

  it('are numbered without gaps, however many are issued at once', async () => {
    const runs = await Promise.all([ended(5, 5), ended(5), ended(2)])
    const answers = await Promise.all(runs.flatMap(({ run }) => [issue(run), issue(run)]))
    expect(answers.map(({ issued }) => issued).sort()).toEqual([0, 0, 0, 0, 1, 2])
    const rows = await app.db
      .selectFrom('certificates')
      .select(['place', 'order_id', 'revoked_at'])
      .orderBy('place')
      .execute()
    expect(rows.map(({ place }) => place)).toEqual(rows.map((_, index) => index + 1))
    const valid = rows.filter(({ revoked_at }) => revoked_at === null)
    expect(new Set(valid.map(({ order_id }) => order_id)).size).toBe(valid.length)
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
    expect((await issue(run, { orderId: learners[0]!.orderId })).issued).toBe(1)
    const mine = await learners[0]!.call<{ certificates: object[] }>('GET', 'Certificates/mine')
    expect(mine.data.certificates).toHaveLength(2)
  })

  it('are not found by a guessed code', async () => {
    expect((await check('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
  })

  it('are in the learner’s data, and lose the name when the account is deleted', async () => {
    const { run, learners } = await ended(5)
    await issue(run)
    const [{ user, call, orderId }] = learners as [(typeof learners)[number]]
    const { code, number, name } = await certificateOf(user.email)
    await admin.call('GET', `admin/runs/${run}/badges`)
    const archive = await call<Blob>('GET', 'Profile/export')
    const files = unzipSync(new Uint8Array(await archive.data.arrayBuffer()))
    const text = (file: string) => new TextDecoder().decode(files[file])
    expect(text('certificates.csv')).toContain(`${number},${name},`)
    expect(text('certificates.csv')).toContain(`/certificates/${code}`)
    expect(text('attendance.csv').trim().split('\n')).toHaveLength(6)
    expect((await call('DELETE', 'Profile', {})).status).toBe(200)
    expect((await check(code)).data).toMatchObject({ number, name: null, revokedAt: null })
    const badge = await app.db.selectFrom('badges').select('code').where('order_id', '=', orderId).executeTakeFirst()
    expect(badge).toBeUndefined()
  })

  it('are listed page by page, the newest first, and found by number', async () => {
    const { run } = await ended(5, 5, 5)
    await issue(run)
    const first = (await admin.call<Listed>('GET', 'admin/certificates?limit=2')).data
    const second = (await admin.call<Listed>('GET', `admin/certificates?limit=2&cursor=${first.next}`)).data
    const numbers = [...first.items, ...second.items].map(({ number }) => number)
    expect(new Set(numbers).size).toBe(4)
    const oldest = (await admin.call<Listed>('GET', 'admin/certificates?limit=50&sort=oldest')).data
    const last = (await admin.call<Listed>('GET', `admin/certificates?limit=4&sort=oldest`)).data.next
    const rest = (await admin.call<Listed>('GET', `admin/certificates?limit=50&sort=oldest&cursor=${last}`)).data
    expect(oldest.items.slice(4)).toEqual(rest.items)
    expect(oldest.items.at(-1)!.number).toBe(numbers[0])
    const found = await listed(`&query=${numbers[0]}`)
    expect(found.items.map(({ number }) => number)).toEqual([numbers[0]])

    const { data: file } = await admin.call<Blob>('GET', 'admin/certificates/export?state=valid')
    const lines = (await file.text()).trimEnd().split('\r\n')
    const valid = (await listed('&state=valid')).items.map(({ number }) => number).toReversed()
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(valid)
  })
})
