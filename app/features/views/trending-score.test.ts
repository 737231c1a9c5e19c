import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { comment, post } from '../../../tests/support/writing.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { HALF_LIFE_DAYS, trendingScore, VIEWS_PER_COMMENT, WINDOW_DAYS, weightOfViews } from './trending-score.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const score = (...events: [days: number, weight: number][]) =>
  trendingScore(
    events.map(([days, weight]) => ({ at: ago(days), weight })),
    NOW,
  )!

describe('the trending score', () => {
  it('halves with its half-life: two older comments weigh as much as one now', () => {
    expect(score([HALF_LIFE_DAYS, 2])).toBeCloseTo(score([0, 1]))
    expect(score([HALF_LIFE_DAYS, 1], [HALF_LIFE_DAYS, 1])).toBeCloseTo(score([0, 1]))
  })

  it('weighs a comment like the set number of views', () => {
    expect(score([1, weightOfViews(VIEWS_PER_COMMENT)])).toBeCloseTo(score([1, 1]))
    expect(score([1, weightOfViews(VIEWS_PER_COMMENT - 1)])).toBeLessThan(score([1, 1]))
  })

  it('grows with each event and ignores those before its window', () => {
    expect(score([3, 1], [1, 0.05])).toBeGreaterThan(score([3, 1]))
    expect(score([1, 1], [WINDOW_DAYS + 0.1, 1e9])).toBe(score([1, 1]))
    expect(trendingScore([{ at: ago(WINDOW_DAYS + 1), weight: 5 }], NOW)).toBeUndefined()
  })

  it('keeps its order over time', () => {
    const then = new Date(NOW.getTime() + 5 * DAY_MS)
    const events = [{ at: ago(1), weight: 3 }]
    expect(trendingScore(events, then)).toBe(trendingScore(events, NOW))
  })
})

describe('the database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('computes the same score', async () => {
    const publishDate = ago(3)
    const id = await post(app.db, { publishDate })
    const at = [ago(2.5), ago(1), ago(0.5)]
    for (const createdAt of at) await comment(app.db, { postId: id, createdAt })
    await sql`insert into views (day, kind, subject_id, count) values ('2026-11-19', 'post', ${id}, 50)`.execute(app.db)
    const { rows } = await sql<{
      stored: number
      recomputed: number
    }>`select trending_score as stored, trending_score_of_post(id, publish_date) as recomputed from posts where id = ${id}`.execute(
      app.db,
    )
    const comments = [publishDate, ...at].map((at) => ({ at, weight: 1 }))
    expect(rows[0]!.stored).toBeCloseTo(trendingScore(comments, NOW)!)
    const noon = new Date('2026-11-19T12:00:00+03:00')
    expect(rows[0]!.recomputed).toBeCloseTo(trendingScore([...comments, { at: noon, weight: weightOfViews(50) }], NOW)!)
  })
})
