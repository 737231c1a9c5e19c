/** The fonts that documents as PDF embed: "Readex Pro", which has Arabic and Latin letters. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { lazily } from '../lazily.ts'

/** Static weights: of a variable font the library would embed the thinnest. */
const FILES = { regular: '400Regular', medium: '500Medium', semibold: '600SemiBold' } as const

export type Weight = keyof typeof FILES

/** Of an em, above and below the baseline, as the font says. */
export const ASCENT = 1
export const DESCENT = 0.25

const require = createRequire(import.meta.url)
/** With which pdfkit reads fonts; it also takes one that was read before. */
const fontkit = lazily(
  () =>
    createRequire(require.resolve('pdfkit'))('fontkit') as { create: (file: Buffer) => PDFKit.Mixins.PDFFontSource },
)

const read = new Map<Weight, PDFKit.Mixins.PDFFontSource>()

/**
 * A font for one document. Reading the tables of a font takes four times as long as writing an invoice, so that is done
 * once. Each document has its own glyphs: they remember for which letter they were first used, which differs.
 */
export function fontOf(weight: Weight): PDFKit.Mixins.PDFFontSource {
  const known = read.get(weight) ?? fontkit().create(readFileSync(fileOf(weight)))
  read.set(weight, known)
  return Object.create(known as object, { _glyphs: { value: {} } })
}

function fileOf(weight: Weight): string {
  const name = FILES[weight]
  return require.resolve(`@expo-google-fonts/readex-pro/${name}/ReadexPro_${name}.ttf`)
}
