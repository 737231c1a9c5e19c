/** Lists as files for spreadsheets, which are made while they are sent. */
import { type FileAnswer, TABLE_TYPES, type TableFormat } from '../../api/fields.ts'
import { csvOf } from './csv.ts'
import type { Table } from './table.ts'
import { workbook } from './workbook.server.ts'

const MAKERS = { csv: csvOf, xlsx: workbook }

export function tableFile<Row>(format: TableFormat, table: Table<Row>): FileAnswer {
  return {
    name: `${table.name}.${format}`,
    type: TABLE_TYPES[format],
    body: streamOf(MAKERS[format](table)),
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): FileAnswer['body'] {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(stream) {
      const { done, value } = await pieces.next()
      if (done) stream.close()
      else stream.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
