import { expect, test } from 'vitest'
import { isLoopback, robotsTxt } from './robots.ts'
import { type SitemapEntry, sitemapIndex, sitemapPages } from './sitemap.ts'

const URL = 'https://maahad.example'
const entry = (name: string, day?: string): SitemapEntry => ({
  paths: { ar: `/ar/${name}`, en: `/en/${name}` },
  updatedAt: day ? new Date(`${day}T00:00:00Z`) : undefined,
})
const entries = [entry('a', '2026-01-02'), entry('b?x=1&y=2'), entry('c', '2026-01-01')]
const locs = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)

test('the index names a file for each language and kind, and further ones where one would be too long', () => {
  const xml = sitemapIndex(URL, [{ name: 'pages', entries }], 2)
  expect(locs(xml)).toEqual(
    ['ar-pages', 'ar-pages-2', 'en-pages', 'en-pages-2'].map((name) => `${URL}/sitemap-${name}.xml`),
  )
  expect(xml).toContain('sitemap-ar-pages.xml</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>')
  expect(xml).toContain('sitemap-ar-pages-2.xml</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>')
})

test('a file names its part of the pages, with every language of each', () => {
  const first = sitemapPages(URL, 'en', entries, 1, 2)!
  expect(locs(first)).toEqual([`${URL}/en/a`, `${URL}/en/b?x=1&amp;y=2`])
  expect(first).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${URL}/ar/a"/>`)
  expect(first.match(/<lastmod>/g)).toHaveLength(1)
  expect(locs(sitemapPages(URL, 'ar', entries, 2, 2)!)).toEqual([`${URL}/ar/c`])
  expect(sitemapPages(URL, 'ar', entries, 3, 2)).toBeUndefined()
})

test('robots are shown the sitemap, and kept from what belongs to one visitor', () => {
  const text = robotsTxt(URL, false)
  expect(text).toContain(`\nSitemap: ${URL}/sitemap.xml\n`)
  for (const path of ['/api/', '/*/order-details', '/*/profile']) expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(robotsTxt(URL, true)).toBe('User-agent: *\nAllow: /\n')
})

test.each([
  ['localhost:3000', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  ['demo.maahad.example', false],
  ['localhost.maahad.example', false],
])('%s is an address of this machine alone: %s', (host, own) => expect(isLoopback(host)).toBe(own))
