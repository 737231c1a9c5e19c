/** Pages without parts of their content, and what is said of a page without the page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '../app/composition/built-pages.server.ts'
import { startTestApp, type TestApp } from './support/app.ts'

const PAGES = [
  '',
  '/about',
  '/partners',
  '/clients',
  '/services',
  '/reviews',
  '/faq',
  '/contact',
  '/complains',
  '/join-us',
]
const OTHERS = ['/support', '/courses', '/blog', '/community', '/terms', '/privacy', '/login', '/search?q=x']
const APPS = ['/app/ios', '/app/android']

let app: TestApp
const logged: string[] = []
beforeAll(async () => {
  const pageHandler = await builtPages()
  app = await startTestApp({ pageHandler, institute: true, logTo: { write: (line) => void logged.push(line) } })
})
afterAll(() => app.stop())

const get = (path: string, method = 'GET') =>
  fetch(app.address + path, { method, redirect: 'manual', headers: { 'Accept-Encoding': 'identity' } })

describe('HEAD', () => {
  it.each([
    ...PAGES.map((path) => `/ar${path}`),
    ...[
      '/',
      '/en/blog',
      '/en/search?q=x',
      '/en/profile',
      '/ar/nothing',
      '/ar/',
      '/error',
      '/ar.data',
      '/en/blog/rss.xml',
    ],
    ...['/robots.txt', '/sitemap.xml', '/healthz', '/readyz', '/nothing.txt', '/assets/none.js', '/media/none.png'],
    ...['/api/Faqs/website-faqs', '/api/auth/user-info', '/api/none', '/api/openapi.json', '/api/docs', '/outbox'],
    ...[
      '/files/018f0000-0000-7000-8000-000000000000/a.pdf',
      '/share/none.png',
      '/favicon.ico',
      '/manifest.webmanifest',
    ],
  ])('says of %s what GET says', async (path) => {
    const [answer, head] = [await get(path), await get(path, 'HEAD')]
    const facts = ({ status, headers }: Response) => ({
      status,
      headers: Object.fromEntries(
        [...headers]
          .filter(
            ([name]) =>
              ![
                'date',
                'x-request-id',
                'transfer-encoding',
                'content-length',
                'set-cookie',
                'connection',
                'keep-alive',
              ].includes(name),
          )
          // Each rendering has its own nonce, and each form its own token.
          .map(([name, value]) => [name, value.replace(/'(nonce|sha256)-[^']+'/g, '$1')]),
      ),
    })
    expect(facts(head)).toEqual(facts(answer))
    expect(await head.text()).toBe('')
    // A length that is said must be right.
    if (head.headers.has('content-length') && head.headers.get('content-length') !== '0')
      expect(Number(head.headers.get('content-length'))).toBe((await answer.arrayBuffer()).byteLength)
  })
})

describe('a page whose texts are missing', () => {
  beforeAll(async () => {
    await app.db.deleteFrom('page_seo').execute()
    await app.db.deleteFrom('pages').execute()
    logged.length = 0
  })

  it.each([...PAGES, ...OTHERS, ...APPS])('is shown all the same: %s', async (path) => {
    for (const lang of ['ar', 'en']) {
      const answer = await get(`/${lang}${path}${path.includes('?') ? '&' : '?'}fresh=1`)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toMatch(/<title[^>]*>[^<]*(معهد|Maahad)/)
      expect(html).toMatch(/<h1[^>]*>(?!<\/h1>)/)
    }
  })

  it.each(['/en/blog/rss.xml', '/ar/community/rss.xml'])('has its feed: %s', async (path) => {
    expect((await get(path)).status).toBe(200)
  })

  it('is in the log', () => {
    expect(logged.filter((line) => line.includes('a page failed')).length).toBeGreaterThan(PAGES.length)
  })

  it('is unknown to outside clients', async () => {
    expect((await app.call('GET', 'Pages/seo-by-code?code=home')).error.code).toBe('notFound')
    expect((await app.call('GET', 'Pages/page-by-code?code=home')).error.code).toBe('notFound')
  })
})
