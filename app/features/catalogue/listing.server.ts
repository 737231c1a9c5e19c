import type { z } from 'zod'
import { catalogue as ar } from '../../locales/ar/catalogue.ts'
import { catalogue as en } from '../../locales/en/catalogue.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { rememberMiss } from '../search-misses/search-misses.server.ts'
import { cardsOf } from './cards.server.ts'
import { CATEGORIES, storedCategory } from './category.ts'
import type { CourseQuery, catalogueEndpoints, Facets } from './contract.ts'
import {
  correctedSearchQuery,
  findListing,
  type Listing,
  type ListingFilter,
  type ListingSort,
  searchQuery,
} from './listing-queries.server.ts'
import { PRICE_BANDS } from './price-bands.ts'
import { findSpecializationNames } from './queries.server.ts'

type Answer = z.input<(typeof catalogueEndpoints)['courses']['output']>

/** A page of the courses that pass every filter; a misspelled search term is corrected when it finds nothing. */
export async function listCourses(ctx: Context, input: CourseQuery): Promise<Answer> {
  const now = ctx.now()
  const search = input.SearchTerm === undefined ? undefined : await searchQuery(ctx.db, input.SearchTerm)
  const filter = filterOf(input, search)
  const [listing, names] = await Promise.all([
    findOrCorrect(ctx, input.SearchTerm, filter, now),
    findSpecializationNames(ctx.db),
  ])
  if (input.SearchTerm !== undefined && !listing.found) await rememberMiss(ctx, input.SearchTerm)
  return {
    items: await cardsOf(ctx, listing.ids),
    pageIndex: input.PageIndex,
    pageSize: input.PageSize,
    totalCount: Math.min(listing.total, COUNT_CAP),
    totalIsCapped: listing.total > COUNT_CAP || undefined,
    facets: facetsOf(listing, names, ctx.lang),
  }
}

async function findOrCorrect(
  ctx: Context,
  term: string | undefined,
  filter: ListingFilter,
  now: Date,
): Promise<Listing> {
  const listing = await findListing(ctx.db, filter, now)
  if (term === undefined || listing.found) return listing
  const corrected = await correctedSearchQuery(ctx.db, term)
  return corrected === null ? listing : findListing(ctx.db, { ...filter, search: corrected }, now)
}

const SORTS: Record<number, ListingSort> = { 1: 'newest', 2: 'start', 3: 'cheapest', 4: 'dearest' }

function filterOf(input: CourseQuery, search: string | undefined): ListingFilter {
  return {
    search,
    category: storedCategory(input.Category),
    specializationId: input.SpecializationId,
    subSpecializationId: input.SubSpecializationId,
    level: input.Level,
    deliveryMethod: input.CourseDeliveryMethod,
    minPrice: input.MinPrice,
    maxPrice: input.MaxPrice,
    startsFrom: input.StartsFrom === undefined ? undefined : startOfDay(input.StartsFrom),
    startsBefore: input.StartsTo === undefined ? undefined : new Date(startOfDay(input.StartsTo).getTime() + DAY_MS),
    sort: SORTS[input.SortMethod ?? 0] ?? (search === undefined ? 'newest' : 'relevance'),
    limit: input.PageSize,
    offset: (input.PageIndex - 1) * input.PageSize,
  }
}

/** Riyadh has no summer time. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00+03:00`)

type Names = Awaited<ReturnType<typeof findSpecializationNames>>

const TEXTS = { ar, en }

function facetsOf(listing: Listing, names: Names, lang: Context['lang']): z.input<typeof Facets> {
  const { categories, levels, delivery } = TEXTS[lang]
  const count = (counts: { id: number; count: number }[], id: number) =>
    counts.find((found) => found.id === id)?.count ?? 0
  const named = (counts: { id: number; count: number }[], parentId: number | null) =>
    names
      .filter((name) => name.parent_id === parentId)
      .map(({ id, name }) => ({ id, name: inLang(name, lang), count: count(counts, id) }))
  return {
    category: CATEGORIES.map(({ listed, stored }) => ({
      id: listed,
      name: categories[listed],
      count: count(listing.categories, stored),
    })),
    specialization: named(listing.specializations, null).map((specialization) => ({
      ...specialization,
      children: named(listing.subSpecializations, specialization.id),
    })),
    level: ([1, 2, 3] as const).map((id) => ({ id, name: levels[id], count: count(listing.levels, id) })),
    deliveryMethod: ([1, 2, 3] as const).map((id) => ({
      id,
      name: delivery[id],
      count: count(listing.deliveryMethods, id),
    })),
    price: PRICE_BANDS.map((band, place) => ({ ...band, count: count(listing.bands, place) })),
    startMonth: listing.months,
  }
}
