import type { Lang } from '../../../locales/lang.ts'
import { COUNTRIES } from './trainer-contract.ts'

export type CountryName = { code: string; name: string }

const made = new Map<Lang, CountryName[]>()

/** All countries by their names in the language and in its order, Saudi Arabia first. */
export function countriesIn(lang: Lang): CountryName[] {
  const known = made.get(lang)
  if (known) return known
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const { compare } = new Intl.Collator(lang)
  const countries = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort(
    (one, other) => Number(other.code === 'SA') - Number(one.code === 'SA') || compare(one.name, other.name),
  )
  made.set(lang, countries)
  return countries
}
