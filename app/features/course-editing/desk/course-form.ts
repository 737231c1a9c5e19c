/** The fields of the course's form: texts in the browser, values in calls. */
import { changesIn } from '../../../desk/edit-changes.ts'
import { halalasIn, riyalsOf } from '../../../desk/riyals.ts'
import { foldDigits } from '../../../locales/digits.ts'
import type { EditedCourse } from '../desk-contract.ts'

type Values = EditedCourse['values']
type Field = keyof Values

const NUMBERS = ['specializationId', 'subSpecializationId', 'category', 'level', 'deliveryMethod', 'hours'] as const
const LISTS = ['trainers', 'outcomes', 'prerequisites', 'audience', 'outline', 'faq'] as const
const PRICES = ['priceHalalas', 'oldPriceHalalas'] as const

const isAmong = (names: readonly string[], name: string) => names.includes(name)

/** What a field of the form holds for a value. Prices are written in riyals. */
export function textOf(name: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isAmong(LISTS, name)) return JSON.stringify(value)
  if (isAmong(PRICES, name)) return riyalsOf(Number(value))
  if (typeof value === 'boolean') return value ? 'on' : ''
  return String(value)
}

function valueIn(name: Field, text: string): unknown {
  if (isAmong(LISTS, name)) return parsed(text)
  if (isAmong(PRICES, name)) return halalasIn(text) ?? null
  if (isAmong(NUMBERS, name)) return text.trim() === '' ? null : Number(foldDigits(text).replace('٫', '.'))
  if (name === 'zeroRatedForCitizens') return text !== ''
  return text === '' ? null : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

export const PRICE_FIELDS = [
  'priceHalalas',
  'oldPriceHalalas',
  'vatTreatment',
  'vatReasonCode',
  'zeroRatedForCitizens',
] as const

/** The form's fields by name, of all that is edited, or of the price. */
export function formOf(values: Values, part: 'course' | 'price'): Record<string, string> {
  const names = (Object.keys(values) as Field[]).filter(
    (name) => name !== 'cover' && isAmong(PRICE_FIELDS, name) === (part === 'price'),
  )
  return Object.fromEntries(names.map((name) => [name, textOf(name, values[name])]))
}

/** What a sent form changes, as values. */
export function changesOf(form: FormData) {
  const { version, changes } = changesIn(form)
  const typed = Object.entries(changes).map(([name, { from, to }]) => [
    name,
    { from: valueIn(name as Field, from), to: valueIn(name as Field, to) },
  ])
  return { version, changes: Object.fromEntries(typed) }
}
