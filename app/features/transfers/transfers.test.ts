import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { gif, html, jpeg, ole, pdf, png, withPlace } from '../../../tests/support/attacks/upload-corpus.ts'
import { coupon, inDays, learner, order } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptsOf,
  awaitedTransfer,
  BANK,
  bookable,
  CARDS,
  eventually,
  hoursLeft,
  is,
  mailsAbout,
  orderStatus,
  payWith,
  refusal,
  servicesAfter,
  waitingOrder,
  withBank,
} from '../../../tests/support/orders/orders.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { releaseFilesOf, sweepFiles } from '../files/files.server.ts'
import { reconcileOrders } from '../payments/reconciliation.server.ts'
import { remindOfWaitingMoney } from '../refunds/waiting-money.server.ts'
import { deleteExpiredReceipts } from './receipt.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const awaited = (...facts: Parameters<typeof awaitedTransfer> extends [TestApp, ...infer Rest] ? Rest : never) =>
  awaitedTransfer(app, ...facts)
const OFFICE = 'orders@maahad.example'
const auditOf = async (reference: string) =>
  (await app.db.selectFrom('audit_log').select('action').where('subject', '=', reference).execute()).map(
    ({ action }) => action,
  )
const staff = async () => orderApi(apiAs(app, await learner(app.db, { roles: ['Admin'] })))
const later = (api: { now: number }) => servicesAfter(app, api.now)

async function send(user: Awaited<ReturnType<typeof learner>>, id: string, bytes: Uint8Array, name = 'إيصال.pdf') {
  const answer = await fetch(`${app.address}/api/Orders/${id}/receipt`, {
    method: 'POST',
    headers: {
      ...{ 'Accept-Language': 'en', 'Content-Type': 'application/octet-stream' },
      ...{ 'X-File-Name': encodeURIComponent(name), Authorization: `Bearer ${await tokenOf(app, user)}` },
    },
    body: Uint8Array.from(bytes),
  })
  const { data, error } = (await answer.json()) as {
    data: { id: string; name: string; size: number }
    error?: { code: string; fields?: { file?: string[] } }
  }
  return { status: answer.status, data, code: error?.code, reason: error?.fields?.file?.[0] }
}

describe('an order by transfer', () => {
  it('holds its seat for days, has no payment page, and mails the bank details', async () => {
    const { sara, api, id, reference, expiresAt, status, paymentUrl } = await awaited({}, 'ar')
    expect({ status, paymentUrl, hours: hoursLeft(expiresAt) }).toEqual({
      status: 'pending',
      paymentUrl: undefined,
      hours: 72,
    })
    expect(await attemptsOf(app.db, id)).toEqual([{ provider: 'transfer', reference, status: 'created' }])
    expect(await api.order({ id })).toMatchObject({
      method: 'transfer',
      paymentUrl: null,
      transfer: { state: 'waiting', bank: { name: BANK.name.ar, iban: BANK.iban }, receipt: null, answer: null },
    })
    const [mail, ...others] = await mailsAbout(app, sara.email, reference)
    expect(others).toEqual([])
    expect(mail!.subject).toBe(`بيانات التحويل للطلب ${reference}`)
    for (const text of [
      'SA16 0000 0001 2345 6789 0123',
      BANK.beneficiary.ar,
      '1,000 ر.س',
      `order-approved?order=${id}`,
    ])
      expect(mail!.text).toContain(text)
  })

  it('never holds a seat beyond the beginning of its run', async () => {
    const startsAt = inDays(2)
    const { expiresAt } = await awaited({ startsAt, enrolmentClosesAt: inDays(1) })
    expect(expiresAt).toBe(startsAt.toISOString())
  })

  it('is refused when the run begins too soon or the institute has no bank account', async () => {
    const api = orderApi(apiAs(app, await learner(app.db)))
    const soon = await bookable(app.db, {}, { startsAt: inDays(0.9), enrolmentClosesAt: inDays(0.8) })
    expect(await refusal(api.place({ ...soon, method: 'transfer' }))).toBe('noTransfers')
    expect((await api.summary(soon)).transferUntil).toBeNull()
    const place = await bookable(app.db)
    expect(hoursLeft((await api.summary(place)).transferUntil!)).toBe(72)
    await withBank(app.db, { bank: undefined })
    expect(await refusal(api.place({ ...place, method: 'transfer' }))).toBe('noTransfers')
    expect((await api.summary(place)).transferUntil).toBeNull()
    await withBank(app.db, { bank: BANK, transferDays: 5 })
    expect(hoursLeft((await api.place({ ...place, method: 'transfer' })).expiresAt)).toBe(120)
    await withBank(app.db)
  })

  it('of a free course is paid immediately', async () => {
    const { code } = await coupon(app.db, { percent: 100 })
    const api = orderApi(apiAs(app, await learner(app.db)))
    const { id, status } = await api.place({ ...(await bookable(app.db)), couponCode: code, method: 'transfer' })
    expect([status, (await api.order({ id })).method]).toEqual(['paid', 'online'])
  })

  it('is limited to three open ones per learner, even when they are placed concurrently', async () => {
    const api = orderApi(apiAs(app, await learner(app.db)))
    const places = await Promise.all(Array.from({ length: 5 }, () => bookable(app.db)))
    const placed = await Promise.allSettled(places.map((place) => api.place({ ...place, method: 'transfer' })))
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const open = await api.mine({})
    await api.cancel({ id: open.items[0]!.id })
    const left = places.filter((_, index) => placed[index]!.status === 'rejected')
    await api.place({ ...left[0]!, method: 'transfer' })
    expect(await refusal(api.place({ ...left[1]!, method: 'transfer' }))).toBe('tooManyTransfers')
    expect((await api.place({ ...left[1]! })).paymentUrl).toBeDefined()
  })

  it('expires at its deadline, and its seat is free again', async () => {
    const { id, courseId, scheduleId } = await awaited({ seats: 1 })
    const other = orderApi(apiAs(app, await learner(app.db)))
    await reconcileOrders(later({ now: 60 }))
    expect(await refusal(other.place({ courseId, scheduleId }))).toBe('seatsGone')
    await reconcileOrders(later({ now: 73 * 60 }))
    expect(await orderStatus(app.db, id)).toEqual({ status: 'expired', ended_because: 'time' })
    expect((await other.place({ courseId, scheduleId })).status).toBe('pending')
  })
})

describe('a receipt', () => {
  it('is stored privately, mailed to the institute, and can be replaced until it is approved', async () => {
    const { sara, api, id, reference } = await awaited()
    const first = await send(sara, id, pdf())
    expect(first).toMatchObject({ status: 201, data: { name: 'إيصال.pdf', size: pdf().length } })
    const second = await send(sara, id, await withPlace(), 'IMG_1.JPG')
    expect(second).toMatchObject({ status: 201, data: { name: 'IMG_1.JPG' } })
    expect((await api.order({ id })).transfer).toMatchObject({ state: 'received', receipt: { name: 'IMG_1.JPG' } })
    const files = await app.db
      .selectFrom('stored_files')
      .select(['id', 'state', 'is_public', 'purpose'])
      .where('id', 'in', [first.data.id, second.data.id])
      .orderBy('created_at')
      .execute()
    expect(files).toEqual([
      { id: first.data.id, state: 'dropped', is_public: false, purpose: 'receipt' },
      { id: second.data.id, state: 'kept', is_public: false, purpose: 'receipt' },
    ])
    expect((await fetch(`${app.address}/files/${second.data.id}/IMG_1.JPG`)).status).toBe(404)
    const officeMails = await mailsAbout(app, 'orders@maahad.example', reference)
    expect(officeMails.map(({ subject }) => subject)).toEqual(Array(2).fill(`[${reference}] إيصال تحويل للمراجعة`))
    expect(officeMails[0]!.text).toContain(sara.email)
    expect(officeMails[0]!.text).toContain(`/ar/desk/orders/${id}`)
    const confirmed = (await mailsAbout(app, sara.email, reference)).filter(({ text }) => text.includes('IMG_1.JPG'))
    expect(confirmed).toHaveLength(1)
    // The order ends when nobody decides by then: the mail says so.
    expect(confirmed[0]!.text).toMatch(/^(?:طلبك محفوظ حتى|Your order is kept until): .+\d/m)

    const office = await staff()
    const { transfer } = await office.approveTransfer({ id })
    expect(transfer).toMatchObject({ state: 'approved', receipt: { name: 'IMG_1.JPG' } })
    const address = transfer.receipt!.address.replace(/^https?:\/\/[^/]+/, app.address)
    const opened = await fetch(address)
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await opened.arrayBuffer()).includes('SecretCamera')).toBe(false)
    expect((await fetch(address.replace(/key=.{4}/, 'key=AAAA'))).status).toBe(404)
    expect((await send(sara, id, pdf())).code).toBe('noTransferOpen')
  })

  it('is deleted with the account of its sender, while the order and its decision stay', async () => {
    const { sara, id } = await awaited()
    await send(sara, id, pdf())
    const office = await staff()
    expect((await office.approveTransfer({ id })).transfer.receipt).not.toBeNull()
    await releaseFilesOf(app.db, sara.id)
    await sweepFiles(app.services)
    expect(await office.staffOrder({ id })).toMatchObject({
      status: 'paid',
      transfer: { state: 'approved', receipt: null },
    })
    expect(await app.db.selectFrom('transfers').select('receipt_file').where('order_id', '=', id).execute()).toEqual([
      { receipt_file: null },
    ])
  })

  it('is deleted half a year after its order ended unpaid; that of a paid order stays', async () => {
    const [unpaid, paid] = [await awaited(), await awaited()]
    for (const { sara, id } of [unpaid, paid]) await send(sara, id, pdf())
    await (await staff()).approveTransfer({ id: paid.id })
    await unpaid.api.cancel({ id: unpaid.id })
    const fileOf = async (id: string) => {
      const rows = app.db.selectFrom('transfers').select('receipt_file').where('order_id', '=', id)
      return (await rows.executeTakeFirstOrThrow()).receipt_file
    }
    await deleteExpiredReceipts(app.services)
    const file = await fileOf(unpaid.id)
    expect(file).toEqual(expect.any(String))
    const inHalfAYear = { ...app.services, now: () => inDays(181) }
    await deleteExpiredReceipts(inHalfAYear)
    expect([await fileOf(unpaid.id), await fileOf(paid.id)]).toEqual([null, expect.any(String)])
    await sweepFiles(inHalfAYear)
    expect(await app.db.selectFrom('stored_files').where('id', '=', file).select('id').execute()).toEqual([])
    expect((await unpaid.api.order({ id: unpaid.id })).transfer).toMatchObject({ receipt: null })
  })

  it('extends the deadline once, so that staff can check it', async () => {
    const { sara, api, id } = await awaited()
    const almostOver = new Date(Date.now() + HOUR_MS)
    await app.db.updateTable('orders').set({ expires_at: almostOver }).where('id', '=', id).execute()
    await send(sara, id, pdf())
    const { expiresAt } = await api.order({ id })
    expect(hoursLeft(expiresAt)).toBe(72)
    await app.db.updateTable('orders').set({ expires_at: almostOver }).where('id', '=', id).execute()
    await send(sara, id, pdf())
    expect((await api.order({ id })).expiresAt).toBe(almostOver.toISOString())
  })

  it('must be a readable PDF or picture of an order that awaits a transfer', async () => {
    const { sara, id } = await awaited()
    const rejected: [Uint8Array, string, RegExp][] = [
      [html(), 'receipt.pdf', /PDF, or as a JPG or PNG/],
      [await gif(), 'receipt.gif', /PDF, or as a JPG or PNG/],
      [await png(), 'receipt.pdf', /name/],
      [ole(), 'receipt.pdf', /password/],
      [pdf('trailer <</Encrypt<</Filter/Standard>>>>'), 'receipt.pdf', /password/],
      [pdf().subarray(0, 20), 'receipt.pdf', /./],
      [new Uint8Array(), 'receipt.pdf', /empty/i],
      [Buffer.concat([pdf(), Buffer.alloc(10 * MEGABYTE)]), 'receipt.pdf', /10/],
    ]
    for (const [bytes, name, reason] of rejected) {
      const { status, reason: why } = await send(sara, id, bytes, name)
      expect([name, status >= 400 && status < 500]).toEqual([name, true])
      expect(why, name).toMatch(reason)
    }
    const other = await learner(app.db)
    expect((await send(other, id, pdf())).code).toBe('orderNotFound')
    const online = await waitingOrder(app)
    expect((await send(online.sara, online.id, pdf())).code).toBe('noTransferOpen')
    const owners = [sara.id, other.id, online.sara.id]
    const stored = await app.db.selectFrom('stored_files').select('state').where('owner_id', 'in', owners).execute()
    expect(stored).toEqual([])
    expect((await send(sara, id, await jpeg(), 'receipt.jpg')).status).toBe(201)
  })
})

describe('an approval', () => {
  it('makes the order paid once, even when two staff members approve it concurrently', async () => {
    const { sara, api, id, reference } = await awaited()
    const [one, two] = [await staff(), await staff()]
    const outcomes = await Promise.allSettled([
      one.approveTransfer({ id, note: 'Seen on the statement' }),
      two.approveTransfer({ id }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(one.approveTransfer({ id }))).toBe('transferApproved')
    expect(await refusal(one.declineTransfer({ id, reason: 'x' }))).toBe('transferApproved')
    expect(await api.order({ id })).toMatchObject({ status: 'paid', transfer: { state: 'approved', bank: null } })
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects).toContain(`You are enrolled, order ${reference}`)
    expect(subjects).toHaveLength(2)
    expect(await auditOf(reference)).toEqual(['order.approve-transfer'])
  })

  it('of an expired order takes the seat again while one is free', async () => {
    const { id } = await awaited({ seats: 1 })
    await reconcileOrders(later({ now: 73 * 60 }))
    expect(await (await staff()).approveTransfer({ id })).toMatchObject({ outcome: 'paid' })
    expect(await statusOf(id)).toBe('paid')
  })

  it('of a cancelled order whose seat is gone makes a refund due and mails the learner', async () => {
    const { sara, api, id, reference, courseId, scheduleId } = await awaited({ seats: 1 })
    await api.cancel({ id })
    await order(app.db, { courseId, scheduleId })
    const office = await staff()
    expect(await office.approveTransfer({ id })).toMatchObject({ outcome: 'refundDue' })
    expect(await refusal(office.approveTransfer({ id }))).toBe('transferApproved')
    expect(await statusOf(id)).toBe('cancelled')
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects).toContain(`We will return your payment for order ${reference}`)
    // Only the institute can send it: it is reminded every day.
    for (const days of [1.1, 2.1]) await remindOfWaitingMoney({ ...app.services, now: () => inDays(days) })
    const reminders = (await app.mails(OFFICE)).filter(({ text }) => text.includes(reference) && text.includes('حوّلوه'))
    expect(reminders).toHaveLength(2)
  })

  it('of an order that was paid online meanwhile makes a refund of the transfer due', async () => {
    const { api, id, courseId, scheduleId } = await awaited()
    const { paymentUrl } = await api.place({ courseId, scheduleId, method: 'online' })
    await payWith(paymentUrl, CARDS.good)
    await eventually(() => statusOf(id), is('paid'))
    expect(await (await staff()).approveTransfer({ id })).toMatchObject({ outcome: 'refundDue' })
    expect(await statusOf(id)).toBe('paid')
  })

  it('is refused for an order that was never by transfer', async () => {
    const { id } = await waitingOrder(app)
    expect(await refusal((await staff()).approveTransfer({ id }))).toBe('noTransferOpen')
    expect(await refusal((await staff()).declineTransfer({ id, reason: 'x' }))).toBe('noTransferOpen')
  })
})

describe('a declined receipt', () => {
  it('leaves the order open, mails the reason, and can be replaced', async () => {
    const { sara, api, id, reference } = await awaited()
    await send(sara, id, pdf())
    const almostOver = new Date(Date.now() + HOUR_MS)
    await app.db.updateTable('orders').set({ expires_at: almostOver }).where('id', '=', id).execute()
    const reason = 'المبلغ في الإيصال 100 ريال.'
    await (await staff()).declineTransfer({ id, reason })
    const seen = await api.order({ id })
    expect(seen).toMatchObject({ status: 'pending', transfer: { state: 'declined', answer: reason } })
    expect(hoursLeft(seen.expiresAt)).toBe(24)
    expect(await auditOf(reference)).toEqual(['order.decline-transfer'])
    const mail = (await mailsAbout(app, sara.email, reference)).find(({ text }) => text.includes(reason))
    expect(mail!.subject).toBe(`The receipt for order ${reference} needs your attention`)
    await send(sara, id, pdf())
    expect((await api.order({ id })).transfer).toMatchObject({ state: 'received', answer: null })
  })
})
