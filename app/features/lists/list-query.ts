/** Reading the filters of a list page from its query string. */
import { foldDigits } from '../../locales/digits.ts'

/** How each filter is read, from its first value or from all; undefined for an invalid value. */
export type Readers<Filters> = {
  [Name in keyof Filters]-?: (text: string, all: readonly string[]) => Filters[Name] | undefined
}

const LAST_PAGE = 1_000_000
const MAX_ID = 2_147_483_647
const MAX_TERM_LENGTH = 100

/** Ignores invalid values: an old or mistyped link still shows a list. */
export function readQuery<Filters extends object>(query: URLSearchParams, readers: Readers<Filters>): Filters {
  const read = Object.entries(readers) as [string, (text: string, all: readonly string[]) => unknown][]
  return withoutUndefined(
    read.map(([name, reader]) => [name, reader(query.get(name) ?? '', query.getAll(name))]),
  ) as Filters
}

/** The filters without some of them, and on the first page. */
export function withoutFilters<Filters extends object>(
  filters: Filters,
  ...names: (keyof Filters & string)[]
): Omit<Filters, 'page'> {
  const gone = new Set<string>([...names, 'page'])
  return withoutUndefined(Object.entries(filters).filter(([name]) => !gone.has(name))) as Filters
}

/** Reads an integer within bounds, Arabic digits included. */
export const wholeNumber =
  <N extends number = number>(min: number, max: number) =>
  (text: string): N | undefined => {
    const folded = foldDigits(text.trim())
    if (!/^\d{1,10}$/.test(folded)) return undefined
    const value = Number(folded)
    return value >= min && value <= max ? (value as N) : undefined
  }

export const readId = wholeNumber(1, MAX_ID)

const MAX_VALUES = 50

/** Reads several values of one filter, as a form sends them or with commas between them; each once, the lowest first. */
export const several =
  (reader: (text: string) => number | undefined) =>
  (_: string, all: readonly string[]): number[] | undefined => {
    const values = new Set(all.flatMap((text) => text.split(/[,،]/)).map(reader))
    values.delete(undefined)
    const known = ([...values] as number[]).sort((one, other) => one - other).slice(0, MAX_VALUES)
    return known.length > 0 ? known : undefined
  }

/** The first page has no parameter. */
export const readPage = wholeNumber(2, LAST_PAGE)

/** Reads a search term of at most a hundred characters. */
export function searchTerm(text: string): string | undefined {
  const term = text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
  return term === '' ? undefined : [...term].slice(0, MAX_TERM_LENGTH).join('').trim()
}

function withoutUndefined(entries: [string, unknown][]): object {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
