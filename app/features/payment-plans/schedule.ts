/** How a price is divided by a plan of the institute: pure rules of amounts and days. */
import { dayOf, daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { netOf } from '../orders/prices/pricing.ts'

/** From which day the days of a part count. */
export const COUNTED_FROM = ['order', 'beforeStart', 'afterStart'] as const
export type CountedFrom = (typeof COUNTED_FROM)[number]

export const MAX_LATER_PARTS = 6
/** No part is smaller, so that its fee and its tax are not lost in rounding. */
export const MIN_PART_HALALAS = 5000

/** @property percent of what is left after the deposit */
export type LaterPart = { percent: number; days: number; from: CountedFrom }

/** The deposit is a percentage of the price or an amount, never both. */
export type PlanTerms = {
  depositPercent: number | null
  depositHalalas: number | null
  parts: readonly LaterPart[]
}

type Sale = { totalHalalas: number; netHalalas: number; vatRatePercent: number }
/** @property run null of a recorded course, which counts from the order alone */
type Place = { run: { startsAt: Date; endsAt: Date } | null; now: Date }

export type PlannedPart = { part: number; amountHalalas: number; netHalalas: number; vatHalalas: number; dueAt: Date }

const RIYAL = 100

/** A part before its tax is known. */
type DatedAmount = { amountHalalas: number; dueAt: Date }

/**
 * The parts of one order. Later parts are whole riyals, the deposit takes what is left. A part whose day has come joins the
 * deposit, one after the end of the run is due on its last day, and parts of one day are one.
 * @returns undefined where fewer than two parts are left, or one would be too small
 */
export function datedAmounts(
  { depositPercent, depositHalalas, parts }: PlanTerms,
  totalHalalas: number,
  place: Place,
): DatedAmount[] | undefined {
  const rest = totalHalalas - nominalDeposit({ depositPercent, depositHalalas }, totalHalalas)
  if (rest <= 0) return undefined
  const today = dayOf(place.now)
  const byDay = new Map<string, number>()
  for (const part of parts) {
    const day = dayOfPart(part, place)
    if (day === undefined || day <= today) continue
    const amount = amountOf(rest, part.percent)
    byDay.set(day, (byDay.get(day) ?? 0) + amount)
  }
  const later = [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))
  const deposit = totalHalalas - later.reduce((sum, [, amount]) => sum + amount, 0)
  const amounts = [deposit, ...later.map(([, amount]) => amount)]
  if (amounts.length < 2 || amounts.some((amount) => amount < MIN_PART_HALALAS)) return undefined
  return amounts.map((amountHalalas, index) => ({
    amountHalalas,
    dueAt: index === 0 ? place.now : endOf(later[index - 1]![0], place),
  }))
}

/**
 * The parts of one order with their tax. The last takes what the others leave of net and VAT, so that the documents add up
 * to the order.
 */
export function dividedBy(terms: PlanTerms, sale: Sale, place: Place): PlannedPart[] | undefined {
  const dated = datedAmounts(terms, sale.totalHalalas, place)
  if (!dated) return undefined
  const nets = netsOf(
    dated.map(({ amountHalalas }) => amountHalalas),
    sale,
  )
  return dated.map(({ amountHalalas, dueAt }, index) => ({
    part: index + 1,
    amountHalalas,
    netHalalas: nets[index]!,
    vatHalalas: amountHalalas - nets[index]!,
    dueAt,
  }))
}

const nominalDeposit = (
  { depositPercent, depositHalalas }: Pick<PlanTerms, 'depositPercent' | 'depositHalalas'>,
  totalHalalas: number,
): number => depositHalalas ?? Math.floor((totalHalalas * (depositPercent ?? 100)) / 100)

/** In whole riyals. */
const amountOf = (restHalalas: number, percent: number): number =>
  Math.floor((restHalalas * percent) / 100 / RIYAL) * RIYAL

export type TermsOfPrice = {
  depositHalalas: number
  later: { amountHalalas: number; days: number; from: CountedFrom }[]
}

/**
 * The parts of a price by the terms alone, while no day has come. What a recorded course cannot count, and what is due at
 * once, is in the deposit.
 * @returns undefined where the terms leave no plan for it
 */
export function termsOfPrice(
  terms: PlanTerms,
  { totalHalalas, isRecorded }: { totalHalalas: number; isRecorded: boolean },
): TermsOfPrice | undefined {
  const rest = totalHalalas - nominalDeposit(terms, totalHalalas)
  const later = terms.parts
    .filter(({ days, from }) => (from === 'order' ? days > 0 : !isRecorded))
    .map(({ percent, days, from }) => ({ amountHalalas: amountOf(rest, percent), days, from }))
  const depositHalalas = totalHalalas - later.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)
  const amounts = [depositHalalas, ...later.map(({ amountHalalas }) => amountHalalas)]
  return later.length > 0 && amounts.every((amount) => amount >= MIN_PART_HALALAS)
    ? { depositHalalas, later }
    : undefined
}

/** Undefined where it counts from a start that there is not. */
function dayOfPart({ days, from }: LaterPart, { run, now }: Place): string | undefined {
  const day = counted({ days, from }, run, now)
  if (day === undefined || !run) return day
  const last = dayOf(run.endsAt)
  return day > last ? last : day
}

function counted({ days, from }: Omit<LaterPart, 'percent'>, run: Place['run'], now: Date): string | undefined {
  if (from === 'order') return plusDays(dayOf(now), days)
  if (!run) return undefined
  return plusDays(dayOf(run.startsAt), from === 'beforeStart' ? -days : days)
}

/** The end of the day in Riyadh, and never after the end of the run. */
export function endOf(day: string, { run }: Pick<Place, 'run'>): Date {
  const end = instantOf(plusDays(day, 1)).getTime() - 1
  return new Date(Math.min(end, run?.endsAt.getTime() ?? end))
}

function netsOf(amounts: readonly number[], { netHalalas, vatRatePercent }: Sale): number[] {
  const nets = amounts.slice(0, -1).map((amount) => netOf(amount, vatRatePercent))
  return [...nets, netHalalas - nets.reduce((sum, net) => sum + net, 0)]
}

/** What of a plan's terms does not fit together; undefined when all does. */
export function whyImpossible({ parts }: Pick<PlanTerms, 'parts'>): 'noParts' | 'percentSum' | undefined {
  if (parts.length === 0) return 'noParts'
  return parts.reduce((sum, { percent }) => sum + percent, 0) === 100 ? undefined : 'percentSum'
}

/** Days until it is due; negative when it is late. */
export const daysUntil = (dueAt: Date, now: Date): number => daysBetween(dayOf(now), dayOf(dueAt))
