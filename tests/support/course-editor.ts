/** A course in its editor at the desk, in a browser. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { hydrated, type TestSite, type Visitor, watchErrors } from './browser.ts'
import { course, learner, trainer } from './factories.ts'
import { tokenOf } from './signed-in.ts'

/** An editor at the desk, with the cookies of a session. */
export async function openEditor(site: TestSite, visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  const user = await learner(site.db, { roles: ['Admin'], lang: visitor.lang })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  const open = async (path: string) => {
    await page.goto(`/${visitor.lang}/desk/${path}`)
    await hydrated(page)
  }
  return { page, context, open, errors: watchErrors(page) }
}

/** A course that could be published. */
export async function writtenCourse({ db }: TestSite, name = 'إدارة المشاريع') {
  const created = await course(db, { name: { ar: name, en: 'Managing projects' }, publishedAt: null })
  await trainer(db, { courseIds: [created.id] })
  await db
    .updateTable('courses')
    .set({
      cover: '/brand/mark.svg',
      outline: JSON.stringify([
        { title: { ar: 'أولى' }, lessons: [] },
        { title: { ar: 'ثانية' }, lessons: [] },
      ]),
    })
    .where('id', '=', created.id)
    .execute()
  return created
}

export const savedCourse = ({ db }: TestSite, id: number) =>
  db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const field = (page: Page, name: string) => page.locator(`[id="${name}"]`)
export const save = (page: Page) => page.locator('#edit button[value=save]').click()

/** The answer to what is sent takes its time. */
export const slowSaving = (page: Page) =>
  page.route('**/desk/**', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue().catch(() => undefined)
  })

export async function sendCover(page: Page) {
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#16524a' } })
    .png()
    .toBuffer()
  await field(page, 'cover-file').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer })
  await page.locator('button[value=cover]').click()
}
