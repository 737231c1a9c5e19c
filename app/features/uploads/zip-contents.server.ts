/** Reads a zip archive and checks that its entries unpack to the sizes they declare. Office files are such archives. */

import { crc32, createInflateRaw } from 'node:zlib'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import type { Format } from './kind-of-file.ts'
import { broken, tooLarge, unfit } from './refusal.ts'

const MAX_ENTRIES = 2000
const MAX_UNPACKED_BYTES = 200 * MEGABYTE
/** The size limit of an archive within the archive, which is unpacked into memory and checked, too. */
const MAX_INNER_BYTES = 20 * MEGABYTE
/** Enough for a zip of documents, each with an embedded spreadsheet, which is an archive again. */
const MAX_DEPTH = 3
/** No legitimate file is compressed more; small archives are exempt. */
const MAX_COMPRESSION_RATIO = 100
const RATIO_EXEMPT_BYTES = 10 * MEGABYTE
const MAX_NAME_BYTES = 512

const ENCRYPTED = 1
const UNIX = 3
const LINK = 0o120000
const FILE_TYPE = 0o170000

/** Archives that are not inspected: 7z, rar, gzip, xz, bzip2, zstd, cab. */
const OTHER_ARCHIVE = /^(?:377abcaf271c|526172211a07|1f8b08|fd377a585a00|425a683[1-9]|28b52ffd|4d534346)/

type Entry = {
  name: string
  method: number
  crc: number
  packed: number
  unpacked: number
  /** The offset of its local header. */
  at: number
  /** The offset of its bytes. */
  begins: number
}

/** The totals over all nested archives. */
type Used = { entries: number; unpacked: number }

/**
 * Reads the directory, unpacks each entry as a stream without storing it, and compares length and checksum.
 * @throws Problem at the field `file`
 */
export async function formatOfZip(bytes: Buffer): Promise<Format> {
  const used: Used = { entries: 0, unpacked: 0 }
  const entries = await inspected(bytes, used, 1)
  const types = entries.find(({ name }) => name === '[Content_Types].xml')
  if (!types) return 'zip'
  return officeFormat(entries, (await unpackedBytes(bytes, types, 4 * MEGABYTE)).toString('utf8'))
}

/** The content type of an Office file's main part reveals its kind; templates and files with macros differ. */
function officeFormat(entries: Entry[], types: string): Format {
  if (/macroEnabled|vbaProject/i.test(types) || entries.some(({ name }) => /vbaProject\.bin$/i.test(name)))
    throw unfit('fileMacros')
  const main =
    /openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)\.main\+xml/.exec(
      types,
    )?.[1]
  if (main?.startsWith('word') && has(entries, 'word/')) return 'docx'
  if (main?.startsWith('spreadsheet') && has(entries, 'xl/')) return 'xlsx'
  if (main?.startsWith('presentation') && has(entries, 'ppt/')) return 'pptx'
  throw unfit('fileKind')
}

const has = (entries: Entry[], folder: string) => entries.some(({ name }) => name.startsWith(folder))

async function inspected(bytes: Buffer, used: Used, depth: number): Promise<Entry[]> {
  const entries = entriesOf(bytes)
  used.entries += entries.length
  if (used.entries > MAX_ENTRIES) throw tooLarge('zipEntries')
  let unpacked = 0
  for (const entry of entries) unpacked += entry.unpacked
  used.unpacked += unpacked
  if (used.unpacked > MAX_UNPACKED_BYTES) throw tooLarge('zipUnpacked')
  if (unpacked > RATIO_EXEMPT_BYTES && unpacked > MAX_COMPRESSION_RATIO * bytes.length) throw tooLarge('zipUnpacked')
  apart(entries)
  for (const entry of entries) await look(bytes, entry, used, depth)
  return entries
}

/** Entries that share their bytes unpack to any size: https://www.bamsoftware.com/hacks/zipbomb/ */
function apart(entries: Entry[]): void {
  let end = 0
  for (const { at, begins, packed } of entries.toSorted((one, other) => one.at - other.at)) {
    if (at < end) throw broken('zipUnsafe')
    end = begins + packed
  }
}

async function look(bytes: Buffer, entry: Entry, used: Used, depth: number): Promise<void> {
  const head = await unpackedBytes(bytes, entry, 16, true)
  const start = head.toString('hex')
  if (OTHER_ARCHIVE.test(start)) throw unfit('zipNested')
  if (!start.startsWith('504b0304')) return
  if (depth === MAX_DEPTH || entry.unpacked > MAX_INNER_BYTES) throw unfit('zipNested')
  await inspected(await unpackedBytes(bytes, entry, MAX_INNER_BYTES), used, depth + 1)
}

/**
 * The first bytes of an entry, up to `most`.
 * @param whole reads to the end and compares length and checksum
 */
async function unpackedBytes(bytes: Buffer, entry: Entry, most: number, checksIntegrity = false): Promise<Buffer> {
  const packed = bytes.subarray(entry.begins, entry.begins + entry.packed)
  const chunks: Buffer[] = []
  let [size, sum, missing] = [0, 0, most]
  try {
    for await (const chunk of entry.method === 0 ? [packed] : inflated(packed)) {
      size += chunk.length
      if (size > entry.unpacked) break
      if (checksIntegrity) sum = crc32(chunk, sum)
      if (missing > 0) chunks.push(chunk.subarray(0, missing))
      missing -= chunk.length
      if (missing <= 0 && !checksIntegrity) break
    }
  } catch {
    throw broken()
  }
  if (size > entry.unpacked) throw tooLarge('zipUnpacked')
  if (checksIntegrity && (size !== entry.unpacked || sum !== entry.crc)) throw broken()
  return Buffer.concat(chunks)
}

function inflated(packed: Buffer): AsyncIterable<Buffer> {
  const stream = createInflateRaw({ chunkSize: 64 * 1024 })
  stream.end(packed)
  return stream
}

/** The central directory: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3 */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  // Nothing may follow the archive: a polyglot file is refused.
  if (end < 0 || bytes.length - end < 22 || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) throw broken()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff) throw tooLarge('zipEntries')
  if (count === 0 || count !== bytes.readUInt16LE(end + 8)) throw broken()
  if (count > MAX_ENTRIES) throw tooLarge('zipEntries')
  const entries: Entry[] = []
  try {
    for (let number = 0; number < count; number++) {
      const { entry, next } = entryAt(bytes, at)
      entries.push(entry)
      at = next
    }
  } catch (error) {
    // An offset outside of the file.
    throw error instanceof RangeError ? broken() : error
  }
  if (at > end || Math.min(...entries.map((entry) => entry.at)) !== 0) throw broken()
  return entries
}

function entryAt(bytes: Buffer, at: number): { entry: Entry; next: number } {
  if (bytes.readUInt32LE(at) !== 0x02014b50) throw broken()
  const [made, flags, method] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
    number,
    number,
    number,
  ]
  const name = bytes.toString(flags & 0x800 ? 'utf8' : 'latin1', at + 46, at + 46 + nameLength)
  if (flags & ENCRYPTED) throw unfit('fileLocked')
  if (method !== 0 && method !== 8) throw unfit('zipMethod')
  const isLink = made >> 8 === UNIX && ((bytes.readUInt32LE(at + 38) >>> 16) & FILE_TYPE) === LINK
  if (isLink || !isSafe(name)) throw unfit('zipUnsafe')
  const [packed, unpacked, local] = sizesOf(bytes, at, at + 46 + nameLength, extraLength)
  const begins = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const sameName = bytes.compare(bytes, at + 46, at + 46 + nameLength, local + 30, local + 30 + nameLength) === 0
  if (bytes.readUInt32LE(local) !== 0x04034b50 || !sameName || begins + packed > bytes.length) throw broken()
  if (method === 0 && packed !== unpacked) throw broken()
  const crc = bytes.readUInt32LE(at + 16)
  const next = at + 46 + nameLength + extraLength + commentLength
  return { entry: { name, method, crc, packed, unpacked, at: local, begins }, next }
}

/** Packed size, unpacked size, offset; a value of all ones is found in the zip64 extra field. */
function sizesOf(bytes: Buffer, at: number, extraAt: number, extraLength: number): [number, number, number] {
  const values = {
    unpacked: bytes.readUInt32LE(at + 24),
    packed: bytes.readUInt32LE(at + 20),
    local: bytes.readUInt32LE(at + 42),
  }
  for (let place = extraAt; place + 4 <= extraAt + extraLength; place += 4 + bytes.readUInt16LE(place + 2)) {
    if (bytes.readUInt16LE(place) !== 1) continue
    let value = place + 4
    for (const name of ['unpacked', 'packed', 'local'] as const) {
      if (values[name] !== 0xffffffff) continue
      values[name] = Number(bytes.readBigUInt64LE(value))
      value += 8
    }
  }
  return [values.packed, values.unpacked, values.local]
}

/** Whether the entry unpacks below the target folder (no path traversal). */
function isSafe(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the characters to refuse
  if (name === '' || name.length > MAX_NAME_BYTES || /[\u0000-\u001f]/.test(name)) return false
  const path = name.replaceAll('\\', '/')
  return !/^(?:\/|[a-z]:)/i.test(path) && !path.split('/').includes('..')
}
