/** The values of a form's fields as the browser has them. */
import { RESTORED } from '../drafts/draft-store.ts'
import { normalLines } from '../edit-changes.ts'

export function valueIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return normalLines(typeof value === 'string' ? value : '')
}

/** @returns whether the field exists and had another value */
export function setField(form: HTMLFormElement, name: string, value: string): boolean {
  const field = form.elements.namedItem(name)
  if (!field || valueIn(form, name) === value) return false
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value !== ''
  else if ('value' in field) field.value = value
  // A field that a component fills, such as a list, shows what was restored.
  if (field instanceof HTMLElement) field.dispatchEvent(new Event(RESTORED))
  return true
}
