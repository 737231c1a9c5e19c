/** Every page of the desk, with real data, in its languages and windows. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import routes from '../../../app/desk/routes.ts'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { formatNumber } from '../../../app/locales/format.ts'
import type { SignedInUser } from '../../../app/platform/context.server.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { type DeskRecords, fillDeskRecords } from '../../support/desk-records.ts'
import { learner } from '../../support/factories.ts'
import { IS_LONG, inTurn } from '../../support/long.ts'
import { tokenOf } from '../../support/signed-in.ts'

/** By the pattern of their address, pages that show a record, or several states. */
const STATES: Record<string, (records: DeskRecords) => string[]> = {
  find: () => ['find?query=نورة'],
  'attendance/:sessionId': ({ attended }) => [`attendance/${attended}`],
  'calendar/:day': () => ['calendar/2027-02-07'],
  'runs/:id/attendees': ({ ended }) => [`runs/${ended}/attendees`],
  'runs/:id/materials': ({ coming }) => [`runs/${coming}/materials`],
  'runs/:id/badges': ({ ended }) => [`runs/${ended}/badges`],
  'runs/new': () => ['runs/new?q=&day=sun&day=tue&firstDay=2027-02-07&lastDay=2027-02-23&from=17:00&to=20:00'],
  'runs/message': ({ coming }) => ['runs/message', `runs/message?run=${coming}`],
  'runs/:id': ({ ended, waited }) => [`runs/${ended}`, `runs/${waited}`],
  'runs/:id/edit': ({ coming }) => [`runs/${coming}/edit`],
  'runs/:id/cancel': ({ coming }) => [`runs/${coming}/cancel`],
  'runs/:id/sessions/:sessionId': ({ coming, session }) => [
    `runs/${coming}/sessions/${session}`,
    `runs/${coming}/sessions/new`,
  ],
  'runs/:id/move': ({ coming }) => [
    `runs/${coming}/move?day=sun&day=tue&firstDay=2027-02-07&lastDay=2027-02-23&from=17:00&to=20:00`,
  ],
  'staff/:id': ({ staff }) => [`staff/${staff}`],
  'courses/:id/lessons': ({ lessonsOf }) => [`courses/${lessonsOf}/lessons`],
  'lessons/:id': ({ lesson }) => [`lessons/${lesson}`],
  'courses/:id': ({ course }) => [`courses/${course}`],
  'courses/:id/compare': ({ compared }) => [`courses/${compared}/compare`],
  'articles/:id': ({ article }) => [`articles/${article}`],
  'articles/:id/compare': ({ comparedArticle }) => [`articles/${comparedArticle}/compare`],
  media: () => ['media', 'media?state=unused', 'media?for=courses/1'],
  'media/:id': ({ media }) => [`media/${media}`],
  'pages/:code': () => ['pages/home', 'pages/privacy-policy', 'pages/blogs'],
  'pages/:code/compare': () => ['pages/about-us/compare'],
  'orders/new': () => ['orders/new?email=new@visitor.example&course=Java'],
  // The first is opened in every run.
  'orders/:id': ({ inParts, refunded, transfer, disputed }) => [
    `orders/${inParts}`,
    `orders/${refunded}`,
    `orders/${transfer}`,
    `orders/${disputed}`,
  ],
  'orders/:id/move': ({ movable }) => [`orders/${movable}/move`, `orders/${movable}/move?other=1&course=Java`],
  'transfers/statements/:id': ({ statements }) => statements.map((id) => `transfers/statements/${id}`),
  'payments/:id': ({ payment }) => [`payments/${payment}`],
  'payouts/files/:id': ({ payoutFiles }) => payoutFiles.map((id) => `payouts/files/${id}`),
  'payouts/:id': ({ payout }) => [`payouts/${payout}`],
  'coupons/series/:id': ({ series }) => [`coupons/series/${series}`],
  'coupons/:id': ({ coupon }) => [`coupons/${coupon}`],
  'companies/:id': ({ company }) => [`companies/${company}`],
  'quotes/:id': ({ quote }) => [`quotes/${quote}`],
  'invoices/:number': ({ invoice }) => [`invoices/${invoice}?amount=115`],
  'closing/:month': ({ closedMonth, openMonth }) => [`closing/${closedMonth}`, `closing/${openMonth}`],
  'moderation/authors/:id': ({ writer }) => [`moderation/authors/${writer}`],
  'reviews/:id': ({ review, otherReview }) => [`reviews/${review}`, `reviews/${otherReview}`],
  'learners/:id/merge': ({ learner, otherLearner }) => [
    `learners/${learner}/merge`,
    `learners/${learner}/merge?into=${otherLearner}`,
  ],
  'learners/:id/erase': ({ learner }) => [`learners/${learner}/erase`],
  'learners/:id': ({ learner }) => [`learners/${learner}`],
  'enquiries/templates/:id': ({ answerTemplate }) => [`enquiries/templates/${answerTemplate}`],
  'enquiries/:reference': ({ enquiry, application }) => [`enquiries/${enquiry}`, `enquiries/${application}`],
  'trainers/:id': ({ trainer }) => [`trainers/${trainer}`],
  'specializations/:id': ({ specialization }) => [`specializations/${specialization}`],
  'questions/groups/:key': ({ questionGroup }) => [`questions/groups/${questionGroup}`],
  'questions/:id': ({ question }) => [`questions/${question}`],
  'learners/message': ({ learner }) => ['learners/message', `learners/message?learner=${learner}`],
  'branches/:key': () => ['branches/place-1', 'branches/new'],
  'menus/:place/link': () => ['menus/main/link?to=/courses', 'menus/rules/link'],
  'payment-plans/:id': ({ plan }) => [`payment-plans/${plan}`],
  'banners/:id': ({ banner }) => [`banners/${banner}`],
  'partners/:id': ({ organisation }) => [`partners/${organisation}`],
  '*': () => ['no-such-page'],
}

const [desk] = routes as RouteConfigEntry[]
/** Addresses that answer with a page; the others send files or lead elsewhere. */
const PATTERNS = desk!.children!.filter(({ file }) => file.endsWith('.tsx')).map(({ path = '' }) => path)

const WAYS = (['ar', 'en'] as const).flatMap((lang) =>
  ([390, 1440] as const).map((width) => ({ lang, width, scripts: true }) satisfies Visitor),
)

let site: TestSite
let records: DeskRecords
let page: Page
let context: BrowserContext
let errors: string[]
beforeAll(async () => {
  site = await startTestSite()
  records = await fillDeskRecords(site)
  ;({ page, context } = await site.visit(WAYS[0]!))
  await asAccount(records.owner)
  errors = watchErrors(page)
})
const asAccount = async (user: SignedInUser) =>
  context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])

afterAll(async () => {
  await context.close()
  await site.stop()
})

it('each page with a record in its address says which', () => {
  expect(PATTERNS.filter((pattern) => /[:*]/.test(pattern) && !STATES[pattern])).toEqual([])
  expect(Object.keys(STATES).filter((pattern) => !PATTERNS.includes(pattern))).toEqual([])
})

/** On the page of today, in this language and window. */
async function openToday({ lang, width }: Pick<Visitor, 'lang' | 'width'>): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`/${lang}/desk`)
  await hydrated(page)
}

it.each(inTurn(WAYS[0]!, WAYS[3]!))(
  'Ctrl+K finds an order by its number, with the keyboard alone: $lang, $width px',
  async (way) => {
    const { find } = (way.lang === 'ar' ? ar : en).frame
    await openToday(way)
    const palette = page.getByRole('dialog', { name: find.label })
    expect(await palette.isVisible()).toBe(false)
    await page.keyboard.press('Control+KeyK')
    await palette.getByRole('combobox').fill(records.invoicedOrder)
    await palette.getByRole('option', { name: records.invoicedOrder }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: records.invoicedOrder }).waitFor()
    await palette.waitFor({ state: 'hidden' })
    expect(errors.splice(0)).toEqual([])
  },
)

it('says at a page without the right that it is not for this person, and leads back', async () => {
  await openToday({ lang: 'en', width: 390 })
  await asAccount(records.content)
  expect((await page.goto('/en/desk/orders'))!.status()).toBe(403)
  await page.getByRole('heading', { level: 1, name: en.frame.failure.forbidden }).waitFor()
  await hydrated(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('main').getByRole('link', { name: en.frame.failure.toToday }).click()
  await page.getByRole('heading', { level: 1, name: en.frame.today.title }).waitFor()
  await asAccount(records.owner)
  expect(errors.splice(0).filter((error) => !error.includes(' 403'))).toEqual([])
})

it('says in words, and in the language of the address, what a file or an odd address refuses', async () => {
  const open = async (path: string, person: typeof records.owner, init: RequestInit = {}) => {
    const headers = { Accept: 'text/html,*/*;q=0.8', Cookie: `access=${await tokenOf(site, person)}`, ...init.headers }
    const response = await fetch(`${site.address}${path}`, { ...init, headers })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  const { failure } = ar.frame
  const form = { method: 'POST', body: new URLSearchParams({ intent: 'x' }), headers: { Origin: site.address } }
  for (const [asked, status, heading] of [
    [open('/ar/desk/courses/999999/preview', records.owner), 404, failure.notFound],
    [open('/en/desk/courses/999999/preview', records.owner), 404, en.frame.failure.notFound],
    [open('/ar/desk/orders/export', records.content), 403, failure.forbidden],
    [open('/ar/desk/%E0%A4%A', records.owner), 404, failure.notFound],
    [open('/ar/desk/calendar', records.owner, form), 405, failure.noForm],
    [open('/ar/desk', await learner(site.db)), 403, failure.staffOnly],
  ] as const) {
    const { text, ...answer } = await asked
    expect([answer.status, answer.type, /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]]).toEqual([
      ...[status, 'text/html; charset=utf-8', heading],
    ])
  }
  // What asks for data gets it.
  const data = await open('/ar/desk/courses/999999/preview', records.owner, { headers: { Accept: '*/*' } })
  expect([data.status, data.type?.startsWith('text/html')]).toEqual([404, false])
})

it('shows in the navigation where one is, also in the last room', async () => {
  await openToday({ lang: 'ar', width: 1440 })
  await page.goto('/ar/desk/settings')
  await hydrated(page)
  const entry = page.locator('nav [aria-current=page]:visible')
  await expect.poll(async () => (await entry.boundingBox())!.y).toBeLessThan(860)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  // A lesson has an address of its own, and belongs to its course.
  await page.goto(`/ar/desk/lessons/${records.lesson}`)
  expect(await entry.allTextContents()).toEqual([ar.frame.entries.courses])
  // An empty search begins beside its icon, in Arabic at the right.
  await page.goto('/ar/desk/certificates')
  const search = page.locator('main [type=search]')
  expect(await search.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl')
  await search.fill('PMP')
  expect(await search.evaluate((field) => getComputedStyle(field).direction)).toBe('ltr')
})

it('folds the filters of a list on a phone, says how many are set, and opens them without scripts', async () => {
  const visitor = { lang: 'ar', width: 390, scripts: false } as const
  const { page, context } = await site.visit(visitor)
  await context.addCookies([{ name: 'access', value: await tokenOf(site, records.owner), url: site.address }])
  await page.goto('/ar/desk/runs')
  const { filters, filtersSet, apply } = ar.frame.list
  const [fold, state] = [page.locator('summary', { hasText: filters }), page.locator('main [name=state]')]
  expect(await state.isVisible()).toBe(false)
  const first = (await page.locator('main tbody tr').first().boundingBox())!
  expect(first.y).toBeLessThan(844)
  await fold.click()
  await state.selectOption('ended')
  await page.getByRole('button', { name: apply, exact: true }).click()
  await page.waitForURL(/state=ended/)
  await page.getByText(filtersSet(formatNumber(1))).waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, 'runs-filtered-ar-390')
  await page.setViewportSize({ width: 1440, height: 900 })
  expect([await fold.isVisible(), await state.isVisible()]).toEqual([false, true])
  await context.close()
})

describe.each(PATTERNS.map((pattern, place) => ({ pattern: pattern || 'today', place, path: pattern })))(
  '$pattern',
  ({ path: pattern, place }) => {
    // No page, and an address of a file that was refused.
    const isMissing = pattern === '*' || pattern === 'refused'
    // Pages begin with different languages and windows, so that each run has all of them.
    const ways = inTurn(...WAYS.map((_, index) => WAYS[(place + index) % WAYS.length]!))

    it.each(ways)('is accessible and as wide as its window: $lang, $width px', async ({ lang, width }) => {
      // What a page before this one left is not blamed on it.
      errors.length = 0
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      // Every run opens each page, the long one in each of its states.
      const paths = STATES[pattern]?.(records) ?? [pattern]
      for (const path of IS_LONG ? paths : paths.slice(0, 1)) {
        const answer = await page.goto(`/${lang}/desk/${path}`)
        expect([path, answer!.status()]).toEqual([path, isMissing ? 404 : 200])
        await hydrated(page)
        expect(new URL(page.url()).pathname).toBe(
          new URL(`/${lang}/desk/${path}`.replace(/\/$/, ''), page.url()).pathname,
        )
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await picture(page, `${path.replace(/[?].*/, '').replaceAll('/', '-') || 'today'}-${lang}-${width}`)
      }
      // The page that there is not is answered with 404, which browsers write down.
      expect(errors.splice(0).filter((error) => !isMissing || !error.includes(' 404'))).toEqual([])
    })
  },
)
