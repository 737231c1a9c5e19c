import { withQuery } from '../../links.ts'

/** Where a place is shown on a map. */
export function mapLink(place: { city: string; venue: string }): string {
  const query = [place.venue, place.city].filter(Boolean).join(', ')
  return withQuery('https://www.google.com/maps/search/', { api: 1, query })
}
