import { expect, it } from 'vitest'
import { lessonAfter } from './next-lesson.ts'

const course = (...done: boolean[]) => {
  const lessons = done.map((isDone, index) => ({ id: index + 1, doneAt: isDone ? '2026-11-27T08:00:00Z' : null }))
  return { lessons, nextId: lessons.find(({ doneAt }) => doneAt === null)?.id ?? null }
}

it.each([
  ['the next one', course(true, false, false), 1, 2],
  ['not back to one that was skipped', course(true, false, true, false), 3, 4],
  ['not to one that is done already', course(true, true, true, false), 2, 4],
  ['at the end to the one that was skipped', course(true, false, true), 3, 2],
  ['nowhere else when all are done', course(true, true), 2, 2],
])('after a lesson comes %s', (_, steps, id, next) => {
  expect(lessonAfter(steps, id)).toBe(next)
})
