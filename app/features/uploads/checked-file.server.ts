/** Checks an uploaded file: its kind, whether it is complete, and whether it is safe to serve. */

import pLimit from 'p-limit'
import type { SentFile } from '../../api/sent-file.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { contradicts } from './file-name.ts'
import type { FilmSize } from './film.ts'
import { type Format, KIND_OF, sniffed, TYPE_OF, type Unfit } from './kind-of-file.ts'
import { type Kind, MAX_UPLOAD_BYTES } from './limits.ts'
import { cleanMp4 } from './mp4-boxes.server.ts'
import { withOpenFile } from './open-file.server.ts'
import { sizesOf } from './pictures.server.ts'
import { broken, tooLarge, unfit } from './refusal.ts'
import { cleanWebm } from './webm-elements.server.ts'
import { formatOfZip } from './zip-contents.server.ts'

/** How far from the end of a PDF its end marker may be, in bytes. */
const PDF_END = 4096

/** A file to store: our own name for it within the upload's folder, and its bytes. */
export type Part = {
  name: string
  content: () => Uint8Array | AsyncIterable<Uint8Array>
  size: number
  type: string
}

export type CheckedFile = {
  format: Format
  kind: Kind
  /** The last one is shown or downloaded. */
  parts: Part[]
  width: number | null
  height: number | null
  widths: number[]
}

/** Checking holds an archive in memory and takes processor time from the pages. */
const oneAtATime = pLimit(1)

/** @throws Problem at the field `file`: tooLarge, unsupportedType, validation */
export async function checkedFile(file: SentFile): Promise<CheckedFile> {
  if (file.size === 0) throw broken('fileEmpty')
  const found = sniffed(file.head)
  if (isUnfit(found)) throw unfit(found)
  const kind = KIND_OF[found]
  if (file.size > MAX_UPLOAD_BYTES[kind]) throw tooLarge(`fileTooLarge:${MAX_UPLOAD_BYTES[kind] / MEGABYTE}`)
  if (kind === 'image') {
    if (contradicts(file.name, found)) throw unfit('fileNotItsName')
    return { ...(await checkedPicture(file.bytes)), format: found }
  }
  return oneAtATime(() => (found === 'mp4' || found === 'webm' ? film(file, found) : document(file, found)))
}

const isUnfit = (found: Format | Unfit): found is Unfit => !(found in KIND_OF)

/** @param read is called when a slot for decoding is free */
export async function checkedPicture(read: () => Promise<Uint8Array>): Promise<CheckedFile> {
  const { files, ...size } = await sizesOf(read)
  const parts = [...files].map(([name, content]) => ({
    name,
    content: () => content,
    size: content.length,
    type: name.endsWith('avif') ? 'image/avif' : 'image/webp',
  }))
  return { format: 'webp', kind: 'image', parts, ...size }
}

async function film(file: SentFile, format: 'mp4' | 'webm'): Promise<CheckedFile> {
  if (contradicts(file.name, format)) throw unfit('fileNotItsName')
  const size: FilmSize = await withOpenFile(file.path, format === 'mp4' ? cleanMp4 : cleanWebm)
  const part = { name: `film.${format}`, content: file.stream, size: file.size, type: `video/${format}` }
  return { format, kind: 'video', parts: [part], ...size, widths: [] }
}

async function document(file: SentFile, found: Format): Promise<CheckedFile> {
  const format =
    found === 'zip' ? await withOpenFile(file.path, ({ readInto }) => readInto(room()).then(formatOfZip)) : found
  if (found === 'pdf' && !(await isWholePdf(file))) throw broken()
  if (contradicts(file.name, format)) throw unfit('fileNotItsName')
  const part = { name: `file.${format}`, content: file.stream, size: file.size, type: TYPE_OF[format] }
  return { format, kind: 'file', parts: [part], width: null, height: null, widths: [] }
}

/** Shared by all archives, which are read one at a time: memory of its own for each would be released late. */
let archive: Buffer | undefined
const room = () => (archive ??= Buffer.allocUnsafeSlow(MAX_UPLOAD_BYTES.file))

const isWholePdf = (file: SentFile) =>
  withOpenFile(file.path, async ({ size, read }) =>
    (await read(Math.max(0, size - PDF_END), PDF_END)).includes('%%EOF'),
  )
