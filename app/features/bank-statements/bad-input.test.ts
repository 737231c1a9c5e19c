/** Files of banks with the faults that they come with: a clear word at the right row, nothing lost, nothing twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { refusal, withBank } from '../../../tests/support/orders/orders.ts'
import { inWindows1256 } from '../../../tests/support/windows-1256.ts'

let app: TestApp
let desk: ReturnType<typeof apiAs>
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
  desk = apiAs(app, await learner(app.db, { roles: ['Finance'] }))
})
afterAll(() => app.stop())

const send = (content: string | Buffer<ArrayBuffer>, name = 'statement.csv') =>
  desk.bankStatements.importStatement({ file: new File([content], name) })

/** `[day, amount]` of all that a file brought, in the order of days and amounts. */
async function movementsOf(statementId: string) {
  const both = await Promise.all(
    (['open', 'outgoing'] as const).map((state) =>
      desk.bankStatements.bankLines({ statementId, state, limit: 50 }).then(({ items }) => items),
    ),
  )
  return both
    .flat()
    .map(({ day, amountHalalas }) => [day, amountHalalas] as const)
    .toSorted(([day, amount], [otherDay, otherAmount]) => day.localeCompare(otherDay) || amount - otherAmount)
}

const problemsOf = ({ errors }: Awaited<ReturnType<typeof send>>) =>
  errors.map(({ place, problem }) => [place, problem])

describe('letters', () => {
  it('a row with broken UTF-8 is named; sent again when it is whole, it comes, and the others do not', async () => {
    const whole = 'التاريخ,الوصف,المبلغ\n2026-03-01,حوالة من سارة,100.00\n2026-03-01,حوالة من نورة,200.00\n'
    const bytes = Buffer.from(whole)
    // Half of a letter of the second movement is lost.
    const at = bytes.indexOf(Buffer.from('نورة')) + 1
    const first = await send(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]))
    expect([problemsOf(first), first.lines]).toEqual([[[3, 'brokenText']], 1])
    const second = await send(whole)
    expect([second.errors, second.lines, second.knownLines]).toEqual([[], 1, 1])
    expect(await movementsOf(second.id)).toEqual([['2026-03-01', 20_000]])
  })

  it('the Arabic code page of Windows is read, with days of the Hijri calendar in numbers and in words', async () => {
    const text =
      'التاريخ,البيان,دائن,مدين\n01/09/1447هـ,حوالة واردة,150.00,\n2 رمضان 1447,رسوم,,5.75\n15/09/47,حوالة,7.00,\n'
    const statement = await send(inWindows1256(text))
    expect(statement.errors).toEqual([])
    expect(await movementsOf(statement.id)).toEqual([
      ['2026-02-18', 15_000],
      ['2026-02-19', -575],
      ['2026-03-04', 700],
    ])
    const [line] = (await desk.bankStatements.bankLines({ statementId: statement.id, limit: 1 })).items
    expect(line!.description).toBe('حوالة واردة')
    // The same file as UTF-8 brings nothing again.
    expect(await send(text)).toMatchObject({ lines: 0, knownLines: 3 })
  })

  it('UTF-16 without its mark is read; what is no text is refused with a word', async () => {
    const text = 'Date,Description,Amount\n2026-03-02,Transfer,11.00\n'
    expect(await send(Buffer.from(text, 'utf16le'))).toMatchObject({ lines: 1, errors: [] })
    const workbook = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xd8, 0xc7, 0xff])
    expect(await refusal(send(workbook, 'statement.xlsx'))).toBe('statementUnreadable')
  })
})

describe('columns of CSV', () => {
  it('a missing amount is asked for, and its absence is said at the field', async () => {
    const statement = await send('التاريخ,البيان\n2026-04-01,حوالة\n')
    expect(statement).toMatchObject({ lines: 0, unread: { proposed: { day: 'التاريخ', description: 'البيان' } } })
    const columns = { day: 'التاريخ', description: 'البيان' }
    const call = desk.bankStatements.nameColumns({ id: statement.id, columns, dayOrder: 'day-first' } as never)
    await expect(call).rejects.toMatchObject({ code: 'validation', fields: { 'columns.amount': ['required'] } })
  })

  it('another order of the columns is the same file', async () => {
    await send('Date,Description,Amount,Reference\n2026-04-02,Transfer,20.00,FT-1\n2026-04-02,Transfer,30.00,FT-2\n')
    const other = 'Reference,Amount,Date,Description\nFT-2,30.00,2026-04-02,Transfer\nFT-1,20.00,2026-04-02,Transfer\n'
    expect(await send(other)).toMatchObject({ lines: 0, knownLines: 2, errors: [] })
  })

  it('a remembered column that the bank renames is asked for, since its movements would come twice without it', async () => {
    const named = await send('يوم القيد,القيمة,رقم السند,شرح\n2026-04-03,40.00,S1,حوالة\n')
    const columns = { day: 'يوم القيد', amount: 'القيمة', bankReference: 'رقم السند', description: 'شرح' }
    await desk.bankStatements.nameColumns({ id: named.id, columns, dayOrder: 'day-first' } as never)
    const renamed = await send('يوم القيد,القيمة,رقم القيد,شرح\n2026-04-03,40.00,S1,حوالة\n2026-04-03,50.00,S2,حوالة\n')
    expect(renamed).toMatchObject({
      lines: 0,
      unread: { missing: ['رقم السند'], proposed: { day: 'يوم القيد', amount: 'القيمة', description: 'شرح' } },
    })
    const now = { ...columns, bankReference: 'رقم القيد' }
    const read = await desk.bankStatements.nameColumns({ id: renamed.id, columns: now, dayOrder: 'day-first' } as never)
    expect(read).toMatchObject({ lines: 1, knownLines: 1, unread: null })
    // Both headers are known from now on.
    expect(await send('شرح,رقم القيد,القيمة,يوم القيد\nحوالة,S2,50.00,2026-04-03\n')).toMatchObject({ knownLines: 1 })
    expect(await send('يوم القيد,القيمة,رقم السند,شرح\n2026-04-03,40.00,S1,حوالة\n')).toMatchObject({ knownLines: 1 })
  })

  it('days that can only have the month first are asked about, not misread', async () => {
    const statement = await send(
      'Value Date,Narrative,Sum,Amount\n04/05/2026,Transfer,,60.00\n04/25/2026,Transfer,,61.00\n',
    )
    expect(statement.unread).toMatchObject({
      dayOrder: 'month-first',
      proposed: { day: 'Value Date', amount: 'Amount' },
    })
    const { proposed: columns, dayOrder } = statement.unread!
    const read = await desk.bankStatements.nameColumns({ id: statement.id, columns, dayOrder } as never)
    expect(await movementsOf(read.id)).toEqual([
      ['2026-04-05', 6000],
      ['2026-04-25', 6100],
    ])
  })

  it('more cells than the header, an open quotation mark and a missing day are named at their rows', async () => {
    const text = [
      'Posting Date,Particulars,Credit,Debit',
      '2026-05-01,Transfer,1,150.00,',
      '2026-05-01,Transfer,1,150.00,7',
      ',Transfer,80.00,',
      'Total,,80.00,',
      '2026-05-02,"Transfer "A" of,81.00,',
      '2026-05-02,Transfer,82.00,',
    ].join('\n')
    const statement = await send(text)
    // `1` and `150.00` are a credit and a debit in one row.
    expect(problemsOf(statement)).toEqual([
      [2, 'bothSides'],
      [3, 'columnsMissing'],
      [4, 'noDay'],
      [5, 'noDay'],
      [6, 'brokenQuotes'],
    ])
    expect(await movementsOf(statement.id)).toEqual([])
  })
})

describe('amounts', () => {
  it('Arabic digits and separators, negative and zero lines, signs at either end', async () => {
    const rows = [
      '٢٬٣٠٠٫٥٠',
      '١،٢٠٠٫٠٠',
      '"1,234.50"',
      '-9.00',
      '9.50-',
      '(4.00)',
      '0.00',
      '-0.00',
      '٧ ر.س',
      'abc',
      '1.5.2',
    ]
    const text = `Date,Details,Amount\n${rows.map((amount, at) => `2026-06-01,row ${at},${amount}`).join('\n')}\n`
    const statement = await send(text)
    expect(problemsOf(statement)).toEqual([
      [11, 'noAmount'],
      [12, 'noAmount'],
    ])
    const amounts = [-950, -900, -400, 0, 0, 700, 120_000, 123_450, 230_050]
    expect((await movementsOf(statement.id)).map(([, amount]) => amount)).toEqual(amounts)
  })

  it('a direction beside the amount decides its sign; without one, and with both sides, a row is named', async () => {
    const signed =
      'Date,Amount,Credit/Debit,Details\n2026-06-02,10.00,C,a\n2026-06-02,11.00,DR,b\n2026-06-02,12.00,,c\n2026-06-02,-13.00,CR,d\n'
    const first = await send(signed)
    expect(problemsOf(first)).toEqual([
      [4, 'noDirection'],
      [5, 'noDirection'],
    ])
    expect((await movementsOf(first.id)).map(([, amount]) => amount)).toEqual([-1100, 1000])
    const sides = 'التاريخ,البيان,مدين,دائن\n2026-06-03,أ,5.00,9.00\n2026-06-03,ب,0.00,9.00\n2026-06-03,ج,-6.00,0\n'
    const second = await send(sides)
    expect(problemsOf(second)).toEqual([[2, 'bothSides']])
    expect((await movementsOf(second.id)).map(([, amount]) => amount)).toEqual([-600, 900])
  })

  it('MT940: zero, debit, Arabic digits, a point for the comma, Hijri days; what is broken is named at its line', async () => {
    const text = [
      ':20:X',
      ':25:SA0380000000608010167519',
      ':61:2606040604C0,00NTRFNONREF//Z0',
      ':61:2606040604D5,75NTRFNONREF//Z1',
      ':61:٢٦٠٦٠٤٠٦٠٤C١٥٠,٥٠NTRFNONREF//Z2',
      ':61:2606040604C160.25NTRFNONREF//Z3',
      // 19 Dhu al-Hijja 1447.
      ':61:4712191219C170,00NTRFNONREF//Z4',
      ':61:2606310631C180,00NTRFNONREF//Z5',
      ':61:2606040604X190,00NTRFNONREF//Z6',
    ].join('\n')
    const statement = await send(text, 'statement.sta')
    expect(problemsOf(statement)).toEqual([
      [8, 'noDay'],
      [9, 'noAmount'],
    ])
    expect(await movementsOf(statement.id)).toEqual([
      ['2026-06-04', -575],
      ['2026-06-04', 0],
      ['2026-06-04', 15_050],
      ['2026-06-04', 16_025],
      ['2026-06-05', 17_000],
    ])
    expect(await send(text, 'again.sta')).toMatchObject({ lines: 0, knownLines: 5 })
  })

  it('CAMT.053: zero, debit, a sign beside the direction, no direction, parts that do not come to the whole', async () => {
    const entry = (amount: string, direction: string, day = '2026-06-06', parts = '') =>
      `<Ntry><NtryRef>1</NtryRef><Amt Ccy="SAR">${amount}</Amt>${direction && `<CdtDbtInd>${direction}</CdtDbtInd>`}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${parts}</Ntry>`
    const parts = (...amounts: string[]) =>
      `<NtryDtls>${amounts.map((amount) => `<TxDtls><Amt Ccy="SAR">${amount}</Amt></TxDtls>`).join('')}</NtryDtls>`
    const camt = (...entries: string[]) =>
      `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>SA77</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
    const file = camt(
      entry('0.00', 'CRDT'),
      entry('5.75', 'DBIT'),
      entry('-8.00', 'DBIT'),
      entry('9.00', ''),
      entry('٢١٠٫٥٠', 'CRDT', '1447-12-20'),
      entry('300.00', 'CRDT', '2026-06-07', parts('100.00', '190.00')),
      entry('40.00', 'CRDT', '2026-06-31'),
    )
    const statement = await send(file, 'statement.xml')
    expect(problemsOf(statement)).toEqual([
      [3, 'noAmount'],
      [4, 'noDirection'],
      [7, 'noDay'],
    ])
    expect(await movementsOf(statement.id)).toEqual([
      ['2026-06-06', -575],
      ['2026-06-06', 0],
      ['2026-06-06', 21_050],
      ['2026-06-07', 30_000],
    ])
    // Each file counts its entries from one: another movement of the same amount is no repetition.
    const sibling = camt(
      entry('0.00', 'CRDT'),
      entry('21.00', 'CRDT', '2026-06-08', '<AddtlNtryInf>first</AddtlNtryInf>'),
    )
    const other = camt(entry('21.00', 'CRDT', '2026-06-08', '<AddtlNtryInf>second</AddtlNtryInf>'))
    expect(await send(sibling, 'a.xml')).toMatchObject({ lines: 1, knownLines: 1 })
    expect(await send(other, 'b.xml')).toMatchObject({ lines: 1, knownLines: 0 })
  })
})

describe('files', () => {
  it('overlapping files that are sent at once, in different orders, bring each movement once', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `2026-07-01,row ${at},${at + 1}.00,REF${at}`)
    const csv = (some: string[]) => `Date,Description,Amount,Reference\n${some.join('\n')}\n`
    const files = [rows, rows.toReversed(), rows.slice(0, 250).toReversed(), rows.slice(150)]
    const statements = await Promise.all(files.map((some) => send(csv(some))))
    expect(statements.reduce((sum, { lines }) => sum + lines, 0)).toBe(400)
    expect(statements.reduce((sum, { knownLines }) => sum + knownLines, 0)).toBe(800 + 250 + 250 - 400)
  })

  it('of more broken rows than are named, all are counted', async () => {
    const rows = Array.from({ length: 230 }, (_, at) => `2026-07-02,row ${at},x`)
    const statement = await send(`Date,Description,Amount\n${rows.join('\n')}\n`)
    expect([statement.errors.length, statement.errorCount]).toEqual([200, 230])
  })
})
