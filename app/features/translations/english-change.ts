/** One English text as a change of its record: of a field of its own, or within a field that holds several. */
import { type Changes, isSame } from '../../api/edits.ts'
import { Problem } from '../../api/problem.ts'

/** A text as the report showed it, and the English that somebody wrote for it. */
export type Typed = { path: string; ar: string; en: string; to: string }
type Values = Record<string, unknown>

/**
 * @param values of the record as it is now
 * @throws Problem changedMeanwhile when either language is no longer what was shown: the new English is for that text
 */
export function englishChange(
  values: Values,
  version: number | null,
  { path, ar, en, to }: Typed,
): Changes<Record<string, unknown>> {
  const isFlat = `${path}.ar` in values
  const field = fieldOf(values, path)
  const rest = path.split('.').slice(field.split('.').length)
  const present = isFlat ? { ar: values[`${path}.ar`], en: values[`${path}.en`] } : partOf(values[field], rest)
  if (!isSame(present?.ar, ar) || !isSame(present?.en, en)) {
    const theirs = present ? `${present.ar ?? ''}\n\n${present.en ?? ''}`.trim() : null
    throw new Problem('changedMeanwhile', { version: version ?? 1 }, undefined, { [path]: { yours: to, theirs } })
  }
  if (isFlat) return { [`${path}.en`]: { from: en || null, to } }
  return { [field]: { from: values[field], to: withEnglish(values[field], rest, to) } }
}

/** The field that holds the text: names may have parts, such as `sections.story.items`. */
const fieldOf = (values: Values, path: string): string =>
  Object.keys(values).find((name) => path.startsWith(`${name}.`)) ?? path.split('.')[0]!

function partOf(value: unknown, [step, ...rest]: string[]): Values | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return step === undefined ? (value as Values) : partOf((value as Values)[step], rest)
}

function withEnglish(value: unknown, [step, ...rest]: string[], en: string): unknown {
  if (step === undefined) return { ...(value as object), en }
  if (Array.isArray(value))
    return value.map((part, place) => (String(place) === step ? withEnglish(part, rest, en) : part))
  return { ...(value as Values), [step]: withEnglish((value as Values)[step], rest, en) }
}
