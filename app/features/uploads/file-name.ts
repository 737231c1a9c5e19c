/** The name under which others save a file: what its owner called it, with the extension of what it is. */
import { type Format, KIND_OF } from './kind-of-file.ts'

const MAX_NAME_LENGTH = 120

/** What the extensions in names say; a name may say `JPG` of a picture that is a WebP: it is made anew in any case. */
const SAYS: Record<string, Format> = {
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

/** Extensions of Office that carry macros, or are no document: their content could pass for one. */
const NEVER = /^(?:doc|dot|xls|xlt|xla|ppt|pps|pot)[mb]$|^(?:dotx|xltx|potx|ppsx|xlam|ppam|sldm)$/

const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase()

/** Whether a name promises another of our kinds than the content is. */
export function contradicts(name: string, format: Format): boolean {
  const extension = extensionOf(name) ?? ''
  if (NEVER.test(extension)) return true
  const said = SAYS[extension]
  if (said === undefined || said === format) return false
  return !(KIND_OF[said] === 'image' && KIND_OF[format] === 'image')
}

/**
 * Harmless in a header, on a page and on any file system: `../x.pdf.exe` of a PDF becomes `x.pdf`. Whatever turns the
 * direction of writing is taken out, so that `annexe\u202Efdp.exe` shows what it is.
 */
export function storedName(sent: string, format: Format, otherwise: string): string {
  const plain = sent
    .toWellFormed()
    .normalize('NFC')
    // Controls, the marks that turn the direction, and what comes without a width.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[<>:"|?*]/g, ' ')
    .replace(/\s+/g, ' ')
  const extension = KIND_OF[format] === 'image' ? 'webp' : format
  const stem = plain
    .trim()
    .replace(/\.[a-z][a-z0-9]{0,7}$/i, '')
    .replace(new RegExp(`(?:\\.${extension})+$`, 'i'), '')
  const clean = [...stem.replace(/^[\s.]+|[\s.]+$/g, '')].slice(0, MAX_NAME_LENGTH).join('').trim()
  return `${clean || otherwise}.${extension}`
}
