/** Chargebacks: nothing moves until they are decided, and then once. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { gif, jpeg, pdf, withPlace } from '../../../tests/support/attacks/upload-corpus.ts'
import { learner, order } from '../../../tests/support/factories.ts'
import { institute } from '../../../tests/support/orders/invoices.ts'
import { bookable, mailsAbout, orderStatus, refusal } from '../../../tests/support/orders/orders.ts'
import { refundTools } from '../../../tests/support/orders/refunds.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { releaseFilesOf, sweepFiles } from '../files/files.server.ts'
import type { Chargeback } from './contract.ts'

let app: TestApp
let finance: SignedInUser
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  await institute(app.db)
  finance = await learner(app.db, { roles: ['Finance'] })
  desk = apiAs(app, finance)
})
afterAll(() => app.stop())
const { paid, ledgerOf, seatsLeft } = refundTools(() => app)

const DUE = plusDays(dayOf(new Date()), 5)
const LATER = plusDays(DUE, 8)
const FACTS = { reason: 'The holder does not know the payment', dueOn: DUE, reference: 'CB-7' }
const record = (id: string, facts = {}) => desk.chargebacks.recordChargeback({ id, ...FACTS, ...facts })
const today = async (id: string) => (await desk.desk.today({})).items.find(({ path }) => path === `orders/${id}`)
const creditNotes = async (orderId: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from invoices
    where order_id = ${orderId}::uuid and kind = 'credit-note'`.execute(app.db)
  return rows[0]!.count
}

describe('a chargeback', () => {
  it('shows with its deadline on the order, in its list and in Today, and moves no money', async () => {
    const { id, reference } = await paid()
    const recorded = await record(id)
    expect(recorded).toMatchObject({ status: 'open', amountHalalas: 1000_00, dueOn: DUE, source: 'staff' })
    expect(await today(id)).toMatchObject({ kind: 'chargeback', reference, since: instantOf(DUE).toISOString() })
    expect((await desk.chargebacks.chargebacksOfOrder({ id })).items).toEqual([recorded])
    const list = await desk.chargebacks.chargebacks({ status: 'open' })
    expect(list.items.map((one) => one.id)).toContain(recorded.id)
    expect(list.counts.open).toBe(list.totalCount)
    expect([await ledgerOf(id), (await orderStatus(app.db, id)).status]).toEqual([[1000_00], 'paid'])
    expect(await refusal(record(id))).toBe('chargebackOpen')
    const { history } = await desk.orders.staffOrder({ id })
    expect(history.at(-1)).toMatchObject({ event: 'chargebackOpened', by: 'staff' })
  })

  it('keeps what was written and sent, and takes another deadline', async () => {
    const { id } = await paid()
    const one = await record(id)
    await desk.chargebacks.noteChargeback({ id: one.id, kind: 'note', note: 'Asked the learner' })
    const answered = await desk.chargebacks.noteChargeback({
      ...{ id: one.id, kind: 'evidence', note: 'Attendance of both days', dueOn: LATER },
    })
    expect(answered).toMatchObject({
      ...{ status: 'answered', dueOn: LATER },
      notes: [
        { kind: 'note', note: 'Asked the learner', by: 'Sara Alqahtani' },
        { kind: 'evidence', note: 'Attendance of both days' },
      ],
    })
  })

  it('that is won changes nothing but its state', async () => {
    const { id } = await paid()
    const one = await record(id)
    const won = await desk.chargebacks.decideChargeback({ id: one.id, outcome: 'won', reason: 'They accept it' })
    expect(won).toMatchObject({ status: 'won', keepsSeat: null, notes: [{ kind: 'won', note: 'They accept it' }] })
    expect([await ledgerOf(id), await creditNotes(id), await today(id)]).toEqual([[1000_00], 0, undefined])
    const again = desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'keep', reason: 'x' })
    expect(await refusal(again)).toBe('chargebackDecided')
    expect(await refusal(desk.chargebacks.noteChargeback({ id: one.id, kind: 'note', note: 'x' }))).toBe(
      'chargebackDecided',
    )
    // Another one may follow.
    expect((await record(id)).status).toBe('open')
  })

  it('that is lost is booked once with a credit note; the seat goes when staff say so', async () => {
    const { id, sara, reference, courseId, scheduleId } = await paid({ seats: 3 })
    const one = await record(id)
    expect(await refusal(desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', reason: 'x' }))).toBe(
      'validation',
    )
    const lose = () =>
      refusal(
        desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'cancel', reason: 'Your bank took it' }),
      )
    const results = await Promise.all([lose(), lose(), lose()])
    expect(results.sort()).toEqual(['chargebackDecided', 'chargebackDecided', 'not refused'])
    expect([await ledgerOf(id), (await orderStatus(app.db, id)).status]).toEqual([[1000_00, -1000_00], 'refunded'])
    expect(await creditNotes(id)).toBe(1)
    expect(await seatsLeft(courseId, scheduleId)).toBe(3)
    const mails = await mailsAbout(app, sara.email, reference)
    expect(mails.some(({ text }) => text?.includes('Your bank took it'))).toBe(true)
    expect((await desk.orders.staffOrder({ id })).refunds).toMatchObject([
      { status: 'done', byHand: true, bankReference: 'CB-7', amountHalalas: 1000_00 },
    ])
  })

  it('that is lost is never said to be money that the institute sent back', async () => {
    const { id, sara, reference } = await paid()
    const one = await record(id, { reference: '' })
    await desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'cancel', reason: 'Decided' })
    expect(await orderStatus(app.db, id)).toEqual({ status: 'refunded', ended_because: 'chargeback' })
    for (const [lang, ended, sent] of [
      ['ar', /سحب البنك المبلغ/, 'أعدنا إليك'],
      ['en', /bank took the payment back/, 'We have refunded'],
    ] as const) {
      const mine = await apiAs(app, sara, { lang }).checkout.order({ id })
      expect(mine).toMatchObject({ isChargedBack: true, refund: { status: 'done', isChargeback: true } })
      expect(mine.endedBecause).toMatch(ended)
      expect(JSON.stringify(await mailsAbout(app, sara.email, reference))).not.toContain(sent)
    }
    const [told] = (await mailsAbout(app, sara.email, reference)).filter(({ text }) => text?.includes('Decided'))
    expect(told).toMatchObject({ subject: `The bank took back the payment of order ${reference}` })
    expect(told!.text).toContain('Your enrolment in the course has ended')
    const atDesk = await desk.orders.staffOrder({ id })
    expect(atDesk).toMatchObject({ refunds: [{ isChargeback: true, isCarried: false }] })
    // Its number in our books is no bank's.
    expect(atDesk.refunds[0]!.bankReference).toBeUndefined()
    expect(atDesk.payments.map(({ isChargeback }) => isChargeback)).toEqual([false, true])
    expect(atDesk.history.map(({ event }) => event).slice(-2)).toEqual(['chargedBack', 'chargebackLost'])

    // As an older version has left it.
    await sql`update orders set ended_because = 'refunded' where id = ${id}::uuid`.execute(app.db)
    await sql.raw(readFileSync('db/migrations/800-ended-by-chargeback.sql', 'utf8')).execute(app.db)
    expect((await orderStatus(app.db, id)).ended_because).toBe('chargeback')
  })

  it('that is lost leaves the seat when staff keep it', async () => {
    const { id, courseId, scheduleId } = await paid({ seats: 3 })
    const one = await record(id, { amountHalalas: 400_00 })
    await desk.chargebacks.decideChargeback({ id: one.id, outcome: 'lost', seat: 'keep', reason: 'x' })
    expect([await ledgerOf(id), (await orderStatus(app.db, id)).status]).toEqual([[1000_00, -400_00], 'paid'])
    expect(await seatsLeft(courseId, scheduleId)).toBe(2)
    const whole = await record(id)
    expect(whole.amountHalalas).toBe(600_00)
    await desk.chargebacks.decideChargeback({ id: whole.id, outcome: 'lost', seat: 'keep', reason: 'x' })
    expect([(await orderStatus(app.db, id)).status, await seatsLeft(courseId, scheduleId)]).toEqual(['paid', 2])
    expect((await desk.chargebacks.chargebacksOfOrder({ id })).leftHalalas).toBe(0)
  })

  it('is refused for more than is left, without a card payment, of oneself, and without the right', async () => {
    const { id, sara } = await paid()
    expect(await refusal(record(id, { amountHalalas: 1000_01 }))).toBe('validation')
    expect(await refusal(record(id, { dueOn: 'soon' }))).toBe('validation')
    const unpaid = await order(app.db, { ...(await bookable(app.db)), status: 'pending' })
    expect(await refusal(record(unpaid.id))).toBe('noCardPayment')
    const own = apiAs(app, { ...sara, roles: ['Finance'] })
    expect(await refusal(own.chargebacks.recordChargeback({ id, ...FACTS }))).toBe('ownOrder')
    const content = apiAs(app, await learner(app.db, { roles: ['Content'] }))
    expect(await refusal(content.chargebacks.chargebacks({}))).toBe('forbidden')
    const nothing = '00000000-0000-4000-8000-000000000000'
    expect(await refusal(record(nothing))).toBe('orderNotFound')
    expect(await refusal(desk.chargebacks.noteChargeback({ id: nothing, kind: 'note', note: 'x' }))).toBe('notFound')
  })
})

describe('a file to what is written about a chargeback', () => {
  type Answer = { data?: Chargeback; error?: { code: string; fields?: Record<string, string[]> } }

  /** Sends the form of a note over HTTP. */
  async function write(id: string, bytes: Uint8Array, name: string, facts: { by?: SignedInUser; note?: string } = {}) {
    const form = new FormData()
    form.set('kind', 'evidence')
    form.set('note', facts.note ?? 'Attendance of both days')
    form.set('file', new File([Uint8Array.from(bytes)], name))
    const headers = { 'Accept-Language': 'ar', Authorization: `Bearer ${await tokenOf(app, facts.by ?? finance)}` }
    const response = await fetch(`${app.address}/api/admin/chargebacks/${id}/notes`, {
      ...{ method: 'POST', headers, body: form },
    })
    const { data, error } = (await response.json()) as Answer
    return { status: response.status, data, code: error?.code, fields: error?.fields }
  }
  const opened = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, app.address))
  const stored = (state: 'coming' | 'kept' | 'dropped') =>
    app.db
      .selectFrom('stored_files')
      .select(['id', 'owner_id', 'is_public', 'file_name'])
      .where('purpose', '=', 'evidence')
      .where('state', '=', state)
      .orderBy('created_at', 'desc')
      .execute()

  it('is private, opens by an address that soon ends, and is in the audit log', async () => {
    const { id, reference } = await paid()
    const one = await record(id)
    const first = await write(one.id, pdf('attendance'), 'كشف الحضور.pdf')
    expect([first.status, first.data?.status]).toEqual([200, 'answered'])
    expect(first.data?.notes[0]?.file).toMatchObject({ name: 'كشف الحضور.pdf', size: pdf('attendance').length })
    await write(one.id, await withPlace(), 'IMG_1.jpg', { note: 'The room' })
    await desk.chargebacks.noteChargeback({ id: one.id, kind: 'note', note: 'Nothing with it' })
    const { notes } = (await desk.chargebacks.chargebacksOfOrder({ id })).items[0]!
    expect(notes.map(({ file }) => file?.name ?? null)).toEqual(['كشف الحضور.pdf', 'IMG_1.jpg', null])

    const address = notes[0]!.file!.address
    const document = await opened(address)
    expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(Buffer.from(await document.arrayBuffer()).equals(pdf('attendance'))).toBe(true)
    const picture = await opened(notes[1]!.file!.address)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await picture.arrayBuffer()).includes('SecretCamera')).toBe(false)
    expect((await opened(address.split('?')[0]!)).status).toBe(404)
    expect((await opened(address.replace(/key=.{4}/, 'key=AAAA'))).status).toBe(404)
    const until = Number(new URL(address).searchParams.get('until'))
    expect(until - app.services.now().getTime() / 1000).toBeLessThanOrEqual(600)

    const { rows } = await sql<{ file: string | null }>`select detail ->> 'file' as file from audit_log
      where action = 'payment.note-chargeback' and subject = ${reference} order by id`.execute(app.db)
    const files = await stored('kept')
    expect(rows.map(({ file }) => files.find((row) => row.id === file)?.file_name)).toEqual([
      ...['كشف الحضور.pdf', 'IMG_1.jpg', undefined],
    ])
    expect(files.every(({ is_public }) => !is_public)).toBe(true)
  })

  it('is refused at its field in the language of who sends it, and nothing is written', async () => {
    const { id } = await paid()
    const one = await record(id)
    expect(await write(one.id, await gif(), 'a.gif')).toMatchObject({
      ...{ status: 415, code: 'unsupportedType', fields: { file: ['أرفق ملف PDF أو صورة JPG أو PNG.'] } },
    })
    expect(await write(one.id, await jpeg(), 'a.pdf')).toMatchObject({ status: 415, code: 'unsupportedType' })
    const large = await write(one.id, Buffer.concat([pdf(), Buffer.alloc(10 * MEGABYTE)]), 'a.pdf')
    expect([large.code, large.fields]).toMatchObject(['tooLarge', { file: [expect.stringContaining('10')] }])
    expect((await write(one.id, Buffer.from('%PDF-1.7'), 'a.pdf')).fields).toHaveProperty('file')
    expect((await write(one.id, pdf(), 'a.pdf', { note: '' })).fields).toHaveProperty('note')
    const { items } = await desk.chargebacks.chargebacksOfOrder({ id })
    expect(items).toMatchObject([{ status: 'open', notes: [] }])
    expect(await stored('coming')).toEqual([])
  })

  it('is refused without the right, of oneself, and once the chargeback is decided', async () => {
    const { id, sara } = await paid()
    const one = await record(id)
    const content = await learner(app.db, { roles: ['Content'] })
    expect((await write(one.id, pdf(), 'a.pdf', { by: content })).code).toBe('forbidden')
    await app.db
      .updateTable('users')
      .set({ roles: ['Finance'], last_role: 'Finance' })
      .where('id', '=', sara.id)
      .execute()
    expect((await write(one.id, pdf(), 'a.pdf', { by: sara })).code).toBe('ownOrder')
    await desk.chargebacks.decideChargeback({ id: one.id, outcome: 'won', reason: 'They accept it' })
    expect((await write(one.id, pdf(), 'a.pdf')).code).toBe('chargebackDecided')
    expect((await desk.chargebacks.chargebacksOfOrder({ id })).items[0]!.notes.map(({ kind }) => kind)).toEqual(['won'])
  })

  it('stays with the case when who attached it and the learner leave', async () => {
    const { id, sara } = await paid()
    const one = await record(id)
    const leaving = await learner(app.db, { roles: ['Finance'] })
    await write(one.id, pdf(), 'a.pdf', { by: leaving })
    for (const user of [leaving, sara]) await releaseFilesOf(app.db, user.id)
    await sweepFiles(app.services)
    const { notes } = (await desk.chargebacks.chargebacksOfOrder({ id })).items[0]!
    expect((await opened(notes[0]!.file!.address)).status).toBe(200)
  })
})
