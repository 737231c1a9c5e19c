/** Tables as CSV that spreadsheets open as they are meant (RFC 4180). */

/** The beginning of a file: by the byte order mark, spreadsheets recognise UTF-8. */
export const CSV_START = '\ufeff'

export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Spreadsheets take these for the beginning of a formula; an apostrophe before them says that it is text (OWASP). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A file that is made while it is sent: `batches` are read as fast as the receiver takes them. */
export function csvStream(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const texts = textOf(columns, batches)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await texts.next()
      if (done) stream.close()
      else stream.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}

async function* textOf(columns: readonly string[], batches: AsyncIterable<readonly (readonly string[])[]>) {
  yield CSV_START + csvRow(columns)
  for await (const rows of batches) yield rows.map(csvRow).join('')
}
