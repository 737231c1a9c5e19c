import { expect, it } from 'vitest'
import { placesDiffer, withOwnPlaces } from './own-places.ts'

const at = (day: string) => ({ day, from: '17:00', to: '20:00' })
const coming = [
  { ...at('2026-12-01'), room: 'A', trainerId: 1 },
  { ...at('2026-12-02'), room: 'A', trainerId: 2, joinLink: 'https://meet.example/2' },
]

it('what the form left as it is stays with each session, what it changed is the same for all', () => {
  const days = ['2026-12-08', '2026-12-09', '2026-12-10'].map(at)
  const left = { room: 'A', trainerId: '2', joinLink: 'https://meet.example/2' }
  expect(
    withOwnPlaces(
      days.map((times) => ({ ...times, ...left })),
      coming,
    ),
  ).toEqual([
    { ...days[0], room: 'A', trainerId: '1' },
    { ...days[1], room: 'A', trainerId: '2', joinLink: 'https://meet.example/2' },
    { ...days[2], room: 'A', trainerId: '2', joinLink: 'https://meet.example/2' },
  ])
  const changed = { room: 'B', joinLink: 'https://meet.example/2' }
  expect(
    withOwnPlaces(
      days.slice(0, 2).map((times) => ({ ...times, ...changed })),
      coming,
    ),
  ).toEqual([
    { ...days[0], room: 'B' },
    { ...days[1], room: 'B', joinLink: 'https://meet.example/2' },
  ])
})

it('sessions differ by any of the three', () => {
  expect(placesDiffer(coming)).toBe(true)
  expect(placesDiffer([coming[0]!, { ...coming[0]!, ...at('2026-12-03') }])).toBe(false)
})
