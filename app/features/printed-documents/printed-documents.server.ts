/** What all documents on paper share: letters, colours, the institute's mark, and how a file is answered. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileAnswer } from '../../api/fields.ts'
import type { Box, Sheet } from '../../platform/pdf/sheet.server.ts'
import { pictureLibrary } from '../../platform/pictures.server.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'

export const PDF_TYPE = 'application/pdf'

export const COLOURS = { ...BRAND_COLOURS, panel: '#fbf9f4' }
const { deep, ink, line, muted, onDeepMuted, paper } = COLOURS

export const STYLES = {
  title: { weight: 'semibold', size: 13.5, colour: deep },
  name: { weight: 'semibold', size: 10.5, colour: ink },
  heading: { weight: 'semibold', size: 9.5, colour: deep },
  strong: { weight: 'semibold', size: 8.2, colour: ink },
  value: { weight: 'medium', size: 8.2, colour: ink, isTabular: true },
  plain: { weight: 'regular', size: 8.2, colour: ink },
  small: { weight: 'regular', size: 7.1, colour: muted },
  head: { weight: 'medium', size: 7.2, colour: paper },
  headEn: { weight: 'regular', size: 6.6, colour: onDeepMuted },
  grand: { weight: 'semibold', size: 8.8, colour: deep },
  grandAmount: { weight: 'semibold', size: 11, colour: deep, isTabular: true },
} as const

export const TABLE_LOOK = { padding: [5, 5] as [number, number], head: deep, line }

const MARK_SIZE = 34
const MARK_PIXELS = 288

let markBytes: Promise<Buffer> | undefined
/** The institute's mark as a picture: PDF knows no SVG. */
export function markPicture(): Promise<Buffer> {
  markBytes ??= pictureLibrary()(readFileSync(join(import.meta.dirname, '../../../public/brand/mark.svg')), {
    density: 324,
  })
    .resize(MARK_PIXELS, MARK_PIXELS)
    // A picture with transparency would be taken apart for each document.
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
  return markBytes
}

/** Who wrote the document, and what it is; below it a rule. @param seller the name, for programs that read aloud */
export async function placeHead(
  sheet: Sheet,
  { seller, name, title }: { seller: string; name: Box; title: Box },
): Promise<void> {
  const mark = sheet.picture(await markPicture(), MARK_SIZE, seller)
  const who = sheet.row([{ box: mark, width: MARK_SIZE }, { box: name }], { gap: 9, align: 'middle' })
  sheet.place(sheet.row([{ box: who }, { box: title }], { gap: 20, align: 'middle' }), 12)
  sheet.place(sheet.rule(1.5, deep), 13)
}

/** @param name without the ending */
export const pdfAnswer = (name: string, content: Buffer): FileAnswer => ({
  ...{ name: `${name}.pdf`, type: PDF_TYPE },
  body: new Blob([new Uint8Array(content)]).stream(),
})
