/** A page cut at the visitor's places. The parts between them are compressed once; see decision 0057. */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { crcShift, joinCrc } from './crc32.ts'
import type { Placeholder, Slot, SlotValues } from './placeholder.ts'

const deflate = promisify(deflateRaw)

/** A fixed part, compressed on its own: `Z_FULL_FLUSH` ends it at a byte and without anything that later parts need. */
type Fixed = { deflated: Buffer<ArrayBuffer>; crc: number; shift: number; bytes: number }
type Place = { slot: Slot; encoding: Encoding }

export type PageTemplate = { parts: readonly (Fixed | Place)[]; bytes: number }

/** How a text is written at a place. */
type Encoding = 'html' | 'data' | 'script'

const ENCODE: Record<Encoding, (text: string) => string> = {
  html: escapeHtml,
  data: escapeData,
  // The router's data within a script of the page: a string of JavaScript that contains JSON.
  script: (text) => escapeScript(escapeData(escapeData(text))),
}

/** As React writes texts and attributes (`escapeTextForBrowser`). */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Within a string of JSON. */
function escapeData(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As React Router writes JSON into a script (`lib/dom/ssr/markup.ts`). */
function escapeScript(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Cuts a page that was rendered for the placeholder.
 * @returns undefined when a marker, or a piece of one, is in a form that the filling could not repeat
 */
export async function makeTemplate(page: string, { values, traces }: Placeholder): Promise<PageTemplate | undefined> {
  const places = new Map<string, Place>()
  for (const slot of ['userName', 'initials', 'colour', 'email', 'unread', 'picture', 'nonce'] as const) {
    const marker = values[slot]
    for (const encoding of ['html', 'data', 'script'] as const) places.set(ENCODE[encoding](marker), { slot, encoding })
  }
  const anyMarker = new RegExp(`(${[...places.keys()].map((marker) => RegExp.escape(marker)).join('|')})`)
  const pieces = page.split(anyMarker)
  const rest = pieces
    .filter((_, index) => index % 2 === 0)
    .join('\n')
    .toLowerCase()
  if (traces.some((trace) => rest.includes(trace.toLowerCase()))) return undefined
  const parts = await Promise.all(
    pieces.map((piece, index) => (index % 2 === 0 ? fixedPart(piece) : places.get(piece)!)),
  )
  return { parts, bytes: parts.reduce((sum, part) => sum + ('slot' in part ? 0 : part.deflated.length), 0) }
}

async function fixedPart(text: string): Promise<Fixed> {
  const bytes = Buffer.from(text)
  const stored = storedBlock(bytes)
  const deflated = Buffer.from(await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH }))
  return {
    deflated: stored && stored.length <= deflated.length ? stored : deflated,
    crc: crc32(bytes),
    shift: crcShift(bytes.length),
    bytes: bytes.length,
  }
}

/** Ten bytes: gzip, deflate, no flags, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

/**
 * The page of one visitor, as gzip. What is theirs is not compressed: the size of the answer tells an eavesdropper
 * nothing about how it resembles the rest.
 * @returns undefined when a value is too long
 */
export function fillTemplate({ parts }: PageTemplate, values: SlotValues): Buffer | undefined {
  const blocks: Buffer[] = [GZIP_HEADER]
  let crc = 0
  let bytes = 0
  for (const part of parts) {
    if ('slot' in part) {
      const text = Buffer.from(ENCODE[part.encoding](values[part.slot]))
      const block = storedBlock(text)
      if (!block) return undefined
      blocks.push(block)
      crc = crc32(text, crc)
      bytes += text.length
    } else {
      blocks.push(part.deflated)
      crc = joinCrc(crc, part.crc, part.shift)
      bytes += part.bytes
    }
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(bytes >>> 0, 4)
  return Buffer.concat([...blocks, LAST_BLOCK, trailer])
}

const MAX_STORED_BYTES = 0xffff

/** A block of deflate that is not compressed (RFC 1951, 3.2.4); undefined when it is too long for one. */
function storedBlock(bytes: Buffer): Buffer<ArrayBuffer> | undefined {
  if (bytes.length > MAX_STORED_BYTES) return undefined
  const block = Buffer.allocUnsafe(5 + bytes.length)
  block[0] = 0
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}
