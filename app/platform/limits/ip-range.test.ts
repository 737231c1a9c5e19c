import { expect, it } from 'vitest'
import { rangeOf } from './ip-range.ts'

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2ff:a:b:c:d', '2001:db8:1:200::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['unknown', 'unknown'],
])('%s belongs to %s', (ip, range) => {
  expect(rangeOf(ip)).toBe(range)
})
