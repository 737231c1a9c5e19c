/** What a PDF of our own says: enough of the format for the files that `app/platform/pdf/` writes. */
import { inflateSync } from 'node:zlib'

export type PdfFacts = {
  /** The file as text, without what is compressed. */
  source: string
  pages: number
  /** The words of each line, from left to right and then from right to left, so that both languages can be searched. */
  text: string
}

const ARABIC = /\p{Script=Arabic}/u

export function pdfFacts(file: Uint8Array): PdfFacts {
  const source = Buffer.from(file).toString('latin1')
  if (!source.startsWith('%PDF-')) throw new Error('This is no PDF.')
  const streams = streamsOf(source)
  const fonts = fontsOf(source, streams)
  const lines = [...streams.values()].filter((stream) => / Tf\n/.test(stream)).flatMap((page) => linesOf(page, fonts))
  const text = lines.flatMap((words) => [words.join(''), words.toReversed().join('')]).join('\n')
  return { source, pages: source.match(/\/Type \/Page\b/g)?.length ?? 0, text }
}

/** By the number of their object. */
function streamsOf(source: string): Map<string, string> {
  const streams = new Map<string, string>()
  for (const found of source.matchAll(/(?:^|\n)(\d+) 0 obj\n<<((?:(?!endobj)[\s\S])*?)>>\nstream\n/g)) {
    const [head, number = '', facts = ''] = found
    const start = found.index + head.length
    const bytes = Buffer.from(source.slice(start, start + Number(/\/Length (\d+)/.exec(facts)?.[1])), 'latin1')
    streams.set(number, (facts.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1'))
  }
  return streams
}

type Letters = Map<number, string>

/** By their name on pages: which letters each glyph stands for. */
function fontsOf(source: string, streams: ReadonlyMap<string, string>): Map<string, Letters> {
  const fonts = new Map<string, Letters>()
  for (const [, name = '', number = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const object = new RegExp(`\\n${number} 0 obj\\n<<([\\s\\S]*?)endobj`).exec(source)?.[1] ?? ''
    const map = streams.get(/\/ToUnicode (\d+) 0 R/.exec(object)?.[1] ?? '') ?? ''
    fonts.set(name, lettersOf(map))
  }
  return fonts
}

function lettersOf(map: string): Letters {
  const letters: Letters = new Map()
  for (const [, first = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(Number.parseInt(first, 16) + place, utf16(hex.replaceAll(' ', '')))
  return letters
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** The words of each line of a page, as they stand from left to right. */
function linesOf(page: string, fonts: ReadonlyMap<string, Letters>): string[][] {
  const lines: string[][] = []
  let before = ''
  for (const [, at = '', font = '', shown = ''] of page.matchAll(
    /BT\n1 0 0 1 \S+ (\S+) Tm\n\/(F\d+) \S+ Tf\n([\s\S]*?)ET/g,
  )) {
    if (at !== before) lines.push([])
    before = at
    const codes = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const letters = codes.map((code) => fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '')
    // The glyphs of an Arabic word stand from left to right as well.
    lines.at(-1)!.push(letters.some((one) => ARABIC.test(one)) ? letters.toReversed().join('') : letters.join(''))
  }
  return lines
}
