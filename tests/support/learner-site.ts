/** A learner with a recorded course and one with a run, on a site of their own. */
import type { Page } from 'playwright-core'
import { hydrated, startTestSite, type TestSite, type Visitor } from './browser.ts'
import { course, inDays, order, schedule } from './factories.ts'
import { type Member, signedInMember, tokenOf } from './signed-in.ts'

export const PHONE: Visitor = { lang: 'ar', width: 390, scripts: true }
export const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }
export const PLAIN_PHONE: Visitor = { ...PHONE, scripts: false }

export type LearnerSite = {
  site: TestSite
  learner: Member
  recorded: { id: number; slug: string }
  run: { courseId: number; scheduleId: number; orderId: string }
  asLearner: (visitor: Visitor) => ReturnType<TestSite['visit']>
  /** Of the recorded course. */
  courseAddress: (lang: 'ar' | 'en') => string
}

export async function startLearnerSite(): Promise<LearnerSite> {
  const site = await startTestSite()
  const learner = await signedInMember(site)
  const userId = learner.user.id
  const recorded = await course(site.db, { delivery: 2, name: { ar: 'أساسيات SQL', en: 'SQL foundations' } })
  await order(site.db, { courseId: recorded.id, userId })
  const withRun = await course(site.db, { name: { ar: 'إدارة المشاريع', en: 'Project management' } })
  const scheduleId = await schedule(site.db, withRun.id, { startsAt: inDays(4) })
  const { id } = await order(site.db, { courseId: withRun.id, scheduleId, userId })
  return {
    ...{ site, learner, recorded },
    run: { courseId: withRun.id, scheduleId, orderId: id },
    asLearner: async (visitor) => {
      const visit = await site.visit(visitor)
      await visit.context.addCookies([{ name: 'access', value: await tokenOf(site, learner.user), url: site.address }])
      return visit
    },
    courseAddress: (lang) => `/${lang}/courses/${encodeURIComponent(recorded.slug)}`,
  }
}

/** Opens a page and waits until it has asked, as every page does once, whether its session still holds. */
export async function openChecked(page: Page, address: string): Promise<void> {
  const checked = page.waitForResponse('**/api/auth/user-info')
  await page.goto(address)
  await hydrated(page)
  await (await checked).finished()
}
