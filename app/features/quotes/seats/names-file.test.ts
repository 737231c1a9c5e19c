/** Employees are named by a workbook or a CSV file: each bad row is named, and no file harms the server. */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  type CompanyDesk,
  companyDesk,
  type Quotation,
  type Quote,
  someRun,
  tokenIn,
} from '../../../../tests/support/orders/purchases.ts'
import { tokenOf } from '../../../../tests/support/signed-in.ts'
import { inWindows1256 } from '../../../../tests/support/windows-1256.ts'

let app: TestApp
let desk: CompanyDesk
let quote: Quote
beforeAll(async () => {
  app = await startTestApp()
  desk = await companyDesk(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  const run = await someRun(app)
  quote = await desk.owing({ ...run, seats: 4 })
})

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as Excel writes it. @param sheet what stands in its `worksheet` */
function workbookOf(sheet: string, { texts = [], ...more }: { texts?: string[]; [path: string]: unknown } = {}) {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`
  return zipSync({
    '[Content_Types].xml': strToU8(types),
    'xl/workbook.xml': strToU8(
      `<workbook ${NS} xmlns:r="${REL}"><sheets><sheet name="الموظفون" sheetId="7" r:id="rId3"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="rId3" Target="worksheets/sheet7.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst ${NS}>${texts.map((text) => `<si><r><t>${text}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet7.xml': strToU8(`<worksheet ${NS}>${sheet}</worksheet>`),
    ...(more as Record<string, Uint8Array>),
  })
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (at: number, ...cells: string[]) => `<row r="${at}">${cells.map(cell).join('')}</row>`
const sheetData = (...rows: string[]) => `<sheetData>${rows.join('')}</sheetData>`

const FIRST = ['سارة', 'منى', 'نورة', 'هند', 'خالد', 'فهد', 'ماجد', 'ريم', 'ليلى', 'يوسف']
const LAST = ['القحطاني', 'الحربي', 'السالم', 'العمري', 'الدوسري', 'الشهري', 'المطيري', 'الزهراني']

/** A name and an address, of each number other ones. */
const employee = (at: number): [name: string, email: string] => {
  const middle = FIRST[Math.trunc(at / 80) % 10]
  return [`${FIRST[at % 10]} ${middle} ${LAST[at % 8]}`, `employee.${(at * 7919) % 100_003}@ufuq-training.example`]
}

type Answer = { data: Quotation; error: { code: string; fields?: Record<string, string[]> } }

const paste = (lines: string[]) =>
  app.call<Quotation>('POST', `Quotations/${quote.number}/names`, {
    body: { token: tokenIn(quote), lineId: quote.lines[0]!.id, names: lines.join('\n') },
  })

async function post(path: string, fields: Record<string, string | File>, token?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const headers = new Headers(token === undefined ? [] : [['Authorization', `Bearer ${token}`]])
  const response = await fetch(`${app.address}/api/${path}`, { method: 'POST', headers, body: form })
  return { status: response.status, ...((await response.json()) as Answer) }
}

function send(bytes: Uint8Array<ArrayBuffer> | string, name = 'names.xlsx', token = tokenIn(quote)) {
  const lineId = String(quote.lines[0]!.id)
  return post(`Quotations/${quote.number}/names-file`, { token, lineId, file: new File([bytes], name) })
}
const named = async () => (await desk.seen(quote)).seats.filter(({ state }) => state === 'named')

describe('a file of names', () => {
  it('is read as Excel writes it, with shared texts, gaps and a title, on the page of the company and at the desk', async () => {
    const texts = ['سارة &amp; القحطاني', 'sara@ufuq.example', 'الاسم', 'البريد']
    const data = sheetData(
      `<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="s"><v>3</v></c></row>`,
      `<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="s"><v>1</v></c></row>`,
      row(9, 'منى', 'MONA@ufuq.example'),
    )
    const { status, data: seen } = await send(workbookOf(data, { texts }))
    expect(status).toBe(200)
    expect(seen.seats.flatMap(({ person }) => (person ? [person] : []))).toEqual([
      { name: 'سارة & القحطاني', email: 'sara@ufuq.example' },
      { name: 'منى', email: 'mona@ufuq.example' },
    ])
    const path = `admin/quotes/${quote.id}/lines/${quote.lines[0]!.id}/names-file`
    const file = new File([workbookOf(sheetData(row(1, 'ليلى', 'layla@ufuq.example')))], 'x.xlsx')
    expect((await post(path, { file }, await tokenOf(app, desk.finance.user))).status).toBe(200)
    expect(await named()).toHaveLength(3)
  })

  it('names the row of a formula, of merged cells, of a wrong address and of a further column, and takes nothing', async () => {
    const rows = sheetData(
      row(1, 'الاسم', 'البريد'),
      row(2, 'سارة', 'sara@ufuq.example'),
      `<row r="3">${cell('منى')}<c r="B3" t="str"><f>CONCAT("mona","@ufuq.example")</f><v>mona@ufuq.example</v></c></row>`,
      row(4, 'ليلى', 'layla@ufuq.example'),
      row(5, 'هند', 'hind'),
      row(6, 'نوف', 'nouf@ufuq.example', 'x'),
      row(7, '=cmd', 'cmd@ufuq.example'),
    )
    const data = `${rows}<mergeCells count="1"><mergeCell ref="A4:B4"/></mergeCells>`
    const { status, error } = await send(workbookOf(data))
    expect(status).toBe(400)
    expect(error.fields?.file).toEqual([
      expect.stringMatching(/3.*معادلة/),
      expect.stringMatching(/4.*مدموجة/),
      expect.stringMatching(/5.*البريد/),
      expect.stringMatching(/6.*عمودين/),
      expect.stringMatching(/7.*=/),
    ])
    expect(await named()).toEqual([])
  })

  it('of twenty thousand rows is read to its end, within seconds, and says how many seats are open', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => row(at + 1, ...employee(at)))
    const file = workbookOf(sheetData(...rows))
    expect(file.length).toBeLessThan(900_000)
    const begun = Date.now()
    const { error } = await send(file)
    expect(Date.now() - begun).toBeLessThan(20_000)
    expect(JSON.stringify(error.fields)).toContain('4')
    rows[19_999] = row(20_000, 'سارة', 'wrong')
    const wrong = await send(workbookOf(sheetData(...rows)))
    expect(JSON.stringify(wrong.error.fields)).toContain('20000')
    expect(await named()).toEqual([])
  })

  it('of twenty thousand different rows is read as quickly when it is pasted', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => employee(at).join(','))
    const begun = Date.now()
    expect(JSON.stringify((await paste(lines)).error.fields)).toContain('4')
    lines[19_999] = 'سارة,wrong'
    expect(JSON.stringify((await paste(lines)).error.fields)).toContain('20000')
    lines[19_999] = employee(7).join(',')
    expect(JSON.stringify((await paste(lines)).error.fields)).toContain('20000')
    expect(Date.now() - begun).toBeLessThan(30_000)
    expect(await named()).toEqual([])
  })

  it('that is a bomb, another kind of file or broken is refused with a word', async () => {
    const bomb = workbookOf(sheetData(), { 'xl/media/x.bin': new Uint8Array(12_000_000) })
    expect(bomb.length).toBeLessThan(900_000)
    expect((await send(bomb)).status).toBe(413)
    const lying = workbookOf(sheetData(row(1, 'سارة', 'sara@ufuq.example')))
    // The directory says that an entry is shorter than it is.
    const at = Buffer.from(lying).lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    lying[at + 24] = 1
    for (const wrong of [
      lying,
      zipSync({ 'a.txt': strToU8('a') }),
      workbookOf('<sheetData><row>'),
      'PK',
      '\u0000\u0001',
    ])
      expect([400, 413, 415]).toContain((await send(wrong)).status)
    const docs = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]><sheetData/>`
    expect((await send(workbookOf(docs))).status).toBe(400)
    expect((await send('x'.repeat(900_001))).status).toBeGreaterThanOrEqual(400)
    expect(await named()).toEqual([])
  })

  it('is also CSV, in UTF-8 or as Arabic Windows writes it', async () => {
    expect((await send('الاسم;البريد\r\nسارة;sara@ufuq.example\r\n', 'names.csv')).status).toBe(200)
    expect((await send(inWindows1256('منى,mona@ufuq.example'), 'names.csv')).status).toBe(200)
    expect((await named()).map(({ person }) => person?.name)).toEqual(['سارة', 'منى'])
  })

  it('is read for nobody without the link', async () => {
    expect((await send('a,b', 'names.csv', 'x'.repeat(32))).status).toBe(404)
  })
})
