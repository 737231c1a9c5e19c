/** The fields of the course's form: texts in the browser, values in calls. */
import { changesIn } from '../../../desk/edit-changes.ts'
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
  if (isAmong(PRICES, name)) return String(Number(value) / 100)
  if (typeof value === 'boolean') return value ? 'on' : ''
  return String(value)
}

function valueIn(name: Field, text: string): unknown {
  if (isAmong(LISTS, name)) return parsed(text)
  if (isAmong(PRICES, name)) return text.trim() === '' ? null : Math.round(Number(latinDigits(text)) * 100)
  if (isAmong(NUMBERS, name)) return text.trim() === '' ? null : Number(latinDigits(text))
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

const latinDigits = (text: string) =>
  text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))).replace('٫', '.')

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
