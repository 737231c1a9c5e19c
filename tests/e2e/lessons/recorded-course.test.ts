/** A recorded course in a browser: a lesson that is open to all, then the lessons, the quiz and the certificate. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { texts as ar } from '../../../app/locales/ar/index.ts'
import { deskTexts } from '../../../app/locales/en/desk/index.ts'
import { texts as en } from '../../../app/locales/en/index.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { expectNoSidewaysScroll, hydrated, picture, startTestSite, type TestSite } from '../../support/browser.ts'
import { course, order } from '../../support/factories.ts'
import { type Member, signedInMember, tokenOf } from '../../support/signed-in.ts'

const VIDEO = join(import.meta.dirname, '../../../content/lessons/sql-foundations/what-is-a-database.mp4')

let site: TestSite
let editor: Member
let learner: Member
let made: { id: number; slug: string }
let orderId: string
beforeAll(async () => {
  site = await startTestSite()
  editor = await signedInMember(site, ['Content'])
  learner = await signedInMember(site)
  made = await course(site.db, { delivery: 2, name: { ar: 'أساسيات SQL', en: 'SQL foundations' } })
  orderId = (await order(site.db, { courseId: made.id, userId: learner.user.id })).id
})
afterAll(() => site.stop())

async function asMember(member: Member, visitor: Parameters<TestSite['visit']>[0]) {
  const visit = await site.visit(visitor)
  await visit.context.addCookies([{ name: 'access', value: await tokenOf(site, member.user), url: site.address }])
  return visit
}

it('an editor writes two lessons: an open one with a video, and one with questions', async () => {
  const { page, context } = await asMember(editor, { lang: 'en', width: 1440, scripts: true })
  const t = deskTexts.lessons
  const add = async (title: string) => {
    await page.goto(`/en/desk/courses/${made.id}/lessons`)
    await hydrated(page)
    await page.locator('[id="title.ar"]').fill(title)
    await page.getByLabel(t.minutes).fill('5')
    await page.getByRole('button', { name: t.add }).click()
    await page.getByText(t.added).waitFor()
    await hydrated(page)
  }
  await add('ما قاعدة البيانات؟')
  await page.getByLabel(t.free).check()
  await page.getByRole('button', { name: t.save }).click()
  await page.getByText(t.saved).waitFor()
  await page.locator('#video').setInputFiles(VIDEO)
  await page.getByRole('button', { name: t.sendVideo }).click()
  await page.getByText(t.sent).waitFor()
  await add('اختبار')
  await page.locator('[id="quiz.ar"]').fill('أي كلمة تختار الأعمدة؟\n* SELECT\n- WHERE')
  await page.getByRole('button', { name: t.save }).click()
  await page.getByText(t.saved).waitFor()
  await expectAccessible(page)
  await page.goto(`/en/desk/courses/${made.id}/lessons`)
  await expectAccessible(page)
  await context.close()
})

it('a guest finds the open lesson on the page of the course', async () => {
  const { page, context } = await site.visit({ lang: 'ar', width: 390, scripts: false })
  await page.goto(`/ar/courses/${made.slug}`)
  await page.getByRole('heading', { name: ar.lessons.free.title }).waitFor()
  await page.locator('#free-lesson video').waitFor()
  await expectNoSidewaysScroll(page)
  await context.close()
})

it.each(['ar', 'en'] as const)('their pages speak of lessons, never of sessions: %s', async (lang) => {
  const { page, context } = await asMember(learner, { lang, width: 1440, scripts: false })
  for (const address of [`/${lang}/profile/courses`, `/${lang}/order-approved?order=${orderId}`]) {
    await page.goto(address)
    const text = await page.locator('main').innerText()
    expect(text).toMatch(/دروس|lessons/)
    expect(text).not.toMatch(/جلس|لقاء|session|meeting/i)
    await picture(page, `recorded-${lang}-${address.includes('order')}`)
  }
  await context.close()
})

it('a learner goes through the lessons without scripts, and gets the certificate', async () => {
  const { page, context } = await asMember(learner, { lang: 'ar', width: 390, scripts: false })
  const t = ar.lessons
  const code = `SELECT title ${'AS a_very_long_name '.repeat(9)}`
  await site.db
    .updateTable('lessons')
    .set({ body: JSON.stringify({ ar: `\`\`\`sql\n${code}\n\`\`\`` }) })
    .where('course_id', '=', made.id)
    .execute()
  await page.goto('/ar/profile/courses')
  await page.getByRole('link', { name: ar.learning.start }).click()
  await page.getByRole('heading', { name: 'ما قاعدة البيانات؟' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t.finishNext }).click()
  await page.getByRole('heading', { name: 'اختبار' }).waitFor()
  await page.getByRole('button', { name: t.send }).click()
  await page.locator('#q0-error', { hasText: t.choose }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByLabel('WHERE').check()
  await page.getByRole('button', { name: t.send }).click()
  await page.getByText(t.failed('0')).waitFor()
  await page.getByLabel('SELECT').check()
  await page.getByRole('button', { name: t.send }).click()
  await page.getByText(t.passed('100')).waitFor()
  await page.getByRole('link', { name: t.certificate }).click()
  await page.getByText(ar.certificates.valid).waitFor()
  await context.close()
})

it.each(['ar', 'en'] as const)(
  'whoever has not bought the course is led from a lesson to its page: %s',
  async (lang) => {
    const { page, context } = await asMember(await signedInMember(site), { lang, width: 390, scripts: false })
    const own = site.db.selectFrom('lessons').select('id').where('course_id', '=', made.id)
    const { id } = await own.executeTakeFirstOrThrow()
    for (const address of [`/${lang}/learn/${made.id}`, `/${lang}/learn/${made.id}/${id}`]) {
      await page.goto(address)
      expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/${lang}/courses/${made.slug}`)
    }
    await page.goto(`/${lang}/learn/999999`)
    expect(new URL(page.url()).pathname).toMatch(/\/error$/)
    await context.close()
  },
)

it('a quiz with nothing chosen says so at its question, in words of ours', async () => {
  const { page, context } = await asMember(learner, { lang: 'en', width: 1440, scripts: true })
  const t = en.lessons
  const own = site.db.selectFrom('lessons').select('id').where('course_id', '=', made.id).where('quiz', 'is not', null)
  const { id } = await own.executeTakeFirstOrThrow()
  await page.goto(`/en/learn/${made.id}/${id}`)
  await hydrated(page)
  await page.getByRole('button', { name: t.send }).click()
  await page.locator('#q0-error', { hasText: t.choose }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('q0')
  await expectAccessible(page)
  await picture(page, 'quiz-en')
  await page.getByLabel('SELECT').check()
  await page.locator('#q0-error').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t.send }).click()
  await page.getByText(t.passed('100')).waitFor()
  await context.close()
})

it('the video goes on where it was left, and as fast as the learner likes', async () => {
  const { page, context } = await asMember(learner, { lang: 'ar', width: 1440, scripts: true })
  await site.db.updateTable('lesson_progress').set({ seconds: 12, done_at: null }).execute()
  const own = site.db.selectFrom('lessons').select('id').where('course_id', '=', made.id)
  const { id } = await own.orderBy('position').executeTakeFirstOrThrow()
  await page.goto(`/ar/learn/${made.id}/${id}`)
  await page.getByText(ar.lessons.resumed('0:12')).waitFor()
  await expectAccessible(page)
  const video = page.locator('video')
  expect(await video.getAttribute('aria-label')).toBe(ar.lessons.video('ما قاعدة البيانات؟'))
  await hydrated(page)
  await page.getByLabel(ar.lessons.speed).selectOption('1.5')
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5)
  await context.close()
})
