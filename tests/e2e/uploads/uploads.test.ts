/** The file of a post in a browser: chosen, dropped, pasted, cancelled, retried, kept, replaced and shown. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { office, pdf } from '../../support/attacks/upload-corpus.ts'
import {
  expectNoSidewaysScroll,
  hydrated,
  picture,
  startTestSite,
  type TestSite,
  type Visitor,
  watchErrors,
} from '../../support/browser.ts'
import { signedIn, textsOf } from '../../support/learner.ts'
import { IS_LONG, inTurn, longIt } from '../../support/long.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const CHART = join(ROOT, 'content/images/posts/pareto-in-the-pharmacy.png')
const FILM = join(ROOT, 'content/videos/maahad.mp4')
const chart = { name: 'مخطط.png', mimeType: 'image/png', buffer: readFileSync(CHART) }
const paper = { name: 'خطة.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) }
const report = { name: 'report.docx', mimeType: 'application/msword', buffer: office('docx') }

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

async function newPost(visitor: Visitor) {
  const { page, context } = await site.visit(visitor)
  await signedIn(site, context, visitor.lang)
  const errors = watchErrors(page)
  await page.goto(`/${visitor.lang}/community/new`)
  if (visitor.scripts) await hydrated(page)
  const t = textsOf(visitor.lang)
  const write = async (title: string) => {
    await page.locator('[name=title]').fill(title)
    await page.locator('[name=content]').fill('**نص** المشاركة')
    await page.locator('[name=categoryId]').selectOption({ index: 1 })
  }
  const look = async (name: string) => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `${name}-${visitor.lang}-${visitor.width}`)
  }
  return { page, context, errors, t, write, look }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const uploadId = (page: Page) => page.locator('[name=upload]').inputValue()

describe.each<Visitor>([
  { lang: 'ar', width: 390, scripts: true },
  { lang: 'en', width: 1440, scripts: true },
])('with scripts: $lang, $width px', (visitor) => {
  it.runIf(IS_LONG || visitor.lang === 'ar')(
    'a file is uploaded immediately, survives an error, and is shown at the post; then another, then none',
    async () => {
      const { page, context, errors, t, write, look } = await newPost(visitor)
      await look('upload-empty')
      await page.locator('#file').setInputFiles(chart)
      await page.getByText(t.uploads.file.done).waitFor()
      await look('upload-done')
      const id = await uploadId(page)
      await button(page, t.community.form.publish).click()
      await page.locator('#title[aria-invalid=true]').waitFor()
      expect(await uploadId(page)).toBe(id)
      await page.locator('[name=fileAlt]').fill('أعمدة وخط')
      await write('بصورة')
      await button(page, t.community.form.publish).click()
      await title(page, 'بصورة')
      const shown = page.locator('article picture img')
      expect(await shown.getAttribute('alt')).toBe('أعمدة وخط')
      await expect
        .poll(() => shown.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
        .toBe(true)
      expect(await shown.evaluate((one: HTMLImageElement) => one.currentSrc)).toContain('.avif')
      await look('post-with-image')

      await page.getByRole('link', { name: t.community.edit }).click()
      await page.locator('#file').waitFor({ state: 'attached' })
      expect(await uploadId(page)).toBe(id)
      await page.locator('#file').setInputFiles(paper)
      await page.getByText(t.uploads.file.done).waitFor()
      await button(page, t.writing.save).click()
      await page.getByRole('link', { name: 'خطة.pdf' }).waitFor()
      await look('post-with-file')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'خطة.pdf' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('خطة.pdf')

      await page.getByRole('link', { name: t.community.edit }).click()
      await button(page, t.uploads.file.remove).click()
      await page.getByText(t.uploads.file.removed).waitFor()
      await button(page, t.writing.save).click()
      await title(page, 'بصورة')
      expect(await page.getByRole('link', { name: 'خطة.pdf' }).count()).toBe(0)
      expect(errors.filter((error) => !error.includes('400'))).toEqual([])
      await context.close()
    },
  )

  it.runIf(IS_LONG || visitor.lang === 'en')(
    'shows its progress, can be cancelled, retried and refused, and the post waits for it',
    async () => {
      const { page, context, t, write, look } = await newPost(visitor)
      const { file } = t.uploads
      const held = Promise.withResolvers<void>()
      await page.route('**/api/Uploads', async (route) => {
        await held.promise
        await route.continue().catch(() => undefined)
      })
      await page.locator('#file').setInputFiles(paper)
      await page.locator('progress').waitFor()
      await look('upload-sending')
      await button(page, file.cancel).click()
      await page.getByText(file.cancelled).waitFor()

      await page.unroute('**/api/Uploads')
      await page.route('**/api/Uploads', (route) => route.abort('connectionreset'))
      await page.locator('#file').setInputFiles(paper)
      await page.getByText(file.lost).waitFor()
      await look('upload-lost')
      await page.unroute('**/api/Uploads')
      await button(page, file.retry).click()
      await page.getByText(file.done).waitFor()

      await page
        .locator('#file')
        .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await page.locator('#file-error').waitFor()
      await look('upload-refused')
      await page.locator('#file').setInputFiles({ ...chart, buffer: Buffer.alloc(9 * 1024 * 1024) })
      await page.getByText(file.tooLarge(8)).waitFor()

      const goes = Promise.withResolvers<void>()
      await page.route('**/api/Uploads', async (route) => {
        await goes.promise
        await route.continue()
      })
      await page.locator('#file').setInputFiles(report)
      await page.locator('progress').waitFor()
      await write(`ينتظر ملفه ${visitor.width}`)
      await button(page, t.community.form.publish).click()
      await page.getByText(file.waits).waitFor()
      goes.resolve()
      held.resolve()
      await title(page, `ينتظر ملفه ${visitor.width}`)
      await page.getByRole('link', { name: 'report.docx' }).waitFor()
      await context.close()
    },
  )
})

describe.each(inTurn({ lang: 'ar', width: 1440, scripts: false }, { lang: 'en', width: 390, scripts: false }))(
  'without scripts: $lang, $width px',
  (visitor) => {
    it('a file is sent with the form, survives an error, and can be removed', async () => {
      const { page, context, t, write } = await newPost(visitor)
      await page.locator('#file').setInputFiles({ ...paper, name: 'x.svg', buffer: Buffer.from('<svg></svg>') })
      await page.locator('[name=title]').fill('بلا سكربت')
      await button(page, t.community.form.publish).click()
      await page.locator('#file-error').waitFor()
      expect(await page.locator('[name=title]').inputValue()).toBe('بلا سكربت')
      await page.locator('#file').setInputFiles(chart)
      await button(page, t.community.form.publish).click()
      await page.locator('#post-content[aria-invalid=true]').waitFor()
      const id = await uploadId(page)
      expect(id).not.toBe('')
      expect(await page.getByText('مخطط.webp').count()).toBe(1)
      await picture(page, `upload-kept-${visitor.lang}-${visitor.width}`)
      await button(page, t.community.form.showPreview).click()
      expect(await uploadId(page)).toBe(id)
      await write('بلا سكربت')
      await button(page, t.community.form.publish).click()
      await title(page, 'بلا سكربت')
      await page.locator('article picture img').waitFor()
      await page.getByRole('link', { name: t.community.edit }).click()
      await page.locator('[name=removeFile]').check()
      await button(page, t.writing.save).click()
      await title(page, 'بلا سكربت')
      expect(await page.locator('article picture img').count()).toBe(0)
      await context.close()
    })
  },
)

longIt('a video is played in place, from a requested range', async () => {
  const { page, context, t, write, look } = await newPost({ lang: 'ar', width: 1440, scripts: true })
  await page.locator('#file').setInputFiles(FILM)
  await page.getByText(t.uploads.file.done).waitFor()
  await write('بفيديو')
  await button(page, t.community.form.publish).click()
  await title(page, 'بفيديو')
  const film = page.locator('article video')
  const address = await film.getAttribute('src')
  const part = await page.request.get(address!, { headers: { Range: 'bytes=100-199' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 100])
  expect(await film.evaluate((one: HTMLVideoElement) => [one.width, one.height, one.preload])).toEqual([
    1280,
    720,
    'metadata',
  ])
  await look('post-with-film')
  await page.goto('/ar/community')
  await page.getByText(t.uploads.attachment.video).first().waitFor({ state: 'attached' })
  await picture(page, 'community-marks-ar-1440')
  await context.close()
})

longIt('a file can be dropped, pasted, and chosen by keyboard alone', async () => {
  const { page, context, t } = await newPost({ lang: 'en', width: 1440, scripts: true })
  const give = (type: 'drop' | 'paste', count: number) =>
    page.evaluate(
      ({ type, count }) => {
        const data = new DataTransfer()
        for (let number = 1; number <= count; number++)
          data.items.add(new File(['%PDF-1.4\n%%EOF'], `${type}${number}.pdf`, { type: 'application/pdf' }))
        const event =
          type === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        document.querySelector(type === 'drop' ? 'fieldset' : 'textarea')!.dispatchEvent(event)
      },
      { type, count },
    )
  // Registered before the click: an unexpected dialog would be the browser's own.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 })
  const otherUpload = async (than: string): Promise<string> => {
    await expect.poll(() => uploadId(page)).not.toBe(than)
    const id = await uploadId(page)
    return id === '' ? otherUpload('') : id
  }
  await give('drop', 2)
  await page.getByText(t.uploads.file.onlyOne).waitFor()
  const dropped = await otherUpload('')
  expect(await page.getByText('drop1.pdf').count()).toBe(1)
  await give('paste', 1)
  const id = await otherUpload(dropped)
  expect(await page.getByText('paste1.pdf').count()).toBe(1)
  // The draft remembers it.
  await page.reload()
  await hydrated(page)
  await expect.poll(() => uploadId(page)).toBe(id)

  await page.locator('#file').focus()
  await page.keyboard.press('Space')
  await (await chooser).setFiles(paper)
  await page.getByText('خطة.pdf').waitFor()
  await page.locator('#file').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(t.uploads.file.removed).waitFor()
  expect(await uploadId(page)).toBe('')
  await context.close()
})
