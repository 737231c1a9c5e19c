/**
 * Checks a page's structured data: every type, property and value against schema.org's vocabulary, read from the
 * declarations of `schema-dts`, and against Google's additional requirements.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Bases = Map<string, { parents: string[]; properties: Map<string, string[]> }>
type Vocabulary = { bases: Bases; baseOf: Map<string, string[]>; unions: Map<string, string[]> }

let known: Vocabulary | undefined

function vocabulary(): Vocabulary {
  known ??= readVocabulary()
  return known
}

function readVocabulary(): Vocabulary {
  const entrance = createRequire(import.meta.url).resolve('schema-dts')
  const text = readFileSync(join(dirname(entrance), 'schema.d.ts'), 'utf8')
  const bases: Bases = new Map()
  const baseOf = new Map<string, string[]>()
  const unions = new Map<string, string[]>()
  for (const [, name, parents, body] of text.matchAll(/\ninterface (\w+Base) extends ([^{]+)\{([\s\S]*?)\n\}/g)) {
    const properties = new Map(
      [...body!.matchAll(/"([\w-]+)"\?: (.*);/g)].map(([, property, type]) => [property!, partsOf(type!)]),
    )
    bases.set(name!, { parents: parents!.match(/\w+Base/g) ?? [], properties })
  }
  for (const [, name, parents] of text.matchAll(/export interface (\w+)Leaf extends ([^{]+)\{/g)) {
    baseOf.set(name!, parents!.match(/\w+Base/g) ?? [])
  }
  for (const [, name, type] of text.matchAll(/\nexport type (\w+) = (.*);/g)) unions.set(name!, partsOf(type!))
  return { bases, baseOf, unions }
}

/** The names and texts in a declaration: `SchemaValue<Text | URL, "x">` → Text, URL. */
function partsOf(type: string): string[] {
  const inside = /^SchemaValue<(.*), "[\w-]+">$/.exec(type)?.[1] ?? type
  return inside.split(' | ').map((part) => part.trim())
}

/** The errors in a block of structured data, one line each. */
export function wrongInStructuredData(block: unknown): string[] {
  const { '@context': context, '@graph': graph } = block as { '@context'?: unknown; '@graph'?: unknown }
  if (context !== 'https://schema.org' || !Array.isArray(graph)) return ['not a graph of schema.org']
  return graph.flatMap((thing) => [...wrongThing(thing, '', ['Thing']), ...missingForGoogle(thing)])
}

function wrongThing(thing: unknown, path: string, range: string[]): string[] {
  if (typeof thing !== 'object' || thing === null) return [`${path} is no thing`]
  const { '@type': type, '@id': id, ...rest } = thing as Record<string, unknown>
  if (type === undefined && typeof id === 'string' && Object.keys(rest).length === 0) return []
  const at = `${path || ''}${String(type)}`
  const bases = vocabulary().baseOf.get(String(type))
  if (!bases) return [`${at}: no such type`]
  const wrong = range.some((one) => reaches(one, `${type}Leaf`)) ? [] : [`${at}: not expected here`]
  for (const [property, value] of Object.entries(rest)) {
    if (/-(input|output)$/.test(property) && String(type).endsWith('Action')) continue
    const expected = rangeOf(bases, property)
    if (!expected) wrong.push(`${at}.${property}: no such property`)
    else for (const one of [value].flat()) wrong.push(...wrongValue(one, `${at}.${property} `, expected))
  }
  return wrong
}

function wrongValue(value: unknown, path: string, range: string[]): string[] {
  if (value === null || value === undefined || value === '') return [`${path}is empty`]
  if (typeof value === 'object') return wrongThing(value, path, range)
  if (typeof value === 'string') {
    if (range.some((one) => reaches(one, 'string') || reaches(one, JSON.stringify(value)))) return []
    if (range.some((one) => reaches(one, `\`\${number}\``)) && value.trim() !== '' && !Number.isNaN(Number(value)))
      return []
    return [`${path}may not be ${JSON.stringify(value)}`]
  }
  return range.some((one) => reaches(one, typeof value)) ? [] : [`${path}may not be a ${typeof value}`]
}

function rangeOf(bases: string[], property: string): string[] | undefined {
  for (const name of bases) {
    const base = vocabulary().bases.get(name)
    const found = base?.properties.get(property) ?? (base && rangeOf(base.parents, property))
    if (found) return found
  }
  return undefined
}

/** Whether the declaration `from` is, or leads to, `to`. */
function reaches(from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (vocabulary().unions.get(from) ?? []).some((part) => reaches(part, to, seen))
}

type Asked = Record<string, string[]>

/**
 * Properties without which Google shows nothing of the thing. Source: Google Search Central, "Structured data markup
 * that Google Search supports": course info, breadcrumb, FAQ, article, review snippet, carousel.
 */
const REQUIRED: Asked = {
  Course: ['name', 'description', 'provider', 'offers'],
  CourseInstance: ['courseMode', 'courseWorkload|courseSchedule'],
  Schedule: ['repeatFrequency', 'repeatCount'],
  Offer: ['category', 'price', 'priceCurrency'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position', 'item|url'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  DiscussionForumPosting: ['author', 'datePublished', 'text'],
  Article: ['headline', 'image', 'datePublished', 'author'],
  AggregateRating: ['ratingValue', 'ratingCount|reviewCount'],
  Review: ['author', 'reviewRating'],
  EducationalOrganization: ['name', 'url'],
  WebSite: ['name', 'url'],
}

function missingForGoogle(thing: unknown): string[] {
  if (typeof thing !== 'object' || thing === null) return []
  const facts = thing as Record<string, unknown>
  const type = String(facts['@type'])
  const missing = (REQUIRED[type] ?? [])
    .filter((names) => !names.split('|').some((name) => facts[name] !== undefined))
    .map((names) => `${type} has no ${names}`)
  const relative = ['url', 'image', 'item']
    .filter((name) => typeof facts[name] === 'string' && !/^https?:\/\//.test(facts[name] as string))
    .map((name) => `${type}.${name} is no whole address`)
  return [...missing, ...relative, ...Object.values(facts).flat().flatMap(missingForGoogle)]
}
