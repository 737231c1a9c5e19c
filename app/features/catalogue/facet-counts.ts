/** How many courses each value of a facet would find, from how many there are of each kind. */

/** Of a facet: the id of a value, and how many courses it would find. */
export type Count = { id: number; count: number }

/** What the filters of a listing ask of a kind; undefined where nothing is asked. */
export type KindFilter = Record<
  'category' | 'specializationId' | 'subSpecializationId' | 'level' | 'deliveryMethod',
  number | undefined
>

/** Courses by kind: specialization, part of it, category, level, delivery and step of the price, in one number. */
export type Kinds = {
  kinds: readonly number[]
  /** How many there are of each of `kinds`; below zero takes them away. */
  courses: readonly number[]
  /** Whether their prices pass the filter; without it, the step of the price says so. */
  inPrice?: boolean
  /** Whether one of their runs starts in the time that is filtered by. */
  inStart?: boolean
  /** The months in which they start: 202705. */
  months?: readonly number[]
}

/** Each facet ignores its own filter. */
export type FacetCounts = {
  total: number
  categories: Count[]
  specializations: Count[]
  subSpecializations: Count[]
  levels: Count[]
  deliveryMethods: Count[]
  /** The id is the index in `PRICE_STEPS`. */
  steps: Count[]
  /** The id is the month: 202705. */
  months: Count[]
}

/** Which filters a kind fails. */
const FAILS = { none: 0, category: 1, field: 2, level: 4, delivery: 8, price: 16, start: 32 } as const

type Sums = Map<number, number>

/** @param passesStep whether all prices of a step pass the filter, by the index in `PRICE_STEPS` */
export function facetCounts(
  filter: KindFilter,
  passesStep: (step: number) => boolean,
  groups: readonly Kinds[],
): FacetCounts {
  let total = 0
  const sums = (): Sums => new Map()
  const [categories, fields, parts, levels] = [sums(), sums(), sums(), sums()]
  const [deliveryMethods, steps, months] = [sums(), sums(), sums()]
  for (const { kinds, courses, inPrice, inStart = true, months: starts = [] } of groups)
    for (const [n, number] of kinds.entries()) {
      const kind = kindOf(number)
      const fails =
        (isWanted(filter.category, kind.category) ? FAILS.none : FAILS.category) |
        (isWanted(filter.specializationId, kind.field) && isWanted(filter.subSpecializationId, kind.part)
          ? FAILS.none
          : FAILS.field) |
        (isWanted(filter.level, kind.level) ? FAILS.none : FAILS.level) |
        (isWanted(filter.deliveryMethod, kind.delivery) ? FAILS.none : FAILS.delivery) |
        ((inPrice ?? passesStep(kind.step)) ? FAILS.none : FAILS.price) |
        (inStart ? FAILS.none : FAILS.start)
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
      for (const month of starts) add(months, month, FAILS.start)
    }
  return {
    total,
    categories: countsOf(categories),
    specializations: countsOf(fields),
    subSpecializations: countsOf(parts),
    levels: countsOf(levels),
    deliveryMethods: countsOf(deliveryMethods),
    steps: countsOf(steps),
    months: countsOf(months),
  }
}

/** Whether a kind passes the filters that ask for one, whatever its prices. */
export function isOfKind(filter: KindFilter, number: number): boolean {
  const { category, field, part, level, delivery } = kindOf(number)
  return (
    isWanted(filter.category, category) &&
    isWanted(filter.specializationId, field) &&
    isWanted(filter.subSpecializationId, part) &&
    isWanted(filter.level, level) &&
    isWanted(filter.deliveryMethod, delivery)
  )
}

const isWanted = (wanted: number | undefined, value: number) => wanted === undefined || wanted === value

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
