import { withQuery } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'

type Place = { city: string; venue: string }

/** The venue and its city as they are read; of a run without a venue, the city alone. */
export function placeName({ venue, city }: Place, lang: Lang): string {
  return [venue, city].filter(Boolean).join(lang === 'ar' ? '، ' : ', ')
}

/** Where a place is shown on a map. */
export function mapLink(place: Place): string {
  return withQuery('https://www.google.com/maps/search/', { api: 1, query: placeName(place, 'en') })
}
