/** Reads a content folder and reports where it does not match `format.ts`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMap, isNode, isPair, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import type { z } from 'zod'
import { error, type Finding } from './checks/findings.ts'
import { CourseFile } from './course-format.ts'
import {
  ARTICLES,
  COURSES,
  type Content,
  DEMO_ACCOUNTS,
  DemoAccountsFile,
  FILES,
  MAY_BE_MISSING,
  PAGES,
  PageFile,
  POSTS,
} from './format.ts'
import { ArticleFile, PostFile } from './writing/writing-format.ts'

export type ReadContent = {
  /** Undefined when a file is missing or invalid. */
  content: Content | undefined
  findings: Finding[]
  /** The line of a place in a file. */
  lineOf: (file: string, path: Finding['path']) => number | undefined
}

/** Every file is required, except those of demonstration accounts, blog and community. */
export function readContent(folder: string): ReadContent {
  const files = new Map<string, YamlFile>()
  const findings: Finding[] = []
  const read = <S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined => {
    const file = readYaml(folder, path)
    files.set(path, file)
    const value = file.findings.length === 0 ? schema.safeParse(file.value, { reportInput: true }) : undefined
    findings.push(
      ...file.findings,
      ...(value?.error?.issues ?? []).map((issue) => plainMessage(path, issue, file.lineOf)),
    )
    return value?.data
  }
  const isThere = (path: string) => existsSync(join(folder, path))
  const lists = Object.entries(FILES).map(([name, { path, schema }]) => [
    name,
    MAY_BE_MISSING.includes(path) && !isThere(path) ? [] : read(path, schema),
  ])
  const courses = yamlFiles(folder, COURSES).map((path) => named(path, read(path, CourseFile), 'key', findings))
  const pages = yamlFiles(folder, PAGES).map((path) => named(path, read(path, PageFile), 'code', findings))
  const articles = yamlFiles(folder, ARTICLES).map((path) => named(path, read(path, ArticleFile), 'key', findings))
  const posts = yamlFiles(folder, POSTS).map((path) => named(path, read(path, PostFile), 'key', findings))
  const demoAccounts = isThere(DEMO_ACCOUNTS) ? read(DEMO_ACCOUNTS, DemoAccountsFile) : []
  const content = { ...Object.fromEntries(lists), courses, pages, articles, posts, demoAccounts } as Content
  return {
    content: findings.length === 0 ? content : undefined,
    findings,
    lineOf: (file, path) => files.get(file)?.lineOf(path),
  }
}

function yamlFiles(folder: string, below: string): string[] {
  if (!existsSync(join(folder, below))) return []
  return readdirSync(join(folder, below))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => `${below}/${name}`)
}

/** The file name of courses, pages, articles and posts must be their key or slug, so that they can be found. */
function named<T extends Record<K, string>, K extends 'key' | 'code'>(
  path: string,
  value: T | undefined,
  field: K,
  findings: Finding[],
): T | undefined {
  const name = basename(path, '.yaml')
  if (value && value[field] !== name)
    findings.push(
      error(path, [field], `is “${value[field]}”, but the file is called ${name}.yaml; they must be the same`),
    )
  return value
}

type LineOf = (path: Finding['path']) => number | undefined
type YamlFile = { value: unknown; findings: Finding[]; lineOf: LineOf }

function readYaml(folder: string, path: string): YamlFile {
  let text: string
  try {
    text = readFileSync(join(folder, path), 'utf8')
  } catch {
    return { value: undefined, findings: [error(path, [], 'the file is missing')], lineOf: () => undefined }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const findings = document.errors.map(({ message, pos }) => ({
    ...error(path, [], `is not valid YAML: ${message}`),
    line: lines.linePos(pos[0]).line,
  }))
  let value: unknown
  try {
    if (findings.length === 0) value = document.toJS()
  } catch (failure) {
    // Aliases that lead nowhere, or that would become a text of any length.
    findings.push({ ...error(path, [], `is not valid YAML: ${(failure as Error).message}`), line: 1 })
  }
  return {
    value,
    findings,
    lineOf: (steps) => lineOfNode(document.contents, steps, lines),
  }
}

/** The line of the deepest part of `steps` that exists in the file. */
function lineOfNode(root: ParsedNode | null, steps: Finding['path'], lines: LineCounter): number | undefined {
  let node: unknown = root
  let offset = root?.range[0]
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isNode(item.key) && item.key.toString() === step)
      if (!isPair(pair)) break
      if (isNode(pair.key)) offset = pair.key.range?.[0]
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step]
      if (!isNode(node)) break
      offset = node.range?.[0]
    } else break
  }
  return offset === undefined ? undefined : lines.linePos(offset).line
}

function plainMessage(file: string, issue: z.core.$ZodIssue, lineOf: LineOf): Finding {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  return { ...error(file, path, messageOf(issue)), line: lineOf(path) }
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be a ${NAMES[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string'
        ? 'must not be empty'
        : issue.origin === 'array'
          ? `needs at least ${issue.minimum}`
          : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'not_multiple_of':
      return `must be in steps of ${issue.divisor}`
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? `is not a valid ${issue.format}` : `must be ${issue.message}`
    default:
      return issue.message
  }
}

const NAMES: Record<string, string> = { string: 'text', array: 'list', object: 'group of fields', int: 'whole number' }
