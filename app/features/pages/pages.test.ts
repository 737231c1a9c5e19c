import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { PAGE_CODES, SEO_CODES } from '../content/codes.ts'
import type { PageContent } from './contract.ts'

const page = (app: TestApp, code: string, lang: 'ar' | 'en' = 'en') =>
  app.call<PageContent>('GET', `Pages/page-by-code?code=${code}`, { lang })

describe('the pages', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ institute: true })
  })
  afterAll(() => app.stop())

  it.each(PAGE_CODES)('has the page %s in both languages', async (code) => {
    const [arabic, english] = await Promise.all([page(app, code, 'ar'), page(app, code, 'en')])
    expect([arabic.status, english.status]).toEqual([200, 200])
    expect(arabic.data.title).toMatch(/\p{Script=Arabic}/u)
    expect(english.data.title).toMatch(/^\P{Script=Arabic}+$/u)
    expect(english.data.sections.length).toBe(arabic.data.sections.length)
  })

  it.each(SEO_CODES)('has the search texts of %s', async (code) => {
    const { data } = await app.call('GET', `Pages/seo-by-code?code=${code}`, { lang: 'ar' })
    expect(data.metaTitle).toMatch(/\p{Script=Arabic}/u)
    expect(Object.keys(data).sort()).toEqual(['keywords', 'metaDescription', 'metaTitle'])
  })

  it.each([
    ['Pages/page-by-code?code=no-such-page', 404, 'notFound'],
    ['Pages/seo-by-code?code=no-such-page', 404, 'notFound'],
    ['Pages/page-by-code', 400, 'validation'],
    ['Pages/page-by-code?code=', 400, 'validation'],
    [`Pages/seo-by-code?code=${'x'.repeat(61)}`, 400, 'validation'],
  ])('refuses %s', async (path, status, code) => {
    const answer = await app.call('GET', path)
    expect([answer.status, answer.error.code]).toEqual([status, code])
  })

  it('returns the five extra parts for the home page only', async () => {
    const { data: home } = await page(app, 'home')
    expect(home.homeWhoAreWe?.body).toMatch(/^<p dir="auto">/)
    expect(home.countings?.map(({ value }) => value)).toEqual(['12400', '61', '180', '18'])
    expect(home.certificates?.every(({ image }) => image?.startsWith('/media/'))).toBe(true)
    expect(home.clients?.length).toBeGreaterThan(5)
    expect(home.reviews).toHaveLength(12)
    expect((await page(app, 'about-us')).data).not.toHaveProperty('reviews')
  })

  it('serves the pictures that it refers to', async () => {
    const { data: home } = await page(app, 'home')
    const picture = await fetch(`${app.address}${home.certificates?.[0]?.image}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  it('links from a text to the page in the reader’s language', async () => {
    const { data } = await page(app, 'terms-conditions', 'ar')
    const bodies = data.sections.map(({ body }) => body).join()
    expect(bodies).toContain('<a href="/ar/attendance-policy">')
    expect(bodies).not.toMatch(/href="\/(?!ar\/)/)
  })

  it('shows the Arabic text where the English one is missing', async () => {
    await app.db
      .insertInto('pages')
      .values({
        code: 'arabic-only',
        title: JSON.stringify({ ar: 'عنوان' }),
        description: JSON.stringify({ ar: 'وصف', en: 'Description' }),
        sections: JSON.stringify([
          { key: 'one', title: { ar: 'قسم' }, body: { ar: '**مهم**' }, items: [{ title: { ar: 'بند', en: 'Item' } }] },
        ]),
        updated_at: new Date(),
      })
      .execute()
    const { data } = await page(app, 'arabic-only', 'en')
    expect(data).toMatchObject({ title: 'عنوان', description: 'Description' })
    expect(data.sections).toEqual([
      {
        key: 'one',
        title: 'قسم',
        body: '<div lang="ar" dir="rtl"><p dir="auto"><strong>مهم</strong></p></div>',
        ...{ image: null, imageAlt: '' },
        items: [{ title: 'Item', body: null, icon: null, image: null, imageAlt: '', value: null, link: null }],
      },
    ])
  })

  it('removes scripts from a page’s text', async () => {
    await app.db
      .insertInto('pages')
      .values({
        code: 'unsafe',
        title: JSON.stringify({ ar: 'عنوان' }),
        description: JSON.stringify({ ar: 'وصف' }),
        sections: JSON.stringify([
          { key: 'one', body: { ar: 'نص <script>alert(1)</script><b onclick="x()">غامق</b>' }, items: [] },
        ]),
        updated_at: new Date(),
      })
      .execute()
    const { data } = await page(app, 'unsafe', 'ar')
    expect(data.sections[0]?.body).toBe('<p dir="auto">نص غامق</p>')
  })

  it('lists the promises to learners', async () => {
    const { data } = await app.call('GET', 'Pages/what-you-get', { lang: 'en' })
    expect(data).toHaveLength(6)
    expect(data[0]).toEqual({
      title: 'A clear plan before you pay',
      description: 'Units, lessons, hours and requirements are all on the course page.',
      icon: 'document',
    })
  })

  it('returns the institute’s name, contacts and registrations', async () => {
    const { data } = await app.call('GET', 'Pages/institute', { lang: 'en' })
    expect(data).toMatchObject({ name: 'Maahad', commercialRegistration: '1010987650', vatNumber: '310098765000003' })
    expect(data.social.map(({ id }: { id: string }) => id)).toContain('linkedin')
    expect(data).not.toHaveProperty('vatRatePercent')
  })

  it.each(['Partners/website-partners', 'Clients/website-clients'])(
    'lists %s in the order of the file',
    async (path) => {
      const { data } = await app.call('GET', path, { lang: 'ar' })
      expect(data.length).toBeGreaterThan(5)
      expect(data[0].logo).toMatch(/^\/media\/[0-9a-f]{16}\/[\w-]+\.svg$/)
      expect(Object.keys(data[0]).sort()).toEqual(['id', 'link', 'logo', 'name'])
    },
  )
})

describe('the pages without loaded content', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('are not found, and lists are empty', async () => {
    expect((await page(app, 'home')).status).toBe(404)
    expect((await app.call('GET', 'Pages/institute')).status).toBe(404)
    for (const path of ['Pages/what-you-get', 'Partners/website-partners'])
      expect((await app.call('GET', path)).data).toEqual([])
  })
})
