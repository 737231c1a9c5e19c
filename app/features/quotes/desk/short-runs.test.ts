import { expect, it } from 'vitest'
import { shortRuns } from './short-runs.ts'

const course = { name: 'Project management' }
const run = (id: number, seatsLeft: number) => ({ id, seatsLeft, startsAt: '2026-12-06T14:00:00.000Z' })

it('finds the runs with fewer free seats than all lines of a quote together offer', () => {
  const lines = [
    { course, run: run(1, 3), seats: 2 },
    { course, run: run(2, 8), seats: 8 },
    { course, run: null, seats: 50 },
    { course, run: run(1, 3), seats: 2 },
  ]
  expect(shortRuns([{ course, run: run(3, -2), seats: 1 }])).toMatchObject([{ id: 3, wanted: 1, seatsLeft: 0 }])
  expect(shortRuns(lines)).toMatchObject([{ id: 1, course: course.name, wanted: 4, seatsLeft: 3 }])
})
