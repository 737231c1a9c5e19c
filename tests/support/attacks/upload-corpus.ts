/** Valid and harmful files for uploads; they are generated, so that none is in the repository. */

import { crc32, deflateSync } from 'node:zlib'
import { type Zippable, zipSync } from 'fflate'
import sharp from 'sharp'
import { MEGABYTE } from '../../../app/platform/byte-sizes.ts'

export const text = (content: string) => Buffer.from(content)
export const join = (...parts: (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const be32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/* Pictures */

const plain = (width = 640, height = 400) => sharp({ create: { width, height, channels: 3, background: '#14594b' } })
export const png = () => plain().png().toBuffer()
export const jpeg = (width?: number, height?: number) => plain(width, height).jpeg().toBuffer()
export const webp = () => plain().webp().toBuffer()
export const gif = () => plain(64, 64).gif().toBuffer()
/** As from a phone: rotated by EXIF, and with the position. */
export const withPlace = () =>
  plain(800, 400)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '24/1 42/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '46/1 40/1 0/1' },
    })
    .toBuffer()

const chunk = (type: string, data: Uint8Array) => {
  const body = join(type, data)
  return join(be32(data.length), body, be32(crc32(body)))
}

/** Black, one bit per pixel: some hundred kilobytes that decode into gigabytes. */
export function pngOf(width: number, height: number, ...more: Uint8Array[]): Buffer {
  const header = join(be32(width), be32(height), Uint8Array.of(1, 0, 0, 0, 0))
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  return join('\x89PNG\r\n\x1a\n', chunk('IHDR', header), ...more, chunk('IDAT', rows), chunk('IEND', new Uint8Array()))
}
/** A comment that decompresses to this many megabytes. */
export const pngComment = (megabytes: number) =>
  chunk('iTXt', join('Comment\0\x01\0\0\0', deflateSync(Buffer.alloc(megabytes * MEGABYTE))))
export const hugeGif = () =>
  join(
    'GIF89a',
    Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255),
    ',\0\0\0\0',
    Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0),
    '\x02\x02D\x01\0;',
  )
export const hugeWebp = () => {
  const body = join('VP8L', Uint8Array.of(20, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f), Buffer.alloc(15))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length + 4)
  return join('RIFF', size, 'WEBP', body)
}

/* Archives */

export const zip = (files: Zippable) => Buffer.from(zipSync(files))
export const zeros = (megabytes: number) => new Uint8Array(megabytes * MEGABYTE)

const MAIN = {
  docx: ['word/document.xml', 'wordprocessingml.document.main+xml'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet.main+xml'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation.main+xml'],
} as const

export function office(kind: keyof typeof MAIN, more: Zippable = {}, type: string = MAIN[kind][1]): Buffer {
  const types = `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${type}"/></Types>`
  return zip({ '[Content_Types].xml': text(types), [MAIN[kind][0]]: text('<w/>'), ...more })
}

/** Changes the directory's first entry at this offset after its signature. */
export function zipSaying(bytes: Buffer, place: number, value: number, inHeader?: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32LE(value, changed.indexOf('PK\x01\x02', 'latin1') + place)
  if (inHeader !== undefined) changed.writeUInt32LE(value, inHeader)
  return changed
}

/** Two entries of the directory with the same bytes. */
export function overlappingZip(): Buffer {
  const bytes = zip({ a: zeros(1), b: text('b') })
  const first = bytes.indexOf('PK\x01\x02', 'latin1')
  const second = bytes.indexOf('PK\x01\x02', first + 4, 'latin1')
  const changed = Buffer.from(bytes)
  bytes.copy(changed, second, first, second)
  return changed
}

/** Replaces a name in an archive by one of the same length. */
export const renamed = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

/* Films: as much of one as is looked at */

const box = (type: string, ...content: (Uint8Array | string)[]) => {
  const body = join(...content)
  return join(be32(body.length + 8), type, body)
}
const track = (handler: string) => {
  const header = Buffer.alloc(84)
  header.writeInt32BE(0x10000, 40)
  header.writeInt32BE(0x10000, 56)
  header.writeUInt32BE(640 << 16, 76)
  header.writeUInt32BE(360 << 16, 80)
  return box('trak', box('tkhd', header), box('mdia', box('hdlr', Buffer.alloc(8), handler, Buffer.alloc(12))))
}
export const PLACE = '+24.7136+046.6753/'
export const mp4 = (brand = 'isom', handler = 'vide') =>
  join(
    box('ftyp', brand, '\0\0\0\0', brand),
    box('mdat', 'film'),
    box('moov', track(handler), track('meta'), box('udta', box('\xa9xyz', PLACE)), box('meta', PLACE)),
  )

const element = (id: number[], ...content: (Uint8Array | string)[]) => {
  const body = join(...content)
  const size = be32(body.length)
  size[0]! |= 0x10
  return join(Uint8Array.from(id), size, body)
}
export const webm = (docType = 'webm', codec = 'V_VP9') =>
  join(
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], docType)),
    element(
      [0x18, 0x53, 0x80, 0x67],
      element(
        [0x16, 0x54, 0xae, 0x6b],
        element(
          [0xae],
          element([0x86], codec),
          element([0xe0], element([0xb0], Uint8Array.of(2, 128)), element([0xba], Uint8Array.of(1, 104))),
        ),
      ),
      element([0x12, 0x54, 0xc3, 0x67], PLACE),
      element([0x1f, 0x43, 0xb6, 0x75], 'film'),
    ),
  )

/* Papers */

export const pdf = (inside = '') => text(`%PDF-1.7\n${inside}\ntrailer\n%%EOF\n`)
/** An old Office file (OLE), or an encrypted one. */
export const ole = () => join(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), Buffer.alloc(2048))
export const html = () => text('<!doctype html><script>alert(1)</script>')
export const svg = () =>
  text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')
