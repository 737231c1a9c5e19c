/** How a quote is accepted, by whom, and when its seats are opened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import {
  type CompanyDesk,
  companyDesk,
  type Quote,
  redeem,
  someRun,
  tokenIn,
} from '../../../tests/support/orders/purchases.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { HOUR_MS } from '../../platform/durations.ts'

let app: TestApp
let desk: CompanyDesk
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } })
  desk = await companyDesk(app)
})
afterAll(() => app.stop())

const sent = async (seats = 2) => desk.sent({ ...(await someRun(app)), seats })
const WHO = { name: 'خالد العمري', role: 'مدير التدريب' }
const record = (quote: Quote, fields: object = {}) =>
  desk.call('POST', `/${quote.id}/accept`, {
    ...{ ...WHO, note: 'أمر شراء 4711', totalHalalas: quote.totals.totalHalalas, ...fields },
  })
const expire = ({ id }: Quote) =>
  app.db
    .updateTable('quotes')
    .set({ valid_until: new Date('2020-01-01') })
    .where('id', '=', id)
    .execute()
const entriesOf = ({ number }: Quote, action: string) =>
  app.db
    .selectFrom('audit_log')
    .select(['user_id', 'ip', 'detail'])
    .where('action', '=', action)
    .where('subject', '=', number)
    .execute()
const isNow = (at: string) => expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(HOUR_MS)

/** The calls of Finance by a session that has not proved for a day who it is. */
async function withOldProof(path: string, body: object) {
  const token = await tokenOf(app, desk.finance.user)
  const old = new Date(app.services.now().getTime() - 24 * HOUR_MS)
  await app.db.updateTable('sessions').set({ proved_at: old }).where('user_id', '=', desk.finance.user.id).execute()
  return app.call('POST', `admin/quotes${path}`, { token, body })
}

describe('an acceptance by the link', () => {
  it('keeps who answered, as what, when and from which address, for staff; the company sees no address', async () => {
    const quote = await sent()
    const { totalHalalas } = quote.totals
    const answer = await fetch(`${app.address}/api/Quotations/${quote.number}/accept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.77' },
      body: JSON.stringify({ ...WHO, token: tokenIn(quote), hasAgreed: true, totalHalalas }),
    })
    expect(answer.status).toBe(200)
    const kept = (await desk.atDesk(quote)).answer!
    expect(kept).toMatchObject({ ...WHO, ip: '203.0.113.77', note: '', recordedBy: null })
    isNow(kept.at)
    const seen = (await desk.seen(quote)).answer!
    expect(seen).toEqual({ ...WHO, at: kept.at })
    expect(await entriesOf(quote, 'quote.accept')).toEqual([
      { user_id: null, ip: '203.0.113.77', detail: { byLink: true } },
    ])
  })
})

describe('an acceptance that staff record', () => {
  it('keeps who accepted, the note and who recorded it, takes the seats and issues the invoice', async () => {
    const quote = await sent()
    expect((await record(quote, { totalHalalas: 1 })).error.code).toBe('previewStale')
    for (const missing of [{ name: '' }, { role: '' }, { note: '' }])
      expect((await record(quote, missing)).status).toBe(400)
    const { status, data } = await record(quote)
    const by = `${desk.finance.user.firstName} ${desk.finance.user.lastName}`
    expect([status, data.state]).toEqual([200, 'accepted'])
    expect(data.answer).toMatchObject({ ...WHO, note: 'أمر شراء 4711', ip: null, recordedBy: by })
    isNow(data.answer!.at)
    expect([data.documents.map(({ kind }) => kind), data.seats.length]).toEqual([['invoice'], 2])
    expect(await entriesOf(quote, 'quote.accept')).toMatchObject([
      { user_id: desk.finance.user.id, detail: { note: 'أمر شراء 4711' } },
    ])
    // The company reads the same by its link, and nothing is answered twice.
    expect((await desk.seen(quote)).answer).toMatchObject(WHO)
    for (const again of [await record(quote), await desk.accept(quote)])
      expect([again.status, again.error.code]).toEqual([409, 'quoteAnswered'])
    expect((await desk.atDesk(quote)).documents).toHaveLength(1)
  })

  it('is refused of a draft, of one that is over and of one that the company declined', async () => {
    const [late, declined] = [await sent(), await sent()]
    await expire(late)
    expect((await record(late)).error.code).toBe('quoteExpired')
    await desk.byLink(declined, 'POST', '/decline', { ...WHO, note: 'السعر مرتفع' })
    expect((await record(declined)).error.code).toBe('quoteAnswered')
    const draft = (await desk.call('POST', `/${late.id}/revise`)).data
    expect((await record(draft)).error.code).toBe('quoteAnswered')
    for (const quote of [late, declined]) expect((await desk.atDesk(quote)).documents).toEqual([])
  })

  it('needs a fresh proof, as opening unpaid seats does', async () => {
    const quote = await sent()
    const { totalHalalas } = quote.totals
    const body = { ...WHO, note: 'أمر شراء', totalHalalas }
    expect((await withOldProof(`/${quote.id}/accept`, body)).error.code).toBe('proofNeeded')
    expect((await desk.atDesk(quote)).state).toBe('sent')
    await desk.accept(quote)
    expect((await withOldProof(`/${quote.id}/release`, { reason: 'x' })).error.code).toBe('proofNeeded')
    expect((await desk.atDesk(quote)).releasedAt).toBeNull()
  })
})

describe('seats that staff open before they are paid', () => {
  const release = (quote: Quote, reason = 'عميل قديم') => desk.call('POST', `/${quote.id}/release`, { reason })

  it('are used at once and still owed; the reason is kept, and a second time changes nothing', async () => {
    const quote = await desk.owing()
    const [first] = (await desk.atDesk(quote)).seats
    expect((await redeem(app, first!.code)).error.code).toBe('seatNotReleased')
    expect((await release(quote, '')).status).toBe(400)
    const { data } = await release(quote)
    expect(data).toMatchObject({ money: { receivedHalalas: 0, dueHalalas: 230_000 } })
    isNow(data.releasedAt!)
    expect((await redeem(app, first!.code)).status).toBe(201)
    const again = await release(quote, 'مرة أخرى')
    expect([again.status, again.data.releasedAt]).toEqual([200, data.releasedAt])
    const entries = await entriesOf(quote, 'quote.release')
    expect(entries).toMatchObject([{ user_id: desk.finance.user.id, detail: { reason: 'عميل قديم' } }])
    const mails = (await app.mails(desk.contact)).filter(({ text }) => text?.includes(quote.number))
    const { data: paid } = await desk.record(quote, { amountHalalas: 230_000 })
    expect(paid.releasedAt).toBe(data.releasedAt)
    // Paid later, the contact is not told once more that the seats are open.
    expect((await app.mails(desk.contact)).filter(({ text }) => text?.includes(quote.number))).toHaveLength(
      mails.length,
    )
  })

  it('are those of an accepted quote only', async () => {
    const quote = await sent()
    expect((await release(quote)).error.code).toBe('quoteNotAccepted')
    expect(await entriesOf(quote, 'quote.release')).toEqual([])
  })
})
