/** The fonts that documents as PDF embed: "Readex Pro", which has Arabic and Latin letters. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Static weights: of a variable font the library would embed the thinnest. */
const FILES = { regular: '400Regular', medium: '500Medium', semibold: '600SemiBold' } as const

export type Weight = keyof typeof FILES

/** Of an em, above and below the baseline, as the font says. */
export const ASCENT = 1
export const DESCENT = 0.25

const cached = new Map<Weight, Buffer>()

export function fontFile(weight: Weight): Buffer {
  const known = cached.get(weight)
  if (known) return known
  const name = FILES[weight]
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/readex-pro/${name}/ReadexPro_${name}.ttf`)
  const bytes = readFileSync(path)
  cached.set(weight, bytes)
  return bytes
}
