/** Accounts of payers: kept for refunds, in one place, and for 120 days. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { awaitedTransfer, withBank } from '../../../tests/support/orders/orders.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { erasePerson } from '../personal-data/erase-queries.server.ts'
import { withoutAccounts } from './hidden-accounts.ts'
import { tidyBankLines } from './pay-with-lines.server.ts'

const IBAN = 'SA4420000001234567891234'
const SPACED = 'SA44 2000 0001 2345 6789 1234'

let app: TestApp
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

const send = (text: string) => desk.bankStatements.importStatement({ file: new File([text], 'statement') })
const today = () => dayOf(app.services.now())
const short = (day: string) => day.slice(2).replaceAll('-', '')
const FORMATS = {
  csv: (day: string, words: string) =>
    `Date,Description,Amount,Sender,IBAN\n${day},"${words} ${SPACED}",1000.00,Sara Ali,${SPACED}\n`,
  mt940: (day: string, words: string) =>
    `:20:X\n:25:SA0380000000608010167519\n:61:${short(day)}${short(day).slice(2)}C1000,00NTRFNONREF\n` +
    `:86:?20${words}?30RJHISARI?31${IBAN}?32Sara Ali?33 ${SPACED.replace('6789', '\n6789')}\n`,
  camt: (day: string, words: string) => `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>SA0380000000608010167519</IBAN></Id></Acct><Ntry><Amt Ccy="SAR">1000.00</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties>
    <Dbtr><Nm>Sara Ali</Nm></Dbtr><DbtrAcct><Id><IBAN>${IBAN}</IBAN></Id></DbtrAcct></RltdPties>
    <RmtInf><Ustrd>${words} from ${IBAN}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
}
const formats = Object.keys(FORMATS) as (keyof typeof FORMATS)[]

/** Everything that is kept of the bank's files, without the column that is meant for accounts. */
const storedText = async () =>
  (
    await sql<{ text: string }>`select
      (select jsonb_agg(to_jsonb(l) - 'payer_account') from bank_lines l)::text ||
      coalesce((select jsonb_agg(s) from bank_statements s)::text, '') as text`.execute(app.db)
  ).rows[0]!.text.replaceAll(' ', '')
const accountsOn = async (day: string) =>
  (
    await sql<{ account: string }>`select payer_account as account from bank_lines where day = ${day}::date`.execute(
      app.db,
    )
  ).rows.map(({ account }) => account)

describe.each(formats)('the payer’s account of a movement in %s', (format) => {
  it('is kept apart from its words, of which only its end is left', async () => {
    const day = plusDays(today(), -10 - formats.indexOf(format))
    const { id, lines } = await send(FORMATS[format](day, 'حوالة 2026'))
    expect([lines, await accountsOn(day)]).toEqual([1, [IBAN]])
    const [line] = (await desk.bankStatements.bankLines({ statementId: id, limit: 5 })).items
    expect(`${line!.description} ${line!.payerName}`).toMatch(/حوالة 2026.*…1234/s)
    expect(line!.payerName).toContain('Sara Ali')
    expect(await storedText()).not.toContain('234567891234')
    // The same file is known, although its words are kept differently.
    expect(await send(FORMATS[format](day, 'حوالة 2026'))).toMatchObject({ lines: 0, knownLines: 1 })
  })

  it('is erased when the movement is older than 120 days, and not a day before', async () => {
    const shift = formats.indexOf(format) * 200
    const [kept, old] = [plusDays(today(), shift - 120), plusDays(today(), shift - 121)]
    await send(FORMATS[format](kept, 'kept'))
    await send(FORMATS[format](old, 'old'))
    await tidyBankLines({ ...app.services, now: () => new Date(app.services.now().getTime() + shift * DAY_MS) })
    expect([await accountsOn(kept), await accountsOn(old)]).toEqual([[IBAN], ['']])
  })
})

it('the words of a row that cannot be read hold no account, in one piece or in groups', async () => {
  const { errors } = await send(
    `Date,Description,Amount,IBAN\n${today()},${SPACED},1.00,${IBAN},too many\nx,${IBAN} 770010167519123,2.00,1\n` +
      '2000 0001 2345 6789,x,3.00,1\n',
  )
  expect(errors.map(({ problem }) => problem)).toEqual(['columnsMissing', 'noDay', 'noDay'])
  expect(errors[2]!.text).toContain('…6789')
  expect(errors[0]!.text).toContain('…1234')
  expect(await storedText()).not.toMatch(/234567891234|770010167519/)
})

it('whatever a file says in the column of accounts, its movements are stored', async () => {
  const accounts = ['حساب الراجحي', `IBAN:${IBAN}`, 'a/c #77&(88),99+[5]{6}|^$.*?\\', 'حساب: ٧٧٠٠١٢٣', 'Sara Ali']
  const day = plusDays(today(), -60)
  const rows = accounts.map(
    (account, place) => `${day},"paid ${place}: ${account}",${place + 1}.00,Sara Ali,"${account}"`,
  )
  const { id } = await send(`Date,Description,Amount,Sender,IBAN\n${rows.join('\n')}\n`)
  const { items } = await desk.bankStatements.bankLines({ statementId: id, limit: 9 })
  const kept = items.toSorted((one, other) => one.amountHalalas - other.amountHalalas)
  expect(kept.map(({ description }) => description)).toEqual([
    'paid 0: حساب الراجحي',
    'paid 1: IBAN:…1234',
    'paid 2: ….*?\\',
    'paid 3: …0123',
    'paid 4: Sara Ali',
  ])
  expect(new Set(kept.map(({ payerName }) => payerName))).toEqual(new Set(['Sara Ali']))
})

it('what was kept before has its words cleaned once', async () => {
  const day = plusDays(today(), -50)
  const { id } = await send(FORMATS.csv(day, 'حوالة'))
  await sql`update bank_lines set description = ${`من ${SPACED} / 99-77-55-33`}, payer_account = '99-77-55-33'
    where day = ${day}::date`.execute(app.db)
  const errors = JSON.stringify([{ place: 2, problem: 'noDay', text: IBAN }])
  await sql`update bank_statements set errors = ${errors}::jsonb where id = ${id}::uuid`.execute(app.db)
  await sql.raw(readFileSync('db/migrations/440-accounts-in-words.sql', 'utf8')).execute(app.db)
  const [line] = (await desk.bankStatements.bankLines({ statementId: id, limit: 5 })).items
  expect(line!.description).toBe('من …1234 / …5-33')
  expect((await desk.bankStatements.bankStatement({ id })).errors[0]!.text).toBe('…1234')
})

it('words and names that an older version stored are cleaned by the job', async () => {
  const day = plusDays(today(), -51)
  const { id } = await send(FORMATS.csv(day, 'حوالة'))
  await sql`update bank_lines set description = 'to ES91 2100 0418 4502 0005 1332 from', payer_name = ${`Sara ${IBAN}`},
    words_checked = default where day = ${day}::date`.execute(app.db)
  await tidyBankLines(app.services)
  const [line] = (await desk.bankStatements.bankLines({ statementId: id, limit: 5 })).items
  expect(line).toMatchObject({ description: 'to …1332 from', payerName: 'Sara …1234' })
  expect(await accountsOn(day)).toEqual([IBAN])
})

it('a file whose columns nobody names is forgotten after 30 days', async () => {
  const { id } = await send(`اليوم,القيمة,من\n${today()},5.00,${IBAN}\n`)
  const unreadAfter = async (days: number) => {
    await tidyBankLines({ ...app.services, now: () => new Date(app.services.now().getTime() + days * DAY_MS) })
    return (await desk.bankStatements.bankStatement({ id })).unread
  }
  expect(await unreadAfter(29.9)).toMatchObject({ header: ['اليوم', 'القيمة', 'من'] })
  expect(await unreadAfter(30.1)).toBeNull()
  expect(await storedText()).not.toContain(IBAN)
})

describe('the account from which an order was paid', () => {
  async function paidByBank() {
    const order = await awaitedTransfer(app)
    const { id } = await send(FORMATS.camt(today(), order.reference))
    const [line] = (await desk.bankStatements.bankLines({ statementId: id, limit: 5 })).items
    const part = { orderId: order.id, amountHalalas: 1000_00 }
    await desk.bankStatements.payWithBankLines({ lineIds: [line!.id], parts: [part] })
    const waiting = async () =>
      (await desk.refunds.waitingRefunds({ PageSize: 50 })).items.find((refund) => refund.order.id === order.id)
    const account = async () =>
      (
        await sql<{ account: string }>`select payer_account as account from bank_lines where id = ${line!.id}`.execute(
          app.db,
        )
      ).rows[0]!.account
    return { ...order, waiting, account }
  }
  const paidFrom = () => [{ account: IBAN, name: 'Sara Ali', day: today() }]
  const erase = (person: { id: number; email: string; phone: string }) =>
    app.db.transaction().execute((tx) => erasePerson(tx, person, JSON.stringify({ ar: '', en: '' }), new Date()))

  it('is proposed beside the account that the learner gives, once the refund is to be sent', async () => {
    const { id, api, waiting } = await paidByBank()
    await api.requestRefund({ id, reason: 'I am ill' })
    expect(await waiting()).toMatchObject({ waitsFor: 'requested', paidFrom: [] })
    await desk.refunds.refund({ id, reason: 'Ill' })
    expect(await waiting()).toMatchObject({ waitsFor: 'transfer', refundTo: null, paidFrom: paidFrom() })
    const given = { iban: 'SA0380000000608010167519', holder: 'سارة القحطاني' }
    await api.giveRefundAccount({ id, ...given })
    expect(await waiting()).toMatchObject({ refundTo: given, paidFrom: paidFrom() })
  })

  it('is kept while a refund of another order waits that the same movement paid', async () => {
    const [first, second] = [await awaitedTransfer(app), await awaitedTransfer(app)]
    const text = FORMATS.camt(today(), `${first.reference} ${second.reference}`).replace('1000.00', '2000.00')
    const { id } = await send(text)
    const [line] = (await desk.bankStatements.bankLines({ statementId: id, limit: 5 })).items
    const parts = [first, second].map((order) => ({ orderId: order.id, amountHalalas: 1000_00 }))
    await desk.bankStatements.payWithBankLines({ lineIds: [line!.id], parts })
    await desk.refunds.refund({ id: second.id, reason: 'Ill' })
    await erase(first.sara)
    const waiting = (await desk.refunds.waitingRefunds({ PageSize: 50 })).items
    expect(waiting.find((refund) => refund.order.id === second.id)).toMatchObject({ paidFrom: paidFrom() })
  })

  it('is erased with its learner once nothing is to be sent back', async () => {
    const [open, done] = [await paidByBank(), await paidByBank()]
    await desk.refunds.refund({ id: open.id, reason: 'Ill' })
    const { refunds } = await desk.refunds.refund({ id: done.id, reason: 'Ill' })
    await desk.refunds.recordRefund({ id: done.id, refundId: refunds[0]!.id, bankReference: 'FT1' })
    for (const { sara } of [open, done]) await erase(sara)
    expect([await open.account(), await done.account()]).toEqual([IBAN, ''])
    expect(await open.waiting()).toMatchObject({ paidFrom: paidFrom() })
  })
})

it('numbers that are no accounts stay as they are', () => {
  for (const text of [
    'M-2026-000123 حوالة',
    'QT 2026 000123 1000 2000 3000',
    'FT26307ABCDEFGHIJ1',
    'GB82 WEST 1234 5698 7654 33',
    '0501234567',
  ])
    expect(withoutAccounts(text)).toBe(text)
  expect(withoutAccounts('from GB82 WEST 1234 5698 7654 32 for seats')).toBe('from …5432 for seats')
  expect(withoutAccounts('ES91 2100 0418 4502 0005 1332 from Ali')).toBe('…1332 from Ali')
  expect(withoutAccounts('NO93 8601 1117 947 to BE68 5390 0754 7034')).toBe('…7947 to …7034')
  expect(withoutAccounts('BE68 5390 0754 7034 NO93 8601 1117 947')).toBe('…7034 …7947')
  expect(withoutAccounts('SA٤٤ ٢٠٠٠ ٠٠٠١ ٢٣٤٥ ٦٧٨٩ ١٢٣٤ سارة')).toBe('…1234 سارة')
  expect(withoutAccounts('/ACCT/608010 167519/ORDP/Sara', '608010167519')).toBe('/ACCT/…7519/ORDP/Sara')
})
