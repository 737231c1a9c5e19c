/** The state of a course or a run. Cards, menus, pages and checkout all use these rules, so they never differ. */

export type CourseState = 'open' | 'few-seats' | 'full' | 'upcoming' | 'closed' | 'free'

/** What a visitor can do next: order, or join the waitlist. */
export type NextStep = 'enrol' | 'notify'

export const NEXT_STEP: Record<CourseState, NextStep> = {
  open: 'enrol',
  'few-seats': 'enrol',
  free: 'enrol',
  full: 'notify',
  upcoming: 'notify',
  closed: 'notify',
}

/** The delivery method without runs and seats. */
export const RECORDED = 2

/** At or below this number the remaining seats are shown. */
export const FEW_SEATS = 5

export type RunFacts = {
  startsAt: Date
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  seatsLeft: number
  priceHalalas: number
}

/** Enrolment ends with its window, at the latest when the run starts. */
export function runState(run: RunFacts, now: Date): CourseState {
  if (now >= run.enrolmentClosesAt || now >= run.startsAt) return 'closed'
  if (run.enrolmentOpensAt && now < run.enrolmentOpensAt) return 'upcoming'
  if (run.seatsLeft <= 0) return 'full'
  if (run.priceHalalas === 0) return 'free'
  return run.seatsLeft <= FEW_SEATS ? 'few-seats' : 'open'
}

/** Lower is better: bookable states come first. */
const RANK: Record<CourseState, number> = { free: 0, open: 0, 'few-seats': 0, upcoming: 1, full: 2, closed: 3 }

/**
 * The run that represents its course: the soonest bookable one, else upcoming, else full, else closed. Of those that start
 * at the same moment it is the cheapest, then the one with the most seats.
 */
export function bestRun<Run extends RunFacts>(runs: readonly Run[], now: Date): Run | undefined {
  const rank = (run: Run) => RANK[runState(run, now)]
  const compare = (a: Run, b: Run) =>
    rank(a) - rank(b) ||
    a.startsAt.getTime() - b.startsAt.getTime() ||
    a.priceHalalas - b.priceHalalas ||
    b.seatsLeft - a.seatsLeft
  return [...runs].sort(compare)[0]
}

export type CourseFacts<Run extends RunFacts = RunFacts> = {
  /** 1 in-person, 2 recorded, 3 online. */
  deliveryMethod: number
  priceHalalas: number
  runs: readonly Run[]
}

/** A recorded course can always be ordered; any other course has the state of its best run, or is closed without one. */
export function courseState(course: CourseFacts, now: Date): CourseState {
  if (isRecorded(course)) return course.priceHalalas === 0 ? 'free' : 'open'
  const run = bestRun(course.runs, now)
  return run ? runState(run, now) : 'closed'
}

export function isRecorded(course: { deliveryMethod: number }): boolean {
  return course.deliveryMethod === RECORDED
}
