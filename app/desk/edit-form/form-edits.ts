/** What the fields of a record's form have that the record has not. */
import { normalLines } from '../edit-changes.ts'
import { setField, valueIn } from './field-values.ts'
import type { Overtaken } from './overtaken-texts.tsx'

/** Values of fields by their names. */
export type Values = Record<string, string>

/** The fields with another value than they came with. */
export function editsIn(form: HTMLFormElement, original: Values): Values {
  const edits: Values = {}
  for (const [name, from] of Object.entries(original)) {
    const value = valueIn(form, name)
    if (value !== normalLines(from)) edits[name] = value
  }
  return edits
}

/** The fields that came with another value than before, with that. */
export function changedBetween(before: Values, after: Values): { name: string; former: string }[] {
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, former: before[name] ?? '' }))
}

/** The edits of fields that by now came with something else than they were made of: saved, they would replace it unseen. */
export function overtakenIn(form: HTMLFormElement, edits: Values, bases: Values, came: Values): Overtaken[] {
  return Object.entries(edits).flatMap(([name, yours]) => {
    const [base, theirs] = [bases[name], normalLines(came[name] ?? '')]
    // A field that is no longer there, such as one of a section that was removed, takes no text.
    if (base === undefined || !(name in came)) return []
    if (normalLines(base) === theirs || yours === theirs) return []
    return [{ name, label: labelIn(form, name), yours, theirs }]
  })
}

/** Edits that were accepted although the record's value stayed: an IBAN that was only written with spaces. */
export const acceptedAsIs = (sent: Values, edits: Values) =>
  Object.keys(sent).filter((name) => edits[name] === sent[name])

/** Fields in which nothing was typed since they were sent show what the record has now. */
export function showAccepted(form: HTMLFormElement, sent: Values, original: Values): void {
  for (const name of acceptedAsIs(sent, editsIn(form, original))) setField(form, name, original[name] ?? '')
}

/** The fields were made anew under the hands of somebody who types on: the caret stays where it was. */
export function focusSameField(before: HTMLElement, form: HTMLFormElement): void {
  if (!isText(before) || isText(document.activeElement)) return
  // By its name: the form of a draft has one field more than that of the record. A field of a row has an id only, and
  // shows what was typed once its list has rendered, in the same task.
  const name = before.name || before.id
  const { selectionStart: start, selectionEnd: end } = before
  const focus = () => {
    const field = name && form.elements.namedItem(name)
    if (!isText(field)) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(start, end)
  }
  if (before.name) focus()
  else queueMicrotask(focus)
}

/** What a field is called; a list, whose field is hidden, by the group around it. */
function labelIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLElement)) return name
  const label = isText(field) ? field.labels?.[0] : field.closest('fieldset')?.querySelector(':scope > legend')
  return label?.textContent?.trim() || name
}

const isText = (field: unknown): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')
