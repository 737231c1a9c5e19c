import type { ordersCalendar as source } from '../ar/orders-calendar.ts'
import { joining } from './joining.ts'

export const ordersCalendar: typeof source = {
  feed: (institute) => `My courses at ${institute}`,
  online: 'Online',
  reference: (reference) => `Order number: ${reference}`,
  joining: joining.rule,
  place: (url) => `${joining.place}: ${url}`,
  comma: ', ',
}
