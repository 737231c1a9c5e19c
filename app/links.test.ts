import { describe, expect, it } from 'vitest'
import { afterSignIn, safeReturnTo } from './links.ts'

describe('the address to come back to', () => {
  it.each(['/ar', '/en/courses?search=a', '/ar/order-details/3/7?coupon=X', '/ar?page=2', '/en/profile?a=b#unsent'])(
    'is %s as it was',
    (given) => {
      expect(safeReturnTo(given)).toBe(given)
    },
  )

  it.each([
    'https://evil.example/ar',
    '//evil.example/ar',
    '/\\evil.example',
    '/ar/..//evil.example',
    '/ar/%2e%2e//evil.example',
    '/ar/../../outbox',
    '/ar\t/../',
    '/arab',
    '/error',
    '',
    undefined,
  ])('is never %j', (given) => {
    expect(safeReturnTo(given)).toBeUndefined()
  })

  it('is read on in the language of the moment, also the home page with a query', () => {
    expect(afterSignIn('en', '/ar?page=2')).toBe('/en?page=2')
    expect(afterSignIn('en', '/ar/courses?search=a')).toBe('/en/courses?search=a')
    expect(afterSignIn('en', '/ar/profile?a=b#unsent')).toBe('/en/profile?a=b#unsent')
    expect(afterSignIn('en', '/ar/..//evil.example')).toBe('/en')
  })
})
