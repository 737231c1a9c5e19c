/** The fonts that a PDF embeds, since the browser that prints it has no network. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Static weights: browsers embed a variable font's glyphs as images, which makes the PDF three times as large. */
const FACES = [
  ['400Regular', '400'],
  ['500Medium', '500'],
  ['600SemiBold', '600 700'],
] as const

async function readFaces(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const faces = FACES.map(async ([name, weight]) => {
    const bytes = await readFile(resolve(`@expo-google-fonts/readex-pro/${name}/ReadexPro_${name}.ttf`))
    return `@font-face{font-family:"Readex Pro";font-weight:${weight};src:url(data:font/ttf;base64,${bytes.toString('base64')})}`
  })
  return (await Promise.all(faces)).join('\n')
}

let cached: Promise<string> | undefined

/** The `@font-face` rules of "Readex Pro", which has Arabic and Latin, with the files in them. */
export function pdfFontFaces(): Promise<string> {
  cached ??= readFaces()
  return cached
}
