/** The fields of the form of a picture: texts in the browser, values in the call. The focus is written in per cent. */
import { changesIn } from '../../../desk/edit-changes.ts'
import type { MediaItem } from '../contract.ts'

type Values = MediaItem['values']

const PER_CENT = 100
const isFocus = (name: string) => name === 'focusX' || name === 'focusY'

/** The form's fields by name. */
export function formOf(values: Values, hasFocus: boolean): Record<string, string> {
  const shown = Object.entries(values).filter(([name]) => hasFocus || !isFocus(name))
  const textOf = (name: string, value: string | number | null) =>
    isFocus(name) ? String(Math.round(Number(value) * PER_CENT)) : String(value ?? '')
  return Object.fromEntries(shown.map(([name, value]) => [name, textOf(name, value)]))
}

/** What the form changes. A focus that is left alone is the one that was read, to the last digit. */
export function changesOf(form: FormData, values: Values) {
  const { version, changes } = changesIn(form)
  const read = formOf(values, true)
  const valueIn = (name: string, text: string) => {
    if (!isFocus(name)) return text === '' ? null : text
    if (text === read[name]) return values[name as 'focusX']
    return text.trim() === '' ? 0.5 : Number(text) / PER_CENT
  }
  const typed = Object.entries(changes).map(([name, { from, to }]) => [
    name,
    { from: valueIn(name, from), to: valueIn(name, to) },
  ])
  return { version, changes: Object.fromEntries(typed) as object }
}
