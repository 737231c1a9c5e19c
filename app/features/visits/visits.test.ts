/** Visits as they are counted, and the report of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { download, linesOf } from '../../../tests/support/downloads.ts'
import { course, learner } from '../../../tests/support/factories.ts'
import { bookable } from '../../../tests/support/orders/orders.ts'
import { type Member, signedInMember, tokenOf } from '../../../tests/support/signed-in.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { VisitsReport } from './contract.ts'
import { addVisits, OTHERS } from './counter-queries.server.ts'
import type { VisitGrouping } from './groupings.ts'
import { deleteExpiredVisits, settleCampaigns } from './visits.server.ts'

/** Tomorrow, far from midnight: what factories make is there by then. */
const NOON = instantOf(plusDays(dayOf(new Date()), 1), '12:00')
const browser = (name: string) => ({ 'user-agent': `Mozilla/5.0 (X11; Linux) ${name} Safari/605.1` })
const page = async () => new Response('صفحة', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })

let app: TestApp
let editor: Member
beforeAll(async () => {
  app = await startTestApp({ pageHandler: page, now: NOON })
  editor = await signedInMember(app, ['Content'])
  await app.visits.flush()
})
afterAll(() => app.stop())

const visit = (path: string, name: string, headers: Record<string, string> = {}) =>
  fetch(app.address + path, { headers: { ...browser(name), ...headers }, redirect: 'manual' })

async function report(by: VisitGrouping, days = 1) {
  await app.visits.flush()
  const to = dayOf(app.services.now())
  const query = new URLSearchParams({ by, from: plusDays(to, 1 - days), to })
  const { status, data } = await editor.call<VisitsReport>('GET', `admin/reports/visits?${query}`)
  expect(status).toBe(200)
  return data
}
const rowsOf = async (by: VisitGrouping) =>
  Object.fromEntries((await report(by)).rows.map(({ key, name, values }) => [name ?? key, values]))

it('a page is viewed as often as it is sent, by each visitor once a day, in any language', async () => {
  for (const path of ['/ar/about', '/ar/about', '/en/about', '/ar/about?utm_source=x']) await visit(path, 'one')
  await visit('/ar/about.data', 'two')
  await visit('/ar/about', 'two', { 'Sec-Purpose': 'prefetch' })
  await fetch(`${app.address}/ar/about`, { headers: { 'User-Agent': 'Googlebot/2.1' } })
  expect((await rowsOf('page'))['/about']).toEqual([5, 2])
})

it('pages of single people and orders are counted together, those of content on their own', async () => {
  const { slug } = await course(app.db)
  for (const path of ['/ar/certificates/SECRET-1', '/ar/certificates/SECRET-2', '/ar/order-details/77/8'])
    await visit(path, 'three')
  await visit(`/ar/courses/${encodeURIComponent(slug)}`, 'three')
  const rows = await rowsOf('page')
  expect([rows['/certificates'], rows['/order-details'], rows[`/courses/${slug}`]]).toEqual([
    [2, 1],
    [1, 1],
    [1, 1],
  ])
  expect(JSON.stringify(rows)).not.toContain('SECRET')
})

it('visitors come from a site, a campaign or from none, and not from the site itself', async () => {
  const before = await rowsOf('source')
  const own = { Referer: `${app.address}/ar` }
  await visit('/ar/faq', 'four', { Referer: 'https://www.Search.example/?q=secret' })
  await visit('/ar/faq', 'four', { Referer: 'https://www.search.example/again' })
  await visit('/ar/contact', 'four', own)
  await visit('/ar/faq?utm_source=News&utm_medium=mail&utm_campaign=Eid', 'five', { Referer: 'https://news.example/' })
  await visit('/ar/faq?utm_source=sara@example.com', 'six', { 'Sec-Fetch-Site': 'same-origin' })
  const { rows } = await report('source')
  const added = rows.map(({ key, values }) => [key, values[0]! - (before[key]?.[0] ?? 0)]).filter(([, n]) => n)
  expect(added.filter(([key]) => key !== '')).toEqual(
    expect.arrayContaining([
      ['search.example', 1],
      ['news.example', 1],
    ]),
  )
  const campaigns = await rowsOf('campaign')
  expect(campaigns['news · mail · eid']?.[0]).toBe(1)
  expect(JSON.stringify(campaigns)).not.toContain('sara')
})

it('what was searched counts by its words, without numbers', async () => {
  for (const term of ['إدارة المشاريع', 'ادارة المشاريع', '0501234567'])
    await visit(`/ar/courses?search=${encodeURIComponent(term)}`, 'seven')
  await visit(`/ar/courses?search=${encodeURIComponent('إدارة المشاريع')}&page=2`, 'seven')
  const { rows } = await report('search')
  expect(rows.map(({ values }) => values)).toEqual([[2]])
})

it('an address that anybody made up breaks no count, and is no page of its own', async () => {
  const before = (await rowsOf('page'))['/partners']
  for (const path of ['/ar/partners', '/ar/PARTNERS', '/ar/Partners', '/ar/partners%00']) await visit(path, 'eight')
  for (const sign of ['%00', '%E2%80%8F', '%1B']) await visit(`/ar/faq?q=مدرسة${sign}`, 'eight')
  expect([before, (await rowsOf('page'))['/partners'], (await rowsOf('search')).مدرسه]).toEqual([
    undefined,
    [4, 1],
    [3],
  ])
  expect(Object.keys(await rowsOf('page')).filter((name) => /partners/i.test(name))).toEqual(['/partners'])
})

it('sites beyond those of a day count together, each campaign on its own', async () => {
  const day = dayOf(app.services.now())
  const none = { pages: [], searches: [], steps: [], campaignVisitors: [] }
  const source = (host: string, campaign: string, visitors: number) => ({
    ...{ host, visitors, source: campaign, medium: '', campaign: '' },
  })
  const many = [1, 2, 3, 4, 5].flatMap((site) =>
    Array.from({ length: 450 }, (_, at) => source(`site-${site}.example`, `made-${at}`, 1)),
  )
  const write = (sources: typeof many) => addVisits(app.db, { ...none, sources }, day, app.services.now())
  await write(many)
  await write([source('late.example', 'made-7', 3), source('site-1.example', 'made-7', 5)])
  const rows = await app.db.selectFrom('visit_sources').select(['host', 'visitors']).execute()
  expect(rows.filter(({ host }) => host !== OTHERS)).toHaveLength(2000)
  expect(rows.some(({ host }) => host === 'late.example')).toBe(false)
  expect((await rowsOf('campaign'))['made-7']?.[0]).toBe(5 + 3 + 5)
  expect((await rowsOf('source')).Others?.[0]).toBeGreaterThan(0)
  await sql`delete from visit_sources where host like 'site-%' or host = ${OTHERS}`.execute(app.db)
})

it('the steps of buying are those of each course, and of the campaign that led to it', async () => {
  const { courseId, scheduleId } = await bookable(app.db)
  const { slug } = await app.db
    .selectFrom('courses')
    .select('slug')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const path = `/en/courses/${encodeURIComponent(slug)}`
  await visit(`${path}?utm_source=ads&utm_campaign=autumn`, 'buyer')
  await visit(path, 'looker')
  await visit(`/en/order-details/${courseId}/${scheduleId}`, 'buyer')
  await app.visits.flush()
  const token = await tokenOf(app, await learner(app.db))
  const placed = await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token, headers: browser('buyer') })
  expect(placed.status).toBe(201)
  const other = await tokenOf(app, await learner(app.db))
  await app.call('POST', 'Orders', { body: { courseId, scheduleId }, token: other, headers: browser('looker') })
  await settleCampaigns(app.services)
  const ofCourse = async (id: number) => (await report('course')).rows.find(({ key }) => key === String(id))?.values
  expect([await ofCourse(courseId), (await rowsOf('campaign'))['ads · autumn']]).toEqual([
    [2, 1, 2, 0],
    [1, 1, 1, 1, 0],
  ])
  // What costs nothing is paid at once. The order that waits is cancelled: nothing says any more who came how.
  const free = await bookable(app.db, { priceHalalas: 0 })
  const gift = await app.call('POST', 'Orders', { body: free, token, headers: browser('buyer') })
  expect(gift.data.status).toBe('paid')
  await app.call('POST', `Orders/${placed.data.id}/cancel`, { token, body: {} })
  for (const _ of [1, 2]) await settleCampaigns(app.services)
  expect([await ofCourse(free.courseId), (await rowsOf('campaign'))['ads · autumn']]).toEqual([
    [0, 0, 1, 1],
    [1, 1, 1, 2, 1],
  ])
  expect(await app.db.selectFrom('order_campaigns').selectAll().execute()).toEqual([])
})

it('a day is compared with the one before, and is a file for spreadsheets', async () => {
  const { total } = await report('day')
  expect(total.values[0]).toBeGreaterThan(0)
  app.advance(DAY_MS)
  await app.visits.flush()
  await visit('/ar/faq', 'one')
  const next = await report('day')
  expect([next.rows.length, next.total.values[0], next.total.before]).toEqual([1, 1, total.values[0]])
  const to = dayOf(app.services.now())
  const file = await download(app, editor, `admin/reports/visits/export?by=page&from=${to}&to=${to}`)
  expect(linesOf(file.bytes).map(([name]) => name)).toContain('/faq')
  // A week that is not over: without the days to come, and beside as many days of the week before.
  const open = `from=${plusDays(to, -1)}&to=${plusDays(to, 5)}`
  const { data: week } = await editor.call<VisitsReport>('GET', `admin/reports/visits?by=day&${open}`)
  expect(week.rows.map(({ key }) => key)).toEqual([plusDays(to, -1), to])
  expect(week.before).toEqual({ from: plusDays(to, -8), to: plusDays(to, -7) })
  const wrong = await editor.call('GET', `admin/reports/visits?from=${to}&to=${plusDays(to, -1)}`)
  expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['to']])
})

it('nothing recognizes a visitor on the next day, and counts go after two years and a month', async () => {
  app.advance(DAY_MS)
  await app.visits.flush()
  await settleCampaigns(app.services)
  const today = dayOf(app.services.now())
  const seeds = await app.db.selectFrom('visit_seeds').select(sql<string>`day::text`.as('day')).execute()
  expect(seeds.map(({ day }) => day)).toEqual([today])
  expect(await app.db.selectFrom('campaign_visitors').selectAll().execute()).toEqual([])
  app.advance(761 * DAY_MS)
  await deleteExpiredVisits(app.services)
  for (const table of ['page_visits', 'visit_sources', 'buying_steps', 'visit_searches'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  const campaigns = await app.db.selectFrom('campaigns').select('id').execute()
  expect(campaigns.map(({ id }) => id)).toEqual([0])
})
