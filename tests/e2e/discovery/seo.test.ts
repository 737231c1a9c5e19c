/** Every page that the sitemap names, in both languages, as a search engine and a messenger see it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEO_CODES } from '../../../app/features/content/codes.ts'
import routes from '../../../app/routes.ts'
import { startTestSite, type TestSite } from '../../support/browser.ts'
import { textsOf } from '../../support/learner.ts'
import { wrongInStructuredData } from '../../support/pages/schema-org.ts'

type Head = {
  lang: string
  titles: string[]
  description: string
  robots: string
  canonical: string[]
  alternates: [string, string][]
  properties: Record<string, string>
  card: string
  h1: number
  /** Where the first step of its breadcrumb leads. */
  firstStep: string | null
  blocks: string[]
}

/** Routes that search engines must not list: personal pages and redirects. */
const NOT_IN_SITEMAP = [
  'order-details/:courseId/:scheduleId?',
  ...[
    'order-approved',
    'order-canceled',
    'contact/:reference',
    'appeal/:id',
    'quotation/:number',
    'seats/:code?',
    'accounts',
    'login',
    'sign-up',
    'external-sign-up',
    'register-otp',
    'invitation',
    'certificates/:code',
    'logout',
    'login-with-2fa',
    'forget-pass',
    'welcome',
    'profile',
    'profile/export',
    'profile/materials/:id',
    'learn/:courseId/:lessonId?',
    'learn/files/:id',
    'profile/backup-codes.txt',
    'account-deleted',
    'unsubscribe',
    'search',
    'blog/rss.xml',
    'community/rss.xml',
    'community/new',
    'community/:id/edit',
  ],
]

/** The type of a page besides its breadcrumb. */
const WHAT: [RegExp, string][] = [
  [/^\/(ar|en)$/, 'WebSite'],
  [/\/courses\//, 'Course'],
  [/\/blog\//, 'Article'],
  [/\/community\//, 'DiscussionForumPosting'],
]

const BREADCRUMB = (['ar', 'en'] as const).map((lang) => `[aria-label="${textsOf(lang).ui.breadcrumb}"]`).join()

/** Of the courses, articles and posts every n-th is checked. */
const EACH = 4
const WALK = 300_000

describe('the site as search engines see it', () => {
  let site: TestSite
  let parser: Page
  /** The entries of the sitemap: address → the addresses of its languages. */
  const named = new Map<string, Record<string, string>>()
  const heads = new Map<string, Head>()

  beforeAll(async () => {
    site = await startTestSite()
    parser = await site.browser.newPage()
    for (const file of await locs('/sitemap.xml')) await readSitemap(new URL(file).pathname)
    const addresses = [...named.keys()].filter(isWalked)
    await Promise.all(
      [0, 1, 2].map(async () => {
        for (let next = addresses.shift(); next; next = addresses.shift()) heads.set(next, await headOf(next))
      }),
    )
  }, WALK)
  afterAll(() => site.stop())

  /** Every page that exists once, and a sample of each kind that exists often; in both languages. */
  function isWalked(address: string): boolean {
    const arabic = named.get(address)!.ar!
    if (!WHAT.some(([pattern, type]) => type !== 'WebSite' && pattern.test(arabic))) return true
    return [...named.keys()].indexOf(arabic) % EACH === 0
  }

  const get = (path: string) => fetch(new URL(path, site.address), { redirect: 'manual' })

  async function xml(path: string): Promise<string> {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'application/xml; charset=utf-8'])
    return answer.text()
  }

  /** The entries of a file, by the browser's own XML parser; one that is not well-formed fails the test. */
  async function entries(
    path: string,
  ): Promise<{ loc: string; lastmod: string | null; alternates: [string, string][] }[]> {
    return parser.evaluate(
      (text) => {
        const tree = new DOMParser().parseFromString(text, 'application/xml')
        const broken = tree.querySelector('parsererror')
        if (broken) throw new Error(broken.textContent ?? 'not well-formed')
        return [...tree.documentElement.children].map((entry) => ({
          loc: entry.getElementsByTagName('loc')[0]!.textContent!,
          lastmod: entry.getElementsByTagName('lastmod')[0]?.textContent ?? null,
          alternates: [...entry.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link')].map(
            (link) => [link.getAttribute('hreflang')!, link.getAttribute('href')!] as [string, string],
          ),
        }))
      },
      await xml(path),
    )
  }
  const locs = async (path: string) => (await entries(path)).map(({ loc }) => loc)

  async function readSitemap(path: string) {
    for (const { loc, lastmod, alternates } of await entries(path)) {
      expect(named.has(loc), `${loc} twice`).toBe(false)
      if (lastmod !== null) expect(Date.parse(lastmod), loc).toBeLessThanOrEqual(Date.now())
      named.set(loc, Object.fromEntries(alternates))
    }
  }

  async function headOf(address: string): Promise<Head> {
    const answer = await get(address)
    expect([answer.status, answer.headers.get('x-robots-tag')], address).toEqual([200, null])
    return parse(await answer.text())
  }

  async function parse(html: string): Promise<Head> {
    return parser.evaluate(
      ([text, breadcrumb]) => {
        const tree = new DOMParser().parseFromString(text!, 'text/html')
        const meta = (name: string) => tree.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
        const links = (selector: string) => [...tree.querySelectorAll<HTMLLinkElement>(selector)]
        return {
          lang: tree.documentElement.lang,
          titles: [...tree.querySelectorAll('head > title')].map((title) => title.textContent ?? ''),
          description: meta('description'),
          robots: meta('robots'),
          canonical: links('link[rel=canonical]').map((link) => link.getAttribute('href') ?? ''),
          alternates: links('link[rel=alternate][hreflang]').map(
            (link) => [link.getAttribute('hreflang') ?? '', link.getAttribute('href') ?? ''] as [string, string],
          ),
          properties: Object.fromEntries(
            [...tree.querySelectorAll('meta[property]')].map((one) => [
              one.getAttribute('property'),
              one.getAttribute('content'),
            ]),
          ),
          card: meta('twitter:card'),
          h1: tree.querySelectorAll('h1').length,
          firstStep: tree.querySelector(`nav:is(${breadcrumb}) a`)?.getAttribute('href') ?? null,
          blocks: [...tree.querySelectorAll('script[type="application/ld+json"]')].map(
            (block) => block.textContent ?? '',
          ),
        }
      },
      [html, BREADCRUMB] as const,
    )
  }

  const each = () => [...heads.entries()]
  const thingsOf = ({ blocks }: Head) => blocks.flatMap((block) => JSON.parse(block)['@graph'] as { '@type': string }[])
  const typesOf = (head: Head) => thingsOf(head).map((thing) => thing['@type'])

  it('has every course and page in the sitemap in both languages, each with the other', () => {
    const paths = [...named.keys()].map((address) => decodeURIComponent(new URL(address).pathname))
    for (const lang of ['ar', 'en']) {
      expect(paths.filter((path) => path.startsWith(`/${lang}/courses/`)).length).toBe(61)
      for (const page of ['', '/courses', '/about', '/contact', '/faq', '/reviews', '/partners', '/clients', '/terms'])
        expect(paths, page).toContain(`/${lang}${page}`)
    }
    for (const [address, languages] of named) {
      expect(Object.keys(languages).sort(), address).toEqual(['ar', 'en', 'x-default'])
      expect(Object.values(languages), address).toContain(address)
      for (const other of Object.values(languages)) expect(named.get(other), address).toEqual(languages)
    }
  })

  it('has every route in the sitemap or in the list of exceptions', () => {
    const paths = [...named.keys()].map((address) => new URL(address).pathname.replace(/^\/(ar|en)\/?/, ''))
    const children = routes[0]!
      .children!.map((route) => route.path ?? '')
      .filter((path) => !NOT_IN_SITEMAP.includes(path))
    const missing = children.filter(
      (route) => !paths.some((path) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path)),
    )
    expect(missing).toEqual([])
  })

  it('has a unique title and description on each page, of a length that search results show', () => {
    const titles = new Map<string, string>()
    const descriptions = new Map<string, string>()
    const odd: string[] = []
    for (const [address, { titles: found, description, lang, h1 }] of each()) {
      const title = found[0] ?? ''
      const byMember = address.includes('/community/')
      if (found.length !== 1 || title.length < 8 || (title.length > 75 && !byMember))
        odd.push(`${address}: title «${title}»`)
      if (description.length < 40 || description.length > 180) odd.push(`${address}: description «${description}»`)
      if (titles.has(title)) odd.push(`${address} and ${titles.get(title)}: both «${title}»`)
      if (descriptions.has(lang + description))
        odd.push(`${address} and ${descriptions.get(lang + description)}: one description`)
      if (h1 !== 1) odd.push(`${address}: ${h1} h1`)
      if (!new URL(address).pathname.startsWith(`/${lang}`)) odd.push(`${address}: in ${lang}`)
      titles.set(title, address)
      descriptions.set(lang + description, address)
    }
    expect(odd).toEqual([])
  })

  it('has breadcrumbs that begin with the home page', () => {
    const withBreadcrumb = each().filter(([, { firstStep }]) => firstStep !== null)
    expect(withBreadcrumb.length).toBeGreaterThan(20)
    for (const [address, { firstStep, lang }] of withBreadcrumb) expect(firstStep, address).toBe(`/${lang}`)
  })

  it('has one absolute canonical address on each page, and the languages of the sitemap', () => {
    for (const [address, head] of each()) {
      expect(head.canonical, address).toEqual([address])
      expect(Object.fromEntries(head.alternates), address).toEqual(named.get(address))
      expect(head.robots, address).toBe('')
    }
  })

  it('has share data on each page, with a picture that exists', async () => {
    const pictures = new Set<string>()
    for (const [address, { properties, card, lang }] of each()) {
      expect(properties, address).toMatchObject({
        'og:url': address,
        'og:locale': lang === 'ar' ? 'ar_SA' : 'en_GB',
        'og:locale:alternate': lang === 'ar' ? 'en_GB' : 'ar_SA',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:type': 'image/png',
      })
      for (const name of ['og:title', 'og:description', 'og:image:alt', 'og:site_name', 'og:type'])
        expect(properties[name], `${address} ${name}`).toBeTruthy()
      expect(card).toBe('summary_large_image')
      pictures.add(properties['og:image']!)
    }
    // One for each course and article, and one for all other pages of a language.
    const own = [...heads.keys()].filter((address) => /\/(courses|blog)\//.test(address))
    expect(own.length).toBeGreaterThan(30)
    expect(pictures.size).toBe(own.length + 2)
    // Each is drawn on request, which takes a while: a sample of every kind.
    const some = [...pictures].filter((address, place) => /share\/\w+\.png/.test(address) || place % 8 === 0)
    for (const address of some) {
      const answer = await get(address)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, bytes.readUInt32BE(16), bytes.readUInt32BE(20)], address).toEqual([200, 1200, 630])
      const expected = address.includes('v=') ? 'public, max-age=31536000, immutable' : 'public, max-age=600'
      expect(answer.headers.get('cache-control'), address).toBe(expected)
    }
  })

  it('describes each page in terms of schema.org', () => {
    const wrong = each().flatMap(([address, head]) =>
      head.blocks.flatMap((block) => wrongInStructuredData(JSON.parse(block)).map((line) => `${address}: ${line}`)),
    )
    expect(wrong).toEqual([])
    for (const [address, head] of each()) {
      const path = new URL(address).pathname
      expect(head.blocks.length, address).toBe(1)
      const expected = WHAT.find(([pattern]) => pattern.test(path))?.[1] ?? 'BreadcrumbList'
      expect(typesOf(head), address).toContain(expected)
    }
    const at = (path: string) => typesOf(heads.get(site.address + path)!)
    expect(at('/ar')).toContain('EducationalOrganization')
    expect(at('/ar/courses')).toContain('ItemList')
    expect(at('/en/faq')).toContain('FAQPage')
    expect(at('/en/contact')).toContain('EducationalOrganization')
  })

  it('describes a course as the page shows it', async () => {
    const [address, head] = each().find(([, one]) => thingsOf(one).some((thing) => 'review' in thing))!
    const course = thingsOf(head).find((thing) => thing['@type'] === 'Course') as unknown as {
      name: string
      url: string
      review: { reviewBody: string }[]
    }
    const slug = decodeURIComponent(new URL(address).pathname.split('/').at(-1)!)
    const lang = head.lang as 'ar' | 'en'
    const { data } = await site.call('GET', `Courses/course-by-slug?slug=${encodeURIComponent(slug)}`, { lang })
    expect([course.name, course.url]).toEqual([data.name, address])
    expect(course.review.map(({ reviewBody }) => reviewBody)).toContain(data.reviews[0].comment)
  })

  it('has structured data once on each page, and executes nothing of it', async () => {
    const answer = await get('/ar/faq')
    const policy = answer.headers.get('content-security-policy')!
    const html = await answer.text()
    const plain = [...html.matchAll(/<script(?![^>]*src=)(?![^>]*ld\+json)[^>]*>/g)].length
    expect(policy.match(/'sha256-/g)!.length).toBe(plain)
    expect(html.indexOf('ld+json')).toBeLessThan(html.indexOf('</head>'))
  })

  it.each(['login', 'sign-up', 'search?q=excel', 'courses?search=excel', 'courses?specialization=1&level=2'])(
    'keeps /en/%s out',
    async (path) => {
      const answer = await get(`/en/${path}`)
      expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      const head = await parse(await answer.text())
      expect(head.robots).toBe('noindex')
      expect(head.alternates).toEqual([])
      expect(named.has(head.canonical[0]!)).toBe(path.startsWith('courses'))
    },
  )

  it('never lets API responses and the error page be indexed', async () => {
    for (const path of ['/api/openapi.json', '/en/about.data', '/outbox'])
      expect((await get(path)).headers.get('x-robots-tag'), path).toBe('noindex')
    const error = await get('/error')
    expect([error.status, error.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
  })

  it('tells search engines at a public address not to index a demonstration', async () => {
    const answer = await fetch(`${site.address}/ar/about`, { headers: { 'X-Forwarded-Host': 'demo.maahad.example' } })
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(await (await get('/robots.txt')).text()).toBe('User-agent: *\nAllow: /\n')
  })

  it.each([
    ['/ar/', '/ar'],
    ['/en/about/?utm_source=x', '/en/about?utm_source=x'],
  ])('leads %s to the one address of the page', async (path, to) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to])
  })

  it('has the icons that browsers request, in their declared sizes', async () => {
    for (const lang of ['ar', 'en']) {
      const answer = await get(`/${lang}/site.webmanifest`)
      expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
      const manifest = await answer.json()
      expect(manifest).toMatchObject({ lang, dir: lang === 'ar' ? 'rtl' : 'ltr', start_url: `/${lang}` })
      for (const { src, sizes, type } of manifest.icons) {
        const icon = await get(src)
        expect([icon.status, icon.headers.get('content-type')?.split(';')[0]], src).toEqual([200, type])
        const bytes = Buffer.from(await icon.arrayBuffer())
        if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
      }
    }
    const touch = Buffer.from(await (await get('/apple-touch-icon.png')).arrayBuffer())
    expect(touch.readUInt32BE(16)).toBe(180)
    const ico = Buffer.from(await (await get('/favicon.ico')).arrayBuffer())
    expect([ico.readUInt16LE(2), ico[6], ico.readUInt32BE(22 + 16)]).toEqual([1, 32, 32])
    const head = await (await get('/en')).text()
    for (const file of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/en/site.webmanifest'])
      expect(head).toContain(`href="${file}"`)
  })

  it.each(SEO_CODES)('has the texts of %s in both languages', async (code) => {
    const [ar, en] = await Promise.all(
      (['ar', 'en'] as const).map(
        async (lang) => (await site.call('GET', `Pages/seo-by-code?code=${code}`, { lang })).data,
      ),
    )
    for (const name of ['metaTitle', 'metaDescription', 'keywords']) {
      expect(ar[name], name).toMatch(/\p{Script=Arabic}/u)
      expect(en[name], name).toMatch(/^[^\p{Script=Arabic}]+$/u)
    }
  })
})

it('the favicon is the mark of the brand', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', '..', 'public', name), 'utf8')
  expect(read('favicon.svg')).toBe(read('brand/mark.svg'))
})
