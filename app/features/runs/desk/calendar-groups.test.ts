import { expect, it } from 'vitest'
import { type CalendarSession, choicesIn, clashesIn, groupsOf } from './calendar-groups.ts'

const session = (id: number, facts: Partial<CalendarSession>): CalendarSession => ({
  ...{ id, run: { id, course: `Course ${id}` }, day: '2026-12-06', from: '17:00', to: '20:00', room: null, city: null },
  ...{ trainers: [], warnings: [], clashes: [] },
  ...facts,
})

const huda = { id: 4, name: 'Huda' }
const sami = { id: 9, name: 'Sami' }
const month = [
  session(1, { room: 'Hall', city: 'Riyadh', trainers: [sami] }),
  session(2, {
    ...{ room: 'Hall', city: 'Jeddah', trainers: [huda, sami] },
    clashes: [{ session: 1, run: 1, course: 'Course 1', because: 'trainer' }],
  }),
  session(3, { day: '2026-12-08' }),
]
const shown = (grouping: Parameters<typeof groupsOf>[1]) =>
  groupsOf(month, grouping, 'en').map(({ name, sessions }) => [name.join(' · ') || null, sessions.map(({ id }) => id)])

it('shows a month by its days, rooms or trainers, those without last', () => {
  expect(shown('day')).toEqual([
    ['2026-12-06', [1, 2]],
    ['2026-12-08', [3]],
  ])
  expect(shown('room')).toEqual([
    ['Hall · Jeddah', [2]],
    ['Hall · Riyadh', [1]],
    [null, [3]],
  ])
  expect(shown('trainer')).toEqual([
    ['Huda', [2]],
    ['Sami', [1, 2]],
    [null, [3]],
  ])
})

it('offers the rooms and trainers of the month as filters, and counts the sessions that clash', () => {
  expect(choicesIn(month, 'en')).toEqual({
    rooms: [{ value: 'Hall', label: 'Hall' }],
    trainers: [
      { value: '4', label: 'Huda' },
      { value: '9', label: 'Sami' },
    ],
  })
  expect(clashesIn(month)).toBe(1)
})
