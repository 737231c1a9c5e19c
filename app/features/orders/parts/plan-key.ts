/** By which an order is placed with exactly the parts that were shown. */
import { dayOf } from '../../../platform/days.ts'

/** Paid by one payment. */
export const AT_ONCE = 'none'

/** Which parts were shown: the order is placed with these, or not at all. */
export const planKeyOf = (parts: readonly { amountHalalas: number; dueAt: Date | string }[]): string =>
  parts.map(({ amountHalalas, dueAt }) => `${dayOf(new Date(dueAt))}_${amountHalalas}`).join('.') || AT_ONCE
