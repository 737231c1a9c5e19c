/** How many courses each value of a facet would find, from how many there are of each kind. */
import type { AnyOf, KindFilter } from './listing-filter.ts'

/** Of a facet: the id of a value, and how many courses it would find. */
export type Count = { id: number; count: number }

/** Courses by kind: specialization, part of it, category, level, delivery and step of the price, in one number. */
export type Kinds = {
  kinds: readonly number[]
  /** How many there are of each of `kinds`. */
  courses: readonly number[]
  /** Whether their prices pass the filter. */
  inPrice: boolean
  /** Whether one of their runs passes the filters on runs. */
  hasRun: boolean
}

/** Each facet ignores its own filter. */
export type KindCounts = {
  total: number
  categories: Count[]
  specializations: Count[]
  subSpecializations: Count[]
  levels: Count[]
  deliveryMethods: Count[]
  /** The id is the index in `PRICE_STEPS`. */
  steps: Count[]
}

/** Which filters a kind fails. */
const FAILS = { none: 0, category: 1, field: 2, level: 4, delivery: 8, price: 16, run: 32 } as const

type Sums = Map<number, number>

export function facetCounts(filter: KindFilter, groups: readonly Kinds[]): KindCounts {
  let total = 0
  const sums = (): Sums => new Map()
  const [categories, fields, parts, levels] = [sums(), sums(), sums(), sums()]
  const [deliveryMethods, steps] = [sums(), sums()]
  for (const { kinds, courses, inPrice, hasRun } of groups)
    for (const [n, number] of kinds.entries()) {
      const kind = kindOf(number)
      const fails =
        (isAmong(filter.categories, kind.category) ? FAILS.none : FAILS.category) |
        (isOfField(filter, kind) ? FAILS.none : FAILS.field) |
        (isAmong(filter.levels, kind.level) ? FAILS.none : FAILS.level) |
        (isAmong(filter.deliveryMethods, kind.delivery) ? FAILS.none : FAILS.delivery) |
        (inPrice ? FAILS.none : FAILS.price) |
        (hasRun ? FAILS.none : FAILS.run)
      const count = courses[n]!
      const add = (facet: Sums, id: number, ignored: number) => {
        if ((fails & ~ignored) === FAILS.none) facet.set(id, (facet.get(id) ?? 0) + count)
      }
      if (fails === FAILS.none) total += count
      add(categories, kind.category, FAILS.category)
      add(fields, kind.field, FAILS.field)
      add(parts, kind.part, FAILS.field)
      add(levels, kind.level, FAILS.level)
      add(deliveryMethods, kind.delivery, FAILS.delivery)
      add(steps, kind.step, FAILS.price)
    }
  return {
    total,
    categories: countsOf(categories),
    specializations: countsOf(fields),
    subSpecializations: countsOf(parts),
    levels: countsOf(levels),
    deliveryMethods: countsOf(deliveryMethods),
    steps: countsOf(steps),
  }
}

/** Whether a kind passes the filters that ask for one, whatever its prices. */
export function isOfKind(filter: KindFilter, number: number): boolean {
  const kind = kindOf(number)
  return (
    isAmong(filter.categories, kind.category) &&
    isOfField(filter, kind) &&
    isAmong(filter.levels, kind.level) &&
    isAmong(filter.deliveryMethods, kind.delivery)
  )
}

const isAmong = (asked: AnyOf, value: number) => asked === undefined || asked.includes(value)

function isOfField(filter: KindFilter, { field, part }: { field: number; part: number }): boolean {
  const { specializationIds, subSpecializationIds, wholeSpecializationIds } = filter
  return (
    isAmong(specializationIds, field) && (isAmong(subSpecializationIds, part) || wholeSpecializationIds.includes(field))
  )
}

/** The parts of the number of a kind, the counterpart of `KIND_NUMBER` in offer-queries.server.ts. */
function kindOf(number: number) {
  return {
    field: Math.floor(number / 2 ** 32),
    part: (number >>> 12) & 0xfffff,
    category: (number >>> 9) & 7,
    level: (number >>> 6) & 7,
    delivery: (number >>> 3) & 7,
    step: number & 7,
  }
}

function countsOf(sums: Sums): Count[] {
  return [...sums].filter(([, count]) => count > 0).map(([id, count]) => ({ id, count }))
}
