import { expect, it } from 'vitest'
import { queryOf } from './desk-page.ts'

it('the query of a page has neither empty fields nor what the router adds', () => {
  const request = new Request('http://localhost/ar/desk/orders.data?status=paid&query=&_routes=layout%2Corders-page')
  expect(queryOf(request)).toEqual({ status: 'paid' })
})
