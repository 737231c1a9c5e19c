import { describe, expect, it } from 'vitest'
import { createPageCache, EVERYTHING, type KeptPage, type PageCacheOptions } from './page-cache.server.ts'

const pageOf = (bytes: number): KeptPage => ({ hash: 'h', headers: new Headers(), brotli: new Uint8Array(bytes) })
const cacheWith = (options: Partial<PageCacheOptions> = {}) =>
  createPageCache({ now: () => new Date(0), listening: () => true, ...options })

describe('the kept pages', () => {
  it('refuse a page whose facts changed while it was made', () => {
    const cache = cacheWith()
    const before = cache.moment()
    cache.changed('orders')
    cache.keep('/a', pageOf(10), new Set(['orders']), before)
    cache.keep('/b', pageOf(10), new Set([EVERYTHING]), before)
    cache.keep('/c', pageOf(10), new Set(['pages']), before)
    cache.keep('/d', pageOf(10), new Set(['orders']), cache.moment())
    expect(['/a', '/b', '/c', '/d'].map((key) => cache.find(key) !== undefined)).toEqual([false, false, true, true])
  })

  it('refuse a page that was begun before changes were lost', () => {
    const cache = cacheWith()
    const before = cache.moment()
    cache.lost()
    cache.keep('/a', pageOf(10), new Set(), before)
    expect(cache.find('/a')).toBeUndefined()
  })

  it('neither take nor give anything while nobody listens', () => {
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

  it('make room by forgetting what was asked for least recently', () => {
    const cache = cacheWith({ room: 50_000 })
    for (const key of ['/a', '/b']) cache.keep(key, pageOf(10_000), new Set(), 0)
    cache.find('/a')
    cache.keep('/c', pageOf(10_000), new Set(), 0)
    expect(['/a', '/b', '/c'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true])
    cache.keep('/huge', pageOf(50_000), new Set(), 0)
    expect([cache.find('/huge'), cache.find('/a')]).toEqual([undefined, expect.anything()])
  })

  it('let no number of queries drive out the pages themselves', () => {
    const cache = cacheWith({ room: 50_000 })
    cache.keep('/a', pageOf(10_000), new Set(), 0)
    for (let page = 0; page < 100; page++) cache.keep(`/a?page=${page}`, pageOf(1000), new Set(), 0)
    expect([cache.find('/a'), cache.find('/a?page=99'), cache.find('/a?page=0')]).toEqual([
      expect.anything(),
      expect.anything(),
      undefined,
    ])
  })
})
