/** Money that was booked before its movement came, where the movement names no order: by its amount and its payer. */
import { daysBetween } from '../../platform/days.ts'
import { isSameName, type OpenLine } from './matching.ts'

export type BookedMoney = {
  /** What no movement was used for, of all that was booked. */
  bookedHalalas: number
  /** What was booked at once. */
  amounts: readonly number[]
  /** The day of the last booking. */
  bookedOn: string
  /** Of whoever should have sent it. */
  names: readonly string[]
}

/** A bank's file comes within weeks of the day on which staff saw the money; a yearly course costs the same next year. */
export const MAX_DAYS_APART = 45

/** The nearest day first. A person decides. */
export function bookedAlike<M extends BookedMoney>(line: OpenLine & { day: string }, money: readonly M[]): M[] {
  const { leftHalalas, day } = line
  const text = `${line.description} ${line.payerName}`
  const apart = ({ bookedOn }: M) => Math.abs(daysBetween(day, bookedOn))
  return money
    .filter(
      (one) =>
        (leftHalalas === one.bookedHalalas || (one.amounts.includes(leftHalalas) && leftHalalas < one.bookedHalalas)) &&
        apart(one) <= MAX_DAYS_APART &&
        one.names.some((name) => isSameName(text, name)),
    )
    .toSorted((one, other) => apart(one) - apart(other))
}
