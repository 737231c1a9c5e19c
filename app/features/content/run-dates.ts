/** The start, end, sessions and enrolment window of a run in the content. */
import { clockOf, dayOf, daysBetween, instantOf, plusDays, type Weekday, weekdayOf } from '../../platform/days.ts'
import { planOf, sessionsOf, timesOf } from '../runs/sessions.ts'

export type PlannedSession = { inDays: number; from: string; to: string }

export type RunPlan = {
  startsInDays: number
  lastsDays: number
  weekdays: readonly Weekday[]
  from: string
  to: string
  sessions?: readonly PlannedSession[] | undefined
}

/** A session that ends at or before its beginning ends on the next day. */
export function sessionTimes(loadedOn: string, { inDays, from, to }: PlannedSession) {
  return timesOf({ day: plusDays(loadedOn, inDays), from, to })
}

/** Of its sessions, where they are named. Otherwise a run starts on the first of its weekdays from the planned day on, and ends on the last one within its length. */
export function runDates(loadedOn: string, run: RunPlan): { startsAt: Date; endsAt: Date } {
  if (run.sessions) {
    const times = run.sessions.map((session) => sessionTimes(loadedOn, session))
    const earliest = Math.min(...times.map(({ startsAt }) => +startsAt))
    const latest = Math.max(...times.map(({ endsAt }) => +endsAt))
    return { startsAt: new Date(earliest), endsAt: new Date(latest) }
  }
  const isMeetingDay = (day: string) => run.weekdays.includes(weekdayOf(day))
  let first = plusDays(loadedOn, run.startsInDays)
  while (!isMeetingDay(first)) first = plusDays(first, 1)
  let last = plusDays(first, run.lastsDays - 1)
  while (!isMeetingDay(last)) last = plusDays(last, -1)
  return { startsAt: instantOf(first, run.from), endsAt: instantOf(last, run.to) }
}

type StoredSession = {
  starts_at: Date
  ends_at: Date
  room: string | null
  join_link: string | null
  trainer_id: number | null
}
type StoredRun = { starts_at: Date; ends_at: Date; weekdays: readonly string[]; from_time: string; to_time: string }

/** Whether the sessions say nothing but that the run meets on each of its weekdays at its hours. */
export function followPattern(run: StoredRun, sessions: readonly StoredSession[]): boolean {
  if (sessions.length === 0) return true
  if (sessions.some(({ room, join_link, trainer_id }) => room ?? join_link ?? trainer_id)) return false
  if (run.to_time <= run.from_time) return false
  const weekdays = run.weekdays as readonly Weekday[]
  const [firstDay, lastDay] = [dayOf(run.starts_at), dayOf(run.ends_at)]
  const pattern = sessionsOf({ weekdays, firstDay, lastDay, from: run.from_time, to: run.to_time })
  const isSame = (one: StoredSession, index: number) => {
    const { day, from, to } = planOf({ startsAt: one.starts_at, endsAt: one.ends_at })
    const other = pattern[index]
    return other?.day === day && other.from === from && other.to === to
  }
  return pattern.length === sessions.length && pattern[0]?.day === firstDay && sessions.every(isSame)
}

export type EnrolmentPlan = {
  enrolmentOpensDaysBefore?: number | undefined
  enrolmentOpensAt?: string | undefined
  enrolmentClosesDaysBefore: number
  enrolmentClosesAt?: string | undefined
}

/**
 * Days in Riyadh: by default from the first minute of the opening day to the last minute of the closing day, never
 * beyond the start of the run.
 */
export function enrolmentDates(startsAt: Date, plan: EnrolmentPlan): { opensAt: Date | null; closesAt: Date } {
  const start = dayOf(startsAt)
  const opens = plan.enrolmentOpensDaysBefore
  const closesAt = instantOf(plusDays(start, -plan.enrolmentClosesDaysBefore), plan.enrolmentClosesAt ?? '23:59')
  return {
    opensAt: opens === undefined ? null : instantOf(plusDays(start, -opens), plan.enrolmentOpensAt),
    closesAt: closesAt < startsAt ? closesAt : startsAt,
  }
}

/** The inverse of `enrolmentDates`, without what is so by default. */
export function enrolmentPlanOf(run: { starts_at: Date; enrolment_opens_at: Date | null; enrolment_closes_at: Date }) {
  const { starts_at: startsAt, enrolment_opens_at: opensAt, enrolment_closes_at: closesAt } = run
  const start = dayOf(startsAt)
  const opens = opensAt && clockOf(opensAt)
  const plan = {
    enrolmentOpensDaysBefore: opensAt ? daysBetween(dayOf(opensAt), start) : undefined,
    enrolmentOpensAt: opens && opens !== '00:00' ? opens : undefined,
    enrolmentClosesDaysBefore: daysBetween(dayOf(closesAt), start),
  }
  const isByDefault = +enrolmentDates(startsAt, plan).closesAt === +closesAt
  const enrolmentClosesAt = isByDefault ? undefined : clockOf(closesAt)
  const { enrolmentClosesDaysBefore: days } = plan
  return { ...plan, enrolmentClosesDaysBefore: days === 1 ? undefined : days, enrolmentClosesAt }
}
