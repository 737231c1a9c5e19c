/** A run without scripts, by each role whose work it is: seats and who waits, attendance, certificates. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { formatDay } from '../../../app/locales/format.ts'
import type { Lang } from '../../../app/locales/lang.ts'
import { DAY_MS, HOUR_MS } from '../../../app/platform/durations.ts'
import { expectNoSidewaysScroll, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { course, inDays, learner, order, schedule, trainer } from '../../support/factories.ts'
import { textsOf } from '../../support/learner.ts'
import { inTurn } from '../../support/long.ts'
import { institute } from '../../support/orders/invoices.ts'
import { tokenOf } from '../../support/signed-in.ts'

const TEXTS = { ar, en }
const NAME = { ar: 'إدارة المشاريع', en: 'Project management' }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
})
afterAll(() => site.stop())

type User = Awaited<ReturnType<typeof learner>>

async function deskOf(user: User, lang: Lang, width: 390 | 1440) {
  const { page, context } = await site.visit({ lang, width, scripts: false })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  const open = async (path: string) => {
    await page.goto(`/${lang}/desk/${path}`)
    await expectNoSidewaysScroll(page)
  }
  return { page, context, open }
}

const certificateOf = (orderId: string) =>
  site.db.selectFrom('certificates').select(['code', 'revoked_at']).where('order_id', '=', orderId).execute()

describe.each(inTurn({ lang: 'ar', width: 390 } as const, { lang: 'en', width: 1440 } as const))(
  'without scripts, in $lang at $width pixels',
  ({ lang, width }) => {
    const { runs: t, attendance } = TEXTS[lang]

    it('an Admin changes the seats: never below what is sold, and a new one is offered to the first who waits', async () => {
      const { id: courseId } = await course(site.db, { name: NAME })
      const run = await schedule(site.db, courseId, { seats: 2, startsAt: inDays(30) })
      for (let n = 0; n < 2; n++) await order(site.db, { courseId, scheduleId: run })
      const waits = await learner(site.db)
      const line = { schedule_id: run, user_id: waits.id, lang, joined_at: new Date() }
      await site.db.insertInto('waiting_places').values(line).execute()
      const { page, context, open } = await deskOf(await learner(site.db, { roles: ['Admin'], lang }), lang, width)
      await open(`runs/${run}`)
      const seats = async (count: string) => {
        await page.locator('[name=seats]').fill(count)
        await page.getByRole('button', { name: t.setCapacity }).click()
      }
      await seats('1')
      await page.getByRole('alert').waitFor()
      // What was typed is still there.
      expect(await page.locator('[name=seats]').inputValue()).toBe('1')
      await picture(page, `desk-capacity-refused-${lang}-${width}`)
      await seats('٣')
      await page.getByText(t.done.saved).waitFor()
      const stored = site.db.selectFrom('schedules').select('seats').where('id', '=', run)
      expect(await stored.executeTakeFirstOrThrow()).toEqual({ seats: 3 })
      await expect.poll(async () => (await site.mails(waits.email)).length, { timeout: 10_000 }).toBeGreaterThan(0)
      await context.close()
    })

    it('a trainer takes attendance and proposes, an Admin issues the certificate and revokes it', async () => {
      const teacher = await learner(site.db, { roles: ['Teacher'], lang, firstName: 'Huda' })
      const student = await learner(site.db, { firstName: 'Reem' })
      const { id: courseId } = await course(site.db, { name: NAME })
      const trainerId = await trainer(site.db, { courseIds: [courseId] })
      await site.db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
      const startsAt = new Date(Date.now() - DAY_MS)
      const endsAt = new Date(+startsAt + HOUR_MS)
      const run = await schedule(site.db, courseId, { startsAt, endsAt })
      const session = { schedule_id: run, starts_at: startsAt, ends_at: endsAt }
      const { id: sessionId } = await site.db
        .insertInto('run_sessions')
        .values(session)
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: orderId } = await order(site.db, { courseId, scheduleId: run, userId: student.id })

      const own = await deskOf(teacher, lang, width)
      await own.open(`attendance/${sessionId}`)
      await own.page.getByRole('button', { name: new RegExp(`^${attendance.states.present}:`) }).click()
      await own.page.getByText(attendance.attended(1, 1)).waitFor()
      await own.open(`runs/${run}/attendees`)
      expect(await own.page.getByRole('button', { name: attendance.issue }).count()).toBe(0)
      await own.page.getByRole('button', { name: attendance.propose }).click()
      await own.page.getByRole('button', { name: attendance.proposeAgain }).waitFor()
      expect(await certificateOf(orderId)).toEqual([])
      await own.context.close()

      const admin = await deskOf(await learner(site.db, { roles: ['Admin'], lang }), lang, width)
      await admin.open(`runs/${run}/attendees`)
      await admin.page
        .getByText(attendance.proposed('Huda Alqahtani', formatDay(new Date().toISOString(), lang)))
        .waitFor()
      await admin.page.getByRole('button', { name: attendance.issue }).click()
      await admin.page.getByText(attendance.issued(1)).waitFor()
      const [issued] = await certificateOf(orderId)
      expect(issued!.revoked_at).toBeNull()
      await picture(admin.page, `desk-certificates-issued-${lang}-${width}`)
      await admin.open(`certificates?${new URLSearchParams({ query: 'Reem' })}`)
      await revoke(admin.page, lang)
      expect((await certificateOf(orderId))[0]!.revoked_at).not.toBeNull()
      await admin.page.goto(`/${lang}/certificates/${issued!.code}`)
      await admin.page.getByText(textsOf(lang).certificates.revoked).waitFor()
      await admin.context.close()
    })
  },
)

async function revoke(page: Page, lang: Lang) {
  const t = TEXTS[lang].certificates
  await page.locator('a[href*="revoke="]').first().click()
  await page.getByRole('button', { name: t.revokeOne }).click()
  // A reason is needed.
  await page.locator('[name=reason][aria-invalid=true]').waitFor()
  await page.locator('[name=reason]').fill('كُتب الاسم خطأً.')
  await page.getByRole('button', { name: t.revokeOne }).click()
  await page.getByText(t.revoked, { exact: true }).waitFor()
}
