/** Rules across the fields of a trainer's application. Messages are keys of `locales/<lang>/fields.ts`. */
import type { FieldErrors } from '../../../api/problem.ts'
import { isOfNational } from './identity-number.ts'

const YOUNGEST = 18
const OLDEST = 80
/** The minimum age for graduating, working or publishing. */
const GROWN = 16

/** The valid fields; those with errors of their own are missing. */
export type TrainerFacts = {
  /** A day, `2001-12-31`. */
  birthdate?: string | undefined
  graduationYear?: number | undefined
  yearsOfExperience?: number | undefined
  identityNumber?: string | undefined
  country?: string | undefined
  /** Each is a year, a month or a day. */
  publishDates?: readonly (string | undefined)[]
}

type Rules = {
  /** The day in Riyadh, as `2026-12-31`. */
  today: string
  nationalsOnly: boolean
}

export function senseOf(facts: TrainerFacts, { today, nationalsOnly }: Rules): FieldErrors {
  const { birthdate, graduationYear, yearsOfExperience, identityNumber, country, publishDates = [] } = facts
  const errors: FieldErrors = {}
  const age = birthdate === undefined ? undefined : ageOn(today, birthdate)
  const grownIn = birthdate === undefined ? undefined : yearIn(birthdate) + GROWN
  if (age !== undefined && (age < YOUNGEST || age > OLDEST)) errors.birthdate = [`age:${YOUNGEST},${OLDEST}`]
  if (graduationYear !== undefined) {
    if (graduationYear > yearIn(today)) errors.graduationYear = [`yearAtMost:${yearIn(today)}`]
    else if (grownIn !== undefined && graduationYear < grownIn) errors.graduationYear = [`yearAtLeast:${grownIn}`]
  }
  const working = age === undefined ? undefined : Math.max(age - GROWN, 0)
  if (yearsOfExperience !== undefined && working !== undefined && yearsOfExperience > working)
    errors.yearsOfExperience = [`experienceAtMost:${working}`]
  if (identityNumber === undefined && country === 'SA') errors.identityNumber = ['required']
  if (identityNumber !== undefined && nationalsOnly && !isOfNational(identityNumber))
    errors.identityNumber = ['identityOfNational']
  for (const [place, date] of publishDates.entries()) {
    const wrong = date && publishError(date, today, birthdate)
    if (wrong) errors[`researches.${place}.publishDate`] = [wrong]
  }
  return errors
}

function publishError(date: string, today: string, birthdate: string | undefined): string | undefined {
  // The current year or month is not in the future.
  if (date > today.slice(0, date.length)) return 'dateInFuture'
  if (birthdate && yearIn(date) < yearIn(birthdate) + GROWN) return 'publishedTooEarly'
  return undefined
}

const yearIn = (date: string) => Number(date.slice(0, 4))

function ageOn(today: string, birthdate: string): number {
  const hadBirthday = today.slice(5) >= birthdate.slice(5)
  return yearIn(today) - yearIn(birthdate) - (hadBirthday ? 0 : 1)
}
