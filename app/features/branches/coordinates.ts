/** Where a branch is: latitude and longitude in degrees, in one text, as online maps give them to be copied. */
import { z } from 'zod'
import { foldDigits } from '../../locales/digits.ts'

const PAIR = /^(-?\d{1,2}(?:\.\d{1,15})?)\s*[,،]\s*(-?\d{1,3}(?:\.\d{1,15})?)$/

export function coordinatesIn(text: string) {
  const [, latitude, longitude] = (PAIR.exec(foldDigits(text).replaceAll('٫', '.').trim()) ?? []).map(Number)
  if (latitude === undefined || longitude === undefined) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** As it is stored: `24.81, 46.61`. */
export const Coordinates = z.string().transform((text, check) => {
  const read = coordinatesIn(text)
  if (read) return `${read.latitude}, ${read.longitude}`
  check.addIssue({ code: 'custom', message: 'coordinates' })
  return z.NEVER
})
