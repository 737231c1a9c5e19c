import { expect, it } from 'vitest'
import { pageAddressOf } from '../platform/page-address.ts'
import { queryOf } from './desk-page.ts'

it('the query of a page has neither empty fields nor what the router adds', () => {
  const request = new Request('http://localhost/ar/desk/orders.data?status=paid&query=&_routes=layout%2Corders-page')
  expect(queryOf(request)).toEqual({ status: 'paid' })
})

it.each([
  ['/ar/desk/articles/7.data', '/ar/desk/articles/7'],
  ['/ar/desk/orders.data?status=paid&_routes=layout', '/ar/desk/orders?status=paid'],
  ['/ar.data', '/ar'],
  ['/ar/desk/_.data', '/ar/desk/'],
  ['/ar/desk/orders?query=%D8%B9+x', '/ar/desk/orders?query=%D8%B9+x'],
])('a visitor who must sign in returns to the page, not to its data: %s', (asked, page) => {
  const { pathname, search } = pageAddressOf(new Request(`http://localhost${asked}`))
  expect(pathname + search).toBe(page)
})
