import { describe, expect, it } from 'vitest'
import { mayJoin } from './join-window.ts'

const session = { startsAt: new Date('2026-12-01T14:00:00Z'), endsAt: new Date('2026-12-01T17:00:00Z') }

describe('the link of a session', () => {
  it.each([
    ['2026-12-01T13:44:59Z', false],
    ['2026-12-01T13:45:00Z', true],
    ['2026-12-01T16:59:59Z', true],
    ['2026-12-01T17:00:00Z', false],
  ])('at %s is shown: %s', (now, shown) => expect(mayJoin(session, new Date(now))).toBe(shown))
})
