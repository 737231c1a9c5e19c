import { expect, it } from 'vitest'
import { runFilters } from './run-filters.ts'

it('the list of runs shows those that are not over, unless others are asked for', () => {
  expect(runFilters({})).toEqual({ state: 'current' })
  expect(runFilters({ state: 'ended', course: '7', room: 'A' })).toEqual({ state: 'ended', courseId: '7', room: 'A' })
  expect(runFilters({ state: 'all', tag: 'summer' })).toEqual({ tag: 'summer' })
})
