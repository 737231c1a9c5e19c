import type { ordersCalendar as source } from '../ar/orders-calendar.ts'

export const ordersCalendar: typeof source = {
  feed: 'My courses at Maahad',
  online: 'Online',
  reference: (reference) => `Order number: ${reference}`,
  order: (url) => `Order details: ${url}`,
  comma: ', ',
}
