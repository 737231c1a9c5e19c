/** Reads the elements of a WebM (Matroska, RFC 9559): is it complete, does it have video; erases metadata. */
import { type FilmSize, MAX_SIDE } from './film.ts'
import type { OpenFile } from './open-file.server.ts'
import { broken, unfit } from './refusal.ts'

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
const TAGS = 0x1254c367
const ATTACHMENTS = 0x1941a469
const TRACK = 0xae
const CODEC = 0x86
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba
const VOID = 0xec

const MAX_ELEMENTS = 400_000
const CODECS = /^V_(?:VP8|VP9|AV1)$/

/** `end` is undefined for an element of unknown size, as live recorders write it. */
type Element = { id: number; at: number; body: number; end: number | undefined }

/**
 * @returns the size of its picture; its tags and attachments are erased from the file
 * @throws Problem at the field `file`
 */
export async function cleanWebm(file: OpenFile): Promise<FilmSize> {
  const header = await elementAt(file, 0)
  if (header.id !== EBML || header.end === undefined) throw broken()
  const segment = await elementAt(file, header.end)
  if (segment.id !== SEGMENT || (segment.end ?? file.size) !== file.size) throw broken()
  let size: FilmSize | undefined
  const telling: Element[] = []
  for await (const element of elements(file, segment.body, file.size)) {
    if (element.id === TRACKS) size ??= await sizeWithin(file, element)
    if (element.id === TAGS || element.id === ATTACHMENTS) telling.push(element)
  }
  if (!size) throw unfit('videoKind')
  for (const element of telling) await silence(file, element)
  return size
}

/** Yields the children of a cluster of unknown size in its place. */
async function* elements(file: OpenFile, from: number, to: number): AsyncGenerator<Element> {
  let count = 0
  let at = from
  while (at < to) {
    if (++count > MAX_ELEMENTS) throw broken()
    const element = await elementAt(file, at)
    if (element.end === undefined && element.id !== CLUSTER) throw broken()
    if ((element.end ?? 0) > to) throw broken()
    yield element
    at = element.end ?? element.body
  }
}

async function elementAt(file: OpenFile, at: number): Promise<Element> {
  const head = await file.read(at, 12)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) throw broken()
  const id = head.readUIntBE(0, idLength)
  const body = at + idLength + sizeLength
  const length = numberAt(head, idLength, sizeLength)
  return { id, at, body, end: length === undefined ? undefined : body + length }
}

/** The value without its length marker; all ones mean an unknown size. */
function numberAt(head: Buffer, at: number, length: number): number | undefined {
  const bytes = Buffer.alloc(8)
  head.copy(bytes, 8 - length, at, at + length)
  bytes[8 - length]! &= 0xff >> length
  const value = bytes.readBigUInt64BE()
  return value === (1n << BigInt(7 * length)) - 1n ? undefined : Number(value)
}

async function sizeWithin(file: OpenFile, tracks: Element): Promise<FilmSize | undefined> {
  for await (const track of elements(file, tracks.body, tracks.end!)) {
    if (track.id !== TRACK) continue
    const found = new Map<number, Element>()
    for await (const element of elements(file, track.body, track.end!)) found.set(element.id, element)
    const [codec, video] = [found.get(CODEC), found.get(VIDEO)]
    if (!codec || !video || !CODECS.test(await textOf(file, codec))) continue
    const sides = new Map<number, Element>()
    for await (const element of elements(file, video.body, video.end!)) sides.set(element.id, element)
    const [width, height] = [await uintOf(file, sides.get(WIDTH)), await uintOf(file, sides.get(HEIGHT))]
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) throw broken()
    return { width, height }
  }
  return undefined
}

const bytesOf = (file: OpenFile, { body, end }: Element, most: number) => file.read(body, Math.min(most, end! - body))
const textOf = async (file: OpenFile, element: Element) =>
  (await bytesOf(file, element, 32)).toString('latin1').replace(/\0+$/, '')

async function uintOf(file: OpenFile, element: Element | undefined): Promise<number> {
  if (!element) return 0
  const bytes = await bytesOf(file, element, 6)
  return bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length)
}

/** Overwrites an element with a Void element of the same length. */
async function silence(file: OpenFile, { at, end }: Element): Promise<void> {
  const head = Buffer.alloc(9)
  head[0] = VOID
  head.writeBigUInt64BE((1n << 56n) | BigInt(end! - at - 9), 1)
  if (end! - at < 9) return
  await file.blank(at, end! - at)
  await file.write(at, head)
}
