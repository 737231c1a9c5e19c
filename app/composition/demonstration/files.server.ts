/** The files that people of the demonstration send. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SentFile } from '../../api/sent-file.ts'
import { pictureOf } from '../../platform/pictures.server.ts'

/** As a bank's application shows it. */
export async function receiptPicture(at: Date): Promise<SentFile> {
  const lines = [
    'Transfer completed',
    at.toISOString().slice(0, 10),
    'To: Maahad Training Company Ltd',
    'Ref: TRF-48213',
  ]
  const text = lines.map((line, index) => `<text x="40" y="${90 + index * 60}" font-size="28">${line}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="100%" height="100%" fill="#fff"/>${text}</svg>`
  return sent('receipt.png', await pictureOf(Buffer.from(svg)).png().toBuffer())
}

/** A PDF that is on disk while it is sent, as what a browser sends. */
export async function withPdf<T>(
  lines: readonly string[],
  send: (file: SentFile) => Promise<T>,
  name = 'cv.pdf',
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'maahad-'))
  try {
    const bytes = pdfOf(lines)
    const path = join(folder, 'file.pdf')
    await writeFile(path, bytes)
    return await send({ ...sent(name, bytes), path })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A page of lines. */
function pdfOf(lines: readonly string[]): Buffer {
  const text = lines.map((line, index) => `BT /F1 14 Tf 60 ${760 - index * 24} Td (${line}) Tj ET`).join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(body + table + end, 'latin1')
}

function sent(name: string, bytes: Buffer): SentFile {
  return {
    ...{ path: '', name, size: bytes.length, head: bytes.subarray(0, 4100) },
    bytes: async () => bytes,
    stream: async function* () {
      yield bytes
    },
  }
}
