/**
 * The YAML library as the tests load it (`alias` in vitest.config.ts), except that a text is parsed once: a test that
 * changes one file of a content folder need not wait for the hundred others.
 */
import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

// By `import`, the name would lead here again.
const yaml = createRequire(import.meta.url)('yaml') as typeof Yaml

export const { isMap, isNode, isPair, isSeq, LineCounter, parse, stringify } = yaml

const known = new Map<string, { document: ReturnType<typeof Yaml.parseDocument>; lineStarts: number[] }>()

export function parseDocument(text: string, options: { lineCounter: Yaml.LineCounter }) {
  const found = known.get(text) ?? {
    document: yaml.parseDocument(text, options),
    lineStarts: options.lineCounter.lineStarts,
  }
  known.set(text, found)
  options.lineCounter.lineStarts = found.lineStarts
  return found.document
}
