/** What a listing of courses is asked for. */
export type ListingSort = 'relevance' | 'newest' | 'start' | 'cheapest' | 'dearest'

/** Several values of one filter: a course passes with any of them. Undefined: with all. */
export type AnyOf = readonly number[] | undefined

/** What is asked of the kind of a course. */
export type KindFilter = {
  categories: AnyOf
  specializationIds: AnyOf
  /** They narrow the specializations that they are part of. */
  subSpecializationIds: AnyOf
  /** Those of `specializationIds` of which no part is asked for: all of their courses pass. */
  wholeSpecializationIds: readonly number[]
  levels: AnyOf
  deliveryMethods: AnyOf
}

/** What is asked of a run that has not started: one run must pass all of it. */
export type RunFilter = {
  /** Days in Riyadh, both inclusive: `2027-05-01`. */
  startsFrom: string | undefined
  startsTo: string | undefined
  cityIds: AnyOf
  /** The numbers of `RUN_TIMES`. */
  times: AnyOf
}

export type ListingFilter = KindFilter &
  RunFilter & {
    /** A tsquery as text, from `searchQuery`; undefined without a search. */
    search: string | undefined
    minPrice: number | undefined
    maxPrice: number | undefined
    sort: ListingSort
    limit: number
    offset: number
  }

/** When a run meets, and its bit in what the database keeps of it (`times_of_run`). */
export const RUN_TIMES = { 1: 1, 2: 2, 3: 4 } as const

/** In the morning, in the evening, on the weekend. */
export type RunTime = keyof typeof RUN_TIMES
