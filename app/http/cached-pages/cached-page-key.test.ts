import { describe, expect, it } from 'vitest'
import { pageFactsFinder } from '../page-facts.server.ts'
import { cachedPageKey, type DecidingHeaders } from './cached-page-key.server.ts'

const factsOf = pageFactsFinder({ '/courses': { query: { page: 'cached', search: 'uncached' } } })
const keyOf = (address: string, headers: DecidingHeaders = {}, method = 'GET') =>
  cachedPageKey(method, address, headers, factsOf)

const ARABIC = '/ar/courses/%D8%A5%D8%AF%D8%A7%D8%B1%D8%A9'

describe('a request that may have a cached page', () => {
  it.each(['/ar', '/en/courses', ARABIC, '/ar.data', '/en/courses.data', "/ar/a.b-c_d~e!$&'()*+,;=:@"])(
    'is one for the page itself: %s',
    (address) => {
      expect([keyOf(address), keyOf(address, {}, 'HEAD')]).toEqual([address, address])
    },
  )

  it.each(['/ar/courses?page=2', '/ar/courses.data?page=2&_routes=routes/list'])(
    'is one with a declared filter: %s',
    (address) => {
      expect(keyOf(address)).toBe(address)
    },
  )

  it('has other cookies, and asks for a part of the page or another language', () => {
    const headers = { cookie: 'lang=en; device=x', range: 'bytes=0-9', 'accept-language': 'en', 'content-length': '0' }
    expect(keyOf('/ar', headers)).toBe('/ar')
    expect(keyOf('/ar?')).toBe('/ar')
  })
})

describe('a request that may not', () => {
  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get', ''])('has another method: %s', (method) => {
    expect(keyOf('/ar', {}, method)).toBeUndefined()
  })

  it.each(['access', 'refresh', 'challenge', 'ticket', '__Host-access', '__Host-refresh'])(
    'has the cookie of a session: %s',
    (name) => {
      for (const cookie of [`${name}=x`, `lang=ar; ${name}=`, `lang=ar;${name}=x; a=b`])
        expect(keyOf('/ar', { cookie }), cookie).toBeUndefined()
      expect(keyOf('/ar', { cookie: `my${name}=x` })).toBe('/ar')
    },
  )

  it('has a token, even an empty one, or a body', () => {
    for (const headers of [
      { authorization: 'Bearer x' },
      { authorization: '' },
      { 'content-length': '3' },
      { 'transfer-encoding': 'chunked' },
    ])
      expect(keyOf('/ar', headers), JSON.stringify(headers)).toBeUndefined()
  })

  it.each([
    ['of no language', '/'],
    ['of another language', '/fr'],
    ['that only begins with one', '/arabic'],
    ['in capitals', '/AR'],
    ['of a call', '/api/Faqs/website-faqs'],
    ['of a file', '/assets/a.js'],
    ['with its host', 'http://localhost/ar'],
    ['with two slashes', '/ar//courses'],
    ['that begins with two slashes', '//ar'],
    ['with a slash at its end', '/ar/courses/'],
    ['of a home page with a slash', '/ar/'],
    ['with a step up', '/ar/../api/x'],
    ['with an encoded step up', '/ar/%2e%2E/x'],
    ['with an encoded dot', '/ar/%2ecourses'],
    ['with a step that stays', '/ar/./courses'],
    ['with a backslash', '/ar\\courses'],
    ['with half an encoding', '/ar/%D'],
    ['with a false encoding', '/ar/%ZZ'],
    ['with letters that should be encoded', '/ar/إدارة'],
    ['with a space', '/ar/a b'],
    ['with a fragment', '/ar#top'],
    ['with a fragment after its query', '/ar/courses?page=2#top'],
    ['that is too long', `/ar/${'a'.repeat(300)}`],
    ['with an undeclared query', '/ar/courses?q=1'],
    ['with a query that is not cached', '/ar/courses?search=1'],
    ['with a query of another page', '/ar/about?page=2'],
    ['with a filter twice', '/ar/courses?page=2&page=3'],
    ['with an odd value', '/ar/courses?page=%D9%A2'],
    ['with an empty value', '/ar/courses?page='],
    ['with a name of every object', '/ar/courses?constructor=1'],
  ])('has an address %s', (_, address) => {
    expect(keyOf(address)).toBeUndefined()
  })
})
