import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { bestRun, courseState, FEW_SEATS, NEXT_STEP, type RunFacts, runState } from './course-state.ts'

const NOW = new Date('2027-01-11T09:00:00Z')
const around = fc.integer({ min: -100, max: 100 }).map((hours) => new Date(NOW.getTime() + hours * HOUR_MS))

const aRun: fc.Arbitrary<RunFacts> = fc.record({
  startsAt: around,
  enrolmentOpensAt: fc.option(around),
  enrolmentClosesAt: around,
  seatsLeft: fc.integer({ min: -2, max: 12 }),
  priceHalalas: fc.constantFrom(0, 0, 100_000),
})
const aCourse = fc.record({
  deliveryMethod: fc.constantFrom(1, 2, 3),
  priceHalalas: fc.constantFrom(0, 100_000),
  runs: fc.array(aRun, { maxLength: 6 }),
})
const bookable = (run: RunFacts) => NEXT_STEP[runState(run, NOW)] === 'enrol'

const run = (facts: Partial<RunFacts> = {}): RunFacts => ({
  startsAt: new Date(NOW.getTime() + 48 * HOUR_MS),
  enrolmentOpensAt: null,
  enrolmentClosesAt: new Date(NOW.getTime() + DAY_MS),
  seatsLeft: 20,
  priceHalalas: 100_000,
  ...facts,
})
const before = new Date(NOW.getTime() - 1)
const after = new Date(NOW.getTime() + 1)

describe('the state of a run', () => {
  it.each([
    ['open with seats left', {}, 'open'],
    ['open with one more than few seats', { seatsLeft: FEW_SEATS + 1 }, 'open'],
    ['short of seats', { seatsLeft: FEW_SEATS }, 'few-seats'],
    ['short of seats with the last one', { seatsLeft: 1 }, 'few-seats'],
    ['full', { seatsLeft: 0 }, 'full'],
    ['full when more are held than there are', { seatsLeft: -1 }, 'full'],
    ['free', { priceHalalas: 0 }, 'free'],
    ['free with few seats', { priceHalalas: 0, seatsLeft: 1 }, 'free'],
    ['full though it is free', { priceHalalas: 0, seatsLeft: 0 }, 'full'],
    ['upcoming until its window opens', { enrolmentOpensAt: after }, 'upcoming'],
    ['open from the instant its window opens', { enrolmentOpensAt: NOW }, 'open'],
    ['open until its window closes', { enrolmentClosesAt: after }, 'open'],
    ['closed from the instant its window closes', { enrolmentClosesAt: NOW }, 'closed'],
    ['closed once it has begun', { startsAt: before }, 'closed'],
    ['closed though it is full', { enrolmentClosesAt: before, seatsLeft: 0 }, 'closed'],
  ] as const)('is %s', (_name, facts, state) => {
    expect(runState(run(facts), NOW)).toBe(state)
  })

  it('allows enrolment exactly when the window is open, the run has not started and a seat is left', () => {
    fc.assert(
      fc.property(aRun, (facts) => {
        const inWindow =
          (facts.enrolmentOpensAt === null || facts.enrolmentOpensAt <= NOW) && NOW < facts.enrolmentClosesAt
        expect(bookable(facts)).toBe(inWindow && NOW < facts.startsAt && facts.seatsLeft > 0)
      }),
    )
  })

  it('never improves when a seat is taken', () => {
    const order = ['free', 'open', 'few-seats', 'full', 'upcoming', 'closed']
    fc.assert(
      fc.property(aRun, (facts) => {
        const less = runState({ ...facts, seatsLeft: facts.seatsLeft - 1 }, NOW)
        expect(order.indexOf(less)).toBeGreaterThanOrEqual(order.indexOf(runState(facts, NOW)))
      }),
    )
  })
})

describe('the state of a course', () => {
  it('allows enrolment exactly when one of its runs does', () => {
    fc.assert(
      fc.property(aCourse, (course) => {
        fc.pre(course.deliveryMethod !== 2)
        expect(NEXT_STEP[courseState(course, NOW)] === 'enrol').toBe(course.runs.some(bookable))
      }),
    )
  })

  it('does not depend on the order of its runs', () => {
    fc.assert(
      fc.property(aCourse, (course) => {
        expect(courseState({ ...course, runs: course.runs.toReversed() }, NOW)).toBe(courseState(course, NOW))
      }),
    )
  })

  it('is that of the soonest bookable run', () => {
    fc.assert(
      fc.property(fc.array(aRun, { minLength: 1, maxLength: 6 }), (runs) => {
        const best = bestRun(runs, NOW)!
        expect(runs).toContain(best)
        const soonest = Math.min(...runs.filter(bookable).map(({ startsAt }) => startsAt.getTime()))
        if (runs.some(bookable)) expect(best.startsAt.getTime()).toBe(soonest)
      }),
    )
  })

  it.each([
    ['open when recorded', { deliveryMethod: 2, priceHalalas: 1, runs: [] }, 'open'],
    ['free when recorded at no price', { deliveryMethod: 2, priceHalalas: 0, runs: [] }, 'free'],
    ['closed without runs', { deliveryMethod: 3, priceHalalas: 0, runs: [] }, 'closed'],
    [
      'upcoming when the other runs are full and closed',
      {
        deliveryMethod: 1,
        priceHalalas: 1,
        runs: [run({ seatsLeft: 0 }), run({ enrolmentClosesAt: before }), run({ enrolmentOpensAt: after })],
      },
      'upcoming',
    ],
    [
      'full when the others are closed',
      { deliveryMethod: 1, priceHalalas: 1, runs: [run({ enrolmentClosesAt: before }), run({ seatsLeft: 0 })] },
      'full',
    ],
  ] as const)('is %s', (_name, course, state) => {
    expect(courseState(course, NOW)).toBe(state)
  })
})
