/** A page cut at the visitor's places. The parts between them are compressed once; see decision 0057. */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { crcShift, joinCrc } from './crc32.ts'
import type { Placeholder, Slot, SlotValues } from './placeholder.ts'

const deflate = promisify(deflateRaw)

/** A part in blocks of deflate that need nothing of other parts, and what joins its checksum to theirs. */
type Part = { blocks: Buffer<ArrayBuffer>; crc: number; shift: number; bytes: number }
type Place = { slot: Slot; encoding: Encoding }

export type PageTemplate = { parts: readonly (Part | Place)[]; bytes: number }

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
  return { parts, bytes: parts.reduce((sum, part) => sum + ('slot' in part ? 0 : part.blocks.length), 0) }
}

/** A part that is the same for everybody: `Z_FULL_FLUSH` ends it at a byte and without anything that later parts need. */
async function fixedPart(text: string): Promise<Part> {
  const bytes = Buffer.from(text)
  const stored = storedBlock(bytes)
  const deflated = Buffer.from(await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH }))
  return partOf(bytes, stored && stored.length <= deflated.length ? stored : deflated)
}

function partOf(bytes: Buffer, blocks: Buffer<ArrayBuffer>): Part {
  return { blocks, crc: crc32(bytes), shift: crcShift(bytes.length), bytes: bytes.length }
}

/** Ten bytes: gzip, deflate, no flags, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

const TRAILER_BYTES = 8

/**
 * The page of one visitor, as gzip. What is theirs is not compressed: the size of the answer tells an eavesdropper
 * nothing about how it resembles the rest.
 * @returns undefined when a value is too long
 */
export function fillTemplate(template: PageTemplate, values: SlotValues): Buffer | undefined {
  // One place stands for all that have its value in its encoding.
  const own = new Map<Place, Part>()
  let length = GZIP_HEADER.length + template.bytes + LAST_BLOCK.length + TRAILER_BYTES
  for (const place of template.parts) {
    if (!('slot' in place)) continue
    const part = own.get(place) ?? ownPart(ENCODE[place.encoding](values[place.slot]))
    if (!part) return undefined
    own.set(place, part)
    length += part.blocks.length
  }
  const page = Buffer.allocUnsafe(length)
  let end = GZIP_HEADER.copy(page)
  let crc = 0
  let bytes = 0
  for (const place of template.parts) {
    const part = 'slot' in place ? own.get(place)! : place
    end += part.blocks.copy(page, end)
    crc = joinCrc(crc, part.crc, part.shift)
    bytes += part.bytes
  }
  end += LAST_BLOCK.copy(page, end)
  end = page.writeUInt32LE(crc, end)
  page.writeUInt32LE(bytes >>> 0, end)
  return page
}

function ownPart(text: string): Part | undefined {
  const bytes = Buffer.from(text)
  const stored = storedBlock(bytes)
  return stored && partOf(bytes, stored)
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
