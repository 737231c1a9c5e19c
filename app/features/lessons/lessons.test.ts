import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { mp4, pdf } from '../../../tests/support/attacks/upload-corpus.ts'
import { course, learner, order } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { HOUR_MS } from '../../platform/durations.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nأهلًا'
const QUIZ = 'السؤال؟\n* نعم\n- لا'

describe('the lessons of a recorded course', () => {
  let app: TestApp
  let editor: SignedInUser
  let sara: SignedInUser
  let omar: SignedInUser
  let made: { id: number; slug: string }
  let orderId: string
  let ids: number[]
  beforeAll(async () => {
    app = await startTestApp()
    editor = await learner(app.db, { roles: ['Content'] })
    sara = await learner(app.db)
    omar = await learner(app.db)
    made = await course(app.db, { delivery: 2 })
    orderId = (await order(app.db, { courseId: made.id, userId: sara.id })).id
    const desk = apiAs(app, editor).lessons
    ids = []
    for (const title of ['الأول', 'الثاني', 'الثالث'])
      ids.push((await desk.addLesson({ id: made.id, 'title.ar': title, minutes: 5 } as never)).id)
    await change(ids[0]!, { isFree: true, 'captions.ar': CAPTIONS, 'body.ar': 'نص **مهم**' })
    await change(ids[2]!, { 'quiz.ar': QUIZ })
    await send(ids[0]!, 'video', mp4(), 'first.mp4')
    await send(ids[1]!, 'video', mp4(), 'second.mp4')
    await send(ids[1]!, 'file', pdf('notes'), 'notes.pdf')
  })
  afterAll(() => app.stop())

  async function change(id: number, facts: Record<string, unknown>) {
    const desk = apiAs(app, editor).lessons
    const { version, title, minutes, passPercent } = await desk.deskLesson({ id })
    return desk.changeLesson({ id, version, 'title.ar': title.ar, minutes, passPercent, ...facts } as never)
  }
  async function send(id: number, kind: string, bytes: Uint8Array, name: string) {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new File([Uint8Array.from(bytes)], name))
    const headers = { Authorization: `Bearer ${await tokenOf(app, editor)}` }
    const response = await fetch(`${app.address}/api/admin/lessons/${id}/files`, {
      method: 'POST',
      headers,
      body: form,
    })
    const { error } = (await response.json()) as { error?: { code: string } }
    expect(error?.code).toBeUndefined()
  }
  const of = (user: SignedInUser) => apiAs(app, user).lessons
  const status = async (address: string, as: SignedInUser | null, headers: Record<string, string> = {}) => {
    const signed = as ? { Authorization: `Bearer ${await tokenOf(app, as)}` } : undefined
    return (await fetch(app.address + address, { headers: { ...headers, ...signed } })).status
  }

  it('are seen in order by whoever bought the course, and by nobody else', async () => {
    const { lessons, nextId, done } = await of(sara).recordedCourse({ id: made.id })
    expect(lessons.map(({ id }) => id)).toEqual(ids)
    expect([nextId, done]).toEqual([ids[0], 0])
    const second = await of(sara).lesson({ id: ids[1]! })
    expect(second).toMatchObject({ hasVideo: true, quiz: null, files: [{ name: 'notes.pdf' }] })
    const quiz = (await of(sara).lesson({ id: ids[2]! })).quiz!
    expect(JSON.stringify(quiz)).not.toContain('right')
    await expect(of(omar).recordedCourse({ id: made.id })).rejects.toMatchObject({ code: 'courseNotFound' })
    for (const call of [
      () => of(omar).lesson({ id: ids[0]! }),
      () => of(omar).watchLesson({ id: ids[0]!, seconds: 3 }),
      () => of(omar).completeLesson({ id: ids[0]! }),
      () => of(omar).answerQuiz({ id: ids[2]!, chosen: [[0]] }),
      () => of(omar).lessonFile({ id: second.files[0]!.id }),
      () => of(omar).lessonCaptions({ id: ids[1]!, lang: 'ar' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'notFound' })
  })

  it('have videos that come in parts, at addresses for one person and a short time', async () => {
    const { address } = (await of(sara).lesson({ id: ids[1]! })).video!
    expect(await status(address, sara, { Range: 'bytes=0-9' })).toBe(206)
    const { pathname, searchParams } = new URL(address, app.address)
    const key = searchParams.get('key')!
    const guessed = `${pathname}?for=${sara.id}&until=${searchParams.get('until')}&key=${'A'.repeat(key.length)}`
    for (const [path, as] of [
      [address, omar],
      [address, null],
      [address.replace(`for=${sara.id}`, `for=${omar.id}`), omar],
      [guessed, sara],
      [pathname, sara],
    ] as const)
      expect(await status(path, as), path).toBe(404)
    app.advance(2 * HOUR_MS + 1000)
    expect(await status(address, sara)).toBe(410)
    const file = await of(sara).lessonFile({ id: (await of(sara).lesson({ id: ids[1]! })).files[0]!.id })
    expect([await status(file.address, sara), await status(file.address, omar)]).toEqual([200, 404])
    // Who writes the lesson sees its video at the desk without a seat.
    const atDesk = (await of(editor).deskLesson({ id: ids[1]! })).files.map((one) => one.address)
    for (const one of atDesk) expect([await status(one, editor), await status(one, omar)]).toEqual([200, 404])
  })

  it('are open to everybody before they buy, where the institute says so', async () => {
    const { lesson } = await apiAs(app, null).lessons.freeLesson({ courseId: made.id })
    expect(lesson).toMatchObject({ video: { type: 'video/mp4', captions: [{ lang: 'ar' }] } })
    expect(lesson!.text).toContain('<strong>')
    expect(await status(lesson!.video!.address, null)).toBe(200)
    expect(await status(lesson!.video!.captions[0]!.src, null)).toBe(200)
    await app.db.updateTable('courses').set({ published_at: null }).where('id', '=', made.id).execute()
    expect(await status(lesson!.video!.address, null)).toBe(404)
    await app.db
      .updateTable('courses')
      .set({ published_at: new Date(0) })
      .where('id', '=', made.id)
      .execute()
  })

  it('keep the progress of two devices, end with a certificate, and close with a refund', async () => {
    const api = of(sara)
    await api.watchLesson({ id: ids[0]!, seconds: 40, length: 100 })
    // The other device was behind.
    expect(await api.watchLesson({ id: ids[0]!, seconds: 12, length: 100 })).toMatchObject({
      seconds: 40,
      doneAt: null,
    })
    expect((await api.watchLesson({ id: ids[0]!, seconds: 95, length: 100 })).doneAt).not.toBeNull()
    await api.completeLesson({ id: ids[1]! })
    await expect(api.completeLesson({ id: ids[2]! })).rejects.toMatchObject({ code: 'quizNotPassed' })
    expect(await api.answerQuiz({ id: ids[2]!, chosen: [[1]] })).toMatchObject({
      isPassed: false,
      doneAt: null,
      result: 0,
    })
    expect((await api.recordedCourse({ id: made.id })).certificate).toBeNull()
    const courses = async () => (await apiAs(app, sara).learning.myCourses({})).items
    expect((await courses())[0]!.order.refundUntil).toEqual(expect.any(String))
    const passed = await api.answerQuiz({ id: ids[2]!, chosen: [[0]] })
    expect(passed).toMatchObject({ isPassed: true, percent: 100, right: [true], isComplete: true })
    // A worse try later takes nothing away, and no second certificate is issued.
    expect(await api.answerQuiz({ id: ids[2]!, chosen: [[1]] })).toMatchObject({ percent: 100, isPassed: false })
    await api.answerQuiz({ id: ids[2]!, chosen: [[0]] })
    const { certificate, nextId, done } = await api.recordedCourse({ id: made.id })
    expect([certificate?.number, nextId, done]).toEqual([expect.any(String), null, 3])
    expect(await app.db.selectFrom('certificates').select('order_id').execute()).toEqual([{ order_id: orderId }])
    const [mine] = await courses()
    expect(mine).toMatchObject({ lessons: { total: 3, done: 3 }, certificate: { code: certificate!.code } })

    // Nothing is left to ask a refund of, also where the certificate was revoked; staff can still send one.
    const ask = apiAs(app, sara).refunds.requestRefund({ id: orderId, reason: 'x' })
    await expect(ask).rejects.toMatchObject({ code: 'refundCourseFinished' })
    await app.db.updateTable('certificates').set({ revoked_at: new Date(), revoke_reason: 'x' }).execute()
    expect((await courses())[0]!.order.refundUntil).toBeNull()
    const admin = apiAs(app, { ...(await learner(app.db)), roles: ['Admin'], lastRole: 'Admin' })
    expect(await admin.orders.staffOrder({ id: orderId })).toMatchObject({ status: 'paid', isFinished: true })
    const { address } = (await api.lesson({ id: ids[1]! })).video!
    const left = { status: 'refunded', ended_at: new Date(), ended_because: 'refunded' }
    await app.db.updateTable('orders').set(left).where('id', '=', orderId).execute()
    expect(await status(address, sara)).toBe(404)
    await expect(api.lesson({ id: ids[0]! })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('are written by editors: in an order, not over the edit of another, and with captions that browsers read', async () => {
    const desk = apiAs(app, editor).lessons
    await desk.orderLessons({ id: made.id, ids: [ids[2]!, ids[0]!, ids[1]!] })
    expect((await desk.lessonsOfCourse({ id: made.id })).lessons.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]])
    const missing = desk.orderLessons({ id: made.id, ids: [ids[0]!] })
    await expect(missing).rejects.toMatchObject({ code: 'changedMeanwhile' })
    const { version } = await desk.deskLesson({ id: ids[0]! })
    await change(ids[0]!, { minutes: 9 })
    await expect(change(ids[0]!, { version })).rejects.toMatchObject({ code: 'changedMeanwhile' })
    for (const [field, value, key] of [
      ['captions.ar', '1\n00:00 --> 00:02', 'captions'],
      ['quiz.ar', 'بلا خيارات', 'quizForm'],
    ] as const)
      await expect(change(ids[0]!, { [field]: value })).rejects.toMatchObject({ fields: { [field]: [key] } })
    await desk.removeLesson({ id: ids[1]! })
    const dropped = app.db.selectFrom('stored_files').select('state').where('state', '=', 'dropped').execute()
    expect(await dropped).toHaveLength(2)
  })
})
