import type { Plugin } from 'vite'

type Chunk = { type: 'chunk'; code: string; imports: string[]; viteMetadata?: { importedCss: Set<string> } }
type Bundle = Record<string, { type: 'asset' } | Chunk>

const LIST = /m\.f=(\[[^\]]*\])/
const NEEDS = /__vite__mapDeps\(\[([\d,]*)\]\)/g

/**
 * A lazily loaded chunk requests all its stylesheets, even those that the page has: the router marks their URLs with
 * `#`, so Vite does not recognise them. Appended a second time they would override the rules that were meant to
 * override them. So a chunk requests only stylesheets that the chunk importing it does not have. To be removed when
 * Vite ignores the mark: `tests/e2e/site/header.test.ts` then passes without this plugin.
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
          const present = stylesOf(bundle as Bundle, file)
          chunk.code = chunk.code.replace(NEEDS, (_, numbers: string) => {
            const kept = numbers.split(',').filter((number) => number !== '' && !present.has(files[Number(number)]!))
            return `__vite__mapDeps([${kept.join(',')}])`
          })
        }
      },
    },
  }
}

/** The stylesheets of a chunk and of the chunks that it imports. */
function stylesOf(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return new Set()
  seen.add(file)
  const others = chunk.imports.map((imported) => stylesOf(bundle, imported, seen))
  return new Set([...(chunk.viteMetadata?.importedCss ?? []), ...others.flatMap((styles) => [...styles])])
}
