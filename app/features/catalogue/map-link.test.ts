import { expect, it } from 'vitest'
import { mapLink, placeName } from './map-link.ts'

it('a place is its venue and its city, and without a venue the city alone', () => {
  const hall = { venue: 'قاعة الملقا', city: 'الرياض' }
  expect([placeName(hall, 'ar'), placeName({ ...hall, venue: '' }, 'ar')]).toEqual(['قاعة الملقا، الرياض', 'الرياض'])
  expect(placeName({ venue: 'Hall 1', city: 'Riyadh' }, 'en')).toBe('Hall 1, Riyadh')
  expect(placeName({ venue: '', city: 'Riyadh' }, 'en')).toBe('Riyadh')
  expect(new URL(mapLink({ venue: '', city: 'Riyadh' })).searchParams.get('query')).toBe('Riyadh')
})
