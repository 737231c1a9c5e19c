import { expect, it } from 'vitest'
import type { SavedView } from '../features/saved-views/contract.ts'
import { defaultView } from './use-views.ts'

const MINE = { list: 'orders', query: { status: 'paid' }, isDefault: true } as unknown as SavedView

it.each([
  ['/ar/desk/orders', '/ar/desk/orders?status=paid'],
  // The same page, opened from another one of the desk.
  ['/ar/desk/orders.data?_routes=layout%2Corders', '/ar/desk/orders?status=paid'],
  ['/ar/desk/orders?view=all', undefined],
  ['/ar/desk/orders.data?view=all', undefined],
  ['/ar/desk/courses.data', undefined],
])('a list without filters opens in the view that was chosen for it: %s', (asked, opened) => {
  expect(defaultView([MINE], new Request(`http://localhost${asked}`), 'ar')).toBe(opened)
})
