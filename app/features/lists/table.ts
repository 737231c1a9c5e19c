/** A list that is sent as a file. It states its columns once; the CSV and the workbook are made of them. */
import type { Lang } from '../../locales/lang.ts'

/** What stands in a column: amounts are in halalas, times are instants, shown as in Riyadh. */
type Values = { text: string; number: number; halalas: number; moment: Date }
export type ColumnKind = keyof Values

export type Column<Row> = {
  [Kind in ColumnKind]: { title: string; kind: Kind; of: (row: Row) => Values[Kind] | null | undefined }
}[ColumnKind]

/** Null for a cell without a value. */
export type Cell = { [Kind in ColumnKind]: { kind: Kind; value: Values[Kind] } }[ColumnKind] | null

export type Table<Row> = {
  /** Of the file, without its ending: Latin letters, digits and hyphens. */
  name: string
  /** Of the sheet. */
  title: string
  lang: Lang
  columns: readonly Column<Row>[]
  /** Read as fast as the receiver takes the file. */
  batches: AsyncIterable<readonly Row[]>
}

export function cellOf<Row>({ kind, of }: Column<Row>, row: Row): Cell {
  const value = of(row)
  return value === null || value === undefined || value === '' ? null : ({ kind, value } as Cell)
}

/** The batches of a list that is read at once. */
export async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
