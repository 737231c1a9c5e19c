/** Findings about a content folder, in texts that its writers understand. */

export type Finding = {
  /** An error prevents loading; a warning is only advice. */
  level: 'error' | 'warning'
  /** Below the folder, e.g. `courses/hr-diploma.yaml`. */
  file: string
  path: (string | number)[]
  line?: number | undefined
  message: string
}

/** The folder cannot be loaded; `message` lists every error. */
export class ContentError extends Error {
  readonly findings: Finding[]
  constructor(findings: Finding[]) {
    super(['The content has errors:', ...findings.map((finding) => `  ${findingText(finding)}`)].join('\n'))
    this.findings = findings
  }
}

/** There is nothing to load, or no folder to write to. */
export class NoContent extends Error {}

/** One line: `courses/hr-diploma.yaml:12, faq → 2 → answer: is missing`. Items of a list are counted from 1. */
export function findingText({ file, path, line, message }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`
  const steps = path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' → ')
  return steps ? `${place}, ${steps}: ${message}` : `${place}: ${message}`
}

export const isError = ({ level }: Finding) => level === 'error'

export function error(file: string, path: Finding['path'], message: string): Finding {
  return { level: 'error', file, path, message }
}

export function warning(file: string, path: Finding['path'], message: string): Finding {
  return { level: 'warning', file, path, message }
}

/** All keys that occur a second time. */
export function repeated(file: string, entries: { key: string; path: Finding['path'] }[]): Finding[] {
  const seen = new Set<string>()
  return entries.flatMap(({ key, path }) => {
    if (seen.has(key)) return [error(file, path, `“${key}” stands twice`)]
    seen.add(key)
    return []
  })
}

export const unknown = (what: string, key: string) => `there is no ${what} with the key “${key}”`

/** The texts by their paths, such as `summary`, that are blank in Arabic. */
export const blankTexts = (file: string, texts: Record<string, { ar: string }>): Finding[] =>
  Object.entries(texts)
    .filter(([, { ar }]) => ar === '')
    .map(([name]) => error(file, [...name.split('.'), 'ar'], 'must not be empty in what visitors see'))
