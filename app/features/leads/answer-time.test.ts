import { expect, it } from 'vitest'
import { answerDue, waitingSinceForDue } from './answer-time.ts'

const due = (...input: Parameters<typeof answerDue>) => answerDue(...input).toISOString()
/** In Riyadh, where the day ends at 21:00 UTC. */
const SUNDAY = new Date('2026-11-22T09:00:00+03:00')
const THURSDAY = new Date('2026-11-26T23:59:00+03:00')

it('counts working days, from the day after', () => {
  expect(due('support', SUNDAY)).toBe('2026-11-23T21:00:00.000Z')
  expect(due('contact', SUNDAY)).toBe('2026-11-24T21:00:00.000Z')
  expect(due('partnership', SUNDAY)).toBe('2026-11-29T21:00:00.000Z')
})

it('passes over the weekend, of whichever days it is', () => {
  expect(due('support', THURSDAY)).toBe('2026-11-29T21:00:00.000Z')
  expect(due('support', THURSDAY, { workingDays: ['sat', 'sun', 'mon'] })).toBe('2026-11-28T21:00:00.000Z')
  expect(due('trainer', THURSDAY)).toBe('2026-12-03T21:00:00.000Z')
})

it('follows what the institute promises for a kind', () => {
  expect(due('contact', SUNDAY, { answerDays: { contact: 4 } })).toBe('2026-11-26T21:00:00.000Z')
  expect(due('quote', SUNDAY, { answerDays: { contact: 4 } })).toBe('2026-11-24T21:00:00.000Z')
})

it('says backwards who is due by a time: exactly those whose promise ends until then', () => {
  for (const institute of [{}, { workingDays: ['fri'] as const, answerDays: { contact: 2 } }])
    for (const kind of ['contact', 'partnership', 'trainer'] as const)
      for (let hour = 0; hour < 24 * 9; hour += 7) {
        const by = new Date(SUNDAY.getTime() + hour * 3_600_000)
        const before = waitingSinceForDue(kind, by, institute)
        expect(answerDue(kind, new Date(before.getTime() - 1), institute).getTime()).toBeLessThanOrEqual(by.getTime())
        expect(answerDue(kind, before, institute).getTime()).toBeGreaterThan(by.getTime())
      }
})
