import { describe, expect, it } from 'vitest'
import { byteRange } from './byte-range.ts'

describe('a part of a file of 100 bytes', () => {
  it.each([
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=20-10', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('%s', (header, part) => {
    expect(byteRange(header, 100)).toEqual(part)
  })

  it('of an empty file is none', () => {
    expect([byteRange('bytes=0-', 0), byteRange('bytes=-5', 0)]).toEqual(['none', 'none'])
  })
})
