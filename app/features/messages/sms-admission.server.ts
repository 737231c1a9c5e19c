/** Limits on SMS by number and country: SMS cost money, and fraudsters profit from requesting them (SMS pumping). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Problem } from '../../api/problem.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { DAY_SECONDS, HOUR_MS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { limitWithDecay, networkKey } from '../../platform/limits/rate-bucket.server.ts'
import type { BucketRule } from '../../platform/limits/rate-bucket-queries.server.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { giveBackToBudget, spentOfBudget, takeFromBudget } from './queries.server.ts'

/** In addition to five codes an hour for each purpose. */
const MAX_PER_DAY_PER_NUMBER = 20
/** High enough for a lecture hall that verifies its phones at the same time. */
const NETWORK: BucketRule = { capacity: 60, drainSeconds: MINUTE_SECONDS }

/** Whether the number is of a country that the settings list. */
export function isServed({ sms }: Services['settings'], phone: string): boolean {
  const country = parsePhoneNumberFromString(phone)?.country
  return country !== undefined && sms.countries.includes(country)
}

/**
 * Admits one SMS to this number or throws; call it before the transaction that stores the SMS.
 * @param field where a form shows the reason
 * @throws Problem validation for a country that gets none, tooManyRequests, smsPaused while the hour's budget is spent
 */
export async function admitSms(ctx: Context, phone: string, field = 'phone'): Promise<void> {
  const { countries } = ctx.settings.sms
  if (!isServed(ctx.settings, phone)) {
    throw new Problem('validation', {}, { [field]: [`smsCountry:${countries.join(',')}`] })
  }
  await limitWithDecay(ctx, networkKey(ctx, 'sms'), NETWORK)
  await limit(ctx, `sms:number:${phone}`, MAX_PER_DAY_PER_NUMBER, DAY_SECONDS)
  if ((await smsLeft(ctx)) === 0) throw new Problem('smsPaused')
}

/**
 * Takes one SMS out of the hourly budget; the first call that finds it spent logs an alert.
 * @returns a function that returns it when nothing was sent; undefined when the budget is spent
 */
export async function takeSms(services: Services): Promise<{ giveBack: () => Promise<void> } | undefined> {
  const budget = services.settings.sms.hourlyBudget
  const { start, end } = windowAt(services.now())
  const taken = await takeFromBudget(services.db, start, end, budget)
  if (taken === 'taken') return { giveBack: () => giveBackToBudget(services.db, start, budget) }
  if (taken === 'first') {
    services.log.error({ alert: 'smsBudget', budget, until: end }, 'the hourly budget of SMS is spent: none leave')
  }
  return undefined
}

/** How many SMS may still be sent in this hour. */
export async function smsLeft({ db, now, settings }: Pick<Services, 'db' | 'now' | 'settings'>): Promise<number> {
  return Math.max(0, settings.sms.hourlyBudget - (await spentOfBudget(db, windowAt(now()).start)))
}

function windowAt(now: Date): { start: Date; end: Date } {
  const start = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return { start: new Date(start), end: new Date(start + HOUR_MS) }
}
