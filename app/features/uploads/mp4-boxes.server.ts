/**
 * Reads the boxes of an MP4 (ISO 14496-12): checks that it is complete and has video, and erases personal metadata.
 */
import { type FilmSize, MAX_SIDE } from './film.ts'
import type { OpenFile } from './open-file.server.ts'
import { broken, unfit } from './refusal.ts'

type Box = { type: string; at: number; body: number; end: number }

const MAX_BOXES = 100_000
/** Boxes with personal metadata (place, person, device): `©xyz`, `loci`, Apple's keys, XMP. */
const TELLS = new Set(['udta', 'meta', 'uuid'])
const AROUND = new Set(['moov', 'trak', 'mdia', 'edts', 'moof', 'traf'])

/**
 * @returns the size of its picture; personal metadata is erased from the file
 * @throws Problem at the field `file`
 */
export async function cleanMp4(file: OpenFile): Promise<FilmSize> {
  const top = await boxes(file, 0, file.size)
  const moov = top.find(({ type }) => type === 'moov')
  if (top[0]?.type !== 'ftyp' || !moov || !top.some(({ type }) => type === 'mdat')) throw broken()
  const tracks = (await boxes(file, moov.body, moov.end)).filter(({ type }) => type === 'trak')
  let size: FilmSize | undefined
  for (const track of tracks) {
    const handler = await handlerOf(file, track)
    if (handler === 'vide') size ??= await sizeOf(file, track)
    // A track that records the position of the camera every second.
    if (handler === 'meta') await silence(file, track)
  }
  if (!size) throw unfit('videoKind')
  await silenceWithin(file, top)
  return size
}

async function boxes(file: OpenFile, from: number, to: number): Promise<Box[]> {
  const found: Box[] = []
  for (let at = from; at < to; at = found.at(-1)!.end) {
    if (found.length === MAX_BOXES) throw broken()
    found.push(await boxAt(file, at, to))
  }
  return found
}

async function boxAt(file: OpenFile, at: number, to: number): Promise<Box> {
  const head = await file.read(at, 16)
  if (head.length < 8 || at + 8 > to) throw broken()
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  const isLong = short === 1
  if (isLong && head.length < 16) throw broken()
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
  const body = at + (isLong ? 16 : 8)
  // After an aborted upload the last box reaches beyond the end.
  if (at + length > to || at + length < body) throw broken()
  return { type, at, body, end: at + length }
}

async function child(file: OpenFile, parent: Box, type: string): Promise<Box | undefined> {
  return (await boxes(file, parent.body, parent.end)).find((box) => box.type === type)
}

async function handlerOf(file: OpenFile, track: Box): Promise<string> {
  const media = await child(file, track, 'mdia')
  const handler = media && (await child(file, media, 'hdlr'))
  return handler ? (await file.read(handler.body + 8, 4)).toString('latin1') : ''
}

/** The track's header ends with a matrix, which may turn the picture, and width and height as 16.16. */
async function sizeOf(file: OpenFile, track: Box): Promise<FilmSize> {
  const header = await child(file, track, 'tkhd')
  if (!header || header.end - header.body < 80) throw broken()
  const bytes = await file.read(header.end - 44, 44)
  const isTurned = bytes.readInt32BE(0) === 0 && bytes.readInt32BE(16) === 0
  const [width, height] = [bytes.readUInt32BE(36), bytes.readUInt32BE(40)].map((value) =>
    Math.round(value / 65536),
  ) as [number, number]
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) throw broken()
  return isTurned ? { width: height, height: width } : { width, height }
}

async function silenceWithin(file: OpenFile, found: Box[]): Promise<void> {
  for (const box of found) {
    if (TELLS.has(box.type)) await silence(file, box)
    else if (AROUND.has(box.type)) await silenceWithin(file, await boxes(file, box.body, box.end))
  }
}

/** Overwrites at the same length, so that the offsets in the video's index stay valid. */
async function silence(file: OpenFile, box: Box): Promise<void> {
  await file.write(box.at + 4, Buffer.from('free', 'latin1'))
  await file.blank(box.body, box.end - box.body)
}
