import { expect, it } from 'vitest'
import { type Grouping, groupsOf, isAskedFor, WITHOUT } from './calendar-groups.ts'

const session = (id: number, facts: { room?: string; city?: string; day?: string; trainerIds?: number[] }) => ({
  ...{ id, day: '2026-12-06', room: null, city: null, trainerIds: [] },
  ...facts,
})

const huda = 9
const sami = 4
const month = [
  session(1, { room: 'Hall', city: 'Riyadh', trainerIds: [sami] }),
  session(2, { room: 'Hall', city: 'Jeddah', trainerIds: [huda, sami] }),
  session(3, { day: '2026-12-08' }),
]
const nameOf = (id: number) => ({ [huda]: 'Huda', [sami]: 'Sami' })[id]!
const shown = (grouping: Grouping) =>
  groupsOf(month, grouping, 'en', nameOf).map(({ value, sessions }) => [value, sessions.map(({ id }) => id)])

it('shows a month by its days, rooms or trainers, those without last', () => {
  expect(shown('day')).toEqual([
    ['2026-12-06', [1, 2]],
    ['2026-12-08', [3]],
  ])
  expect(shown('room')).toEqual([
    ['Hall', [2]],
    ['Hall', [1]],
    [WITHOUT, [3]],
  ])
  expect(shown('trainer')).toEqual([
    [String(huda), [2]],
    [String(sami), [1, 2]],
    [WITHOUT, [3]],
  ])
})

it.each([
  [{ room: 'Hall' }, [1, 2]],
  [{ trainerId: huda }, [2]],
  [{ room: WITHOUT }, [3]],
  [{ room: 'Hall', trainerId: WITHOUT } as const, []],
])('finds the sessions of %j', (asked, ids) => {
  expect(month.filter((row) => isAskedFor(row, asked as object)).map(({ id }) => id)).toEqual(ids)
})
