import { joining } from './joining.ts'

/** Texts of calendar files. Arabic is the source: English must match its type. */
export const ordersCalendar = {
  /** The name of the calendar to which a learner subscribes. */
  feed: (institute: string) => `دوراتي في ${institute}`,
  online: 'عبر الإنترنت',
  reference: (reference: string) => `رقم الطلب: ${reference}`,
  joining: joining.rule,
  place: (url: string) => `${joining.place}: ${url}`,
  comma: '، ',
}
