/** A trainer answers a review of their own course, and visitors read it below the review. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frame as arFrame } from '../../../app/locales/ar/desk/frame.ts'
import { reviews as arReviews } from '../../../app/locales/ar/desk/reviews.ts'
import { ui as arUi } from '../../../app/locales/ar/ui.ts'
import { frame as enFrame } from '../../../app/locales/en/desk/frame.ts'
import { reviews as enReviews } from '../../../app/locales/en/desk/reviews.ts'
import { ui as enUi } from '../../../app/locales/en/ui.ts'
import type { SignedInUser } from '../../../app/platform/context.server.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  nameOf,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
} from '../../support/browser.ts'
import { course, learner, review, trainer } from '../../support/factories.ts'
import { inTurn } from '../../support/long.ts'
import { institute } from '../../support/orders/invoices.ts'
import { tokenOf } from '../../support/signed-in.ts'

const TEXTS = {
  ar: { frame: arFrame, reviews: arReviews, ui: arUi },
  en: { frame: enFrame, reviews: enReviews, ui: enUi },
}
const WAYS: Visitor[] = [
  { lang: 'ar', width: 390, scripts: false },
  { lang: 'en', width: 1440, scripts: true },
]

let site: TestSite
let teacher: SignedInUser
beforeAll(async () => {
  site = await startTestSite()
  await institute(site.db)
  teacher = await learner(site.db, { roles: ['Teacher'] })
})
afterAll(() => site.stop())

/** A course of the trainer with a low rating. */
async function reviewed() {
  const made = await course(site.db)
  const trainerId = await trainer(site.db, { courseIds: [made.id] })
  await site.db.updateTable('trainers').set({ user_id: teacher.id }).where('id', '=', trainerId).execute()
  const id = await review(site.db, { courseId: made.id, rate: 2, comment: { ar: 'الوقت ضاق عن التمارين' } })
  return { ...made, reviewId: id }
}

it.each(inTurn(...WAYS).map((way) => [nameOf(way), way] as const))(
  'a trainer answers a low rating that waits for them: %s',
  async (_, visitor) => {
    const { lang, scripts, width } = visitor
    const { frame, reviews: t, ui } = TEXTS[lang]
    const { slug, reviewId } = await reviewed()
    const { page, context } = await site.visit(visitor)
    await context.addCookies([{ name: 'access', value: await tokenOf(site, teacher), url: site.address }])

    await page.goto(`${site.address}/${lang}/desk`)
    await page
      .locator(`main a[href$="/desk/reviews/${reviewId}"]`, { hasText: frame.today.kinds.review.action })
      .click()
    await page.getByRole('heading', { name: t.answer }).waitFor()
    if (scripts) {
      await hydrated(page)
      await expectAccessible(page)
    }
    await expectNoSidewaysScroll(page)
    await picture(page, `desk-review-${lang}-${width}`)

    await page.locator('[name="answer.ar"]').fill('نعتذر، زدنا ساعة للتمارين.')
    await page.locator('[name="answer.en"]').fill('Sorry. We have added an hour of exercises.')
    await page.getByRole('button', { name: t.send, exact: true }).click()
    await page.getByText(t.done.answer!).waitFor()
    // A trainer answers, and hides nothing.
    expect(await page.getByRole('button', { name: t.hide }).count()).toBe(0)

    await page.goto(`${site.address}/${lang}/desk/reviews?state=answered`)
    await page.locator(`main a[href$="/desk/reviews/${reviewId}"]`).waitFor()
    await expectNoSidewaysScroll(page)
    await picture(page, `desk-reviews-${lang}-${width}`)

    await page.goto(`${site.address}/${lang}/courses/${encodeURIComponent(slug)}`)
    const { name } = (await site.db.selectFrom('institute').select('data').executeTakeFirstOrThrow()).data
    const shown = page.locator('#reviews', { hasText: ui.reviewAnswer((lang === 'en' && name.en) || name.ar) })
    expect(await shown.textContent()).toContain(lang === 'ar' ? 'زدنا ساعة للتمارين' : 'added an hour of exercises')
    await picture(page, `course-review-answer-${lang}-${width}`)
  },
)
