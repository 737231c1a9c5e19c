/** An enquiry's fields as labels and texts, for mails and for staff. */
import { leads as ar } from '../../locales/ar/leads.ts'
import { countryNames } from '../../locales/country-names.ts'
import { leads as en } from '../../locales/en/leads.ts'
import { formatDate } from '../../locales/format-month.ts'
import { type Lang, separatorOf } from '../../locales/lang.ts'

export const LEAD_TEXTS = { ar, en }

export type Fact = { name: string; label: string; value: string }

/**
 * In the order of the labels, since what is saved has none.
 * @param fields as saved: a choice is its number, a row of a list is an object
 */
export function factsOf(fields: Record<string, unknown>, lang: Lang): Fact[] {
  const { fields: labels, choices } = LEAD_TEXTS[lang]
  const inWords = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((row) => Object.values(row as object).join(separatorOf(lang))).join('\n')
    if (name === 'country') return countryNames(String(value), lang)
    if (name === 'birthdate') return formatDate(String(value), lang)
    const choice: Record<string, string> | undefined = choices[name as keyof typeof choices]
    return choice?.[String(value)] ?? String(value)
  }
  const order = Object.keys(labels)
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, value]) => ({
      name,
      label: labels[name as keyof typeof labels] ?? name,
      value: inWords(name, value),
    }))
}
