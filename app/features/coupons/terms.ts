/** What a coupon is worth and for what it is valid, as staff write it. */
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'

export const COUPON_STATES = ['valid', 'coming', 'ended', 'stopped', 'used-up'] as const
export type CouponState = (typeof COUPON_STATES)[number]

/** Letters and digits that are not mistaken for others when a code is read aloud or copied from paper. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** How many codes there are for each one that a series issues, so that guessing does not find one. */
const CODES_PER_COUPON = 10_000

/** Whether a pattern such as `RAMADAN-?????` has room for so many codes that a guessed one is hardly ever valid. */
export function hasRoomFor(pattern: string, count: number): boolean {
  const places = pattern.replace(/[^?]/g, '').length
  return CODE_ALPHABET.length ** places >= count * CODES_PER_COUPON
}

/** @param randomBelow a random whole number from 0 to less than its argument */
export function codeOf(pattern: string, randomBelow: (limit: number) => number): string {
  return pattern.replace(/\?/g, () => CODE_ALPHABET[randomBelow(CODE_ALPHABET.length)]!)
}

type Times = { validFrom: Date; validTo: Date | null }

/** Staff write the last day of a coupon; it is valid until that day ends in Riyadh. */
export const daysOf = ({ validFrom, validTo }: Times) => ({
  firstDay: dayOf(validFrom),
  lastDay: validTo && dayOf(new Date(validTo.getTime() - 1)),
})

export const timesOf = ({ firstDay, lastDay }: { firstDay: string; lastDay: string | null }): Times => ({
  validFrom: instantOf(firstDay),
  validTo: lastDay === null ? null : instantOf(plusDays(lastDay, 1)),
})

export type CouponFacts = Times & { active: boolean; totalLimit: number | null; uses: number }

export function stateOf({ active, validFrom, validTo, totalLimit, uses }: CouponFacts, now: Date): CouponState {
  if (!active) return 'stopped'
  if (validTo && now >= validTo) return 'ended'
  if (totalLimit !== null && uses >= totalLimit) return 'used-up'
  return now < validFrom ? 'coming' : 'valid'
}
