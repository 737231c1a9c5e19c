/** Share pictures: correct Arabic, only of published courses and articles, and with limited load. */
import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHARE_FONT, textLine } from '../app/features/discovery/share-picture.ts'
import { drawSvg, FONT, shapedWidth } from '../app/features/discovery/share-pictures.server.ts'
import { createDrawings } from '../app/platform/drawings.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { course, inDays, specialization } from './support/factories.ts'

/** The columns with ink in a line drawn at the right edge. */
function inkOf(text: string, direction: 'rtl' | 'ltr' = 'rtl'): { columns: boolean[]; pixels: Buffer; width: number } {
  const [width, height] = [900, 120]
  const setting = { lang: 'ar' as const, y: 80, size: 60, weight: 600 as const, fill: '#000' }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${textLine(setting, 880, text, direction)}</svg>`
  const { pixels } = new Resvg(svg, { font: FONT }).render()
  const columns = Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (__, y) => pixels[(y * width + x) * 4 + 3]! > 60).some(Boolean),
  )
  return { columns, pixels, width }
}

/** The part of a drawn line between two columns, as bytes to compare. */
function cut({ pixels, width }: ReturnType<typeof inkOf>, from: number, to: number): string {
  const rows = Array.from({ length: pixels.length / width / 4 }, (_, y) =>
    pixels.subarray((y * width + from) * 4, (y * width + to) * 4).toString('hex'),
  )
  return rows.join('\n')
}

const firstInk = (columns: boolean[]) => columns.indexOf(true)

describe('the drawn text', () => {
  it('joins Arabic letters', () => {
    const isolated = [...'محاسبة'].join('\u200c')
    expect(shapedWidth('محاسبة')).toBeLessThan(shapedWidth(isolated) * 0.85)
    // There is no gap between the letters of «محمد».
    const { columns } = inkOf('محمد')
    const inked = columns.slice(columns.indexOf(true), columns.lastIndexOf(true) + 1)
    expect(inked.every(Boolean)).toBe(true)
    const apart = inkOf([...'محمد'].join('\u200c')).columns
    expect(apart.slice(apart.indexOf(true), apart.lastIndexOf(true) + 1).every(Boolean)).toBe(false)
  })

  it('puts the parts of a mixed line in the order in which they are read', () => {
    const whole = inkOf('دبلوم Power BI وتحليل')
    const begin = inkOf('دبلوم')
    const start = firstInk(begin.columns)
    // The first word is at the right edge, as when drawn alone; from left to right the picture would differ.
    expect(cut(whole, start, 900)).toBe(cut(begin, start, 900))
    expect(cut(inkOf('دبلوم Power BI وتحليل', 'ltr'), start, 900)).not.toBe(cut(begin, start, 900))
  })

  it('has a form for every letter, digit and mark that names hold', () => {
    for (const text of ['أإآؤئءىةپچگ', 'ABCxyz', '0123456789', '٠١٢٣', '«»()،؛؟–·+&:/…', 'تعلّمًا']) {
      for (const letter of text) if (/\S/.test(letter)) expect(shapedWidth(letter), letter).toBeGreaterThan(0)
    }
  })

  it('never interprets a text as markup', async () => {
    const size = sizeOf(
      await drawSvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${textLine({ lang: 'en', y: 9, size: 9, weight: 400, fill: '#000' }, 0, '</text><b a="&\u0000\ud800')}</svg>`,
      ),
    )
    expect(size).toEqual([1200, 630])
    expect(SHARE_FONT).toBe('Readex Pro')
  })
})

describe('a share picture', () => {
  let app: TestApp
  let id: number
  beforeAll(async () => {
    app = await startTestApp()
    const field = await specialization(app.db, { name: { ar: 'البيانات', en: 'Data' } })
    id = (await course(app.db, { name: { ar: 'دبلوم Power BI', en: 'Power BI diploma' }, specializationId: field })).id
  })
  afterAll(() => app.stop())
  const get = (path: string, headers = {}) => fetch(app.address + path, { headers })

  it.each(['/share/ar.png', '/share/en.png', 'ar', 'en'])('is a PNG of 1200 × 630: %s', async (path) => {
    const answer = await get(path.startsWith('/') ? path : `/share/${path}/courses/${id}.png`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(sizeOf(bytes)).toEqual([1200, 630])
    // Messengers ignore larger pictures.
    expect(bytes.length).toBeLessThan(300_000)
  })

  it('differs by language and after the course was renamed', async () => {
    const etag = async (lang: string) => (await get(`/share/${lang}/courses/${id}.png`)).headers.get('etag')
    const [ar, en] = [await etag('ar'), await etag('en')]
    expect(ar).not.toBe(en)
    await app.db
      .updateTable('courses')
      .set({ name: JSON.stringify({ ar: 'اسم آخر', en: 'Power BI diploma' }) })
      .where('id', '=', id)
      .execute()
    expect(await etag('ar')).not.toBe(ar)
    expect(await etag('en')).toBe(en)
  })

  it('is not sent again to a browser that has it, and cached for a year only under its own version', async () => {
    const first = await get(`/share/ar/courses/${id}.png?v=other`)
    expect(first.headers.get('cache-control')).toBe('public, max-age=600')
    const again = await get(`/share/ar/courses/${id}.png`, { 'If-None-Match': first.headers.get('etag')! })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  })

  it('of an article exists as long as the article is published', async () => {
    const texts = JSON.stringify({ ar: 'عادات إكسل التي توفّر ساعة كل يوم', en: 'Excel habits' })
    const category = await app.db
      .insertInto('blog_categories')
      .values({ key: 'work', name: texts, summary: texts })
      .returning('id')
      .executeTakeFirstOrThrow()
    const author = await app.db
      .insertInto('authors')
      .values({ key: 'sara', name: texts, kind: 'staff' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const article = await app.db
      .insertInto('articles')
      .values({
        slug: 'excel',
        category_id: category.id,
        author_id: author.id,
        title: texts,
        summary: texts,
        body: texts,
        seo: '{}',
        cover: '/media/none/none.svg',
        published_at: inDays(-1),
        updated_at: inDays(-1),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `/share/ar/articles/${article.id}.png`
    const answer = await get(path)
    expect([answer.status, sizeOf(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, [1200, 630]])
    await app.db
      .updateTable('articles')
      .set({ published_at: inDays(1) })
      .execute()
    expect((await get(path)).status).toBe(404)
  })

  it('exists only for published courses', async () => {
    const draft = await course(app.db, { publishedAt: null })
    const paths = [
      `ar/courses/${draft.id}.png`,
      'ar/courses/999999999.png',
      'ar/courses/x.png',
      'fr.png',
      `fr/courses/${id}.png`,
      'ar/articles/1.svg',
      'ar/courses/99999999999999.png',
    ]
    for (const path of paths) expect((await get(`/share/${path}`)).status, path).toBe(404)
  })
})

describe('the drawings', () => {
  const bytes = (size: number) => async () => new Uint8Array(size)

  it('are drawn once for many concurrent requests, and one at a time', async () => {
    const drawings = createDrawings()
    let [now, most, drawCount] = [0, 0, 0]
    const draw = async () => {
      most = Math.max(most, ++now)
      drawCount++
      await new Promise((resolve) => setTimeout(resolve, 5))
      now--
      return new Uint8Array(8)
    }
    const keys = ['a', 'a', 'b', 'b', 'c', 'a']
    const pictures = await Promise.all(keys.map((key) => drawings.get(key, draw)))
    expect(pictures.every((picture) => picture?.bytes.length === 8)).toBe(true)
    expect([drawCount, most]).toEqual([3, 1])
  })

  it('are refused while too many wait, and drawn again afterwards', async () => {
    const drawings = createDrawings(1000, 2)
    const drawn = ['a', 'b', 'c'].map((key) => drawings.get(key, bytes(8)))
    expect((await Promise.all(drawn)).map(Boolean)).toEqual([true, true, false])
    expect(await drawings.get('c', bytes(8))).toBeDefined()
  })

  it('stay within the size of the cache; the least recently used is dropped', async () => {
    const drawings = createDrawings(250)
    const drawCount: string[] = []
    const ask = (key: string) =>
      drawings.get(key, async () => {
        drawCount.push(key)
        return new Uint8Array(100)
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
    expect(drawCount).toEqual(['a', 'b', 'c', 'b'])
  })

  it('that failed are drawn again at the next request', async () => {
    const drawings = createDrawings()
    await expect(drawings.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await drawings.get('a', bytes(8))).toBeDefined()
  })
})

/** Width and height from a PNG's first chunk. */
function sizeOf(png: Uint8Array): [number, number] {
  const view = Buffer.from(png)
  expect(view.subarray(1, 4).toString()).toBe('PNG')
  return [view.readUInt32BE(16), view.readUInt32BE(20)]
}
