import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { course, schedule } from '../../../../tests/support/factories.ts'
import type { Context } from '../../../platform/context.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { catalogueOperations } from '../catalogue.server.ts'
import { CourseQuery } from '../listing/listing-contract.ts'
import { refreshOffers } from '../offers.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let searches = 0

async function search(SearchTerm: string, query: object = {}, now = new Date()) {
  const ip = `10.1.${++searches >> 8}.${searches & 255}`
  const { db, settings } = app.services
  const ctx = { db, settings, lang: 'ar', now: () => now, ip } as unknown as Context
  const { items, totalCount, facets } = await catalogueOperations.courses(
    ctx,
    CourseQuery.parse({ SearchTerm, ...query }),
  )
  const free = facets.price.find(({ to }) => to === 0)!.count
  return { ids: items.map(({ id }) => id), totalCount, free }
}

it('shows what a transaction changed that began before the last search and ended after it', async () => {
  const { id } = await course(app.db, { name: 'زخرفة' })
  expect(await search('زخرفة')).toEqual({ ids: [id], totalCount: 1, free: 0 })
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('courses').set({ price_halalas: 0 }).where('id', '=', id).execute()
    // Later transactions, which end before it.
    const { id: other } = await course(app.db, { name: 'زخرفة الخط' })
    expect((await search('زخرفة')).ids).toEqual(expect.arrayContaining([id, other]))
    expect((await search('زخرفة')).free).toBe(0)
  })
  expect(await search('زخرفة')).toMatchObject({ totalCount: 2, free: 1 })
})

it('forgets what was deleted, hidden or renamed, and finds the new name', async () => {
  const [first, second, third] = [
    await course(app.db, { name: 'نجارة' }),
    await course(app.db, { name: 'نجارة' }),
    await course(app.db, { name: 'نجارة' }),
  ]
  expect((await search('نجارة')).totalCount).toBe(3)
  expect((await search('حدادة')).totalCount).toBe(0)
  await app.db.deleteFrom('courses').where('id', '=', first.id).execute()
  await app.db.updateTable('courses').set({ published_at: null }).where('id', '=', second.id).execute()
  const name = JSON.stringify({ ar: 'حدادة', en: 'Smithing' })
  await app.db.updateTable('courses').set({ name }).where('id', '=', third.id).execute()
  expect((await search('نجارة')).totalCount).toBe(0)
  expect((await search('حدادة')).ids).toEqual([third.id])
})

it('finds all words that are asked for, of many courses that were added at once', async () => {
  const both = await course(app.db, { name: 'فلاحة حديثة' })
  expect((await search('فلاحة حديثة')).ids).toEqual([both.id])
  const added: number[] = []
  for (let n = 0; n < 30; n++) added.push((await course(app.db, { name: n % 2 ? 'فلاحة' : 'فلاحة حديثة' })).id)
  expect((await search('فلاحة')).totalCount).toBe(31)
  expect((await search('فلاحة حديثة')).totalCount).toBe(16)
  const second = await search('فلاحة', { PageIndex: 2, PageSize: 20 })
  expect(second.ids).toHaveLength(11)
  const first = await search('فلاحة', { PageSize: 20 })
  expect([...first.ids, ...second.ids].toSorted()).toEqual([both.id, ...added].toSorted())
})

it('answers many who search at the same time for different words', async () => {
  const words = ['خياطة', 'طباعة', 'رسم']
  for (const [n, name] of words.entries()) for (let count = 0; count <= n; count++) await course(app.db, { name })
  const asked = Array.from({ length: 30 }, (_, n) => n % 3)
  const found = await Promise.all(asked.map((n) => search(words[n]!)))
  expect(found.map(({ totalCount }) => totalCount)).toEqual(asked.map((n) => n + 1))
})

it('counts a price as it is at the moment of the search, whichever moment was asked for before', async () => {
  const { id } = await course(app.db, { name: 'ملاحة', priceHalalas: 0 })
  const startsAt = new Date(Date.now() + 5 * DAY_MS)
  await schedule(app.db, id, { startsAt, enrolmentClosesAt: startsAt, priceHalalas: 900_00 })
  const after = new Date(startsAt.getTime() + DAY_MS)
  expect((await search('ملاحة')).free).toBe(0)
  expect((await search('ملاحة', {}, after)).free).toBe(1)
  expect((await search('ملاحة')).free).toBe(0)
  expect((await search('ملاحة', { MaxPrice: 0 }, after)).ids).toEqual([id])
})

it('reads what a restored database marks as changed in the future only until the job has run', async () => {
  const marked = () =>
    sql<{ count: number }>`select count(*)::int as count from course_offers
      where changed_in > pg_snapshot_xmax(pg_current_snapshot())`.execute(app.db)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update course_offers set changed_in = '9999999999', terms_changed_in = '9999999999'`.execute(tx)
  })
  expect((await marked()).rows[0]!.count).toBeGreaterThan(0)
  expect((await search('فلاحة')).totalCount).toBe(31)
  await refreshOffers({ db: app.db, now: () => new Date() })
  expect((await marked()).rows[0]!.count).toBe(0)
  expect((await search('فلاحة')).totalCount).toBe(31)
})
