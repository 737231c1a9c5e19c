/** The listing's filters: reading them from a query string, passing them to the API, removing them one by one. */
import type { CourseFilters as LinkedFilters } from '../../../links.ts'
import { foldDigits } from '../../../locales/digits.ts'
import {
  type Readers,
  readId,
  readPage,
  readQuery,
  searchTerm,
  several,
  wholeNumber,
  withoutFilters,
} from '../../lists/list-query.ts'

/** The filters of which several values can be chosen: a course passes with any of them. */
export const SEVERAL = ['category', 'specialization', 'sub', 'level', 'delivery', 'city', 'time'] as const
export type SeveralName = (typeof SEVERAL)[number]

export type CourseFilters = Omit<LinkedFilters, SeveralName> & { [Name in SeveralName]?: number[] }
export type FilterName = keyof CourseFilters

const READERS: Readers<CourseFilters> = {
  category: several(wholeNumber(2, 4)),
  specialization: several(readId),
  sub: several(readId),
  level: several(wholeNumber(1, 3)),
  delivery: several(wholeNumber(1, 3)),
  city: several(readId),
  time: several(wholeNumber(1, 3)),
  min: riyals,
  max: riyals,
  from: day,
  to: day,
  search: searchTerm,
  sort: wholeNumber(1, 4),
  page: readPage,
}

/** Reads the query of an address or of a form. */
export function readFilters(query: URLSearchParams): CourseFilters {
  const filters = readQuery(query, READERS)
  // "Newest" is the default without a search, so it needs no parameter; the default of a search is relevance.
  if (filters.sort === 1 && filters.search === undefined) delete filters.sort
  swapIfReversed(filters, 'min', 'max')
  swapIfReversed(filters, 'from', 'to')
  return filters
}

/** A band of the price facet in whole riyals, as in the query string. */
export function riyalBand({ from, to }: { from: number; to?: number | undefined }): { min?: number; max?: number } {
  return {
    ...(from > 0 ? { min: Math.ceil(from / 100) } : {}),
    ...(to === undefined ? {} : { max: Math.floor(to / 100) }),
  }
}

/** The filters as the API expects them, with prices in halalas. */
export function courseQuery(filters: CourseFilters) {
  return {
    Category: filters.category,
    SpecializationId: filters.specialization,
    SubSpecializationId: filters.sub,
    Level: filters.level,
    CourseDeliveryMethod: filters.delivery,
    CityId: filters.city,
    Time: filters.time,
    MinPrice: filters.min === undefined ? undefined : Math.round(filters.min * 100),
    MaxPrice: filters.max === undefined ? undefined : maxHalalas(filters.max),
    StartsFrom: filters.from,
    StartsTo: filters.to,
    SearchTerm: filters.search,
    SortMethod: filters.sort,
    PageIndex: filters.page,
  }
}

/** The filters without some of them, and on the first page. A sub-specialization goes with its specialization. */
export function without(filters: CourseFilters, ...names: FilterName[]): CourseFilters {
  return withoutFilters(filters, ...names, ...(names.includes('specialization') ? (['sub'] as const) : []))
}

/** The filters without one of the values of a filter, and on the first page. */
export function withoutValue(filters: CourseFilters, name: SeveralName, value: number): CourseFilters {
  const left = filters[name]?.filter((other) => other !== value) ?? []
  return left.length === 0 ? without(filters, name) : { ...withoutFilters(filters), [name]: left }
}

/** The only value of a filter; undefined when there is none, or several. */
export const onlyOne = (values: readonly number[] | undefined) => (values?.length === 1 ? values[0] : undefined)

/** The first and last day of a month, `2027-02` → `2027-02-01`, `2027-02-28`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}

function riyals(text: string): number | undefined {
  const folded = foldDigits(text)
    .replace(/[\s,٬]/g, '')
    .replace('٫', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(folded) ? Number(folded) : undefined
}

/** "Up to 999" includes 999.50, as visitors mean it and as the facet's bands end; "up to 0" means free. */
function maxHalalas(amount: number): number {
  return Number.isInteger(amount) && amount > 0 ? amount * 100 + 99 : Math.round(amount * 100)
}

function day(text: string): string | undefined {
  const folded = foldDigits(text.trim())
  const date = /^[12]\d{3}-\d{2}-\d{2}$/.test(folded) ? new Date(`${folded}T00:00:00Z`) : undefined
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(folded) ? folded : undefined
}

function swapIfReversed<Name extends 'min' | 'max' | 'from' | 'to'>(filters: CourseFilters, low: Name, high: Name) {
  const [a, b] = [filters[low], filters[high]]
  if (a !== undefined && b !== undefined && a > b) Object.assign(filters, { [low]: b, [high]: a })
}
