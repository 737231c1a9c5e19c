/** Statements as banks send them, with the faults that they come with. */
import { describe, expect, it } from 'vitest'
import { inWindows1256 } from '../../../../tests/support/windows-1256.ts'
import { formatOf, textOf, UnreadableStatement } from '../statement.ts'
import { readCamt } from './camt.ts'
import { columnsOf, isComplete, readTable, tableOf } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readableWords } from './sub-fields.ts'

const read = (text: string, order: 'day-first' | 'month-first' = 'day-first') => {
  const table = tableOf(text)
  return readTable(table, columnsOf(table.header), order)
}

const CSV = `رقم الحساب,SA0380000000608010167519,,,
,,,,
التاريخ,الوصف,مدين,دائن,رقم المرجع
03/11/2026,"حوالة واردة من سارة القحطاني, M-2026-000123",,"1,150.00",FT26307A1
04/11/2026,رسوم شهرية,٥٫٧٥,,FT26308B2
05/11/2026,صفر,0.00,0.00,FT26309C3
١٤٤٨/٠٥/٢٥,حوالة,,٢٬٣٠٠٫٥٠,FT26309C4
المجموع,,5.75,"3,450.50",
`

describe('CSV', () => {
  it('is found under what the bank writes above, and read with both calendars and either digits', () => {
    const { lines, errors } = read(CSV)
    expect(errors).toEqual([{ place: 8, problem: 'noDay', text: 'المجموع' }])
    expect(
      lines.map(({ place, day, amountHalalas, bankReference }) => [place, day, amountHalalas, bankReference]),
    ).toEqual([
      [4, '2026-11-03', 115_000, 'FT26307A1'],
      [5, '2026-11-04', -575, 'FT26308B2'],
      [6, '2026-11-05', 0, 'FT26309C3'],
      [7, '2026-11-05', 230_050, 'FT26309C4'],
    ])
    expect(lines[0]!.description).toBe('حوالة واردة من سارة القحطاني, M-2026-000123')
  })

  it('is the same in the Arabic code page of Windows, in UTF-16 and with semicolons', () => {
    const expected = read(CSV)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(CSV, 'utf16le')])
    expect(read(textOf(utf16))).toEqual(expected)
    expect(read(textOf(Buffer.from(`\ufeff${CSV}`)))).toEqual(expected)
    // ٬ and ٫ have no place in the code page: banks write plain separators there.
    const plain = CSV.replaceAll('٬', ',')
      .replaceAll('٫', '.')
      .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 15))
    const quoted = plain.replace('2,300.50', '"2,300.50"')
    expect(read(textOf(inWindows1256(quoted))).lines.map(({ amountHalalas }) => amountHalalas)).toEqual(
      expected.lines.map(({ amountHalalas }) => amountHalalas),
    )
    expect(textOf(inWindows1256(quoted))).toBe(quoted)
  })

  it('is read by the names of its columns, whatever their order', () => {
    const reordered = 'Reference,Credit,Debit,Narrative,Booking Date\nX1,350.00,,Transfer,2026-11-03\n'
    expect(read(reordered).lines).toMatchObject([{ amountHalalas: 35_000, bankReference: 'X1', day: '2026-11-03' }])
    const signed = 'Date;Amount;Details\n11/03/2026;-12,50;Fee\n11/13/2026;1.350,00;Transfer\n'
    expect(read(signed, 'month-first').lines.map(({ day, amountHalalas }) => [day, amountHalalas])).toEqual([
      ['2026-11-03', -1250],
      ['2026-11-13', 135_000],
    ])
  })

  it('with a missing column it is not complete, and staff name the columns', () => {
    const table = tableOf('اليوم,القيمة\n2026-11-03,350\n')
    expect(isComplete(columnsOf(table.header))).toBe(false)
    const columns = { day: 'اليوم', amount: 'القيمة' }
    expect(readTable(table, columns, 'day-first').lines).toMatchObject([{ amountHalalas: 35_000 }])
    expect(tableOf('x\nاليوم,القيمة\n2026-11-03,350\n', [columns]).header).toEqual(['اليوم', 'القيمة'])
  })

  it('a wrong amount is reported at its row, and the others are read', () => {
    const { lines, errors } = read('Date,Amount\n2026-11-03,abc\n2026-11-04,350\n2026-02-30,1\n')
    expect(lines.length).toBe(1)
    expect(errors).toEqual([
      { place: 2, problem: 'noAmount', text: 'abc' },
      { place: 4, problem: 'noDay', text: '2026-02-30' },
    ])
  })

  it.each(['', 'hello', '\n\n'])('%j is no statement', (text) => {
    expect(() => tableOf(text)).toThrow(UnreadableStatement)
  })
})

const MT940 = `{1:F01AAALSARIAXXX0000000000}{4:
:20:STMT261103
:25:SA0380000000608010167519
:28C:211/1
:60F:C261102SAR10000,00
:61:2611031103C1150,00NTRFM2026000123//FT26307A1
سارة
:86:?20Course fee?31SA4420000001234567891234?32SARA ALQ
?33AHTANI
:61:2611041104D5,75NCHGNONREF//FT26308B2
:61:2612310102RC100,NTRFNONREF
:61:XX11031103C1,00NTRFNONREF
:62F:C261104SAR11144,25
-}`

describe('MT940', () => {
  it('takes sign, booking day, references, payer and description', () => {
    const { account, lines, errors } = readMt940(MT940)
    expect(account).toBe('SA0380000000608010167519')
    expect(lines).toMatchObject([
      {
        ...{ day: '2026-11-03', amountHalalas: 115_000, bankReference: 'FT26307A1', payerName: 'SARA ALQAHTANI' },
        payerAccount: 'SA4420000001234567891234',
        description: 'M2026000123 سارة Course fee',
      },
      { day: '2026-11-04', amountHalalas: -575, description: '' },
      // Booked in January of the next year; the reversal of a credit takes money away.
      { day: '2027-01-02', amountHalalas: -10_000 },
    ])
    expect(errors).toMatchObject([{ problem: 'noAmount' }])
    expect(() => readMt940(':20:X\n')).toThrow(UnreadableStatement)
  })

  it('says when its balances do not agree with its movements', () => {
    const statement = (...rest: string[]) => [':20:X', ':60F:C261102SAR100,00', ...rest].join('\n')
    const [came, left] = [':61:261103C50,25NTRFNONREF', ':61:261103D0,25NTRFNONREF']
    const doubtOf = (text: string) => readMt940(text).balanceDoubt
    expect(doubtOf(statement(came, left, ':62F:C261103SAR150,00'))).toBeNull()
    expect(doubtOf(statement(came, ':62F:C261103SAR150,00'))).toEqual({
      ...{ kind: 'differs', countedHalalas: 15_025, statedHalalas: 15_000 },
    })
    expect(doubtOf(statement(came, left))).toEqual({ kind: 'cut' })
    // Two pages of one statement, the second overdrawn; each has balances of its own.
    const pages = (last: string) =>
      [statement(came, ':62M:C261103SAR150,25'), `:20:X\n:60M:C261103SAR150,25\n:61:261104D200,00NCHG\n${last}`].join(
        '\n',
      )
    expect(doubtOf(pages(':62F:D261104SAR49,75'))).toBeNull()
    expect(doubtOf(pages(':62F:C261104SAR49,75'))).toMatchObject({ countedHalalas: -4975, statedHalalas: 4975 })
    expect(doubtOf(pages(''))).toEqual({ kind: 'cut' })
    // Without balances, in another currency, or with a row that could not be read, there is nothing to compare.
    expect(doubtOf(`:20:X\n:25:SA03\n${came}`)).toBeNull()
    expect(doubtOf(statement(came, ':62F:C261103USD9,00'))).toBeNull()
    expect(doubtOf(statement(came, ':61:XX', ':62F:C261103SAR9,00'))).toBeNull()
  })

  it.each([
    [
      '166?00TRANSFER?109310?20Order M-2026-00?21and two seats?30RJHISARI?32SARA?34000',
      'Order M-2026-00 and two seats',
    ],
    // Cut after 27 letters, also within a number; the words go on at 60.
    ['?20Payment of order M-2026-000?21123?60for the course?31SA44', 'Payment of order M-2026-000123 for the course'],
    ['?20دفعة\n الدورة?32سارة', 'دفعة الدورة'],
    ['808?00CHARGES?109320?30RJHISARI', 'CHARGES'],
    ['REF 7 ?20Course fee?32SARA', 'REF 7 Course fee'],
    ['What is this? 20 seats', 'What is this? 20 seats'],
    // Named fields; a line of the file ends within words.
    ['/ORDP/SARA ALI/REMI/ORDER M-2026-000\n123 AND M-2026-000124', 'ORDER M-2026-000123 AND M-2026-000124'],
    ['/EREF/PAY-7/ORDP//NAME/SARA/REMI/USTD//VAT course/IBAN/SA44', 'PAY-7 VAT course'],
    ['/EREF/NOTPROVIDED/REMI/دفعة الدورة/', 'دفعة الدورة'],
    ['/ORDP/SARA ALI', '/ORDP/SARA ALI'],
    ['A course 1/2/REMIX', 'A course 1/2/REMIX'],
  ])('reads the words of %j', (text, words) => {
    expect(readableWords(text)).toBe(words)
  })
})

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><d:BkToCstmrStmt><d:Stmt>
<d:Acct><d:Id><d:IBAN>SA0380000000608010167519</d:IBAN></d:Id></d:Acct>
<d:Ntry><d:NtryRef>1</d:NtryRef><d:Amt Ccy="SAR">1150.00</d:Amt><d:CdtDbtInd>CRDT</d:CdtDbtInd><d:Sts><d:Cd>BOOK</d:Cd></d:Sts>
<d:BookgDt><d:Dt>2026-11-03</d:Dt></d:BookgDt><d:AcctSvcrRef>FT26307A1</d:AcctSvcrRef><d:NtryDtls><d:TxDtls>
<d:Refs><d:EndToEndId>NOTPROVIDED</d:EndToEndId></d:Refs>
<d:RltdPties><d:Dbtr><d:Pty><d:Nm>سارة &amp; القحطاني</d:Nm></d:Pty></d:Dbtr><d:DbtrAcct><d:Id><d:IBAN>SA4420000001234567891234</d:IBAN></d:Id></d:DbtrAcct></d:RltdPties>
<d:RmtInf><d:Ustrd>M-2026-000123</d:Ustrd></d:RmtInf></d:TxDtls></d:NtryDtls></d:Ntry>
<d:Ntry><d:Amt Ccy="SAR">300.00</d:Amt><d:CdtDbtInd>CRDT</d:CdtDbtInd><d:Sts>BOOK</d:Sts><d:BookgDt><d:DtTm>2026-11-04T10:00:00</d:DtTm></d:BookgDt>
<d:NtryDtls><d:TxDtls><d:Amt Ccy="SAR">100.00</d:Amt></d:TxDtls><d:TxDtls><d:Amt Ccy="SAR">200.00</d:Amt></d:TxDtls></d:NtryDtls></d:Ntry>
<d:Ntry><d:Amt Ccy="SAR">9.00</d:Amt><d:CdtDbtInd>CRDT</d:CdtDbtInd><d:Sts><d:Cd>PDNG</d:Cd></d:Sts><d:BookgDt><d:Dt>2026-11-04</d:Dt></d:BookgDt></d:Ntry>
<d:Ntry><d:Amt Ccy="USD">9.00</d:Amt><d:CdtDbtInd>CRDT</d:CdtDbtInd><d:Sts><d:Cd>BOOK</d:Cd></d:Sts><d:BookgDt><d:Dt>2026-11-04</d:Dt></d:BookgDt></d:Ntry>
<d:Ntry><d:Amt Ccy="SAR">5.75</d:Amt><d:CdtDbtInd>DBIT</d:CdtDbtInd><d:Sts><d:Cd>BOOK</d:Cd></d:Sts><d:BookgDt><d:Dt>2026-11-05</d:Dt></d:BookgDt></d:Ntry>
</d:Stmt></d:BkToCstmrStmt></d:Document>`

describe('CAMT.053', () => {
  it('takes booked entries, each transaction of a collected one, and names other currencies', () => {
    const { account, lines, errors } = readCamt(CAMT)
    expect(account).toBe('SA0380000000608010167519')
    expect(lines.map(({ day, amountHalalas }) => [day, amountHalalas])).toEqual([
      ['2026-11-03', 115_000],
      ['2026-11-04', 10_000],
      ['2026-11-04', 20_000],
      ['2026-11-05', -575],
    ])
    expect(lines[0]).toMatchObject({
      ...{ payerName: 'سارة & القحطاني', payerAccount: 'SA4420000001234567891234' },
      ...{ bankReference: 'FT26307A1', description: 'M-2026-000123' },
    })
    expect(errors).toMatchObject([{ place: 4, problem: 'otherCurrency' }])
  })

  it('says when its balances do not agree with its entries', () => {
    const balance = (kind: string, amount: string, direction = 'CRDT', currency = 'SAR') =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd></Bal>`
    const entry =
      '<Ntry><Amt Ccy="SAR">50.25</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt></Ntry>'
    const doubtOf = (...parts: string[]) =>
      readCamt(`<Document><Stmt>${parts.join('')}${entry}</Stmt></Document>`).balanceDoubt
    expect(doubtOf(balance('OPBD', '20.00'), balance('CLBD', '30.25', 'DBIT'))).toBeNull()
    expect(doubtOf(balance('CLBD', '30.25'), balance('PRCD', '20.00'))).toEqual({
      ...{ kind: 'differs', countedHalalas: -3025, statedHalalas: 3025 },
    })
    // Some banks give one of them only.
    expect(doubtOf(balance('OPBD', '20.00'))).toBeNull()
    expect(doubtOf(balance('OPBD', '20.00', 'CRDT', 'USD'), balance('CLBD', '0.00'))).toBeNull()
  })

  it.each([
    '<Document><Stmt></Document>',
    '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document><Stmt>&x;</Stmt></Document>',
    '<Document></Document>',
    `${'<a>'.repeat(100_000)}`,
  ])('refuses what is broken or loads something', (text) => {
    expect(() => readCamt(text)).toThrow(UnreadableStatement)
  })
})

it('the format is told by the content', () => {
  expect([MT940, CAMT, CSV].map(formatOf)).toEqual(['mt940', 'camt', 'csv'])
})
