/** The media library in a browser: many files at once, where they are shown, another in the place of one. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deskTexts as ar } from '../../../app/locales/ar/desk/index.ts'
import { deskTexts as en } from '../../../app/locales/en/desk/index.ts'
import { fieldTexts } from '../../../app/locales/en/fields.ts'
import { expectAccessible } from '../../support/accessible.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { learner } from '../../support/factories.ts'
import { tokenOf } from '../../support/signed-in.ts'
import { article, tag } from '../../support/writing.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const DESKTOP: Visitor = { lang: 'en', width: 1440, scripts: true }
const PLAIN_PHONE: Visitor = { lang: 'ar', width: 390, scripts: false }

async function editor(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  const user = await learner(site.db, { roles: ['Content'], lang: visitor.lang })
  await context.addCookies([{ name: 'access', value: await tokenOf(site, user), url: site.address }])
  return page
}

const png = async (name: string, background: string) => {
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
const WRONG = {
  name: 'wrong.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
}

it('takes several files, puts one into an article, and replaces it there', async () => {
  const { media, editor: tools, articles } = en
  const made = await article(site.db, { body: { ar: 'نص', en: 'Text' }, tags: [await tag(site.db, 'وسم')] })
  await site.db.updateTable('articles').set({ cover: '/brand/mark.svg' }).where('id', '=', made.id).execute()
  const page = await editor(DESKTOP)
  await page.goto('/en/desk/media')
  await hydrated(page)
  // The wrong one is refused while it is sent; the console says so, too.
  await page.setInputFiles('#media-files', [await png('one.png', '#14594b'), WRONG, await png('two.png', '#8a3c12')])
  const answers = page.getByRole('list', { name: media.upload.answers })
  await answers.getByText(media.upload.added).nth(1).waitFor()
  await answers.getByText(fieldTexts.pictureType()).waitFor()
  await page.getByRole('status').getByText(media.upload.done(2, 1)).waitFor({ state: 'attached' })
  const errors = watchErrors(page)
  await page.getByRole('link', { name: 'two.png' }).waitFor()
  await expectAccessible(page)

  await page.goto(`/en/desk/articles/${made.id}`)
  await hydrated(page)
  await page.locator('[role=textbox][lang=en]').waitFor()
  await page.getByRole('toolbar').nth(1).getByRole('button', { name: tools.picture, exact: true }).click()
  const picker = page.getByRole('dialog', { name: media.picker.title })
  await picker.getByRole('button', { name: 'one.png' }).waitFor()
  await expectAccessible(page)
  await picker.getByRole('button', { name: 'one.png' }).click()
  await picker.waitFor({ state: 'hidden' })
  await page.locator('#edit button[value=save]').click()
  await page.getByText(articles.said.saved!).waitFor()
  const body = async () =>
    (await site.db.selectFrom('articles').select('body').where('id', '=', made.id).executeTakeFirstOrThrow()).body.en
  const before = await body()
  expect(before).toMatch(/!\[\]\(\/media\/[\w-]+\/one-300x200\.webp\)/)

  await page.goto('/en/desk/media')
  await page.getByRole('link', { name: 'one.png' }).click()
  await page.getByRole('heading', { level: 1, name: 'one.png' }).waitFor()
  await page.getByText(`${media.sources.article}:`).waitFor()
  await page.getByText(media.replace.title).click()
  await page.setInputFiles('#replace-file', await png('three.png', '#d99a1c'))
  await page.getByRole('button', { name: media.replace.submit, exact: true }).click()
  await page.getByText(media.replacedDone).waitFor()
  expect(await body()).toBe(before!.replace(/\/media\/[^)]+/, (await addressOf('three.png'))!))
  expect(errors).toEqual([])
})

async function addressOf(name: string) {
  const query = site.db.selectFrom('media').select('address').where('file_name', '=', name)
  return (await query.executeTakeFirst())?.address
}

it('works without scripts: each file has its answer, words are saved, and what nothing shows is taken out', async () => {
  const { media, frame } = ar
  const page = await editor(PLAIN_PHONE)
  await page.goto('/ar/desk/media')
  await page.setInputFiles('#media-files', [await png('four.png', '#1f3b63'), WRONG])
  await page.getByRole('button', { name: media.upload.send }).click()
  const answers = page.getByRole('list', { name: media.upload.answers })
  await answers.getByText(media.upload.added).waitFor()
  expect(await answers.getByRole('listitem').count()).toBe(2)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'four.png' }).click()
  await page.locator('[id="alt.ar"]').fill('لوح أزرق')
  await page.locator('[name=focusX]').fill('20')
  await page.getByRole('button', { name: frame.edit.save }).click()
  await page.getByText(media.saved).waitFor()
  const saved = await site.db
    .selectFrom('media')
    .select(['alt', 'focus_x'])
    .where('file_name', '=', 'four.png')
    .executeTakeFirstOrThrow()
  expect(saved).toEqual({ alt: { ar: 'لوح أزرق' }, focus_x: 0.2 })
  await page.goto('/ar/desk/media?state=unused')
  await page.getByLabel(media.drop.select('four.png')).check()
  await page.getByRole('button', { name: media.drop.choose }).click()
  await page.getByText(media.drop.happens).waitFor()
  await page.getByRole('button', { name: media.drop.confirm, exact: true }).click()
  await page.getByText(media.drop.done).waitFor()
  await page.getByRole('link', { name: 'four.png' }).waitFor()
})
