import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enrolmentDates, runDates } from '../features/content/run-dates.ts'
import { clockOf, dayOf, daysBetween, plusDays, WEEKDAYS, weekdayOf, weekdaysWithin } from './days.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((number) => plusDays('2000-01-01', number))
const run = fc.record({
  startsInDays: fc.integer({ min: -400, max: 400 }),
  lastsDays: fc.integer({ min: 1, max: 400 }),
  weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
  from: fc.constant('17:00'),
  to: fc.constant('20:00'),
})

describe('the days of a run', () => {
  it('begin on the first of its weekdays on or after the planned day, on the clock of Riyadh', () => {
    // The 1st of June 2026 is a Monday.
    const { startsAt, endsAt } = runDates('2026-06-01', {
      startsInDays: 1,
      lastsDays: 10,
      weekdays: ['sun', 'wed'],
      from: '17:00',
      to: '20:00',
    })
    expect(startsAt.toISOString()).toBe('2026-06-03T14:00:00.000Z')
    expect(endsAt.toISOString()).toBe('2026-06-10T17:00:00.000Z')
  })

  it('are days on which it meets, whatever day the content is loaded', () => {
    fc.assert(
      fc.property(day, run, (loadedOn, plan) => {
        const { startsAt, endsAt } = runDates(loadedOn, plan)
        const wait = daysBetween(plusDays(loadedOn, plan.startsInDays), dayOf(startsAt))
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThan(7)
        expect(plan.weekdays).toContain(weekdayOf(dayOf(startsAt)))
        expect(plan.weekdays).toContain(weekdayOf(dayOf(endsAt)))
        expect(daysBetween(dayOf(startsAt), dayOf(endsAt))).toBeLessThan(plan.lastsDays)
        expect([clockOf(startsAt), clockOf(endsAt)]).toEqual(['17:00', '20:00'])
      }),
    )
  })

  it('give the same run when they are planned from what came out', () => {
    fc.assert(
      fc.property(day, run, (loadedOn, plan) => {
        const { startsAt, endsAt } = runDates(loadedOn, plan)
        const startsInDays = daysBetween(loadedOn, dayOf(startsAt))
        const lastsDays = daysBetween(dayOf(startsAt), dayOf(endsAt)) + 1
        expect(runDates(loadedOn, { ...plan, startsInDays, lastsDays })).toEqual({ startsAt, endsAt })
      }),
    )
  })
})

describe('enrolment', () => {
  const startsAt = new Date('2026-06-03T14:00:00Z')

  it('is open from the first minute of its opening day to the last of its closing day', () => {
    const { opensAt, closesAt } = enrolmentDates(startsAt, {
      enrolmentOpensDaysBefore: 45,
      enrolmentClosesDaysBefore: 1,
    })
    expect(opensAt?.toISOString()).toBe('2026-04-18T21:00:00.000Z')
    expect(closesAt.toISOString()).toBe('2026-06-02T20:59:00.000Z')
  })

  it('closes when the run starts, where its closing day is the day of the start', () => {
    expect(enrolmentDates(startsAt, { enrolmentClosesDaysBefore: 0 }).closesAt).toEqual(startsAt)
  })

  it('is open at once when no opening day is given', () => {
    expect(enrolmentDates(startsAt, { enrolmentClosesDaysBefore: 0 }).opensAt).toBeNull()
  })
})

describe('the weekdays within the days of a run', () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu'] as const
  it.each([
    ['of three days', '2026-12-15', '2026-12-17', ['tue', 'wed', 'thu']],
    ['of a week', '2026-12-15', '2026-12-21', days],
    ['over a weekend', '2026-12-17', '2026-12-20', ['sun', 'thu']],
    ['of a Friday, on which it does not meet', '2026-12-18', '2026-12-18', days],
  ])('%s', (_what, first, last, expected) => {
    // From midnight to midnight in Riyadh.
    const run = { startsAt: `${first}T00:00:00+03:00`, endsAt: new Date(`${last}T23:59:00+03:00`) }
    expect(weekdaysWithin(days, run)).toEqual(expected)
  })
})
