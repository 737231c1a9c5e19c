/** The name under which a file is downloaded: its owner's name for it, with the extension of its actual type. */
import { type Format, KIND_OF } from './kind-of-file.ts'

const MAX_NAME_LENGTH = 120

/** The kind that an extension promises; `JPG` for a WebP is fine, since images are encoded again in any case. */
const FORMAT_OF_EXTENSION: Record<string, Format> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jfif: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  mp4: 'mp4',
  m4v: 'mp4',
  webm: 'webm',
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  zip: 'zip',
}

/** Office extensions with macros or for other files than documents: their content could pass for a document. */
const FORBIDDEN_EXTENSIONS = /^(?:doc|dot|xls|xlt|xla|ppt|pps|pot)[mb]$|^(?:dotx|xltx|potx|ppsx|xlam|ppam|sldm)$/

const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]

/** Whether the extension promises another kind than the content has. */
export function contradicts(name: string, format: Format): boolean {
  const extension = extensionOf(name)?.toLowerCase() ?? ''
  if (FORBIDDEN_EXTENSIONS.test(extension)) return true
  const expected = FORMAT_OF_EXTENSION[extension]
  if (expected === undefined || expected === format) return false
  return !(KIND_OF[expected] === 'image' && KIND_OF[format] === 'image')
}

/** The extension of a file that is stored in its own format: as its owner spells it, such as `JPG` or `jpeg`. */
export function ownExtension(name: string, format: Format): string {
  const extension = extensionOf(name)
  const isRight = extension && FORMAT_OF_EXTENSION[extension.toLowerCase()] === format
  return isRight ? extension : format === 'jpeg' ? 'jpg' : format
}

/** The extension of a file whose pictures are encoded again, as WebP. */
export const storedExtension = (format: Format): string => (KIND_OF[format] === 'image' ? 'webp' : format)

/**
 * Safe in a header, on a page and on any file system: `../x.pdf.exe` of a PDF becomes `x.pdf`. Bidirectional control
 * characters are removed, so that `annexe\u202Efdp.exe` cannot disguise its extension.
 */
export function storedName(sent: string, extension: string, otherwise: string): string {
  const plain = sent
    .toWellFormed()
    .normalize('NFC')
    // Control characters, bidirectional controls and zero-width characters.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[<>:"|?*]/g, ' ')
    .replace(/\s+/g, ' ')
  const stem = plain
    .trim()
    .replace(/\.[a-z][a-z0-9]{0,7}$/i, '')
    .replace(new RegExp(`(?:\\.${extension})+$`, 'i'), '')
  const clean = [...stem.replace(/^[\s.]+|[\s.]+$/g, '')].slice(0, MAX_NAME_LENGTH).join('').trim()
  return `${clean || otherwise}.${extension}`
}
