/** A run from its plan to its cancellation: planned on a phone in Arabic, waited for without scripts, cancelled in English. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attendance as arAttendance } from '../../../app/locales/ar/desk/attendance.ts'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { messageForm } from '../../../app/locales/ar/desk/message-form.ts'
import { runs as ar } from '../../../app/locales/ar/desk/runs.ts'
import { course as enCourse } from '../../../app/locales/en/course.ts'
import { frame as enFrame } from '../../../app/locales/en/desk/frame.ts'
import { runs as en } from '../../../app/locales/en/desk/runs.ts'
import { orders as enOrders } from '../../../app/locales/en/orders.ts'
import { problemTexts } from '../../../app/locales/en/problems.ts'
import { profile as enProfile } from '../../../app/locales/en/profile.ts'
import { formatWeekday } from '../../../app/locales/format.ts'
import { dayOf, instantOf, plusDays } from '../../../app/platform/days.ts'
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
import { confirmItIsMe, staffWithOldProof } from '../../support/desk-staff.ts'
import { course, inDays, learner, order, schedule, trainer } from '../../support/factories.ts'
import { institute } from '../../support/orders/invoices.ts'
import { tokenOf } from '../../support/signed-in.ts'

let site: TestSite
let target: { id: number; slug: string }
let other: number
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
  const names = { ar: 'إدارة المشاريع الاحترافية', en: 'Professional project management' }
  target = await course(site.db, { name: names, priceHalalas: 1000_00 })
  other = await schedule(site.db, target.id, { startsAt: inDays(60), seats: 8, priceHalalas: 1200_00 })
})
afterAll(() => site.stop())

async function admin(visitor: Visitor) {
  const staff = await staffWithOldProof(site, visitor, 'Admin')
  staff.page.setDefaultTimeout(20000)
  return staff
}

async function looked(page: Page, name: string) {
  await hydrated(page)
  // The bar at the top must not cover what is measured.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, name)
}

let run: number
const first = plusDays(dayOf(new Date()), 20)

it('is planned on a phone though the session and the connection are lost, and its attendance is taken', async () => {
  const { page, context, errors } = await admin({ lang: 'ar', width: 390, scripts: true })
  await page.goto('/ar/desk/runs/new')
  await page.locator('[name=q]').fill('المشاريع')
  await page.locator('[name=firstDay]').fill(first)
  await page.locator('[name=lastDay]').fill(plusDays(first, 13))
  await page.getByRole('button', { name: ar.show }).click()
  await page.getByRole('heading', { name: ar.review }).waitFor()
  await looked(page, 'desk-plan-ar-390')
  await page.locator('[name=courseId]').selectOption(String(target.id))
  await page.locator('[name=seats]').fill('1')
  await page.locator('[name=room]').fill('القاعة ب')
  await page.locator('[name=session]').last().uncheck()
  const save = () => page.getByRole('button', { name: ar.save }).click()
  const expectKept = async () => {
    await page.getByText(arFrame.edit.kept).waitFor()
    expect(await page.locator('[name=courseId]').inputValue()).toBe(String(target.id))
    expect(await page.locator('[name=seats]').inputValue()).toBe('1')
    expect(await page.locator('[name=room]').inputValue()).toBe('القاعة ب')
    expect(await page.locator('[name=session]:checked').count()).toBe(3)
  }
  const cookies = await context.cookies()
  await context.clearCookies()
  await save()
  await page.waitForURL('**/login**')
  // The sign-in leads back to the page with its pattern; who opens it anew is led there too.
  expect(new URL(page.url()).searchParams.toString()).toContain(encodeURIComponent('firstDay'))
  await context.addCookies(cookies)
  await page.goto('/ar/desk/runs/new')
  await page.getByRole('link', { name: arFrame.edit.resume }).click()
  await expectKept()
  await context.setOffline(true)
  await save()
  await page.getByRole('heading', { name: arFrame.failure.offline }).waitFor()
  await context.setOffline(false)
  // The browser reports the lost connection.
  errors.length = 0
  await page.getByRole('link', { name: arFrame.failure.again }).click()
  await expectKept()
  await looked(page, 'desk-plan-kept-ar-390')
  await save()
  await page.getByText(ar.done.planned).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('runs/new')))).toEqual([])
  run = Number(/runs\/(\d+)/.exec(page.url())![1])
  expect(await page.getByText('القاعة ب').count()).toBe(3)
  await looked(page, 'desk-run-ar-390')

  const person = await learner(site.db)
  await order(site.db, { courseId: target.id, scheduleId: run, userId: person.id, totalHalalas: 1000_00 })
  const session = await site.db
    .selectFrom('run_sessions')
    .select(['id', 'starts_at'])
    .where('schedule_id', '=', run)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  await page.goto(`/ar/desk/attendance?day=${dayOf(session.starts_at)}`)
  await page.getByRole('link', { name: `${arAttendance.take} إدارة المشاريع الاحترافية` }).click()
  await page.waitForURL(`**/attendance/${session.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: new RegExp(`^${arAttendance.states.present}:`) }).click()
  // The session is still to come: that is asked first.
  await page.getByRole('button', { name: arAttendance.early.mark }).click()
  await page.getByText(arAttendance.attended(1, 1)).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.goto(`/ar/desk/runs/${run}/badges`)
  const badge = (await page.locator('main li:has(svg[role=img])').boundingBox())!
  // 90 mm by 54 mm, as badge holders take it.
  expect([badge.width, badge.height].map((px) => Math.round((px * 25.4) / 96))).toEqual([90, 54])
  // The question is the refusal of the first press.
  expect(errors.filter((error) => !/ 409/.test(error))).toEqual([])
  await context.close()
})

it('has a waiting list that learners join and leave without scripts', async () => {
  const person = await learner(site.db)
  const { page, context } = await site.visit({ lang: 'en', width: 390, scripts: false })
  await page.goto(`/en/courses/${target.slug}`)
  await page
    .getByRole('link', { name: new RegExp(enCourse.wait) })
    .first()
    .click()
  await page.getByRole('link', { name: enOrders.waiting.signIn }).waitFor()
  await context.addCookies([{ name: 'access', value: await tokenOf(site, person), url: site.address }])
  await page.reload()
  await page.getByRole('button', { name: enOrders.waiting.join }).click()
  await page.getByText(enOrders.waiting.place('1')).waitFor()
  await picture(page, 'waiting-list-en-390')
  await page.goto('/en/profile/orders')
  await picture(page, 'profile-waiting-en-390')
  await page.getByRole('button', { name: enProfile.orders.waiting.leave }).click()
  await page.getByText(enProfile.orders.waiting.left).waitFor()
  await page.goto(`/en/order-details/${target.id}/${run}`)
  await page.getByRole('button', { name: enOrders.waiting.join }).click()
  await page.getByText(enOrders.waiting.place('1')).waitFor()
  await context.close()
  // With scripts in Arabic, the page and the profile have no barriers.
  const arabic = await site.visit({ lang: 'ar', width: 390, scripts: true })
  await arabic.context.addCookies([{ name: 'access', value: await tokenOf(site, person), url: site.address }])
  for (const path of [`order-details/${target.id}/${run}`, 'profile/orders']) {
    await arabic.page.goto(`/ar/${path}`)
    await looked(arabic.page, `waiting-ar-${path.split('/')[0]}`)
  }
  await arabic.context.close()
})

it('is tagged in the list without scripts, and its learners get a message that was seen before it was sent', async () => {
  const { page, context, person } = await admin({ lang: 'ar', width: 390, scripts: false })
  const choose = async () => {
    await page.locator(`input[name=chosen][value="${run}"]`).check()
    await page.getByText(ar.withChosen).click()
  }
  await page.goto(`/ar/desk/runs?from=${first}`)
  const menu = page.locator('summary', { hasText: ar.withChosen })
  const [line, drawn] = [(await menu.boundingBox())!, (await menu.locator('svg').boundingBox())!]
  expect(Math.abs(line.y + line.height / 2 - (drawn.y + drawn.height / 2))).toBeLessThan(4)
  // A run without tags has no line for them.
  const untagged = page.locator(`td[data-title="${ar.tags}"]:empty`).first()
  expect([await untagged.count(), await untagged.isVisible()]).toEqual([1, false])
  // The name of a record is the head of its card, without a label, also beside a box.
  const name = page.locator('tbody td[data-title]').first()
  expect(await name.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('none')
  await choose()
  await page.locator('[name=tag]').fill('مسائي')
  await page.locator('[name=tag]').press('Enter')
  await page.getByText(arFrame.list.bulkDone(1, 1)).waitFor()
  await page.goto(`/ar/desk/runs?${new URLSearchParams({ tag: 'مسائي' })}`)
  expect(await page.locator('tbody tr').count()).toBe(1)
  await expectNoSidewaysScroll(page)
  await choose()
  await picture(page, 'desk-runs-chosen-ar-390')
  await page.getByRole('button', { name: ar.message }).click()
  await page.getByRole('heading', { level: 1, name: ar.writing.title }).waitFor()
  await page.locator('[name="subject.ar"]').fill('القاعة تغيّرت')
  await page.locator('[name="text.ar"]').fill('أهلًا {name}، نلتقي في {room}.')
  await page.getByRole('button', { name: messageForm.preview }).click()
  // The field that no message knows is named, and nothing typed is lost.
  await page.locator('[id="text.ar-error"]').waitFor()
  expect(await page.locator('[name="subject.ar"]').inputValue()).toBe('القاعة تغيّرت')
  await page.locator('[name="text.ar"]').fill('أهلًا {name}، نلتقي في القاعة ج.')
  await page.getByRole('button', { name: messageForm.preview }).click()
  await page.getByText('نلتقي في القاعة ج.').nth(1).waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-message-ar-390')
  await page.getByRole('button', { name: messageForm.send(1) }).click()
  await confirmItIsMe(page, 'ar', person)
  await page.getByText(ar.writing.sent(1)).waitFor()
  const sent = await site.db.selectFrom('messages').select('text').where('subject', '=', 'القاعة تغيّرت').execute()
  expect(sent.map(({ text }) => text.includes('نلتقي في القاعة ج.'))).toEqual([true])
  await context.close()
})

it('has its first session moved after what that means was shown, and is cancelled after “confirm it is you”', async () => {
  const { page, context, person, errors } = await admin({ lang: 'en', width: 1440, scripts: true })
  // The number of chosen runs is said once: beside the closed menu, and in words in the open one.
  await page.goto('/en/desk/runs')
  await hydrated(page)
  await page.locator('input[name=chosen]').first().check()
  const chosen = page.locator('details', { hasText: en.withChosen })
  const counts = async () => {
    const text = await chosen.innerText()
    return ['(1)', enFrame.list.chosenCount(1)].filter((said) => text.includes(said))
  }
  expect(await counts()).toEqual(['(1)'])
  await chosen.locator('summary').click()
  expect(await counts()).toEqual([enFrame.list.chosenCount(1)])
  await page.goto(`/en/desk/runs/${run}`)
  await looked(page, 'desk-run-en-1440')
  await page.locator(`a[href*='/runs/${run}/sessions/']`).nth(2).click()
  await page.getByText(en.moveConsequences(1, 0, 1, 7)).waitFor()
  await looked(page, 'desk-run-session-en-1440')
  const moved = plusDays(first, 30)
  await page.locator('[name=day]').fill(moved)
  await page.getByRole('button', { name: en.saveSession }).click()
  await page.locator('#reason-error').waitFor()
  await page.locator('[name=reason]').fill('The hall is closed')
  await page.getByRole('button', { name: en.saveSession }).click()
  await page.getByText(en.done.moved).waitFor()
  await page
    .getByText(formatWeekday(instantOf(moved), 'en'))
    .first()
    .waitFor()

  await page.getByRole('link', { name: en.cancel }).click()
  await page.locator('select[name=moveTo]').selectOption(String(other))
  await page.getByRole('button', { name: en.showOutcome }).click()
  await page.getByText(en.movedCount(1)).waitFor()
  await looked(page, 'desk-cancel-en-1440')
  await page.getByLabel(en.refundInstead).check()
  await page.getByRole('button', { name: en.showOutcome }).click()
  await page.getByText(en.outcomes.refunded).waitFor()
  await page.locator('#cancel-reason').fill('The trainer is ill')
  await page.getByRole('button', { name: en.doCancelAndMove }).click()
  await confirmItIsMe(page, 'en', person)
  await page.getByText(en.done.cancelled).waitFor()
  await page.getByText(en.waitStates.left).first().waitFor()
  await picture(page, 'desk-run-cancelled-en-1440')
  await page.goto(`${page.url().replace(/[?#].*/, '')}/cancel`)
  await page.getByRole('heading', { level: 1, name: problemTexts.runCancelled({}) }).waitFor()
  // The missing reason and the missing proof are answered with 400 and 403, which browsers write down.
  expect(errors.filter((error) => !/ 40[039]/.test(error))).toEqual([])
  await context.close()
})

it('that is under way is rescheduled from the pattern that it has, and keeps what has begun', async () => {
  const staff = apiAs(site, await learner(site.db, { roles: ['Admin'] }))
  const day = (days: number) => dayOf(inDays(days))
  const sessions = [30, 37, 44].map((days) => ({ day: day(days), from: '18:00', to: '21:00', room: 'Hall C' }))
  const { id } = await staff.runs.planRun({ courseId: target.id, seats: 5, sessions })
  const [startsAt, endsAt] = [instantOf(day(-1), '18:00'), instantOf(day(-1), '21:00')]
  await site.db
    .updateTable('run_sessions')
    .set({ starts_at: startsAt, ends_at: endsAt })
    .where('schedule_id', '=', id)
    .where('starts_at', '=', instantOf(day(30), '18:00'))
    .execute()
  await site.db
    .updateTable('schedules')
    .set({ starts_at: startsAt, enrolment_closes_at: startsAt })
    .where('id', '=', id)
    .execute()
  const { page, context } = await admin({ lang: 'en', width: 1440, scripts: false })
  await page.goto(`/en/desk/runs/${id}/move`)
  await page.getByText(en.begunStay([formatWeekday(startsAt, 'en')])).waitFor()
  const pattern = ['firstDay', 'lastDay', 'from', 'to'].map((name) => page.locator(`[name=${name}]`).inputValue())
  expect(await Promise.all(pattern)).toEqual([day(37), day(44), '18:00', '21:00'])
  await page.locator('[name=skipsHolidays]').uncheck()
  await page.locator('[name=lastDay]').fill(day(51))
  await page.getByRole('button', { name: en.show }).click()
  expect(await page.locator('[name=session]').count()).toBe(3)
  await page.locator('[name=joinLink]').fill('http://meet.example/1')
  await page.locator('[name=reason]').fill('The hall is closed')
  await page.getByRole('button', { name: en.doMove }).click()
  // The link of all sessions is wrong once, at its field.
  await page.locator('#joinLink-error').waitFor()
  expect(await page.locator('[role=alert] li').allTextContents()).toEqual([expect.stringContaining(en.joinLink)])
  await page.locator('[name=joinLink]').fill('https://meet.example/1')
  await page.getByRole('button', { name: en.doMove }).click()
  await page.getByText(en.done.moved).waitFor()
  const { sessions: moved } = await staff.runs.run({ id })
  expect(moved.map((session) => [session.day, session.joinLink])).toEqual([
    [day(-1), null],
    ...[37, 44, 51].map((days) => [day(days), 'https://meet.example/1']),
  ])
  await context.close()
})

it('is refused where its seats are typed, on a phone without scripts', async () => {
  const { page, context } = await admin({ lang: 'ar', width: 390, scripts: false })
  await page.goto(
    `/ar/desk/runs/new?weekdays=sun,tue&from=17:00&to=20:00&firstDay=${first}&lastDay=${plusDays(first, 13)}`,
  )
  await page.locator('[name=seats]').fill('x')
  await page.getByRole('button', { name: ar.save }).click()
  await page.locator('#seats-error').waitFor()
  const { y, height } = (await page.locator('#plan [role=alert]').boundingBox())!
  expect([y >= 0, y + height <= 844]).toEqual([true, true])
  await context.close()
})

it('stands in the calendar, which opens at today, on a phone without scripts', async () => {
  const { page, context } = await admin({ lang: 'ar', width: 390, scripts: false })
  const month = dayOf(new Date()).slice(0, 7)
  const last = plusDays(`${plusDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
  const { id: courseId } = await course(site.db)
  const run = await schedule(site.db, courseId, { startsAt: inDays(90) })
  const session = (day: string) => {
    const [startsAt, endsAt] = [17, 20].map((hour) => instantOf(day, `${hour}:00`))
    return { schedule_id: run, starts_at: startsAt!, ends_at: endsAt! }
  }
  const days = Array.from({ length: Number(last.slice(8)) }, (_, index) => plusDays(`${month}-01`, index))
  await site.db.insertInto('run_sessions').values(days.map(session)).execute()
  await page.goto('/ar/desk/calendar')
  const today = page.locator('section', { hasText: formatWeekday(session(dayOf(new Date())).starts_at, 'ar') }).last()
  const { y } = (await today.boundingBox())!
  expect([y >= 0, y < 844]).toEqual([true, true])
  await context.close()
})

it('stands in the calendar by room and by trainer, with the sessions that clash', async () => {
  const trainerId = await trainer(site.db, { name: { ar: 'سلمى', en: 'Salma' } })
  const staff = apiAs(site, await learner(site.db, { roles: ['Admin'] }))
  const day = dayOf(inDays(45))
  const session = { day, from: '17:00', to: '20:00', trainerId }
  for (const room of ['Hall A', 'Hall B'])
    await staff.runs.planRun({ courseId: target.id, seats: 5, sessions: [{ ...session, room }] })
  const { page, context } = await admin({ lang: 'en', width: 390, scripts: false })
  await page.goto(`/en/desk/calendar?month=${day.slice(0, 7)}`)
  await page.locator('summary', { hasText: enFrame.list.filters }).click()
  await page.locator('[name=by]').selectOption('room')
  await page.locator('[name=trainerId]').selectOption(String(trainerId))
  await page.getByRole('button', { name: enFrame.list.apply }).click()
  for (const room of ['Hall A', 'Hall B']) await page.getByRole('heading', { name: room }).waitFor()
  expect(await page.getByText(en.clashWith(en.clash.trainer, 'Professional project management')).count()).toBe(2)
  await page.locator('summary', { hasText: enFrame.list.filters }).click()
  await page.locator('[name=by]').selectOption('trainer')
  await page.getByRole('button', { name: enFrame.list.apply }).click()
  await page.getByRole('heading', { name: 'Salma' }).waitFor()
  await page.getByText(en.clashing(2)).first().waitFor()
  await expectNoSidewaysScroll(page)
  await picture(page, 'desk-calendar-en-390')
  // The list of runs is filtered by the trainer and by the course, which is found by a part of its name and chosen.
  await page.goto(`/en/desk/runs?trainerId=${trainerId}&course=professional`)
  await page.getByRole('link', { name: 'Professional project management' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('course')).toBe(String(target.id))
  expect(await page.locator('tbody tr').count()).toBe(2)
  await context.close()
})

it('shows a trainer and Finance nothing that they may not do', async () => {
  const { page, context } = await site.visit({ lang: 'en', width: 1440, scripts: false })
  const finance = await learner(site.db, { roles: ['Finance'] })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, finance), url: site.address }])
  await page.goto(`/en/desk/runs/${other}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const name of [en.edit, en.move, en.cancel, en.addSession])
    expect([name, await page.getByRole('link', { name, exact: true }).count()]).toEqual([name, 0])
  expect(await page.getByRole('button', { name: en.setCapacity }).count()).toBe(0)
  expect(await page.getByRole('button', { name: en.setPrice }).count()).toBe(1)
  for (const path of ['edit', 'cancel', 'sessions/new', 'move'])
    expect([path, (await page.goto(`/en/desk/runs/${other}/${path}`))!.status()]).toEqual([path, 403])
  expect(await page.title()).not.toBe('')
  const teacher = apiAs(site, await learner(site.db, { roles: ['Teacher'] }))
  await expect(teacher.runs.run({ id: other })).rejects.toMatchObject({ code: 'runNotFound' })
  await context.close()
})
