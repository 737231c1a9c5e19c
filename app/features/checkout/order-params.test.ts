import { expect, it } from 'vitest'
import { readOrderParams } from './order-params.ts'

const read = (courseId: string, scheduleId?: string, query = '') =>
  readOrderParams({ courseId, scheduleId }, new URLSearchParams(query))

it('an order’s address names a course, a run and a coupon', () => {
  expect(read('12', '34', 'coupon=WELCOME10&parts=1')).toEqual({
    courseId: 12,
    scheduleId: 34,
    coupon: 'WELCOME10',
    again: false,
    inParts: true,
  })
  expect(read('12')).toEqual({
    courseId: 12,
    scheduleId: undefined,
    coupon: undefined,
    again: false,
    inParts: false,
  })
})

it('an empty coupon counts as none', () => {
  expect(read('12', '34', 'coupon=%20')?.coupon).toBeUndefined()
})

it('Arabic digits are accepted', () => {
  expect(read('١٢', '٣٤')).toMatchObject({ courseId: 12, scheduleId: 34 })
})

it.each([
  ['0', undefined],
  ['-1', undefined],
  ['abc', undefined],
  ['1e3', undefined],
  ['99999999999', undefined],
  ['2147483648', undefined],
  ['12', 'x'],
])('a malformed course or run is refused: %s/%s', (courseId, scheduleId) => {
  expect(read(courseId, scheduleId)).toBeUndefined()
})
