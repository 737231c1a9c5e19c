/** Random catalogues under random changes and clocks: the listing shows what a plain computation over all rows does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner, order, schedule, specialization } from '../../../tests/support/factories.ts'
import { IS_LONG } from '../../../tests/support/long.ts'
import type { Context } from '../../platform/context.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { catalogueOperations } from './catalogue.server.ts'
import { bestRun, isRecorded } from './course-state.ts'
import { CourseQuery } from './listing/listing-contract.ts'
import { PRICE_BANDS } from './listing/price-bands.ts'
import { refreshOffers } from './offers.server.ts'

const CHANGES = IS_LONG ? 200 : 15
const START = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS)

const CITIES = [
  { ar: 'الرياض', en: 'Riyadh' },
  { ar: 'جدة', en: 'Jeddah' },
  { ar: 'الدمام', en: 'Dammam' },
]

/** A linear congruential generator: a failure repeats with its seed. */
function randomOf(seed: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const upTo = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(items: readonly T[]): T => items[upTo(items.length)]!
  const at = (days: number) => new Date(START.getTime() + upTo(days * 48) * (HOUR_MS / 2))
  return { upTo, oneOf, at }
}
type Random = ReturnType<typeof randomOf>

describe('the stored offers', () => {
  let app: TestApp
  let fields: { id: number; parts: number[] }[]
  beforeAll(async () => {
    app = await startTestApp()
    const make = async () => {
      const id = await specialization(app.db)
      return {
        id,
        parts: [await specialization(app.db, { parentId: id }), await specialization(app.db, { parentId: id })],
      }
    }
    fields = [await make(), await make()]
  })
  afterAll(() => app.stop())

  it.each([11, 22, 33])(
    'show and count the same as all rows do, whatever changes (seed %i)',
    async (seed) => {
      const random = randomOf(seed)
      await app.db.deleteFrom('payment_attempts').execute()
      await app.db.deleteFrom('orders').execute()
      await app.db.deleteFrom('courses').execute()
      const buyers = [await learner(app.db), await learner(app.db), await learner(app.db)].map(({ id }) => id)
      for (let n = 0; n < 12; n++) await addCourse(random)
      for (let n = 0; n < CHANGES; n++) {
        await change(random, buyers)
        // Sometimes before the moment of the last change, sometimes long after it.
        const now = new Date(random.at(80).getTime() + random.oneOf([0, 0, 1, MINUTE_MS * 5]))
        if (random.upTo(3) === 0) await refreshOffers({ db: app.db, now: () => (random.upTo(2) ? now : random.at(80)) })
        await expectSame(random, now)
      }
    },
    60_000,
  )

  async function addCourse(random: Random) {
    const field = random.oneOf(fields)
    const created = await course(app.db, {
      specializationId: field.id,
      ...(random.upTo(3) > 0 ? { subSpecializationId: random.oneOf(field.parts) } : {}),
      category: random.oneOf([1, 2, 3]),
      level: random.oneOf([1, 2, 3]),
      delivery: random.oneOf([1, 1, 2, 3]),
      priceHalalas: random.oneOf([0, 50, 99_900, 150_000, 250_000, 600_000]),
      publishedAt: random.oneOf([null, START, START, random.at(80)]),
      name: random.oneOf(['برمجة', 'محاسبة']),
    })
    for (let n = random.upTo(4); n > 0; n--) await addRun(random, created.id)
  }

  async function addRun(random: Random, courseId: number) {
    const startsAt = random.at(70)
    const earlier = (days: number) => new Date(startsAt.getTime() - random.upTo(days * 24) * HOUR_MS)
    return schedule(app.db, courseId, {
      startsAt,
      seats: random.oneOf([1, 1, 1, 2, 30]),
      enrolmentClosesAt: earlier(6),
      enrolmentOpensAt: random.oneOf([null, earlier(40)]),
      priceHalalas: random.oneOf([null, null, 0, 120_000, 700_000]),
      city: random.oneOf([null, ...CITIES]),
      weekdays: random.oneOf([['sun', 'tue'], ['fri', 'sat'], ['sat'], ['thu', 'fri']]),
      fromTime: random.oneOf(['08:00', '15:59', '16:00', '20:30']),
    })
  }

  async function change(random: Random, buyers: number[]) {
    const { db } = app
    const someCourse = random.oneOf(await db.selectFrom('courses').select('id').orderBy('id').execute()).id
    const run = random.oneOf(await db.selectFrom('schedules').select(['id', 'course_id']).orderBy('id').execute())
    const pending = await db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'pending')
      .orderBy('reference')
      .execute()
    const kind = random.upTo(9)
    if (kind === 0) await addCourse(random)
    else if (kind === 1 || !run) await addRun(random, someCourse)
    else if (kind === 2) await changeCourse(random, someCourse)
    else if (kind === 3) await changeRun(random, run.id)
    else if (kind === 4)
      await db
        .deleteFrom('courses')
        .where('id', '=', await courseWithoutOrders())
        .execute()
    else if (kind === 5 && pending.length > 0)
      await db
        .updateTable('orders')
        .set({ status: random.oneOf(['cancelled', 'expired'] as const), ended_at: START })
        .where('id', '=', random.oneOf(pending).id)
        .execute()
    else for (const userId of buyers.slice(0, 1 + random.upTo(3))) await placeOrder(random, run, userId)
  }

  async function courseWithoutOrders(): Promise<number> {
    const found = await app.db
      .selectFrom('courses')
      .select('id')
      .where('id', 'not in', app.db.selectFrom('orders').select('course_id'))
      .orderBy('id')
      .executeTakeFirst()
    return found?.id ?? 0
  }

  async function changeCourse(random: Random, id: number) {
    await app.db
      .updateTable('courses')
      .set({
        published_at: random.oneOf([null, random.at(80)]),
        price_halalas: random.oneOf([0, 99_950, 200_000]),
        level: random.oneOf([1, 2, 3]),
      })
      .where('id', '=', id)
      .execute()
  }

  async function changeRun(random: Random, id: number) {
    const { free, held } = await claimsOf(id)
    await app.db
      .updateTable('schedules')
      .set({
        ...{ held_seats: random.oneOf([0, held, held + free]), price_halalas: random.oneOf([null, 300_000]) },
        ...{ from_time: random.oneOf(['09:00', '18:00']), city: JSON.stringify(random.oneOf(CITIES)) },
      })
      .where('id', '=', id)
      .execute()
  }

  async function placeOrder(random: Random, run: { id: number; course_id: number }, userId: number) {
    const claims = await claimsOf(run.id)
    if (claims.free <= 0 || claims.userIds.includes(userId)) return
    const status = random.oneOf(['paid', 'pending', 'pending'] as const)
    const { id } = await order(app.db, {
      courseId: run.course_id,
      scheduleId: run.id,
      userId,
      status,
      expiresAt: random.at(80),
    })
    if (status === 'pending' && random.upTo(2) === 0)
      await app.db
        .insertInto('payment_attempts')
        .values({
          id: randomUUID(),
          order_id: id,
          provider: 'sandbox',
          provider_reference: randomUUID(),
          amount_halalas: 1,
          status: 'created',
          created_at: START,
          updated_at: START,
        })
        .execute()
  }

  async function claimsOf(scheduleId: number) {
    const { seats, held_seats } = await app.db
      .selectFrom('schedules')
      .select(['seats', 'held_seats'])
      .where('id', '=', scheduleId)
      .executeTakeFirstOrThrow()
    const claims = await app.db
      .selectFrom('orders')
      .select('user_id')
      .where('schedule_id', '=', scheduleId)
      .where('status', 'in', ['paid', 'pending'])
      .execute()
    return { free: seats - held_seats - claims.length, held: held_seats, userIds: claims.map((one) => one.user_id) }
  }

  let cityIds: string[] = ['1']
  let cityNames = new Map<number, string>()

  /** The numbers that the database gave to the cities, alone and together. */
  async function readCities() {
    const cities = await app.db.selectFrom('course_cities').select(['id', 'name']).execute()
    cityNames = new Map(cities.map(({ id, name }) => [id, name.ar]))
    const ids = cities.map(({ id }) => String(id))
    if (ids.length > 0) cityIds = [...ids, ids.join()]
  }

  async function expectSame(random: Random, now: Date) {
    await readCities()
    const all = await offersOf(now)
    for (let n = 0; n < 4; n++) {
      // Searches are counted for each network.
      const ip = `10.${random.upTo(250)}.${random.upTo(250)}.1`
      const { db, settings } = app.services
      const ctx = { db, settings, lang: 'ar', now: () => now, ip } as unknown as Context
      const query = queryOf(random)
      const shown = await catalogueOperations.courses(ctx, CourseQuery.parse({ ...query, PageSize: 50 }))
      const passing = (ignored?: string) => all.filter((offer) => passes(offer, query, ignored))
      const name = JSON.stringify({ now, query })
      expect(
        shown.items.map(({ id }) => id),
        name,
      ).toEqual(sorted(passing(), query).map(({ id }) => id))
      expect(shown.totalCount, name).toBe(passing().length)
      const { facets } = shown
      const counted = (found: Offer[], facet: { id: number; count: number }[], key: (offer: Offer) => number | null) =>
        expect(
          facet.map(({ count }) => count),
          name,
        ).toEqual(facet.map(({ id }) => found.filter((offer) => key(offer) === id).length))
      counted(passing('category'), facets.category, ({ category }) => category + 1)
      counted(passing('level'), facets.level, ({ level }) => level)
      counted(passing('delivery'), facets.deliveryMethod, ({ delivery }) => delivery)
      counted(passing('field'), facets.specialization, ({ field }) => field)
      for (const { children = [] } of facets.specialization) counted(passing('field'), children, ({ part }) => part)
      expect(
        facets.price.map(({ count }) => count),
        name,
      ).toEqual(
        PRICE_BANDS.map(
          ({ from, to = Infinity }) => passing('price').filter(({ price }) => price >= from && price <= to).length,
        ),
      )
      const having = (runs: (offer: Offer) => Run[], is: (run: Run) => boolean) =>
        all.filter((offer) => passes(offer, query, 'run') && runs(offer).some(is)).length
      const others =
        (ignored: RunPart) =>
        ({ runs }: Offer) =>
          runs.filter((run) => runPasses(run, query, ignored))
      const months = new Set(all.flatMap(({ runs }) => runs.map(({ day }) => day.slice(0, 7))))
      expect(facets.startMonth, name).toEqual(
        [...months]
          .sort()
          .map((month) => ({ month, count: having(others('start'), ({ day }) => day.startsWith(month)) }))
          .filter(({ count }) => count > 0),
      )
      for (const time of [1, 2, 3])
        expect(facets.time.find(({ id }) => id === time)!.count, name).toBe(
          having(others('time'), ({ times }) => times.includes(time)),
        )
      for (const { ar } of CITIES)
        expect(facets.city.find((city) => city.name === ar)?.count ?? 0, name).toBe(
          having(others('city'), ({ city }) => city === ar),
        )
    }
  }

  type Offer = Awaited<ReturnType<typeof offersOf>>[number]
  type Run = Offer['runs'][number]
  type RunPart = 'start' | 'city' | 'time'

  /** Every published course with the run that represents it, from all rows. */
  async function offersOf(now: Date) {
    const { db } = app
    const courses = await db.selectFrom('courses').selectAll().execute()
    const runs = await db.selectFrom('schedules').selectAll().orderBy('id').execute()
    const orders = await db.selectFrom('orders').selectAll().execute()
    const attempts = await db.selectFrom('payment_attempts').select('order_id').execute()
    const holds = ({ id, status, expires_at }: (typeof orders)[number]) => {
      const extra = attempts.some(({ order_id }) => order_id === id) ? 10 * MINUTE_MS : 0
      return status === 'paid' || (status === 'pending' && expires_at.getTime() + extra > now.getTime())
    }
    return courses
      .filter(({ published_at }) => published_at && published_at <= now)
      .map((row) => {
        const own = runs.filter(({ course_id, starts_at }) => course_id === row.id && starts_at > now)
        const coming = own.map((run) => ({
          startsAt: run.starts_at,
          enrolmentOpensAt: run.enrolment_opens_at,
          enrolmentClosesAt: run.enrolment_closes_at,
          priceHalalas: run.price_halalas ?? row.price_halalas,
          seatsLeft:
            run.seats - run.held_seats - orders.filter((one) => one.schedule_id === run.id && holds(one)).length,
        }))
        const best = isRecorded({ deliveryMethod: row.delivery_method }) ? undefined : bestRun(coming, now)
        const dayOf = (date: Date) => new Date(date.getTime() + 3 * HOUR_MS).toISOString().slice(0, 10)
        return {
          id: row.id,
          name: row.name.ar,
          category: row.category,
          level: row.level,
          delivery: row.delivery_method,
          field: row.specialization_id,
          part: row.sub_specialization_id,
          price: best?.priceHalalas ?? row.price_halalas,
          start: best?.startsAt.getTime() ?? Infinity,
          publishedAt: row.published_at!.getTime(),
          runs: own.map((run) => ({
            day: dayOf(run.starts_at),
            city: run.city?.ar ?? null,
            times: [
              run.from_time >= '16:00' ? 2 : 1,
              ...(run.weekdays.every((day) => day === 'fri' || day === 'sat') ? [3] : []),
            ],
          })),
        }
      })
  }

  type Query = Partial<Record<string, string>>

  function queryOf(random: Random): Query {
    const field = random.oneOf(fields)
    const day = (date: Date) => date.toISOString().slice(0, 10)
    const [from, to] = [random.at(80), random.at(80)].map(day).sort() as [string, string]
    const [year, month] = from.split('-').map(Number) as [number, number]
    const last = day(new Date(Date.UTC(year, month, 0)))
    const filters: [string, Query][] = [
      ['category', { Category: random.oneOf(['2', '3', '4', '4,2']) }],
      ['level', { Level: random.oneOf(['1', '2', '3', '1,3', '1,2,3']) }],
      ['delivery', { CourseDeliveryMethod: random.oneOf(['1', '2', '3', '2,3']) }],
      ['city', { CityId: random.oneOf(cityIds) }],
      ['time', { Time: random.oneOf(['1', '2', '3', '1,3']) }],
      [
        'field',
        {
          SpecializationId: random.oneOf([`${field.id}`, fields.map(({ id }) => id).join()]),
          ...(random.upTo(2) ? { SubSpecializationId: String(field.parts[0]) } : {}),
        },
      ],
      [
        'price',
        random.oneOf<Query>([
          { MinPrice: '100', MaxPrice: '99999' },
          { MaxPrice: '0' },
          { MinPrice: '99910' },
          { MaxPrice: '250000' },
          { MinPrice: '110000', MaxPrice: '160000' },
        ]),
      ],
      [
        'start',
        random.oneOf<Query>([
          { StartsFrom: from },
          { StartsTo: to },
          { StartsFrom: from, StartsTo: to },
          { StartsFrom: `${last.slice(0, 8)}01`, StartsTo: last },
        ]),
      ],
      ['search', { SearchTerm: random.oneOf(['برمجة', 'محاسبه']) }],
    ]
    const chosen = filters.filter(() => random.upTo(3) === 0).map(([, query]) => query)
    return Object.assign({ SortMethod: String(1 + random.upTo(4)) }, ...chosen) as Query
  }

  const among = (asked: string | undefined, value: unknown) =>
    asked === undefined || asked.split(',').includes(String(value))

  function runPasses({ day, city, times }: Run, query: Query, ignored?: RunPart): boolean {
    const checks: Record<RunPart, boolean> = {
      start: day >= (query.StartsFrom ?? '') && day <= (query.StartsTo ?? '9999'),
      city: query.CityId === undefined || query.CityId.split(',').some((id) => cityNames.get(Number(id)) === city),
      time: query.Time === undefined || times.some((time) => among(query.Time, time)),
    }
    return Object.entries(checks).every(([name, isPassed]) => isPassed || name === ignored)
  }

  function passes(offer: Offer, query: Query, ignored?: string): boolean {
    const number = (text: string | undefined, none: number) => (text === undefined ? none : Number(text))
    const { SubSpecializationId: part } = query
    const isOfPart = part === undefined || offer.part === Number(part)
    // Of a specialization that is asked for without a part, all courses.
    const isWhole = query.SpecializationId !== undefined && !fieldOfPart(Number(part), offer.field)
    const asksForRuns = [query.StartsFrom, query.StartsTo, query.CityId, query.Time].some(
      (asked) => asked !== undefined,
    )
    const checks: Record<string, boolean> = {
      category: among(query.Category, offer.category + 1),
      level: among(query.Level, offer.level),
      delivery: among(query.CourseDeliveryMethod, offer.delivery),
      field: among(query.SpecializationId, offer.field) && (isOfPart || isWhole),
      price: offer.price >= number(query.MinPrice, 0) && offer.price <= number(query.MaxPrice, Infinity),
      run: !asksForRuns || offer.runs.some((run) => runPasses(run, query)),
      search: query.SearchTerm === undefined || offer.name[0] === query.SearchTerm[0],
    }
    return Object.entries(checks).every(([name, isPassed]) => isPassed || name === ignored)
  }

  const fieldOfPart = (part: number, field: number) => fields.find(({ id }) => id === field)?.parts.includes(part)

  function sorted(offers: Offer[], { SortMethod }: Query): Offer[] {
    const newest = (a: Offer, b: Offer) => b.publishedAt - a.publishedAt || b.id - a.id
    const byStart = (a: Offer, b: Offer) => (a.start === b.start ? newest(a, b) : a.start - b.start)
    const orders = [
      newest,
      byStart,
      (a: Offer, b: Offer) => a.price - b.price || b.id - a.id,
      (a: Offer, b: Offer) => b.price - a.price || b.id - a.id,
    ]
    return offers.toSorted(orders[Number(SortMethod) - 1])
  }
})
