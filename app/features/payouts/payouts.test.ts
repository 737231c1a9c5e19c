/** Payouts at the desk: reports read once, compared to the halala, and matched with the bank; orders stay as they are. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { refusal } from '../../../tests/support/orders/orders.ts'
import { refundTools } from '../../../tests/support/orders/refunds.ts'
import { signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { inWindows1256 } from '../../../tests/support/windows-1256.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { tidyPayoutFiles } from './payouts.server.ts'

let app: TestApp
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())
const { staff, paid } = refundTools(() => app)

const HEADER = 'Date,Type,ID,Description,Scheme,Amount,Fee,VAT,Net,Settlement ID'
const today = () => dayOf(app.services.now())
type Row = [type: string, id: string, amount: string, fee?: string, vat?: string, net?: string, scheme?: string]
const rowOf = (payout: string, [type, id, amount, fee = '0', vat = '0', net = '', scheme = 'visa']: Row) =>
  `${today()},${type},${id},,${scheme},${amount},${fee},${vat},${net},${payout}`
const report = (payout: string, rows: Row[]) => [HEADER, ...rows.map((row) => rowOf(payout, row))].join('\n')
const send = (content: string | Buffer<ArrayBuffer>, name = 'report.csv', fields = {}) =>
  desk.payouts.importPayouts({ file: new File([content], name), ...fields })
const linesOf = async (id: string) => (await desk.payouts.payoutLines({ id, limit: 50 })).items
const snapshot = async () =>
  (
    await sql`select (select jsonb_agg(o order by o.id) from orders o) as orders,
    (select jsonb_agg(l order by l.id) from ledger l) as ledger,
    (select jsonb_agg(a order by a.id) from payment_attempts a) as attempts`.execute(app.db)
  ).rows[0]
/** The provider's number of the payment of an order. */
const numberOf = async (orderId: string) =>
  (
    await app.db
      .selectFrom('payment_attempts')
      .select('provider_reference')
      .where('order_id', '=', orderId)
      .where('paid_halalas', 'is not', null)
      .executeTakeFirstOrThrow()
  ).provider_reference!

describe('a settlement report', () => {
  it('is compared line by line with payments, refunds and fees, and changes no order', async () => {
    const [one, two, three] = [await paid(), await paid(), await paid()]
    await (await staff()).refund({ id: two.id, amountHalalas: 300_00, reason: 'Ill', keepsSeat: true })
    const [first, second, third] = await Promise.all([one, two, three].map(({ id }) => numberOf(id)))
    await desk.payouts.setPayoutTerms({ provider: 'sandbox', scheme: 'card', percent: '2.5', fixedHalalas: 100 })
    await desk.payouts.setPayoutTerms({ provider: 'sandbox', scheme: 'mada', percent: '1', fixedHalalas: 0 })
    const before = await snapshot()
    const { payouts, errors } = await send(
      report('S-1', [
        ['payment', first!, '1000.00', '26.00', '3.90', '970.10'],
        ['payment', second!, '1000.00', '10.00', '1.50', '988.50', 'mada'],
        ['payment', third!, '1000.00', '40.00', '6.00', '954.00'],
        ['refund', second!, '-300.00', '0', '0', '-300.00'],
        ['refund', second!, '300.00'],
        ['payment', 'nobody', '50.00', '2.25', '0.34'],
        ['monthly fee', '', '-15.00'],
      ]),
    )
    expect([errors, payouts.map(({ reference }) => reference)]).toEqual([[], ['S-1']])
    const id = payouts[0]!.id
    expect((await linesOf(id)).map(({ kind, state, order }) => [kind, state, order?.id])).toEqual([
      ['payment', 'matched', one.id],
      ['payment', 'matched', two.id],
      ['payment', 'feeDiffers', three.id],
      ['refund', 'matched', two.id],
      // There is one refund of this amount.
      ['refund', 'unknown', two.id],
      ['payment', 'unknown', undefined],
      ['adjustment', 'other', undefined],
    ])
    // Totals, to the halala, by the file's own numbers.
    expect(await desk.payouts.payout({ id })).toMatchObject({
      ...{ lines: 7, amountHalalas: 2435_00, feeHalalas: 78_25, feeVatHalalas: 11_74, netHalalas: 2345_01 },
      counts: { matched: 3, feeDiffers: 1, amountDiffers: 0, unknown: 2, other: 1 },
      arrived: null,
    })
    expect((await desk.payouts.payoutLines({ id, state: 'feeDiffers' })).items).toMatchObject([
      { feeHalalas: 40_00, expectedFeeHalalas: 26_00 },
    ])
    expect(await snapshot()).toEqual(before)
  })

  it('that comes again, overlaps or is sent at once several times brings each line once', async () => {
    const rows = Array.from({ length: 120 }, (_, at): Row => ['payment', `OV-${at}`, `${at + 1}.00`])
    const files = [report('S-2', rows), report('S-2', rows.toReversed()), report('S-2', rows.slice(50))]
    const read = await Promise.all(files.map((text) => send(text)))
    expect(read.reduce((sum, { lines }) => sum + lines, 0)).toBe(120)
    // The month's file under another number: everything is known, and no empty payout appears.
    const month = await send(report('MONTH', rows))
    expect([month.lines, month.knownLines, month.payouts]).toEqual([0, 120, []])
    const { items } = await desk.payouts.payouts({})
    expect(items.map(({ reference }) => reference)).not.toContain('MONTH')
    expect(items.find(({ reference }) => reference === 'S-2')).toMatchObject({ lines: 120, netHalalas: 7260_00 })
  })

  it('names each row that it cannot read, and reads the others', async () => {
    const lines = report('S-3', [
      ['payment', 'B1', '10.00', '1.00', '0.15', '8.85'],
      ['payment', 'B2', '10.00', '1.00', '0.15', '9.00'],
      ['payment', 'B3', 'x'],
      ['payment', 'B4', '10.00', 'x'],
      ['payment', '', '10.00'],
      ['payment', 'B6', '١٠٫٥٠', '-1.00', '-0.15', '9.35'],
    ]).split('\n')
    lines.splice(2, 0, lines[1]!.replace(today(), '2026-02-30'), `${lines[1]!},more`)
    const { errors, lines: count, errorCount } = await send(lines.join('\n'))
    expect(errors.map(({ place, problem }) => [place, problem])).toEqual([
      [3, 'noDay'],
      [4, 'columnsMissing'],
      [5, 'netDiffers'],
      [6, 'noAmount'],
      [7, 'noFee'],
      [8, 'noReference'],
    ])
    expect([count, errorCount]).toEqual([2, 6])
    expect(await refusal(send('hello'))).toBe('statementUnreadable')
    expect(await refusal(send(Buffer.from([0x50, 0x4b, 3, 4, 0, 0])))).toBe('statementUnreadable')
  })

  it('with unknown columns has them named once; the payout takes the number that staff give', async () => {
    const { id: orderId, reference } = await paid()
    const text = (amount: string) => `يوم الحركة,طلب المتدرب,القيمة\n${today()},${reference},${amount}\n`
    const waiting = await send(inWindows1256(text('1000.00')), 'تقرير.csv', { reference: 'S-4' })
    expect(waiting).toMatchObject({ lines: 0, unread: { header: ['يوم الحركة', 'طلب المتدرب', 'القيمة'] } })
    const name = (columns: object) => desk.payouts.nameReportColumns({ id: waiting.id, columns })
    expect(await refusal(name({ day: 'يوم الحركة', amount: 'القيمة' }))).toBe('validation')
    expect(await refusal(name({ day: 'x', amount: 'القيمة', order: 'طلب المتدرب' }))).toBe('validation')
    const read = await name({ day: 'يوم الحركة', amount: 'القيمة', order: 'طلب المتدرب' })
    expect(read).toMatchObject({ lines: 1, unread: null, payouts: [{ reference: 'S-4' }] })
    expect(await linesOf(read.payouts[0]!.id)).toMatchObject([{ state: 'matched', order: { id: orderId } }])
    expect(await refusal(name({}))).toBe('notFound')
    expect(await send(text('7.00'), 'S-5.csv')).toMatchObject({ lines: 1, payouts: [{ reference: 'S-5' }] })
  })

  it('is forgotten after 30 days when nobody names its columns', async () => {
    const { id } = await send(`يوم الحركة,القيمة,من\n${today()},7.00,SA4420000001234567891234\n`, 'x.csv')
    const unreadAfter = async (days: number) => {
      await tidyPayoutFiles({ ...app.services, now: () => new Date(app.services.now().getTime() + days * DAY_MS) })
      return (await desk.payouts.payoutFile({ id })).unread
    }
    expect(await unreadAfter(29.9)).toMatchObject({ header: ['يوم الحركة', 'القيمة', 'من'] })
    expect(await unreadAfter(30.1)).toBeNull()
  })

  it('of a payment that we learn of later is compared again', async () => {
    const order = await paid()
    const number = await numberOf(order.id)
    await app.db
      .updateTable('payment_attempts')
      .set({ provider_reference: 'late' })
      .where('order_id', '=', order.id)
      .execute()
    const { payouts } = await send(report('S-6', [['payment', number, '900.00']]))
    expect((await linesOf(payouts[0]!.id))[0]!.state).toBe('unknown')
    await app.db
      .updateTable('payment_attempts')
      .set({ provider_reference: number })
      .where('order_id', '=', order.id)
      .execute()
    expect((await desk.payouts.comparePayouts({})).found).toBe(1)
    expect((await linesOf(payouts[0]!.id))[0]).toMatchObject({ state: 'amountDiffers', ourHalalas: 1000_00 })
  })

  it('names payments that no report has after a week', async () => {
    const order = await paid()
    const inWeeks = apiAs(app, await learner(app.db, { roles: ['Finance'] }), {
      now: () => new Date(app.services.now().getTime() + 8 * DAY_MS),
    })
    const missing = async (api: typeof desk) =>
      (await api.payouts.missingPayments({})).items.map((one) => one.order!.id)
    expect(await missing(desk)).not.toContain(order.id)
    expect(await missing(inWeeks)).toContain(order.id)
    const number = await numberOf(order.id)
    await send(report('S-7', [['payment', number, '1000.00']]))
    expect(await missing(inWeeks)).not.toContain(order.id)
    // It is without one again when its line turns out to be of another payment, or goes.
    const lines = app.db.updateTable('payout_lines').where('reference', '=', number)
    await lines.set({ attempt_id: null }).execute()
    expect(await missing(inWeeks)).toContain(order.id)
    expect((await desk.payouts.comparePayouts({})).found).toBe(1)
    expect(await missing(inWeeks)).not.toContain(order.id)
    await app.db.deleteFrom('payout_lines').where('reference', '=', number).execute()
    expect(await missing(inWeeks)).toContain(order.id)
  })

  it('names them from the first day that any report tells of, also when that report comes last', async () => {
    const early = plusDays(today(), -400)
    const later = plusDays(today(), -300)
    for (const [name, day] of [
      ['S-8', early],
      ['S-9', later],
    ] as const)
      await send(report(name, [['payment', name, '10.00']]).replaceAll(today(), day))
    const { rows } = await sql`select provider, to_char(day, 'YYYY-MM-DD') as day from payout_first_days`.execute(
      app.db,
    )
    expect(rows).toEqual([{ provider: 'sandbox', day: early }])
  })
})

describe('the arrival of a payout', () => {
  async function arrived(reference: string, riyals: string) {
    const { payouts } = await send(report(reference, [['payment', `${reference}-1`, riyals]]))
    const csv = `Date,Description,Amount,Reference\n${today()},Moyasar,${riyals},${reference}\n`
    const statement = await desk.bankStatements.importStatement({ file: new File([csv], 'bank.csv') })
    const { items } = await desk.bankStatements.bankLines({ statementId: statement.id, state: 'open', limit: 5 })
    return { id: payouts[0]!.id, lineId: items[0]!.id, statementId: statement.id }
  }

  it('is a bank movement of its amount, which then pays no order; the match can be taken back', async () => {
    const { id, lineId, statementId } = await arrived('A-1', '4321.09')
    const other = await arrived('A-2', '4321.10')
    const { proposals } = await desk.payouts.payout({ id })
    expect(proposals.map((one) => one.id)).toEqual([lineId])
    expect(await refusal(desk.payouts.matchPayout({ id, lineId: other.lineId }))).toBe('lineUsed')
    const both = await Promise.all([1, 2, 3].map(() => refusal(desk.payouts.matchPayout({ id, lineId }))))
    expect(both.sort()).toEqual(['not refused', 'payoutMatched', 'payoutMatched'])
    expect(await desk.payouts.payout({ id })).toMatchObject({
      arrived: { id: lineId, amountHalalas: 432_109 },
      proposals: [],
    })
    const { items } = await desk.bankStatements.bankLines({ statementId, state: 'used', limit: 5 })
    expect(items).toMatchObject([{ id: lineId, payout: { id, reference: 'A-1' }, uses: [] }])
    expect(await refusal(desk.bankStatements.setLineAside({ id: lineId, reason: 'x' }))).toBe('lineUsed')
    await desk.payouts.unmatchPayout({ id })
    expect(await refusal(desk.payouts.unmatchPayout({ id }))).toBe('notFound')
    expect((await desk.payouts.payout({ id })).proposals.map((one) => one.id)).toEqual([lineId])
  })

  it('says the words of a movement that an older version stored as they stood in the file', async () => {
    const { id, lineId } = await arrived('A-5', '888.00')
    const stored = app.db.updateTable('bank_lines').set({ description: '166?20Settlement A-5?32Moyasar' })
    await stored.where('id', '=', String(lineId)).execute()
    expect((await desk.payouts.payout({ id })).proposals).toMatchObject([{ description: 'Settlement A-5' }])
    await desk.payouts.matchPayout({ id, lineId })
    expect(await desk.payouts.payout({ id })).toMatchObject({ arrived: { description: 'Settlement A-5' } })
  })

  it('cannot be one movement for two payouts', async () => {
    const one = await arrived('A-3', '777.00')
    const { payouts } = await send(report('A-4', [['payment', 'A-4-1', '777.00']]))
    const results = await Promise.all(
      [one.id, payouts[0]!.id].map((id) => refusal(desk.payouts.matchPayout({ id, lineId: one.lineId }))),
    )
    expect(results.sort()).toEqual(['lineUsed', 'not refused'])
  })
})

it('is exported with what the comparison says, for those with a fresh proof, and written down', async () => {
  const order = await paid()
  const { payouts } = await send(
    report('X-1', [
      ['payment', await numberOf(order.id), '1000.00', '26.00', '3.90'],
      ['payment', '=cmd', '50.00'],
    ]),
  )
  const finance = await signedInMember(app, ['Finance'])
  const path = `admin/payouts/${payouts[0]!.id}/export`
  const rowsOf = async (query: string) => {
    const { data } = await finance.call<Blob>('GET', `${path}?${query}`)
    const [, ...rows] = (await data.text()).trimEnd().split('\r\n')
    return rows.map((row) => row.split(','))
  }
  const rows = await rowsOf('')
  expect(rows.map((row) => row.slice(0, 1))).toEqual([[today()], [today()]])
  expect(rows[0]).toContain(order.reference)
  expect(rows[0]).toContain('1000.00')
  expect(rows[1]).toContain("'=cmd")
  expect(await rowsOf('state=unknown')).toEqual([rows[1]])
  const { detail } = await app.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'payout.export')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ rows: 1, format: 'csv', filter: { state: 'unknown' } })
  const content = await signedInMember(app, ['Content'])
  expect((await content.call('GET', path)).status).toBe(403)
  const token = await tokenOf(app, finance.user)
  const old = new Date(app.services.now().getTime() - DAY_MS)
  await app.db.updateTable('sessions').set({ proved_at: old }).where('user_id', '=', finance.user.id).execute()
  expect((await app.call('GET', path, { token })).error.code).toBe('proofNeeded')
})

it('that pays one number twice on one day is two lines in one file; in two files it is taken for a repetition', async () => {
  const twice = await send(
    report('T-1', [
      ['payment', 'TWICE', '70.00'],
      ['payment', 'TWICE', '70.00'],
    ]),
  )
  expect(twice).toMatchObject({ lines: 2, knownLines: 0 })
  const [first, second] = [
    await send(report('T-2', [['payment', 'SPLIT', '80.00']])),
    await send(report('T-3', [['payment', 'SPLIT', '80.00']]), 'second.csv'),
  ]
  // Said where it can be seen: the second file brings a known line and no payout.
  expect([first.lines, first.payouts.length]).toEqual([1, 1])
  expect([second.lines, second.knownLines, second.payouts]).toEqual([0, 1, []])
  // Both in one file, as a month's report has them, bring the one that was missing.
  const month = await send(
    report('T-4', [
      ['payment', 'SPLIT', '80.00'],
      ['payment', 'SPLIT', '80.00'],
    ]),
  )
  expect(month).toMatchObject({ lines: 1, knownLines: 1, payouts: [{ reference: 'T-4' }] })
})

it('a chargeback of a report is compared with the recorded one; one that was won comes back', async () => {
  const order = await paid()
  const number = await numberOf(order.id)
  const { payouts } = await send(
    report('C-1', [
      ['chargeback', number, '1000.00', '0', '0', '-1000.00'],
      ['chargeback reversal', number, '1000.00', '0', '0', '1000.00'],
    ]),
  )
  const id = payouts[0]!.id
  const read = async () => (await linesOf(id)).map(({ kind, state, amountHalalas }) => [kind, state, amountHalalas])
  expect(await read()).toEqual([
    ['chargeback', 'unknown', -1000_00],
    ['chargeback', 'unknown', 1000_00],
  ])
  expect(await desk.payouts.payout({ id })).toMatchObject({ netHalalas: 0 })
  await desk.chargebacks.recordChargeback({
    ...{
      id: order.id,
      reason: 'The holder does not know the payment',
      dueOn: plusDays(dayOf(app.services.now()), 20),
      reference: 'CB-9',
    },
  })
  await desk.payouts.comparePayouts({})
  expect((await read()).map(([, state]) => state)).toEqual(['matched', 'matched'])
})

it('is for those with the right of money, and every change is in the audit', async () => {
  const teacher = apiAs(app, await learner(app.db, { roles: ['Content'] }))
  expect(await refusal(teacher.payouts.payouts({}))).toBe('forbidden')
  expect(await refusal(desk.payouts.payout({ id: '00000000-0000-4000-8000-000000000000' }))).toBe('notFound')
  expect(
    await refusal(desk.payouts.setPayoutTerms({ provider: 'x', scheme: 'card', percent: '101', fixedHalalas: 0 })),
  ).toBe('validation')
  expect(
    await refusal(desk.payouts.setPayoutTerms({ provider: 'x', scheme: 'card', percent: '1', fixedHalalas: 0 })),
  ).toBe('validation')
  const report = new File(['Date,Type,ID,Amount,Fee,VAT,Net,Settlement ID\n'], 'x.csv')
  expect(await refusal(desk.payouts.importPayouts({ file: report, provider: 'x' }))).toBe('validation')
  const { rows } = await sql<{ action: string }>`select distinct action from audit_log where action like 'payout.%'
    order by action`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual([
    ...['payout.export', 'payout.import', 'payout.match', 'payout.terms', 'payout.unmatch'],
  ])
})
