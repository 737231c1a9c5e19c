import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  type CourseFacts,
  course,
  inDays,
  order,
  type ScheduleFacts,
  schedule,
  specialization,
} from '../../../../tests/support/factories.ts'
import { HOUR_MS } from '../../../platform/durations.ts'

const PATH = 'Courses/basic-courses-paginated'
/** Half past midnight in Riyadh on the first of May, which is still April in UTC. */
const firstOfMay = new Date(`${new Date().getUTCFullYear() + 2}-04-30T21:30:00Z`)
const year = firstOfMay.getUTCFullYear()

describe('the listing of courses', () => {
  let app: TestApp
  let leadership: number
  let teams: number
  let data: number

  const add = async (facts: CourseFacts, ...runs: ScheduleFacts[]) => {
    const created = await course(app.db, facts)
    for (const run of runs) await schedule(app.db, created.id, run)
    return created
  }

  beforeAll(async () => {
    app = await startTestApp({ env: { INSTALMENT_COMPANIES: 'tabby', TABBY_AMOUNTS: '1-20000' } })
    leadership = await specialization(app.db, {
      key: 'leadership',
      name: { ar: 'القيادة', en: 'Leadership' },
      position: 1,
    })
    teams = await specialization(app.db, { parentId: leadership, name: { ar: 'الفرق', en: 'Teams' } })
    data = await specialization(app.db, { key: 'data', name: { ar: 'البيانات', en: 'Data' }, position: 0 })
    const lead = { specializationId: leadership }
    await add({ ...lead, key: 'a', priceHalalas: 50_000, publishedAt: inDays(-5) }, { startsAt: inDays(20) })
    await add(
      { ...lead, key: 'b', category: 2, level: 2, delivery: 3, priceHalalas: 150_000, subSpecializationId: teams },
      { startsAt: inDays(10), seats: 1, heldSeats: 1, priceHalalas: 10_000 },
      { startsAt: firstOfMay, priceHalalas: 250_000 },
    )
    await add({ specializationId: data, key: 'c', category: 3, level: 3, delivery: 2, priceHalalas: 0 })
    await add(
      { specializationId: data, key: 'd', priceHalalas: 50_000, publishedAt: inDays(-9) },
      { startsAt: inDays(-3) },
    )
    await add({ specializationId: data, key: 'draft', publishedAt: null })
    await add({ specializationId: data, key: 'tomorrow', publishedAt: inDays(1) })
  })
  afterAll(() => app.stop())

  const list = (query = '', lang: 'ar' | 'en' = 'en') => app.call('GET', `${PATH}${query}`, { lang })
  const slugs = async (query: string) => (await list(query)).data.items.map(({ slug }: { slug: string }) => slug)
  const counts = (facet: { id: number; count: number }[]) => facet.map(({ id, count }) => [id, count])

  it('lists published courses, newest first, and by descending id where dates are equal', async () => {
    const { status, data: page } = await list()
    expect(status).toBe(200)
    expect(page.items.map(({ slug }: { slug: string }) => slug)).toEqual(['c', 'b', 'a', 'd'])
    expect(page).toMatchObject({ pageIndex: 1, pageSize: 12, totalCount: 4 })
    expect(page).not.toHaveProperty('totalIsCapped')
  })

  it('shows state and price of the best run of a course, not of a full one', async () => {
    const [card] = (await list('?Category=3')).data.items
    expect(card).toMatchObject({
      slug: 'b',
      state: 'open',
      priceHalalas: 250_000,
      currency: 'SAR',
      nextStart: firstOfMay.toISOString(),
      seatsLeft: 30,
      city: 'Riyadh',
      courseCategory: 2,
      level: 2,
      courseDeliveryMethod: 3,
      specialization: { id: leadership, name: 'Leadership' },
    })
  })

  it('says in how many parts a course can be paid, until its enrolment has closed', async () => {
    const { items } = (await list()).data
    const inParts = Object.fromEntries(items.map(({ slug, ...card }: { slug: string }) => [slug, card]))
    expect(inParts.b).toMatchObject({ inParts: { parts: 4, firstHalalas: 62_500 } })
    expect(inParts.d).toMatchObject({ state: 'closed' })
    expect(inParts.d).not.toHaveProperty('inParts')
  })

  it('answers in the requested language', async () => {
    const { data: page } = await list('?Category=3', 'ar')
    expect(page.items[0]).toMatchObject({ city: 'الرياض', specialization: { name: 'القيادة' } })
    expect(page.facets.category[0]).toMatchObject({ id: 2, name: 'دورات تطويرية' })
  })

  it('shows no run of a recorded course and no run that has started', async () => {
    const { items } = (await list()).data
    expect(items[0]).toMatchObject({ slug: 'c', state: 'free' })
    expect(items[0]).not.toHaveProperty('seatsLeft')
    expect(items[3]).toMatchObject({ slug: 'd', state: 'closed' })
    expect(items[3]).not.toHaveProperty('nextStart')
  })

  it.each([
    ['all categories', 'Category=1', ['c', 'b', 'a', 'd']],
    ['development, number 2 of the listing', 'Category=2', ['a', 'd']],
    ['qualification, number 3 of the listing', 'Category=3', ['b']],
    ['diplomas, number 4 of the listing', 'Category=4', ['c']],
    ['level', 'Level=2', ['b']],
    ['delivery method', 'CourseDeliveryMethod=2', ['c']],
    ['a number in Arabic digits', 'CourseDeliveryMethod=٢', ['c']],
    ['an empty filter, as a form sends it', 'CourseDeliveryMethod=&Level=&StartsFrom=', ['c', 'b', 'a', 'd']],
    ['a least price', 'MinPrice=50000', ['b', 'a', 'd']],
    ['a highest price', 'MaxPrice=50000', ['c', 'a', 'd']],
    ['the price of the best run, not of the course', 'MinPrice=250000&MaxPrice=250000', ['b']],
    ['no price at all', 'MaxPrice=0', ['c']],
    ['a day of start in Riyadh', `StartsFrom=${year}-05-01&StartsTo=${year}-05-01`, ['b']],
    ['the day before', `StartsFrom=${year}-04-30&StartsTo=${year}-04-30`, []],
    ['a start in the past', 'StartsTo=2020-01-01', []],
    ['an impossible band', 'MinPrice=10&MaxPrice=1', []],
    ['an unknown specialization', 'SpecializationId=999999', []],
    ['two filters together', 'Category=2&MaxPrice=50000', ['a', 'd']],
    ['several values of one filter', 'Category=3,4', ['c', 'b']],
    ['several values of two', 'Level=1,2&CourseDeliveryMethod=1,3', ['b', 'a', 'd']],
  ])('filters by %s', async (_name, query, expected) => {
    expect(await slugs(`?${query}`)).toEqual(expected)
  })

  it('filters by specialization and sub-specialization', async () => {
    expect(await slugs(`?SpecializationId=${leadership}`)).toEqual(['b', 'a'])
    expect(await slugs(`?SpecializationId=${leadership}&SubSpecializationId=${teams}`)).toEqual(['b'])
    expect(await slugs(`?SubSpecializationId=${data}`)).toEqual([])
  })

  it('filters by city and time of one and the same run, and counts both', async () => {
    const field = await specialization(app.db)
    const jeddah = { city: { ar: ' جدة ', en: 'Jeddah' } }
    const at = (facts: ScheduleFacts) => ({ startsAt: inDays(40), ...facts })
    await add(
      { specializationId: field, key: 'two-runs' },
      at({ fromTime: '09:00' }),
      at({ ...jeddah, fromTime: '16:00' }),
    )
    await add({ specializationId: field, key: 'saturdays' }, at({ ...jeddah, weekdays: ['sat'], fromTime: '09:00' }))
    await add({ specializationId: field, key: 'online', delivery: 3 }, at({ city: null, fromTime: '20:00' }))
    const here = `?SpecializationId=${field}&SortMethod=1`
    const facetsOf = async (query = '') => (await list(here + query)).data.facets
    const { city, time } = await facetsOf()
    const [inJeddah, riyadh] = ['Jeddah', 'Riyadh'].map((name) =>
      city.find((one: { name: string }) => one.name === name),
    )
    expect([inJeddah.count, riyadh.count]).toEqual([2, 1])
    expect(counts(time)).toEqual([[1, 2], [2, 2], [3, 1]]) // biome-ignore format: one line a facet
    const found = (query: string) => slugs(here + query)
    expect(await found(`&CityId=${inJeddah.id}`)).toEqual(['saturdays', 'two-runs'])
    expect(await found(`&CityId=${inJeddah.id}&Time=2`)).toEqual(['two-runs'])
    expect(await found(`&CityId=${riyadh.id}&Time=2`)).toEqual([])
    expect(await found(`&CityId=${riyadh.id},${inJeddah.id}&Time=1,3`)).toEqual(['saturdays', 'two-runs'])
    expect(await found('&Time=3')).toEqual(['saturdays'])
    // A card shows a run in the city that was asked for.
    const citiesOf = async (query: string) =>
      (await list(here + query)).data.items.map((card: { city?: string }) => card.city)
    expect(await citiesOf(`&CityId=${inJeddah.id}`)).toEqual(['Jeddah', 'Jeddah'])
    expect(await citiesOf(`&CityId=${riyadh.id}`)).toEqual(['Riyadh'])
    // Each ignores its own filter, and follows the other.
    const filtered = await facetsOf(`&CityId=${riyadh.id}&Time=2`)
    expect(counts(filtered.time)).toEqual([[1, 1], [2, 0], [3, 0]]) // biome-ignore format: one line a facet
    expect(counts(filtered.city)).toEqual([[inJeddah.id, 1], [riyadh.id, 0]]) // biome-ignore format: one line a facet
    await app.db.deleteFrom('courses').where('specialization_id', '=', field).execute()
    await app.db.deleteFrom('specializations').where('id', '=', field).execute()
  })

  it.each([
    ['newest', 1, ['c', 'b', 'a', 'd']],
    ['start of the best run, those without one last', 2, ['a', 'b', 'c', 'd']],
    ['price up', 3, ['c', 'd', 'a', 'b']],
    ['price down', 4, ['b', 'd', 'a', 'c']],
  ])('sorts by %s', async (_name, method, expected) => {
    expect(await slugs(`?SortMethod=${method}`)).toEqual(expected)
  })

  it('counts for each facet the results of its values combined with the other filters', async () => {
    const all = (await list()).data.facets
    expect(counts(all.category)).toEqual([[2, 2], [3, 1], [4, 1]]) // biome-ignore format: one line a facet
    expect(counts(all.level)).toEqual([[1, 2], [2, 1], [3, 1]]) // biome-ignore format: one line a facet
    expect(counts(all.deliveryMethod)).toEqual([[1, 2], [2, 1], [3, 1]]) // biome-ignore format: one line a facet
    expect(all.price.map(({ count }: { count: number }) => count)).toEqual([1, 2, 0, 1, 0])
    expect(all.startMonth.at(-1)).toEqual({ month: `${year}-05`, count: 1 })
    expect(all.specialization).toEqual([
      { id: data, name: 'Data', count: 2, children: [] },
      { id: leadership, name: 'Leadership', count: 2, children: [{ id: teams, name: 'Teams', count: 1 }] },
    ])

    const filtered = (await list(`?Category=3&SpecializationId=${leadership}`)).data.facets
    expect(counts(filtered.category)).toEqual([[2, 1], [3, 1], [4, 0]]) // biome-ignore format: one line a facet
    expect(counts(filtered.level)).toEqual([[1, 0], [2, 1], [3, 0]]) // biome-ignore format: one line a facet
    expect(counts(filtered.specialization)).toEqual([[data, 0], [leadership, 1]]) // biome-ignore format: one line a facet
  })

  it('finds as many courses for a facet value as the facet counted', async () => {
    const { facets } = (await list('?MaxPrice=200000')).data
    for (const { id, count } of facets.category)
      expect(await slugs(`?MaxPrice=200000&Category=${id}`)).toHaveLength(count)
    for (const { id, count } of facets.level) expect(await slugs(`?MaxPrice=200000&Level=${id}`)).toHaveLength(count)
    for (const { from, to, count } of (await list()).data.facets.price) {
      expect(await slugs(`?MinPrice=${from}${to === undefined ? '' : `&MaxPrice=${to}`}`)).toHaveLength(count)
    }
  })

  it('pages through every course once', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?PageSize=2&PageIndex=${page}`)))
    const slugs = pages.map(({ data: page }) => page.items.map(({ slug }: { slug: string }) => slug))
    expect(slugs).toEqual([['c', 'b'], ['a', 'd'], []])
    expect(pages.map(({ data: page }) => page.totalCount)).toEqual([4, 4, 4])
  })

  it.each([
    ['Category=5', 'Category'],
    ['Category=x', 'Category'],
    ['SpecializationId=0', 'SpecializationId'],
    ['Level=4', 'Level'],
    ['Level=1,4', 'Level'],
    ['CityId=x', 'CityId'],
    ['Time=4', 'Time'],
    ['CourseDeliveryMethod=1.5', 'CourseDeliveryMethod'],
    ['MinPrice=-1', 'MinPrice'],
    ['MaxPrice=99999999999', 'MaxPrice'],
    ['StartsFrom=2027-02-30', 'StartsFrom'],
    ['StartsTo=soon', 'StartsTo'],
    ['SortMethod=9', 'SortMethod'],
    ['PageIndex=0', 'PageIndex'],
    ['PageSize=51', 'PageSize'],
    [`SearchTerm=${'x'.repeat(201)}`, 'SearchTerm'],
  ])('refuses %s', async (query, field) => {
    const { status, error } = await list(`?${query}`)
    expect([status, error.code, Object.keys(error.fields!)]).toEqual([400, 'validation', [field]])
  })

  it('agrees with the state machine on the run that represents a course', async () => {
    const field = await specialization(app.db)
    const windows: ScheduleFacts[] = [
      {},
      { enrolmentOpensAt: inDays(1) },
      { enrolmentClosesAt: inDays(-1) },
      { seats: 3, heldSeats: 3 },
      { seats: 2, heldSeats: 1 },
    ]
    for (const [i, first] of windows.entries()) {
      for (const [j, second] of windows.entries()) {
        await add(
          { specializationId: field, key: `pair-${i}-${j}` },
          { startsAt: new Date(inDays(10 + i + j).getTime() + i * HOUR_MS), ...first, priceHalalas: 1000 * (1 + i) },
          { startsAt: new Date(inDays(20 + i * j).getTime() - j * HOUR_MS), ...second, priceHalalas: 7000 * (1 + j) },
        )
      }
    }
    const starts = (await list(`?SpecializationId=${field}&SortMethod=2&PageSize=50`)).data.items
    expect(starts).toHaveLength(25)
    const at = starts.map(({ nextStart }: { nextStart: string }) => nextStart)
    expect(at).toEqual(at.toSorted())
    const priced = (await list(`?SpecializationId=${field}&SortMethod=3&PageSize=50`)).data.items
    const prices = priced.map(({ priceHalalas }: { priceHalalas: number }) => priceHalalas)
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b))
    expect(new Set(prices).size).toBeGreaterThan(4)
  })

  it('counts a seat as taken while its order is paid or can still be paid', async () => {
    const created = await course(app.db, { key: 'counted', category: 3 })
    const scheduleId = await schedule(app.db, created.id, { seats: 10, heldSeats: 1 })
    const taken = { courseId: created.id, scheduleId }
    await order(app.db, { ...taken, status: 'paid' })
    await order(app.db, { ...taken, status: 'pending' })
    await order(app.db, { ...taken, status: 'pending', expiresAt: inDays(-1) })
    for (const status of ['cancelled', 'expired', 'failed', 'refunded'] as const)
      await order(app.db, { ...taken, status })
    const [card] = (await list('?Category=4')).data.items
    expect(card).toMatchObject({ slug: 'counted', seatsLeft: 7 })
  })

  it('reports when there are more courses than it counts', async () => {
    const { id, specializationId } = await course(app.db, { key: 'model', publishedAt: inDays(-100) })
    await sql`alter table courses disable trigger course_search_follows_courses`.execute(app.db)
    await sql`
      insert into courses (key, slug, specialization_id, category, level, delivery_method, hours, price_halalas, name,
        summary, description, outcomes, prerequisites, audience, outline, certificate, faq, seo, cover, published_at)
      select key || n, slug || n, specialization_id, category, level, delivery_method, hours, price_halalas, name,
        summary, description, outcomes, prerequisites, audience, outline, certificate, faq, seo, cover, published_at
      from courses, generate_series(1, 10000) as n where id = ${id}`.execute(app.db)
    const page = await apiAs(app, null).catalogue.courses({ SpecializationId: specializationId })
    expect(page).toMatchObject({ totalCount: 10_000, totalIsCapped: true })
    expect(page.items).toHaveLength(12)
  })
})
