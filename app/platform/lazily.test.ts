import { expect, it } from 'vitest'
import { lazily } from './lazily.ts'

it('loads when it is first needed, once, also what is nothing', () => {
  let loads = 0
  const library = lazily(() => void loads++)
  expect(loads).toBe(0)
  expect([library(), library()]).toEqual([undefined, undefined])
  expect(loads).toBe(1)
})
