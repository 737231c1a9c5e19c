/** The kind of a file by its first bytes; its name is ignored here. */
import type { Kind } from './limits.ts'

/** The kinds that can be attached to a post. */
export type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'mp4' | 'webm' | 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'zip'

/** Why a file is refused: keys of `locales/<lang>/fields.ts`. */
export type Unfit = 'fileKind' | 'pictureKind' | 'videoKind' | 'fileLocked'

export const KIND_OF: Record<Format, Kind> = {
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  mp4: 'video',
  webm: 'video',
  pdf: 'file',
  docx: 'file',
  xlsx: 'file',
  pptx: 'file',
  zip: 'file',
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** The media type under which a file is stored and served; images are encoded again, as WebP and AVIF. */
export const TYPE_OF: Record<Format, string> = {
  jpeg: 'image/webp',
  png: 'image/webp',
  gif: 'image/webp',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  zip: 'application/zip',
}

/** The video brands of ISO 14496-12 that browsers play; QuickTime's own is not among them. */
const FILM_BRANDS = /^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V[ HP]|MSNV|mp71|cmf[2cs]|iso[a-c])$/
const PICTURE_BRANDS = /^(?:avi[fs]|hei[cfmsx]|hev[cx]|mi[af]1|msf1|jp2 |jpx |crx )$/

const hex = (bytes: Uint8Array, first: number, last: number) => Buffer.from(bytes.subarray(first, last)).toString('hex')
const latin = (bytes: Uint8Array, first: number, last: number) =>
  Buffer.from(bytes.subarray(first, last)).toString('latin1')

/** An Office file is a `zip` here: only its entries reveal its kind. */
export function sniffed(head: Uint8Array): Exclude<Format, 'docx' | 'xlsx' | 'pptx'> | Unfit {
  const start = hex(head, 0, 12)
  if (start.startsWith('ffd8ff')) return 'jpeg'
  if (start.startsWith('89504e470d0a1a0a')) return 'png'
  if (/^474946383[79]61/.test(start)) return 'gif'
  if (/^52494646.{8}57454250/.test(start)) return 'webp'
  if (start.startsWith('255044462d')) return 'pdf'
  if (start.startsWith('504b0304')) return 'zip'
  if (start.startsWith('d0cf11e0a1b11ae1')) return 'fileLocked'
  if (latin(head, 4, 8) === 'ftyp') return filmOrPicture(latin(head, 8, 12))
  if (start.startsWith('1a45dfa3')) return docTypeOf(head) === 'webm' ? 'webm' : 'videoKind'
  return otherwise(head)
}

function filmOrPicture(brand: string) {
  if (FILM_BRANDS.test(brand)) return 'mp4'
  return PICTURE_BRANDS.test(brand) ? 'pictureKind' : 'videoKind'
}

/** `webm` or `matroska`: the text of the element 0x4282 in the EBML header, behind its length of one to eight bytes. */
function docTypeOf(head: Uint8Array): string | undefined {
  const type = /B\x82[^a-z]{1,8}?(webm|matroska)/
  return type.exec(latin(head, 0, 80))?.[1]
}

/** Formats that people often send by mistake get their own error text. */
function otherwise(head: Uint8Array): Unfit {
  const start = hex(head, 0, 12)
  const isTiff = /^(?:49492a00|4d4d002a|49492b00|4d4d002b)/.test(start)
  const isOtherPicture = /^(?:424d|00000100|38425053|0000000c6a502020|ff0a|0000000c4a584c20)/.test(start)
  if (isTiff || isOtherPicture || /<svg[\s>/]/i.test(latin(head, 0, 1024))) return 'pictureKind'
  const isFilm = /^(?:52494646.{8}41564920|3026b2758e66cf11|464c5601|000001ba|000001b3)/.test(start)
  return isFilm || /^(?:moov|mdat|wide|free|skip)$/.test(latin(head, 4, 8)) ? 'videoKind' : 'fileKind'
}
