/** Taking attendance at the desk: by camera, without a connection on two devices, and by name without scripts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attendance as ar } from '../../../app/locales/ar/desk/attendance.ts'
import { attendance as en } from '../../../app/locales/en/desk/attendance.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import type { SignedInUser } from '../../../app/platform/context.server.ts'
import { dayOf } from '../../../app/platform/days.ts'
import { HOUR_MS } from '../../../app/platform/durations.ts'
import { qrCode } from '../../../app/platform/qr-code.server.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { apiAs } from '../../support/api-as.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { course, learner, order, schedule, trainer } from '../../support/factories.ts'
import { tokenOf } from '../../support/signed-in.ts'

const TEXTS = { ar, en }
const LEARNERS = 20

let site: TestSite
let teacher: SignedInUser
let run: { id: number; sessionId: number; day: string }
/** Of the learners of the run, by order; then of one with a refunded order, and of one of another run. */
let codes: string[]
let refunded: string
let ofOtherRun: string

beforeAll(async () => {
  site = await startTestSite()
  teacher = await learner(site.db, { roles: ['Teacher'] })
  const { id: courseId } = await course(site.db, { name: { ar: 'إدارة المشاريع', en: 'Project management' } })
  const trainerId = await trainer(site.db, { courseIds: [courseId] })
  await site.db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
  const [id, other] = [await schedule(site.db, courseId), await schedule(site.db, courseId)]
  const startsAt = new Date(Date.now() - HOUR_MS / 4)
  const session = { schedule_id: id, starts_at: startsAt, ends_at: new Date(+startsAt + HOUR_MS), room: 'B 2' }
  const { id: sessionId } = await site.db
    .insertInto('run_sessions')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow()
  run = { id, sessionId, day: dayOf(startsAt) }
  const orders: string[] = []
  for (let n = 0; n < LEARNERS; n++) orders.push((await order(site.db, { courseId, scheduleId: id })).id)
  const left = (await order(site.db, { courseId, scheduleId: id })).id
  const elsewhere = (await order(site.db, { courseId, scheduleId: other })).id
  const { attendance } = apiAs(site, teacher)
  await attendance.badges({ id })
  await attendance.badges({ id: other })
  await site.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', left).execute()
  const badges = new Map(
    (await site.db.selectFrom('badges').selectAll().execute()).map((one) => [one.order_id, one.code]),
  )
  codes = orders.map((one) => badges.get(one)!)
  refunded = badges.get(left)!
  ofOtherRun = badges.get(elsewhere)!
})
afterAll(() => site.stop())

async function signedIn(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  await context.addCookies([{ name: 'access', value: await tokenOf(site, teacher), url: site.address }])
  return { page, context }
}

async function checkIn(page: Page, lang: Lang, badges: readonly string[]): Promise<void> {
  const t = TEXTS[lang]
  for (const code of badges) {
    await page.getByLabel(t.code).fill(code)
    await page.getByRole('button', { name: t.check, exact: true }).click()
  }
}

const scansOf = (page: Page, lang: Lang, verdict: keyof typeof ar.verdicts) =>
  page.getByRole('list', { name: TEXTS[lang].scans }).getByText(TEXTS[lang].verdicts[verdict], { exact: true })

const present = async () =>
  (
    await site.db
      .selectFrom('attendance')
      .select('order_id')
      .where('session_id', '=', run.sessionId)
      .where('state', '=', 'present')
      .execute()
  ).length

it('twenty badges that two devices scan offline are twenty people present, and each duplicate is named', async () => {
  const [phone, laptop] = await Promise.all([
    signedIn({ lang: 'ar', width: 390, scripts: true }),
    signedIn({ lang: 'en', width: 1440, scripts: true }),
  ])
  // Today's sessions lead to the one page of the site that may use the camera.
  // Shortly after midnight theirs began yesterday.
  await phone.page.goto(`/ar/desk/attendance?day=${run.day}`)
  await expectAccessible(phone.page)
  await expectNoSidewaysScroll(phone.page)
  await picture(phone.page, 'desk-attendance-ar-390')
  const [opened] = await Promise.all([
    phone.page.waitForResponse((response) => response.url().endsWith(`/ar/desk/attendance/${run.sessionId}`)),
    phone.page.getByRole('link', { name: `${ar.take} إدارة المشاريع` }).click(),
  ])
  expect(opened.headers()['permissions-policy']).toContain('camera=(self)')
  const list = await laptop.page.goto('/en/desk/attendance')
  expect(list!.headers()['permissions-policy']).toContain('camera=()')
  await laptop.page.goto(`/en/desk/attendance/${run.sessionId}`)
  await Promise.all([hydrated(phone.page), hydrated(laptop.page)])

  for (const { context } of [phone, laptop]) await context.setOffline(true)
  await checkIn(phone.page, 'ar', [...codes.slice(0, 11), codes[0]!])
  await checkIn(laptop.page, 'en', [...codes.slice(10), ofOtherRun, refunded, 'no-badge'])
  await scansOf(phone.page, 'ar', 'waiting').nth(11).waitFor()
  await phone.page.getByText(ar.why.away).waitFor()
  await expectAccessible(phone.page)
  expect(await present()).toBe(0)
  // A page that is closed before the connection is back loses nothing.
  const address = phone.page.url()
  await phone.page.goto('about:blank')
  await phone.context.setOffline(false)
  await phone.page.goto(address)
  await hydrated(phone.page)
  await scansOf(phone.page, 'ar', 'duplicate').waitFor()
  expect(await scansOf(phone.page, 'ar', 'present').count()).toBe(11)
  await laptop.context.setOffline(false)
  await scansOf(laptop.page, 'en', 'unknown').waitFor()
  expect(await scansOf(laptop.page, 'en', 'present').count()).toBe(9)
  expect(await scansOf(laptop.page, 'en', 'duplicate').count()).toBe(1)
  expect(await scansOf(laptop.page, 'en', 'otherRun').count()).toBe(1)
  expect(await scansOf(laptop.page, 'en', 'notEnrolled').count()).toBe(1)
  expect(await present()).toBe(LEARNERS)
  // What the other device has checked in is shown, too.
  await laptop.page.getByText(en.attended(LEARNERS, LEARNERS)).waitFor()
  await expectAccessible(laptop.page)
  await expectNoSidewaysScroll(phone.page)
  await picture(phone.page, 'desk-session-ar-390')
  await picture(laptop.page, 'desk-session-en-1440')
  await Promise.all([phone.context.close(), laptop.context.close()])
})

it('marks by name that are made offline are sent when the connection is back, also after the page was closed', async () => {
  await site.db.deleteFrom('attendance').where('session_id', '=', run.sessionId).execute()
  const { page, context } = await signedIn({ lang: 'ar', width: 390, scripts: true })
  await page.goto(`/ar/desk/attendance/${run.sessionId}`)
  await hydrated(page)
  const person = (index: number) => page.locator('li[id^="a-"]').nth(index)
  const press = (index: number, state: keyof typeof ar.states) =>
    person(index).locator(`button[data-state="${state}"]`).click()
  const marks = async () => {
    const rows = await site.db
      .selectFrom('attendance')
      .select('state')
      .where('session_id', '=', run.sessionId)
      .execute()
    return rows.map(({ state }) => state).sort()
  }
  await context.setOffline(true)
  await press(0, 'absent')
  await press(0, 'present')
  await press(1, 'late')
  await page.getByText(ar.marks.why.away).waitFor()
  expect(await person(0).locator('button[aria-pressed="true"]').getAttribute('data-state')).toBe('present')
  await page.getByText(ar.marks.waiting(2)).waitFor()
  expect(await page.getByText(ar.marks.waits, { exact: true }).count()).toBe(2)
  await picture(page, 'desk-session-offline-ar-390')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await marks()).toEqual([])
  const address = page.url()
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto(address)
  await expect.poll(marks).toEqual(['late', 'present'])
  await page.getByText(ar.attended(2, LEARNERS)).waitFor()
  expect(await page.getByText(ar.marks.why.away).count()).toBe(0)
  await context.close()
})

it('a badge before the camera is checked in once, however long it is held there', async () => {
  await site.db.deleteFrom('attendance').where('session_id', '=', run.sessionId).execute()
  const { page, context } = await signedIn({ lang: 'ar', width: 390, scripts: true })
  const qr = qrCode(codes[3]!)
  // A camera that sees the badge.
  await page.addInitScript(({ size, path }) => {
    const getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 })
      const drawing = canvas.getContext('2d')!
      const draw = () => {
        drawing.setTransform(1, 0, 0, 1, 0, 0)
        drawing.fillStyle = 'white'
        drawing.fillRect(0, 0, 480, 480)
        drawing.setTransform(480 / size, 0, 0, 480 / size, 0, 0)
        drawing.fillStyle = 'black'
        drawing.fill(new Path2D(path))
      }
      draw()
      setInterval(draw, 100)
      return canvas.captureStream(10)
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
  }, qr)
  await page.goto(`/ar/desk/attendance/${run.sessionId}`)
  await hydrated(page)
  await page.getByRole('button', { name: ar.camera.start }).click()
  await scansOf(page, 'ar', 'present').or(page.getByRole('alert')).or(page.getByText(ar.camera.missing)).waitFor()
  expect(await page.getByText(ar.camera.missing).count()).toBe(0)
  await page.waitForTimeout(1_000)
  expect(await scansOf(page, 'ar', 'duplicate').count()).toBe(0)
  expect(await present()).toBe(1)
  await page.getByRole('button', { name: ar.camera.stop }).click()
  await page.locator('video').waitFor({ state: 'hidden' })
  await context.close()
})

it('attendance by name works without scripts, and the attendees and their badges are lists to print', async () => {
  const { page, context } = await signedIn({ lang: 'en', width: 1440, scripts: false })
  await page.goto(`/en/desk/attendance/${run.sessionId}`)
  const late = page.getByRole('button', { name: new RegExp(`^${en.states.late}:`) }).nth(4)
  expect(await late.getAttribute('aria-pressed')).toBe('false')
  await late.click()
  await page.waitForURL(`**/attendance/${run.sessionId}#a-*`)
  expect(await late.getAttribute('aria-pressed')).toBe('true')
  await checkIn(page, 'en', [codes[6]!])
  await scansOf(page, 'en', 'present').waitFor()
  await page.goto(`/en/desk/runs/${run.id}`)
  await page.getByRole('link', { name: en.attendees, exact: true }).click()
  await page.waitForURL(`**/runs/${run.id}/attendees`)
  expect(await page.getByRole('row').count()).toBe(LEARNERS + 1)
  // A trainer sees names; contacts and exports are for those who have that right.
  expect(await page.getByRole('link', { name: /CSV|Excel/ }).count()).toBe(0)
  expect(await page.locator('main').innerText()).not.toContain('@')
  expect(await page.getByRole('columnheader', { name: en.columns.email }).count()).toBe(0)
  await picture(page, 'desk-attendees-en-1440')
  await page.goto(`/en/desk/runs/${run.id}/badges`)
  expect(await page.locator('main svg[role=img]').count()).toBe(LEARNERS)
  await picture(page, 'desk-badges-en-1440')
  await context.close()
})

/** A session of the run in a week. */
async function sessionAhead(): Promise<number> {
  const startsAt = new Date(Date.now() + 7 * 24 * HOUR_MS)
  const { id } = await site.db
    .insertInto('run_sessions')
    .values({ schedule_id: run.id, starts_at: startsAt, ends_at: new Date(+startsAt + HOUR_MS) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const marksIn = async (sessionId: number) =>
  (await site.db.selectFrom('attendance').select('state').where('session_id', '=', sessionId).execute()).map(
    ({ state }) => state,
  )

it('a session of another week is asked about first, once, without scripts', async () => {
  const id = await sessionAhead()
  const { page, context } = await signedIn({ lang: 'ar', width: 390, scripts: false })
  const late = page.getByRole('button', { name: new RegExp(`^${ar.states.late}:`) })
  await page.goto(`/ar/desk/attendance/${id}`)
  await late.nth(2).click()
  await page.getByRole('alert').filter({ hasText: 'لم يحن وقت هذه الجلسة' }).waitFor()
  await expectNoSidewaysScroll(page)
  expect(await marksIn(id)).toEqual([])
  await page.getByRole('button', { name: ar.early.mark }).click()
  await page.waitForURL(`**/attendance/${id}?early=true#a-*`)
  await late.nth(3).click()
  await page.waitForURL(`**/attendance/${id}?early=true#a-*`)
  expect(await marksIn(id)).toEqual(['late', 'late'])
  // What a badge says is seen at once, though the address names who was marked last.
  await checkIn(page, 'ar', ['unknown'])
  await scansOf(page, 'ar', 'unknown').waitFor()
  const { y } = (await scansOf(page, 'ar', 'unknown').boundingBox())!
  expect([y > 0, y < page.viewportSize()!.height]).toEqual([true, true])
  await page.goto(`/ar/desk/attendance/${id}`)
  await checkIn(page, 'ar', [codes[0]!])
  await page.getByRole('button', { name: ar.early.send }).click()
  await scansOf(page, 'ar', 'present').waitFor()
  expect(await marksIn(id)).toHaveLength(3)
  await context.close()
})

it('badges that were scanned offline for a session of another week wait for an answer, and none is lost', async () => {
  const id = await sessionAhead()
  const { page, context } = await signedIn({ lang: 'en', width: 1440, scripts: true })
  await page.goto(`/en/desk/attendance/${id}`)
  await hydrated(page)
  await context.setOffline(true)
  await checkIn(page, 'en', [codes[0]!, codes[1]!])
  await scansOf(page, 'en', 'waiting').nth(1).waitFor()
  await context.setOffline(false)
  await page.getByText('This session is still to come').waitFor()
  expect(await marksIn(id)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: en.early.send }).click()
  await scansOf(page, 'en', 'present').nth(1).waitFor()
  expect(await marksIn(id)).toEqual(['present', 'present'])
  // Asked once: names need no further answer.
  await page
    .getByRole('button', { name: new RegExp(`^${en.states.absent}:`) })
    .nth(4)
    .click()
  await page.waitForTimeout(300)
  expect(await page.getByText('This session is still to come').count()).toBe(0)
  await context.close()
  const other = await signedIn({ lang: 'en', width: 1440, scripts: true })
  const wrong = await sessionAhead()
  await other.page.goto(`/en/desk/attendance/${wrong}`)
  await hydrated(other.page)
  await other.page
    .getByRole('button', { name: new RegExp(`^${en.states.present}:`) })
    .nth(1)
    .click()
  await other.page.getByRole('button', { name: en.early.mark }).waitFor()
  await expectAccessible(other.page)
  expect(await other.page.locator('button[aria-pressed=true]').count()).toBe(0)
  await checkIn(other.page, 'en', [codes[0]!])
  await other.page.getByRole('button', { name: en.early.discard }).click()
  await other.page.reload()
  await hydrated(other.page)
  expect(await scansOf(other.page, 'en', 'waiting').count()).toBe(0)
  expect(await marksIn(wrong)).toEqual([])
  await other.context.close()
})
