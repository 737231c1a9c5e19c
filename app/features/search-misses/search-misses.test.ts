import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { course, learner } from '../../../tests/support/factories.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { article } from '../../../tests/support/writing.ts'
import type { SignedInUser } from '../../platform/context.server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { deleteExpiredMisses, forgetAnsweredMisses } from './search-misses.server.ts'

describe('a search without results', () => {
  let app: TestApp
  let admin: SignedInUser
  beforeAll(async () => {
    app = await startTestApp()
    await course(app.db, { name: { ar: 'المحاسبة', en: 'Accounting' } })
    admin = await learner(app.db, { roles: ['Admin'] })
  })
  beforeEach(async () => {
    await app.db.deleteFrom('search_misses').execute()
    await app.db.deleteFrom('rate_limits').execute()
  })
  afterAll(() => app.stop())

  const guest = (lang: 'ar' | 'en' = 'ar') => apiAs(app, null, { lang })
  const counted = async () => {
    const rows = await app.db.selectFrom('search_misses').select(['term', 'lang', 'count']).orderBy('term').execute()
    return rows.map(({ term, lang, count }) => `${term} ${lang} ${count}`)
  }
  const page = async (query = '') =>
    app.call('GET', `admin/search-misses${query}`, { token: await tokenOf(app, admin) })

  it('is counted folded, by language, from the results and from the listing', async () => {
    await guest().search.results({ q: 'الزَّرافة' })
    await guest().search.results({ q: ' الزرافه ' })
    await guest().catalogue.courses({ SearchTerm: 'الزرافة' })
    await guest('en').search.results({ q: 'Giraffe' })
    expect(await counted()).toEqual(['giraffe en 1', 'الزرافه ar 3'])
  })

  it('is not counted when the term or its correction finds anything, nor for suggestions', async () => {
    await guest().search.results({ q: 'محاسبة' })
    await guest().search.results({ q: 'محاصبة' })
    await guest().catalogue.courses({ SearchTerm: 'محاسبة', Category: 4 })
    await guest().search.suggest({ q: 'زراف' })
    await guest().search.results({ q: '' })
    await guest().search.results({ q: '؟!' })
    expect(await counted()).toEqual([])
  })

  it('is off the list once something answers it', async () => {
    await guest().search.results({ q: 'الباليه' })
    await guest().search.results({ q: 'الزرافة' })
    await article(app.db, { title: { ar: 'فن الباليه', en: 'Ballet' } })
    await forgetAnsweredMisses(app.services)
    expect(await counted()).toEqual(['الزرافه ar 1'])
  })

  it('is counted once while the visitor is still typing', async () => {
    for (const q of ['زرا', 'زراف', 'زرافة']) await guest().catalogue.courses({ SearchTerm: q })
    expect(await counted()).toEqual(['زرافه ar 1'])
    app.advance(MINUTE_MS)
    await guest().catalogue.courses({ SearchTerm: 'زرافة كبيرة' })
    expect(await counted()).toEqual(['زرافه ar 1', 'زرافه كبيره ar 1'])
  })

  it.each(['0501234567', '٠٥٠ ١٢٣ ٤٥٦٧', '1088888888', 'sara@example.com', 'https://example.com/x', 'ز'.repeat(101)])(
    'is never %s',
    async (q) => {
      await guest().search.results({ q })
      expect(await counted()).toEqual([])
    },
  )

  it('is counted at most sixty times an hour per network, and the search still works', async () => {
    await guest().search.results({ q: 'زرافة' })
    await app.db.updateTable('rate_limits').set({ count: 60 }).where('key', 'like', 'search-miss:%').execute()
    expect(await guest().search.results({ q: 'فيل' })).toMatchObject({ courses: { totalCount: 0 } })
    expect(await counted()).toEqual(['زرافه ar 1'])
    await apiAs(app, null, { lang: 'ar', ip: '198.51.100.7' }).search.results({ q: 'فيل' })
    expect(await counted()).toEqual(['زرافه ar 1', 'فيل ar 1'])
  })

  it('is listed for the staff, most frequent first, in pages', async () => {
    for (const q of ['فيل', 'زرافة', 'زرافة', 'نمر']) {
      await guest().search.results({ q })
      app.advance(1000)
    }
    const { status, data } = await page('?PageSize=2')
    expect(status).toBe(200)
    expect(data).toMatchObject({ pageIndex: 1, pageSize: 2, totalCount: 3 })
    expect(data.items.map(({ term }: { term: string }) => term)).toEqual(['زرافه', 'نمر'])
    expect(data.items[0]).toEqual({
      term: 'زرافه',
      asked: 'زرافة',
      lang: 'ar',
      count: 2,
      firstSeen: expect.any(String),
      lastSeen: expect.any(String),
    })
    expect(Date.parse(data.items[0].lastSeen)).toBeGreaterThan(Date.parse(data.items[0].firstSeen))
    const second = (await page('?PageSize=2&PageIndex=2')).data
    expect(second.items.map(({ term }: { term: string }) => term)).toEqual(['فيل'])
  })

  it('is deleted after 180 days without another attempt', async () => {
    await guest().search.results({ q: 'زرافة' })
    app.advance(179 * DAY_MS)
    await guest().search.results({ q: 'فيل' })
    await deleteExpiredMisses(app.services)
    expect(await counted()).toEqual(['زرافه ar 1', 'فيل ar 1'])
    app.advance(2 * DAY_MS)
    await app.tasks.forgetOld!({})
    expect(await counted()).toEqual(['فيل ar 1'])
  })

  it('never fills the database: at the limit new terms are ignored until the nightly job deletes the rarest', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      term: `w${n}`,
      lang: 'en',
      count: 1 + (n % 7),
      first_seen: app.services.now(),
      last_seen: app.services.now(),
    }))
    for (let from = 0; from < rows.length; from += 2000)
      await app.db
        .insertInto('search_misses')
        .values(rows.slice(from, from + 2000))
        .execute()
    await guest('en').search.results({ q: 'giraffe' })
    await guest('en').search.results({ q: 'w1' })
    const total = async () => (await page()).data.totalCount
    expect(await total()).toBe(10_000)
    expect(await counted()).toContain('w1 en 3')
    await deleteExpiredMisses(app.services)
    expect(await total()).toBe(8_000)
    expect(await counted()).toContain('w1 en 3')
    await guest('en').search.results({ q: 'giraffe' })
    expect(await counted()).toContain('giraffe en 1')
  })
})
