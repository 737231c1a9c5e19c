/** What features state of their pages is complete, and belongs to pages that there are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import deskRoutes from '../desk/routes.ts'
import { readFilters as readBlogFilters } from '../features/blog/blog-filters.ts'
import { readFilters as readCourseFilters } from '../features/catalogue/listing/course-filters.ts'
import { readFilters as readCommunityFilters } from '../features/community/community-filters.ts'
import { cachedPageKey } from '../http/cached-pages/cached-page-key.server.ts'
import { pageFactsFinder } from '../http/page-facts.server.ts'
import routes from '../routes.ts'
import { pageFacts } from './page-facts.ts'

const factsOf = pageFactsFinder(pageFacts)
const keyOf = (address: string) => cachedPageKey('GET', address, {}, factsOf)

/** Every page's file by its address, without the language. */
const files = new Map(pagesOf(routes))
const deskPages = new Map(pagesOf(deskRoutes))

function pagesOf(entries: RouteConfigEntry[], above = ''): [string, string][] {
  return entries.flatMap(({ path, file, children }) => {
    const address = path ? `${above}/${path}`.replace(/^\/:lang/, '') : above
    return children ? pagesOf(children, address) : [[address, file] as [string, string]]
  })
}

/** Orders, accounts and writing: nobody else is shown the same. */
const FOR_ONE_VISITOR = /^\/(?:order-|profile|register-otp|unsubscribe|community\/new)/

const LISTS = [
  ['/courses', readCourseFilters],
  ['/blog', readBlogFilters],
  ['/community', readCommunityFilters],
] as const

describe('the facts that features state of their pages', () => {
  it('belong to pages that there are', () => {
    expect(Object.keys(pageFacts).filter((address) => !files.has(address) && !deskPages.has(address))).toEqual([])
  })

  it.each(LISTS)('declare every filter that the list at %s reads, and no other', (address, readFilters) => {
    const read = new Set<string>()
    const query = new URLSearchParams()
    query.get = (name) => {
      read.add(name)
      return null
    }
    readFilters(query)
    expect([...read].sort()).toEqual(Object.keys(pageFacts[address]!.query!).sort())
  })

  it('declare the query of every page that reads one, where guests share the page', () => {
    const undeclared = [...files].flatMap(([address, file]) => {
      if (FOR_ONE_VISITOR.test(address)) return []
      const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
      return [...source.matchAll(/\bsearchParams\.get\('(\w+)'\)/g)]
        .map(([, name]) => name!)
        .filter((name) => !Object.hasOwn(pageFacts[address]?.query ?? {}, name))
        .map((name) => `${address}?${name}`)
    })
    expect(undeclared).toEqual([])
  })

  it('let a list be cached with each of its filters, except for those with too many values', () => {
    for (const [address] of LISTS) {
      const uses = Object.entries(pageFacts[address]!.query!)
      expect(uses.map(([name]) => [name, keyOf(`/ar${address}?${name}=2`) ? 'cached' : 'uncached'])).toEqual(uses)
      const cached = uses.filter(([, use]) => use === 'cached').map(([name]) => `${name}=2`)
      for (const path of [`/en${address}?${cached.join('&')}`, `/en${address}.data?page=2&_routes=x`])
        expect(keyOf(path)).toBe(path)
    }
  })

  it.each([
    ['a parameter that the page does not declare', '/ar/courses?author=1'],
    ['a page without a query', '/ar/about?page=2'],
    ['a name that every object has', '/ar/courses?constructor=1'],
    ['a repeated parameter', '/ar/courses?page=2&page=3'],
    ['a value that nobody would have been given', '/ar/courses?page=%D9%A2'],
  ])('let nothing be cached with %s', (_, address) => {
    expect(keyOf(address)).toBeUndefined()
  })

  it.each([
    ['/ar/blog/a-b', { kind: 'article', name: 'a-b' }],
    ['/en/blog/%D8%A3.data', { kind: 'article', name: 'أ' }],
    ['/ar/blog/rss.xml', undefined],
    ['/ar/blog', undefined],
    ['/ar/community/12', { kind: 'post', name: '12' }],
    ['/ar/community/12.data', { kind: 'post', name: '12' }],
    ['/ar/community/new', undefined],
    ['/ar/community/012', undefined],
    ['/ar/community/12/edit', undefined],
    ['/blog/a-b', undefined],
  ])('say what one who opens %s views', (address, subject) => {
    const { viewOf, params } = factsOf(address)
    expect(viewOf?.(params)).toEqual(subject)
  })

  it('say which forms bring files, and whose', () => {
    const forms = ['/ar/community/new', '/en/community/7/edit.data', '/ar/order-approved', '/ar/join-us', '/ar/courses']
    expect(forms.map((path) => factsOf(path).fileForm?.audience)).toEqual([
      'signedIn',
      'signedIn',
      'signedIn',
      'everyone',
      undefined,
    ])
  })
})
