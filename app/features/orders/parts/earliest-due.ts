/** When a later part of an order is due at the earliest. */
import { dayOf, instantOf, plusDays } from '../../../platform/days.ts'

/** A learner who has just paid the deposit is not late with the next part. */
export const DAYS_AFTER_DEPOSIT = 3

/** The end of that day in Riyadh. */
export const earliestDueAt = (depositPaidAt: Date): Date =>
  new Date(instantOf(plusDays(dayOf(depositPaidAt), DAYS_AFTER_DEPOSIT + 1)).getTime() - 1)
