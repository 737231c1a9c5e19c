/** Sizes of the content's pictures: from the folder to storage, to the page, and back to a folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { type ContentFolder, contentFolder } from '../../../tests/support/content/content-folder.ts'
import { inSizes, MAX_PIXELS } from '../../platform/pictures.server.ts'
import type { Article } from '../blog/contract.ts'
import { nameWithoutSize, nameWithSize, PICTURE_WIDTHS, sizesOf, widthsFor } from '../pictures/picture-sizes.ts'
import { checkContent, importContent } from './content.server.ts'
import { exportContent } from './export-content.server.ts'

const ARTICLE = 'articles/interview-stories.yaml'
const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#14594b' } }).withExif({ IFD0: { Artist: 'hidden' } })

const SIZES = { widths: PICTURE_WIDTHS, maxHeight: 5000 }

describe('the sizes of a picture', () => {
  it('follow from its address', () => {
    expect(widthsFor(4000)).toEqual([480, 960, 1600])
    expect(widthsFor(1000)).toEqual([480, 960, 1000])
    expect(widthsFor(300)).toEqual([300])
    const name = nameWithSize('a-b.2.jpg', { width: 1000, height: 500 })
    expect([name, nameWithoutSize(name)]).toEqual(['a-b.2-1000x500.jpg', 'a-b.2.jpg'])
    expect(sizesOf(`/media/ab/${name}`)).toEqual({
      width: 1000,
      height: 500,
      sources: ['avif', 'webp'].map((type) => ({
        type: `image/${type}`,
        srcset: `/media/ab/480.${type} 480w, /media/ab/960.${type} 960w, /media/ab/1000.${type} 1000w`,
      })),
    })
    expect(sizesOf('/media/ab/cover-10x10.svg')).toBeUndefined()
  })

  it('are upright, have no metadata, and are refused when they have too many pixels', async () => {
    const bytes = await photograph(600, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height, variants } = await inSizes(bytes, SIZES)
    expect([width, height, variants.map(({ name }) => name)]).toEqual([300, 600, ['300.avif', '300.webp']])
    for (const variant of variants) {
      const made = await sharp(variant.bytes).metadata()
      expect([made.width, made.height, made.exif]).toEqual([300, 600, undefined])
    }
    const huge = await photograph(MAX_PIXELS / 4000 + 1, 4000)
      .png()
      .toBuffer()
    await expect(inSizes(huge, SIZES)).rejects.toThrow(/pixel limit/)
    await expect(inSizes(bytes.subarray(0, 900), SIZES)).rejects.toThrow()
  })
})

describe('the pictures of an article', () => {
  let app: TestApp
  let folder: ContentFolder
  beforeAll(async () => {
    folder = contentFolder()
    writeFileSync(join(folder.path, 'images/articles/photo.jpg'), await photograph(1200, 600).jpeg().toBuffer())
    folder.change(ARTICLE, (article) => {
      article.cover = 'images/articles/photo.jpg'
      article.body.ar +=
        '\n<img src="https://evil.example/x.png" alt="x"> <img src="/media/ab/c.png" onerror="alert(1)">\n'
    })
    app = await startTestApp({ content: folder.path, pictures: true })
  })
  afterAll(async () => {
    folder.dispose()
    await app.stop()
  })
  const article = async (lang: 'ar' | 'en') =>
    (
      await app.call<Article>('GET', `Articles/article-by-id?id=${encodeURIComponent('خمس-قصص-تجهزها-قبل-المقابلة')}`, {
        lang,
      })
    ).data

  it('are shown in existing sizes, with alt text, width and height', async () => {
    for (const lang of ['ar', 'en'] as const) {
      const { body } = await article(lang)
      const [, sources, img] = /<figure><picture>(.*?)(<img [^>]*>)<\/picture><\/figure>/s.exec(body)!
      expect(img).toMatch(/alt="[^"]{20,}" width="800" height="624" loading="lazy" decoding="async"/)
      const addresses = [...sources!.matchAll(/(\/media\/\w+\/\d+\.(?:avif|webp)) (\d+)w/g)]
      expect(addresses.map(([, , width]) => width)).toEqual(['480', '800', '480', '800'])
      for (const [, address, width] of addresses) {
        const answer = await fetch(app.address + address)
        expect(answer.headers.get('content-type')).toBe(`image/${address!.split('.')[1]}`)
        expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(Number(width))
      }
      expect(body).not.toMatch(/evil|onerror/)
    }
  })

  it('give a cover whose address contains its size', async () => {
    const { image } = await article('en')
    expect(image).toMatch(/^\/media\/[0-9a-f]{16}\/photo-1200x600\.jpg$/)
    expect((await fetch(app.address + sizesOf(image)!.sources[0]!.srcset.split(' ')[0])).status).toBe(200)
  })

  it('are not processed again for the same bytes', async () => {
    const put = vi.spyOn(app.services.storage, 'put')
    await importContent(app.services, folder.path)
    expect(put).not.toHaveBeenCalled()
    put.mockRestore()
  })

  it('are exported to a folder under their own names', async () => {
    const out = mkdtempSync(join(tmpdir(), 'maahad-out-'))
    try {
      await exportContent(app.services, out)
      const text = readFileSync(join(out, ARTICLE), 'utf8')
      expect(text).toContain('](images/articles/interview-story-ar.png)')
      expect(text).toContain('cover: images/articles/photo.jpg')
      expect(readFileSync(join(out, 'images/articles/photo.jpg'))).toEqual(
        readFileSync(join(folder.path, 'images/articles/photo.jpg')),
      )
      const errors = checkContent(out, { addresses: [], now: new Date() }).filter(({ message }) =>
        /picture/.test(message),
      )
      expect(errors).toEqual([])
    } finally {
      rmSync(out, { recursive: true, force: true })
    }
  })

  it.each([
    ['![](images/diagrams/interview-story-ar.png)', 'needs words'],
    ['![words](images/diagrams/none.png)', 'there is no picture'],
    ['![words](https://elsewhere.example/a.png)', 'is no picture'],
    ['![words](images/articles/interview-stories.svg)', 'is no picture'],
  ])('are checked: %s', (markdown, message) => {
    const wrong = contentFolder()
    wrong.change(ARTICLE, (article) => {
      article.body.en += `\n\n${markdown}\n`
    })
    const found = checkContent(wrong.path, { addresses: [], now: new Date() })
    wrong.dispose()
    expect(
      found
        .filter(({ file }) => file === ARTICLE)
        .map((finding) => finding.message)
        .join(),
    ).toContain(message)
  })
})
