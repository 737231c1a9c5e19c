import type { joining as source } from '../ar/joining.ts'
import { pluralEn } from '../format.ts'

export const minutesEn = (n: number) => pluralEn(n, '{n} minute', '{n} minutes')

export const joining: typeof source = {
  place: 'My courses',
  rule: (minutes) => `The link to join opens in “My courses” ${minutesEn(minutes)} before each online session.`,
  here: (time, minutes) => `The link to join opens here at ${time}, ${minutesEn(minutes)} before the start.`,
  missing: 'The link to this session has not been added yet.',
  ask: 'Write to us',
}
