import type * as Yaml from 'yaml'

/**
 * The YAML library, except that a text is parsed once: a test that changes one file of a content folder need not wait
 * for the hundred others.
 */
export function parseOnce(yaml: typeof Yaml): typeof Yaml {
  const known = new Map<string, { document: unknown; lineStarts: number[] }>()
  const parseDocument = (text: string, options: { lineCounter: Yaml.LineCounter }) => {
    const found = known.get(text) ?? {
      document: yaml.parseDocument(text, options),
      lineStarts: options.lineCounter.lineStarts,
    }
    known.set(text, found)
    options.lineCounter.lineStarts = found.lineStarts
    return found.document
  }
  return { ...yaml, parseDocument: parseDocument as typeof yaml.parseDocument }
}
