/** What a listing of courses is asked for. */
export type ListingSort = 'relevance' | 'newest' | 'start' | 'cheapest' | 'dearest'

export type ListingFilter = {
  /** A tsquery as text, from `searchQuery`; undefined without a search. */
  search: string | undefined
  category: number | undefined
  specializationId: number | undefined
  subSpecializationId: number | undefined
  level: number | undefined
  deliveryMethod: number | undefined
  minPrice: number | undefined
  maxPrice: number | undefined
  /** Days in Riyadh, both inclusive: `2027-05-01`. */
  startsFrom: string | undefined
  startsTo: string | undefined
  sort: ListingSort
  limit: number
  offset: number
}
