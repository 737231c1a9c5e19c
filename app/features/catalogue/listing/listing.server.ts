import type { z } from 'zod'
import { catalogue as ar } from '../../../locales/ar/catalogue.ts'
import { listing as arListing } from '../../../locales/ar/listing.ts'
import { catalogue as en } from '../../../locales/en/catalogue.ts'
import { listing as enListing } from '../../../locales/en/listing.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Context } from '../../../platform/context.server.ts'
import { COUNT_CAP } from '../../../platform/count-cap.ts'
import { limitSearches } from '../../lists/search-limit.server.ts'
import { rememberMiss } from '../../search-misses/search-misses.server.ts'
import { cardsOf } from '../cards.server.ts'
import { CATEGORIES, storedCategories } from '../category.ts'
import type { catalogueEndpoints } from '../contract.ts'
import type { FacetCounts } from '../found/found-offers.ts'
import { type Listing, listInMemory } from '../found/memory-listing.server.ts'
import { PRICE_STEPS } from '../offer-queries.server.ts'
import { findCities, findSpecializationNames } from '../queries.server.ts'
import type { CourseQuery, Facets } from './listing-contract.ts'
import type { ListingFilter, ListingSort } from './listing-filter.ts'
import { correctedSearchQuery, findCourseIds, searchQuery } from './listing-queries.server.ts'
import { PRICE_BANDS } from './price-bands.ts'

type Answer = z.input<(typeof catalogueEndpoints)['courses']['output']>

/** A page of the courses that pass every filter; a misspelled search term is corrected when it finds nothing. */
export async function listCourses(ctx: Context, input: CourseQuery): Promise<Answer> {
  const now = ctx.now()
  if (input.SearchTerm !== undefined) await limitSearches(ctx)
  const search = input.SearchTerm === undefined ? undefined : await searchQuery(ctx.db, input.SearchTerm)
  const [names, cities] = await Promise.all([findSpecializationNames(ctx.db), findCities(ctx.db)])
  const filter = filterOf(input, search, names)
  const { counts, ids } = await findOrCorrect(ctx, input.SearchTerm, filter, now)
  if (input.SearchTerm !== undefined && !counts.found) await rememberMiss(ctx, input.SearchTerm)
  const chosen = cities.filter(({ id }) => filter.cityIds?.includes(id)).map(({ key }) => key)
  return {
    items: await cardsOf(ctx, ids, chosen),
    pageIndex: input.PageIndex,
    pageSize: input.PageSize,
    totalCount: Math.min(counts.total, COUNT_CAP),
    totalIsCapped: counts.total > COUNT_CAP || undefined,
    facets: facetsOf(counts, { names, cities, chosenCities: filter.cityIds ?? [] }, ctx.lang),
  }
}

type Found = Listing & { ids: number[] }

async function findOrCorrect(ctx: Context, term: string | undefined, filter: ListingFilter, now: Date): Promise<Found> {
  const listing = await findListing(ctx, filter, now)
  if (term === undefined || listing.counts.found) return listing
  const corrected = await correctedSearchQuery(ctx.db, term)
  return corrected === null ? listing : findListing(ctx, { ...filter, search: corrected }, now)
}

async function findListing({ db }: Context, filter: ListingFilter, now: Date): Promise<Found> {
  const { counts, ids } = await listInMemory(db, filter, now)
  return { counts, ids: ids ?? (await findCourseIds(db, filter, now)) }
}

const SORTS: Record<number, ListingSort> = { 1: 'newest', 2: 'start', 3: 'cheapest', 4: 'dearest' }

function filterOf(input: CourseQuery, search: string | undefined, names: Names): ListingFilter {
  return {
    search,
    categories: storedCategories(input.Category),
    ...fieldsOf(input, names),
    levels: input.Level,
    deliveryMethods: input.CourseDeliveryMethod,
    cityIds: input.CityId,
    times: input.Time,
    minPrice: input.MinPrice,
    maxPrice: input.MaxPrice,
    startsFrom: input.StartsFrom,
    startsTo: input.StartsTo,
    sort: SORTS[input.SortMethod ?? 0] ?? (search === undefined ? 'newest' : 'relevance'),
    limit: input.PageSize,
    offset: (input.PageIndex - 1) * input.PageSize,
  }
}

/** A part narrows its own specialization only: of another that is asked for as well, all courses pass. */
function fieldsOf({ SpecializationId, SubSpecializationId }: CourseQuery, names: Names) {
  const narrowed = new Set(
    names.filter(({ id }) => SubSpecializationId?.includes(id)).map(({ parent_id: parentId }) => parentId),
  )
  return {
    specializationIds: SpecializationId,
    subSpecializationIds: SubSpecializationId,
    wholeSpecializationIds: (SpecializationId ?? []).filter((id) => !narrowed.has(id)),
  }
}

type Names = Awaited<ReturnType<typeof findSpecializationNames>>
type Cities = Awaited<ReturnType<typeof findCities>>
/** @property chosenCities they are shown even where no course has a run in them */
type Named = { names: Names; cities: Cities; chosenCities: readonly number[] }

const TEXTS = { ar: { ...ar, times: arListing.times }, en: { ...en, times: enListing.times } }

function facetsOf(
  counts: FacetCounts,
  { names, cities, chosenCities }: Named,
  lang: Context['lang'],
): z.input<typeof Facets> {
  const { categories, levels, delivery, times } = TEXTS[lang]
  const countOf = (found: { id: number; count: number }[], id: number) => found.find((one) => one.id === id)?.count ?? 0
  const named = (found: { id: number; count: number }[], parentId: number | null) =>
    names
      .filter((name) => name.parent_id === parentId)
      .map(({ id, name }) => ({ id, name: inLang(name, lang), count: countOf(found, id) }))
  return {
    category: CATEGORIES.map(({ listed, stored }) => ({
      id: listed,
      name: categories[listed],
      count: countOf(counts.categories, stored),
    })),
    specialization: named(counts.specializations, null).map((specialization) => ({
      ...specialization,
      children: named(counts.subSpecializations, specialization.id),
    })),
    level: ([1, 2, 3] as const).map((id) => ({ id, name: levels[id], count: countOf(counts.levels, id) })),
    deliveryMethod: ([1, 2, 3] as const).map((id) => ({
      id,
      name: delivery[id],
      count: countOf(counts.deliveryMethods, id),
    })),
    city: cities
      .map(({ id, name }) => ({ id, name: inLang(name, lang), count: countOf(counts.cities, id) }))
      .filter(({ id, count }) => count > 0 || chosenCities.includes(id))
      .sort((one, other) => other.count - one.count || one.id - other.id),
    time: ([1, 2, 3] as const).map((id) => ({ id, name: times[id], count: countOf(counts.times, id) })),
    price: PRICE_BANDS.map((band) => ({ ...band, count: countOfBand(counts.steps, band) })),
    startMonth: counts.months
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, count }) => ({ month: `${Math.floor(id / 100)}-${String(id % 100).padStart(2, '0')}`, count })),
  }
}

/** A band is one or more whole steps. */
function countOfBand(steps: FacetCounts['steps'], { from, to = Infinity }: (typeof PRICE_BANDS)[number]): number {
  return steps
    .filter(({ id }) => PRICE_STEPS[id]! >= from && PRICE_STEPS[id]! <= to)
    .reduce((sum, { count }) => sum + count, 0)
}
