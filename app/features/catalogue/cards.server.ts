/** Course cards: every page that shows cards reads the same rows and computes the same state. */
import type { z } from 'zod'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { weekdaysWithin } from '../../platform/days.ts'
import { instalmentsFor, partsOf } from '../../platform/instalment-companies.ts'
import type { CourseCard, Schedule } from './course-contract.ts'
import { bestRun, courseState, isRecorded, type RunFacts, runState } from './course-state.ts'
import { cityKey } from './listing/city-key.ts'
import { type CardRow, findCards, findRuns, type RunRow } from './queries.server.ts'

type Card = z.input<typeof CourseCard>
type Deps = Pick<Context, 'db' | 'lang' | 'now' | 'settings'>

/**
 * The cards of these courses, in their order; always two queries.
 * @param cities keys of cities: a course that has runs there is shown with the best of those
 */
export async function cardsOf(ctx: Deps, ids: readonly number[], cities: readonly string[] = []): Promise<Card[]> {
  const now = ctx.now()
  const [rows, runs] = await Promise.all([findCards(ctx.db, ids), findRuns(ctx.db, ids, now)])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const runsOf = Map.groupBy(runs, (run) => run.course_id)
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    return row ? [cardOf(row, shownRuns(runsOf.get(id) ?? [], cities), ctx, now)] : []
  })
}

function shownRuns(runs: readonly RunRow[], cities: readonly string[]): readonly RunRow[] {
  const there = runs.filter(({ city }) => city && cities.includes(cityKey(city)))
  return there.length > 0 ? there : runs
}

/** @param runs the course's runs that have not started */
export function cardOf(
  row: CardRow,
  runs: readonly RunRow[],
  { lang, settings }: Omit<Deps, 'db' | 'now'>,
  now: Date,
): Card {
  const offered = runs.map((run) => ({ ...factsOf(run), row: run }))
  const facts = { deliveryMethod: row.delivery_method, priceHalalas: row.price_halalas, runs: offered }
  const best = isRecorded(facts) ? undefined : bestRun(offered, now)
  const price = best?.priceHalalas ?? row.price_halalas
  const state = courseState(facts, now)
  return {
    id: row.id,
    slug: row.slug,
    name: inLang(row.name, lang),
    summary: inLang(row.summary, lang),
    image: row.cover,
    specialization: { id: row.specialization_id, name: inLang(row.specialization_name, lang) },
    courseCategory: row.category as Card['courseCategory'],
    level: row.level as Card['level'],
    courseDeliveryMethod: row.delivery_method as Card['courseDeliveryMethod'],
    hours: row.hours,
    priceHalalas: price,
    oldPriceHalalas: row.old_price_halalas && row.old_price_halalas > price ? row.old_price_halalas : undefined,
    inParts: state === 'closed' ? undefined : inParts(settings, price),
    currency: 'SAR',
    nextStart: best?.startsAt.toISOString(),
    city: best?.row.city ? inLang(best.row.city, lang) : undefined,
    seatsLeft: best && Math.max(0, best.seatsLeft),
    state,
    hasLessons: row.has_lessons,
    rating: row.rating_average === null ? undefined : { average: row.rating_average, count: row.rating_count ?? 0 },
  }
}

function inParts({ payment }: Deps['settings'], halalas: number): Card['inParts'] {
  const [first] = instalmentsFor(payment.instalments.offered, halalas)
  return first && { parts: first.parts, firstHalalas: partsOf(halalas, first.parts)[0] ?? halalas }
}

export function scheduleOf(run: RunRow, lang: Context['lang'], now: Date): z.input<typeof Schedule> {
  return {
    id: run.id,
    startsAt: run.starts_at.toISOString(),
    endsAt: run.ends_at.toISOString(),
    weekdays: weekdaysWithin(run.weekdays as z.input<typeof Schedule>['weekdays'], {
      ...{ startsAt: run.starts_at, endsAt: run.ends_at },
    }),
    fromTime: run.from_time,
    toTime: run.to_time,
    place: run.city && { city: inLang(run.city, lang), venue: run.venue ? inLang(run.venue, lang) : '' },
    seats: run.seats,
    seatsLeft: Math.max(0, run.seats_left),
    enrolmentOpensAt: run.enrolment_opens_at?.toISOString(),
    enrolmentClosesAt: run.enrolment_closes_at.toISOString(),
    state: runState(factsOf(run), now),
    priceHalalas: run.price_halalas,
  }
}

function factsOf(run: RunRow): RunFacts {
  return {
    startsAt: run.starts_at,
    enrolmentOpensAt: run.enrolment_opens_at,
    enrolmentClosesAt: run.enrolment_closes_at,
    seatsLeft: run.seats_left,
    priceHalalas: run.price_halalas,
  }
}
