import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import type { Column, Table } from './table.ts'
import { MAX_CELL_LENGTH, workbook } from './workbook.server.ts'

type Row = { name: string | null; amount: number | null; at: Date | null; seats: number | null }

const COLUMNS: Column<Row>[] = [
  { title: 'الاسم', kind: 'text', of: ({ name }) => name },
  { title: 'المبلغ', kind: 'halalas', of: ({ amount }) => amount },
  { title: 'الوقت', kind: 'moment', of: ({ at }) => at },
  { title: 'المقاعد', kind: 'number', of: ({ seats }) => seats },
]
const EMPTY: Row = { name: null, amount: null, at: null, seats: null }

async function* inBatches(rows: Iterable<Row>, size: number): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  yield batch
}

const tableOf = (rows: Iterable<Row>, more: Partial<Table<Row>> = {}): Table<Row> => ({
  ...{ name: 'list', title: 'قائمة', lang: 'ar', columns: COLUMNS, batches: inBatches(rows, 700) },
  ...more,
})

async function bytesOf(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

type ReadCell = { style: number; value: string | number | null }
type ReadSheet = { xml: string; rows: ReadCell[][] }

const unescaped = (text: string) =>
  text
    .replaceAll('&#13;', '\r')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x005F_/g, '_')

/** Reads the file back as a spreadsheet does: the sheets that the workbook names, their cells by type. */
async function read(table: Table<Row>, maxRows?: number): Promise<Record<string, ReadSheet>> {
  const files = unzipSync(await bytesOf(workbook(table, maxRows)))
  const xmlOf = (path: string) => strFromU8(files[path]!)
  const types = xmlOf('[Content_Types].xml')
  const targets = new Map(
    [...xmlOf('xl/_rels/workbook.xml.rels').matchAll(/Id="(\w+)"[^>]+Target="([^"]+)"/g)].map(([, id, to]) => [id, to]),
  )
  const sheets = [...xmlOf('xl/workbook.xml').matchAll(/<sheet name="([^"]+)" sheetId="\d+" r:id="(\w+)"\/>/g)]
  return Object.fromEntries(
    sheets.map(([, name, id]) => {
      const path = `xl/${targets.get(id)}`
      expect(types).toContain(`PartName="/${path}"`)
      return [unescaped(name!), readSheet(xmlOf(path))]
    }),
  )
}

function readSheet(xml: string): ReadSheet {
  const cell =
    /<c(?: s="(\d)")?(?:\/>|(?: t="inlineStr")><is><t xml:space="preserve">([^<]*)<\/t><\/is><\/c>|><v>([^<]+)<\/v><\/c>)/y
  const readCells = (row: string): ReadCell[] => {
    const cells: ReadCell[] = []
    cell.lastIndex = 0
    while (cell.lastIndex < row.length) {
      const found = cell.exec(row)
      if (!found) throw new Error(`No cell: ${row}`)
      const [, style, text, number] = found
      cells.push({
        style: Number(style ?? 0),
        value: text !== undefined ? unescaped(text) : number !== undefined ? Number(number) : null,
      })
    }
    return cells
  }
  return { xml, rows: [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells]) => readCells(cells!)) }
}

describe('a workbook', () => {
  it('has 50,000 Arabic rows right to left, with numbers and times that are none of text', async () => {
    const count = 50_000
    const at = new Date('2026-05-31T14:30:00Z')
    const rows = Array.from({ length: count }, (_, n) => ({ name: `نورة العتيبي ${n}`, amount: n * 5, at, seats: n }))
    const { قائمة: sheet } = await read(tableOf(rows))
    expect(sheet!.xml).toContain('rightToLeft="1"')
    expect(sheet!.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet!.rows).toHaveLength(count + 1)
    expect(sheet!.rows[0]!.map(({ value }) => value)).toEqual(['الاسم', 'المبلغ', 'الوقت', 'المقاعد'])
    for (const n of [0, 1, 699, 700, count - 1])
      expect(sheet!.rows[n + 1]!.map(({ value }) => value)).toEqual([
        `نورة العتيبي ${n}`,
        (n * 5) / 100,
        // 17:30 in Riyadh, on the 46,173rd day of spreadsheets.
        expect.closeTo(46_173 + 17.5 / 24, 8),
        n,
      ])
  })

  it('begins at the left in English', async () => {
    const { List: sheet } = await read(tableOf([], { lang: 'en', title: 'List' }))
    expect(sheet!.xml).not.toContain('rightToLeft')
    expect(sheet!.rows).toHaveLength(1)
  })

  it('keeps texts as they are, and formulas as text', async () => {
    const texts = [
      '=cmd|"/c calc"!A1',
      '+966 50',
      '-1',
      '@x',
      "'quoted",
      ' <b>&amp; ',
      'سطر\r\nوثانٍ',
      '_x0041_',
      '😀 ١٢٣',
    ]
    const { قائمة: sheet } = await read(tableOf(texts.map((name) => ({ ...EMPTY, name }))))
    expect(sheet!.rows.slice(1).map(([cell]) => cell!.value)).toEqual(texts)
    expect(new Set(sheet!.rows.slice(1).map(([cell]) => cell!.style))).toEqual(new Set([2]))
    expect(sheet!.xml).not.toContain('<f>')
  })

  it('cuts what is too long for a cell, and leaves out what XML cannot say', async () => {
    const names = ['ن'.repeat(40_000), '\u0000\u0007a\ud800b\uffff']
    const { قائمة: sheet } = await read(tableOf(names.map((name) => ({ ...EMPTY, name }))))
    const [long, odd] = sheet!.rows.slice(1).map(([cell]) => String(cell!.value))
    expect([long!.length, long!.at(-1)]).toEqual([MAX_CELL_LENGTH, '…'])
    expect(odd).toBe('a\ufffdb')
  })

  it('goes on in a further sheet where one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, seats) => ({ ...EMPTY, seats }))
    const sheets = await read(tableOf(rows, { title: "طلبات [١/٢]: 'كل' الطلبات المدفوعة والملغاة" }), 4)
    expect(Object.values(sheets).map((sheet) => sheet.rows.slice(1).map((cells) => cells[3]!.value))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6],
    ])
    for (const [name, { rows: lines }] of Object.entries(sheets)) {
      expect(name).toMatch(/^[^\\/?*[\]:']{1,31}$/)
      expect(lines[0]![0]!.value).toBe('الاسم')
    }
  })

  it('stops reading when nobody takes it any more', async () => {
    let isClosed = false
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => ({ ...EMPTY, name: crypto.randomUUID() }))
      } finally {
        isClosed = true
      }
    }
    const pieces = workbook(tableOf([], { batches: endless() }))
    await pieces.next()
    await pieces.return(undefined)
    expect(isClosed).toBe(true)
  })
})

describe('a CSV of the same columns', () => {
  it('has 50,000 Arabic rows, each once and whole', async () => {
    const count = 50_000
    const rows = Array.from({ length: count }, (_, n) => ({ ...EMPTY, name: `نورة العتيبي ${n}`, amount: n * 5 }))
    const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await bytesOf(csvOf(tableOf(rows))))
    const [head, ...lines] = text.split('\r\n')
    expect([head![0], lines.pop(), lines.length]).toEqual(['\ufeff', '', count])
    for (const n of [0, 699, 700, count - 1]) expect(lines[n]).toBe(`نورة العتيبي ${n},${((n * 5) / 100).toFixed(2)},,`)
  })

  it('has numbers as numbers, and formulas as text', async () => {
    const rows = [
      { name: '=cmd', amount: -12_345, at: new Date('2026-05-31T21:30:00Z'), seats: -1 },
      { ...EMPTY, name: 'سطر "أول",\nوثانٍ' },
    ]
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(csvOf(tableOf(rows))))
    expect(text).toBe(
      '\ufeffالاسم,المبلغ,الوقت,المقاعد\r\n' + "'=cmd,-123.45,2026-06-01 00:30,-1\r\n" + '"سطر ""أول"",\nوثانٍ",,,\r\n',
    )
  })
})
