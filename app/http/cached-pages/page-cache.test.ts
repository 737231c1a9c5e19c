import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../platform/dependent-cache.server.ts'
import { type CachedPage, createPageCache, type PageCacheOptions } from './page-cache.server.ts'

const pageOf = (bytes: number): CachedPage => ({
  hash: 'h',
  headers: new Headers(),
  brotli: new Uint8Array(bytes),
  answers: new Map(),
})
const cacheWith = (options: Partial<PageCacheOptions> = {}) =>
  createPageCache({ now: () => new Date(0), listening: () => true, ...options })

describe('the page cache', () => {
  it('refuses a page whose dependencies changed while it was rendered', () => {
    const cache = cacheWith()
    const before = cache.moment()
    cache.invalidate('orders')
    cache.keep('/a', pageOf(10), new Set(['orders']), before)
    cache.keep('/b', pageOf(10), new Set([EVERYTHING]), before)
    cache.keep('/c', pageOf(10), new Set(['pages']), before)
    cache.keep('/d', pageOf(10), new Set(['orders']), cache.moment())
    expect(['/a', '/b', '/c', '/d'].map((key) => cache.find(key) !== undefined)).toEqual([false, false, true, true])
  })

  it('refuses a page whose rendering began before changes may have been missed', () => {
    const cache = cacheWith()
    const before = cache.moment()
    cache.invalidateAll()
    cache.keep('/a', pageOf(10), new Set(), before)
    expect(cache.find('/a')).toBeUndefined()
  })

  it('neither takes nor gives anything while nobody listens for changes', () => {
    let listening = false
    const cache = cacheWith({ listening: () => listening })
    cache.keep('/a', pageOf(10), new Set(), cache.moment())
    listening = true
    expect(cache.find('/a')).toBeUndefined()
    cache.keep('/a', pageOf(10), new Set(), cache.moment())
    expect(cache.find('/a')).toBeDefined()
    listening = false
    expect(cache.find('/a')).toBeUndefined()
  })

  it('makes room by dropping what was used least recently', () => {
    const cache = cacheWith({ maxBytes: 50_000 })
    for (const key of ['/a', '/b']) cache.keep(key, pageOf(10_000), new Set(), 0)
    cache.find('/a')
    cache.keep('/c', pageOf(10_000), new Set(), 0)
    expect(['/a', '/b', '/c'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true])
    cache.keep('/huge', pageOf(50_000), new Set(), 0)
    expect([cache.find('/huge'), cache.find('/a')]).toEqual([undefined, expect.anything()])
  })

  it('never drops pages without a query for pages with one', () => {
    const cache = cacheWith({ maxBytes: 50_000 })
    cache.keep('/a', pageOf(10_000), new Set(), 0)
    for (let page = 0; page < 100; page++) cache.keep(`/a?page=${page}`, pageOf(1000), new Set(), 0)
    expect([cache.find('/a'), cache.find('/a?page=99'), cache.find('/a?page=0')]).toEqual([
      expect.anything(),
      expect.anything(),
      undefined,
    ])
  })

  it('counts the age of a page from the oldest answer that it shows', () => {
    let now = 40_000
    const cache = cacheWith({ now: () => new Date(now) })
    cache.keep('/a', pageOf(10), new Set(), 0, 30_000)
    now = 59_000
    expect(cache.find('/a')).toBeDefined()
    now = 60_000
    expect(cache.find('/a')).toBeUndefined()
  })
})
