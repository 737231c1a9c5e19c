import type { Plugin } from 'vite'

type Chunk = { type: 'chunk'; code: string; imports: string[]; viteMetadata?: { importedCss: Set<string> } }
type Bundle = Record<string, { type: 'asset' } | Chunk>

const LIST = /m\.f=(\[[^\]]*\])/
const NEEDS = /__vite__mapDeps\(\[([\d,]*)\]\)/g

/**
 * A part that is fetched later asks for its styles again, also for those that the page has: the router marks their
 * addresses with `#`, so that Vite does not know them. Put behind all others they would win over what stands there to
 * win over them. So a part asks only for styles that whoever fetches it has not brought.
 */
export function withoutRepeatedStyles(): Plugin {
  return {
    name: 'without-repeated-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [file, chunk] of Object.entries(bundle as Bundle)) {
          const list = chunk.type === 'chunk' && LIST.exec(chunk.code)?.[1]
          if (!list) continue
          const files = JSON.parse(list) as string[]
          const brought = stylesOf(bundle as Bundle, file)
          chunk.code = chunk.code.replace(NEEDS, (_, numbers: string) => {
            const kept = numbers.split(',').filter((number) => number !== '' && !brought.has(files[Number(number)]!))
            return `__vite__mapDeps([${kept.join(',')}])`
          })
        }
      },
    },
  }
}

/** The styles of a chunk and of those that it imports. */
function stylesOf(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return new Set()
  seen.add(file)
  const others = chunk.imports.map((imported) => stylesOf(bundle, imported, seen))
  return new Set([...(chunk.viteMetadata?.importedCss ?? []), ...others.flatMap((styles) => [...styles])])
}
