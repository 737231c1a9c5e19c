/** Bank statements at the desk: read once, matched by people, and no movement used twice. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { awaitedTransfer, orderStatus, withBank } from '../../../tests/support/orders/orders.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { tidyBankLines } from './pay-with-lines.server.ts'

let app: TestApp
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

const send = (text: string, name = 'statement.csv') =>
  desk.bankStatements.importStatement({ file: new File([text], name) })
let day = 0
/** A file with these movements, of a day of its own. */
function csv(
  rows: { amount: string; words?: string; reference?: string }[],
  on = `2026-10-${String(++day).padStart(2, '0')}`,
) {
  const lines = rows.map(({ amount, words = '', reference = '' }) => `${on},"${words}",${amount},${reference}`)
  return `Date,Description,Amount,Reference\n${lines.join('\n')}\n`
}
const linesOf = async (statementId: string, state: 'open' | 'used' | 'setAside' | 'outgoing' = 'open') =>
  (await desk.bankStatements.bankLines({ statementId, state, limit: 50 })).items
const statementOf = async (lineId: number) => {
  const { rows } = await sql<{
    id: string
  }>`select statement_id as id from bank_lines where id = ${lineId}::bigint`.execute(app.db)
  return rows[0]!.id
}
/** One open movement. */
async function movement(row: { amount: string; words?: string; reference?: string }) {
  const { id } = await send(csv([row]))
  return (await linesOf(id))[0]!
}
const pay = (
  lineIds: number[],
  parts: { orderId: string; amountHalalas: number; difference?: 'askRest' | 'accept' }[],
) => desk.bankStatements.payWithBankLines({ lineIds, parts })
const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (problem) => problem.code,
  )
const ledgerOf = async (orderId: string) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount_halalas), 0)::int as sum from ledger
    where order_id = ${orderId}::uuid`.execute(app.db)
  return rows[0]!.sum
}

it('a file that comes again, in another order or overlapping another one, brings nothing twice', async () => {
  const rows = [
    { amount: '100.00', words: 'حوالة أولى' },
    { amount: '100.00', words: 'حوالة أولى' },
    { amount: '-5.75', words: 'رسوم' },
    { amount: '0.00', words: 'صفر' },
    { amount: '250.00', words: 'حوالة', reference: 'FT1' },
  ]
  const first = await send(csv(rows, '2026-09-01'))
  expect(first).toMatchObject({ lines: 5, knownLines: 0, open: 3, outgoing: 2, unread: null, errors: [] })
  expect(await send(csv(rows, '2026-09-01'))).toMatchObject({ lines: 0, knownLines: 5 })
  const more = [rows[4]!, { amount: '300.00', words: 'أخرى' }, rows[2]!, rows[0]!, rows[0]!, rows[0]!]
  // Two of the three equal ones are known.
  expect(await send(csv(more, '2026-09-01'))).toMatchObject({ lines: 2, knownLines: 4 })
  expect((await linesOf(first.id, 'outgoing')).map(({ amountHalalas }) => amountHalalas)).toEqual([0, -575])
})

it('a movement that the bank numbers is the same in another format', async () => {
  const first = await send(csv([{ amount: '310.00', words: 'حوالة', reference: 'FT77' }], '2026-09-02'))
  const mt940 = ':20:X\n:25:SA0380000000608010167519\n:61:2609020902C310,00NTRFNONREF//FT77\n:86:Transfer\n'
  expect(await send(mt940, 'statement.sta')).toMatchObject({ format: 'mt940', lines: 0, knownLines: 1 })
  expect((await linesOf(first.id)).length).toBe(1)
})

it('a file that does not hold all movements of its time is read, and says so', async () => {
  const mt940 = (closing: string) =>
    `:20:X\n:25:SA0380000000608010167519\n:60F:C260904SAR10,00\n:61:2609050905C330,00NTRFNONREF//FT78\n${closing}`
  const cut = await send(mt940(''), 'cut.sta')
  expect(cut).toMatchObject({ lines: 1, errorCount: 0, balanceDoubt: { kind: 'cut' } })
  const differs = { kind: 'differs', countedHalalas: 34_000, statedHalalas: 50_000 }
  expect(await send(mt940(':62F:C260905SAR500,00'), 'other.sta')).toMatchObject({ balanceDoubt: differs })
  expect(await send(mt940(':62F:C260905SAR340,00'), 'whole.sta')).toMatchObject({ knownLines: 1, balanceDoubt: null })
  // The rest of the words of a movement within which a file was cut comes with the whole one.
  const words = async () => (await linesOf(cut.id)).map(({ description }) => description)
  expect(await words()).toEqual([''])
  await send(mt940(':86:/REMI/PAYMENT FOR M-2026-'), 'cut-later.sta')
  expect(await words()).toEqual(['PAYMENT FOR M-2026-'])
  const whole = ':86:/REMI/PAYMENT FOR M-2026-000123\n:62F:C260905SAR340,00'
  expect(await send(mt940(whole), 'whole-later.sta')).toMatchObject({ lines: 0, knownLines: 1 })
  expect(await words()).toEqual(['PAYMENT FOR M-2026-000123'])
  await send(mt940(':86:/REMI/ANOTHER'), 'other-words.sta')
  expect(await words()).toEqual(['PAYMENT FOR M-2026-000123'])
})

it('an MT940 file that an older version has read, with its sub-fields as words, brings nothing twice', async () => {
  const text =
    ':20:X\n:25:SA0380000000608010167519\n:61:2609030903C320,00NTRFNONREF\n:86:166?20Two seats, Excel?32Sara Ali\n'
  const first = await send(text, 'statement.sta')
  const [line] = await linesOf(first.id)
  expect(line).toMatchObject({ description: 'Two seats, Excel', payerName: 'Sara Ali' })
  // What that version made of the movement.
  const raw = '166?20Two seats, Excel?32Sara Ali'
  const facts = ['2026-09-03', 320_00, 'SA0380000000608010167519', `${raw} Sara Ali`.toLowerCase()]
  const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
  const stored = app.db.updateTable('bank_lines').set({ description: raw, fingerprint })
  await stored.where('id', '=', String(line!.id)).execute()
  expect(await send(text, 'statement.sta')).toMatchObject({ lines: 0, knownLines: 1 })
  expect((await linesOf(first.id))[0]).toMatchObject({ description: 'Two seats, Excel' })
})

it('unknown columns are named once, and known from then on', async () => {
  const text = (at: string) => `اليوم,القيمة,النص\n${at},350.00,حوالة\n`
  const waiting = await send(text('01/08/2026'))
  expect(waiting).toMatchObject({ lines: 0, unread: { header: ['اليوم', 'القيمة', 'النص'] } })
  const name = (columns: object) =>
    desk.bankStatements.nameColumns({ id: waiting.id, columns, dayOrder: 'month-first' } as never)
  expect(await failureOf(name({ day: 'اليوم' }))).toBe('validation')
  expect(await failureOf(name({ day: 'x', amount: 'القيمة' }))).toBe('validation')
  const columns = { day: 'اليوم', amount: 'القيمة', description: 'النص' }
  expect(await name(columns)).toMatchObject({ lines: 1, unread: null })
  expect(await failureOf(name(columns))).toBe('notFound')
  expect((await linesOf(waiting.id))[0]!.day).toBe('2026-01-08')
  expect(await send(text('02/08/2026'))).toMatchObject({ lines: 1, unread: null })
})

it('a file that was read by wrong columns is taken back while nothing of it was used, and is asked about anew', async () => {
  const text = 'Posted,Sum,Other,Words\n05/09/2026,111.00,222.00,حوالة\n'
  const read = async (amount: string) => {
    const { id } = await send(text)
    const columns = { day: 'Posted', amount, description: 'Words' }
    await desk.bankStatements.nameColumns({ id, columns, dayOrder: 'day-first' } as never)
    return id
  }
  const wrong = await read('Other')
  await desk.bankStatements.setLineAside({ id: (await linesOf(wrong))[0]!.id, reason: 'x' })
  expect(await desk.bankStatements.takeStatementBack({ id: wrong })).toEqual({ lines: 1 })
  expect(await failureOf(desk.bankStatements.takeStatementBack({ id: wrong }))).toBe('notFound')
  const right = await read('Sum')
  const [line] = await linesOf(right)
  expect(line!.amountHalalas).toBe(111_00)
  const { id: orderId } = await awaitedTransfer(app)
  await pay([line!.id], [{ orderId, amountHalalas: 111_00, difference: 'askRest' }])
  expect(await failureOf(desk.bankStatements.takeStatementBack({ id: right }))).toBe('statementUsed')
  const { rows } = await sql`select from audit_log where action = 'transfer.take-back-statement'`.execute(app.db)
  expect(rows).toHaveLength(1)
})

it.each(['hello', '<a>', '%PDF-1.4'])('%j is refused', async (text) => {
  expect(await failureOf(send(text))).toBe('statementUnreadable')
})

it('nothing is paid before a person has looked; then the order is, and the movement is used', async () => {
  const { id, reference } = await awaitedTransfer(app)
  const line = await movement({ amount: '1000.00', words: `حوالة ${reference}` })
  expect(line.proposals[0]).toMatchObject({ lineIds: [line.id], reasons: ['reference', 'amount'], orders: [{ id }] })
  expect(await statusOf(id)).toBe('pending')
  expect(await pay([line.id], [{ orderId: id, amountHalalas: 1000_00 }])).toEqual({
    parts: [{ orderId: id, reference, outcome: 'paid' }],
  })
  const { items } = await desk.bankStatements.bankStatements({ limit: 1 } as never)
  expect(items[0]).toMatchObject({ open: 0, used: 1, setAside: 0, outgoing: 0 })
  expect([await statusOf(id), await ledgerOf(id)]).toEqual(['paid', 1000_00])
  expect(await failureOf(pay([line.id], [{ orderId: id, amountHalalas: 1000_00 }]))).toBe('lineUsed')
  expect(await ledgerOf(id)).toBe(1000_00)
})

it('one transfer pays two orders, two transfers pay one', async () => {
  const [one, two, three] = [await awaitedTransfer(app), await awaitedTransfer(app), await awaitedTransfer(app)]
  const both = await movement({ amount: '2000.00', words: `${one.reference} و ${two.reference}` })
  const proposal = both.proposals.find(({ orders }) => orders.length === 2)!
  expect(proposal.orders.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  const parts = [one, two].map(({ id }) => ({ orderId: id, amountHalalas: 1000_00 }))
  expect((await pay([both.id], parts)).parts.map(({ outcome }) => outcome)).toEqual(['paid', 'paid'])
  const first = await movement({ amount: '600.00', words: three.reference })
  const second = await movement({ amount: '400.00', words: `باقي ${three.reference}` })
  expect(second.proposals[0]).toMatchObject({
    ...{ lineIds: [second.id, first.id], orders: [{ id: three.id }] },
    otherLines: [{ id: first.id, leftHalalas: 600_00 }],
  })
  await pay([second.id, first.id], [{ orderId: three.id, amountHalalas: 1000_00 }])
  expect([await statusOf(three.id), await ledgerOf(three.id)]).toEqual(['paid', 1000_00])
})

it('of several people who use one movement at once one succeeds', async () => {
  const orders = [await awaitedTransfer(app), await awaitedTransfer(app), await awaitedTransfer(app)]
  const line = await movement({ amount: '1000.00' })
  const results = await Promise.all(
    orders.map(({ id }) =>
      pay([line.id], [{ orderId: id, amountHalalas: 1000_00 }]).then(
        () => 1,
        () => 0,
      ),
    ),
  )
  expect(results.reduce<number>((sum, one) => sum + one, 0)).toBe(1)
  const paid = await Promise.all(orders.map(({ id }) => ledgerOf(id)))
  expect(paid.reduce((sum, one) => sum + one, 0)).toBe(1000_00)
})

it('of two movements for one order at once one pays it, and the other stays open', async () => {
  const { id, reference } = await awaitedTransfer(app)
  const lines = [await movement({ amount: '1000.00', words: reference }), await movement({ amount: '1000.00' })]
  const results = await Promise.all(lines.map((line) => pay([line.id], [{ orderId: id, amountHalalas: 1000_00 }])))
  expect(results.map(({ parts }) => parts[0]!.outcome).toSorted()).toEqual(['paid', 'refused'])
  expect(await ledgerOf(id)).toBe(1000_00)
  const used = await sql<{ used: number }>`select sum(used_halalas)::int as used from bank_lines
    where id = any(${lines.map((line) => line.id)}::bigint[])`.execute(app.db)
  expect(used.rows[0]!.used).toBe(1000_00)
})

it('another amount needs a decision; a refused part gives its money back', async () => {
  const { id } = await awaitedTransfer(app)
  const line = await movement({ amount: '400.00' })
  const refused = await pay([line.id], [{ orderId: id, amountHalalas: 400_00 }])
  expect(refused.parts[0]).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('') })
  expect(
    (await pay([line.id], [{ orderId: id, amountHalalas: 400_00, difference: 'askRest' }])).parts[0]!.outcome,
  ).toBe('restAsked')
  const rest = await movement({ amount: '600.00' })
  expect(rest.proposals.some(({ orders }) => orders.some((order) => order.missingHalalas === 600_00))).toBe(true)
  expect((await pay([rest.id], [{ orderId: id, amountHalalas: 600_00 }])).parts[0]!.outcome).toBe('paid')
  expect(await ledgerOf(id)).toBe(1000_00)
})

it('what was paid is reported, also when the rest was taken meanwhile', async () => {
  const [first, second] = [await awaitedTransfer(app), await awaitedTransfer(app)]
  const lines = [await movement({ amount: '1000.00' }), await movement({ amount: '1000.00' })]
  // Between the look and the claim of the second part somebody sets its movement aside.
  await sql`create function set_aside_meanwhile() returns trigger language plpgsql as $$ begin
    update bank_lines set set_aside = 'x' where id <> new.line_id and used_halalas = 0; return null; end $$`.execute(
    app.db,
  )
  await sql`create trigger set_aside_meanwhile after insert on bank_line_uses for each row
    execute function set_aside_meanwhile()`.execute(app.db)
  const parts = [first, second].map(({ id }) => ({ orderId: id, amountHalalas: 1000_00 }))
  const ids = lines.map(({ id }) => id)
  const outcome = await pay(ids, parts).finally(() =>
    sql`drop function set_aside_meanwhile() cascade`
      .execute(app.db)
      .then(() => sql`update bank_lines set set_aside = null where set_aside = 'x'`.execute(app.db)),
  )
  expect(outcome.parts.map((part) => part.outcome)).toEqual(['paid', 'refused'])
  expect([await ledgerOf(first.id), await ledgerOf(second.id)]).toEqual([1000_00, 0])
})

it('what a stopped server left is ended by what became of the order', async () => {
  const [paid, unpaid] = [await awaitedTransfer(app), await awaitedTransfer(app)]
  const lines = [await movement({ amount: '1000.00' }), await movement({ amount: '1000.00' })]
  const leftBy = async (line: number, orderId: string) => {
    await sql`update bank_lines set used_halalas = 100000 where id = ${line}::bigint`.execute(app.db)
    await sql`insert into bank_line_uses (line_id, order_id, amount_halalas, received_before, started_at)
      values (${line}::bigint, ${orderId}::uuid, 100000, 0, ${app.services.now()})`.execute(app.db)
  }
  await leftBy(lines[0]!.id, paid.id)
  await leftBy(lines[1]!.id, unpaid.id)
  await desk.transfers.approveTransfer({ id: paid.id })
  const later = () => new Date(app.services.now().getTime() + HOUR_MS)
  await tidyBankLines({ ...app.services, now: later })
  const { rows } = await sql<{ used: number }>`select used_halalas::int as used from bank_lines
    where id = any(${lines.map(({ id }) => id)}::bigint[]) order by id`.execute(app.db)
  expect(rows.map(({ used }) => used)).toEqual([100_000, 0])
})

it('a movement that pays no order is set aside with a reason, and opened again', async () => {
  const { id } = await send(csv([{ amount: '77.00', words: 'عمولة' }]))
  const [line] = await linesOf(id)
  await desk.bankStatements.setLineAside({ id: line!.id, reason: 'عمولة من مزود' })
  expect([await linesOf(id), (await linesOf(id, 'setAside'))[0]!.setAside]).toEqual([[], 'عمولة من مزود'])
  const order = await awaitedTransfer(app)
  expect(await failureOf(pay([line!.id], [{ orderId: order.id, amountHalalas: 77_00 }]))).toBe('lineUsed')
  await desk.bankStatements.reopenLine({ id: line!.id })
  expect((await linesOf(id)).length).toBe(1)
})

it('a file twice, reordered, with zero and debit lines, near misses and one transfer for two orders pays nothing twice', async () => {
  const orders = [await awaitedTransfer(app), await awaitedTransfer(app), await awaitedTransfer(app)]
  const [near, one, two] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
  const exchanged = near.reference.replace(/(\d)(\d)(?=\D*$)/, (_, first, second) =>
    first === second ? `${first}${(Number(second) + 5) % 10}` : `${second}${first}`,
  )
  const rows = [
    { amount: '1000.00', words: `حوالة ${exchanged} سارة القحطاني`, reference: 'N1' },
    { amount: '2000.00', words: `${one.reference} ${two.reference}`, reference: 'N2' },
    { amount: '-1000.00', words: near.reference, reference: 'N3' },
    { amount: '0.00', words: one.reference, reference: 'N4' },
  ]
  const first = await send(csv(rows, '2026-08-20'))
  const again = await send(csv(rows.toReversed(), '2026-08-20'), 'again.csv')
  expect([first.lines, again.lines, again.knownLines]).toEqual([4, 0, 4])
  const open = await linesOf(first.id)
  expect(open.map(({ amountHalalas }) => amountHalalas)).toEqual([1000_00, 2000_00])
  const isFor = (ids: string[]) => (proposal: (typeof open)[0]['proposals'][0]) =>
    proposal.orders
      .map(({ id }) => id)
      .toSorted()
      .join() === ids.toSorted().join()
  const guess = open[0]!.proposals.find(isFor([near.id]))!
  expect(guess.reasons).toContain('nearReference')
  expect(open[1]!.proposals.find(isFor([one.id, two.id]))!.reasons).toEqual(
    expect.arrayContaining(['reference', 'together']),
  )
  // Nothing moved by reading the file.
  expect(await Promise.all(orders.map(({ id }) => ledgerOf(id)))).toEqual([0, 0, 0])
  const decide = () =>
    Promise.allSettled([
      pay([open[0]!.id], [{ orderId: near.id, amountHalalas: 1000_00 }]),
      pay(
        [open[1]!.id],
        [one, two].map(({ id }) => ({ orderId: id, amountHalalas: 1000_00 })),
      ),
    ])
  await Promise.all([decide(), decide()])
  await send(csv(rows, '2026-08-20'), 'third.csv')
  await decide()
  expect(await Promise.all(orders.map(({ id }) => ledgerOf(id)))).toEqual([1000_00, 1000_00, 1000_00])
  expect(await Promise.all(orders.map(({ id }) => statusOf(id)))).toEqual(['paid', 'paid', 'paid'])
  expect(await linesOf(first.id)).toEqual([])
  const used = await sql<{ used: number; moved: number }>`select sum(used_halalas)::int as used,
    (select sum(u.amount_halalas)::int from bank_line_uses u join bank_lines b on b.id = u.line_id
      where b.statement_id = ${first.id}::uuid) as moved
    from bank_lines where statement_id = ${first.id}::uuid`.execute(app.db)
  expect(used.rows[0]).toEqual({ used: 3000_00, moved: 3000_00 })
})

it('a movement that names an order whose transfer was approved before is used for it, and books nothing again', async () => {
  const { id, reference } = await awaitedTransfer(app)
  await desk.transfers.approveTransfer({ id })
  // Its neighbours by number: one that waits, one that was cancelled.
  const [next, cancelled] = [await awaitedTransfer(app), await awaitedTransfer(app)]
  await desk.checkout.cancelOrder({ id: cancelled.id, reason: 'طلبه' })
  const line = await movement({ amount: '1000.00', words: `حوالة ${reference}` })
  expect(line.proposals.flatMap(({ orders }) => orders.map((one) => one.id))).not.toContain(next.id)
  expect(line.proposals.flatMap(({ reasons }) => reasons)).not.toContain('nearReference')
  expect(line.named).toMatchObject([{ id, reference, status: 'paid', bookedHalalas: 1000_00 }])
  const use = (lineId: number, amountHalalas = 1000_00) =>
    desk.bankStatements.useForBooked({ id: lineId, orderId: id, amountHalalas })
  expect(await failureOf(use(line.id, 1000_01))).toBe('moneyHasMovement')
  const twin = await movement({ amount: '1000.00', words: `حوالة ${reference}` })
  const results = await Promise.all([line.id, twin.id, line.id].map((one) => failureOf(use(one))))
  expect(results.filter((failure) => failure === undefined)).toHaveLength(1)
  expect([await statusOf(id), await ledgerOf(id)]).toEqual(['paid', 1000_00])
  const { rows } = await sql<{ used: number; uses: number }>`select sum(l.used_halalas)::int as used,
    (select sum(u.amount_halalas)::int from bank_line_uses u where u.order_id = ${id}::uuid) as uses
    from bank_lines l where l.id in (${line.id}::bigint, ${twin.id}::bigint)`.execute(app.db)
  expect(rows[0]).toEqual({ used: 1000_00, uses: 1000_00 })
  // The other movement names a paid order: it is said, and offered to nobody.
  const [second] = [...(await linesOf(await statementOf(line.id))), ...(await linesOf(await statementOf(twin.id)))]
  expect(second!.named).toMatchObject([{ id, status: 'paid', bookedHalalas: 0 }])
  expect(second!.proposals).toEqual([])
  expect(await failureOf(use(second!.id))).toBe('moneyHasMovement')
})

it('of booked money only what no movement was used for is offered, also before the rest has come', async () => {
  const { id, reference } = await awaitedTransfer(app)
  await desk.transfers.approveTransfer({ id, amountHalalas: 400_00, difference: 'askRest' })
  const first = await movement({ amount: '400.00', words: reference })
  expect(first.named).toMatchObject([{ id, status: 'pending', bookedHalalas: 400_00 }])
  await desk.bankStatements.useForBooked({ id: first.id, orderId: id, amountHalalas: 400_00 })
  const rest = await movement({ amount: '600.00', words: reference })
  expect(rest).toMatchObject({ named: [], proposals: [{ orders: [{ id }], reasons: ['reference', 'amount'] }] })
  await pay([rest.id], [{ orderId: id, amountHalalas: 600_00 }])
  expect([await statusOf(id), await ledgerOf(id)]).toEqual(['paid', 1000_00])
  const again = await movement({ amount: '600.00', words: reference })
  expect(again.named).toMatchObject([{ id, status: 'paid', bookedHalalas: 0 }])
})
