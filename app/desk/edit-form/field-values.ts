/** The values of a form's fields as the browser has them. */
import { RESTORED } from '../drafts/draft-store.ts'
import { normalLines } from '../edit-changes.ts'

export function valueIn(form: HTMLFormElement, name: string): string {
  const value = ownValue(form.elements.namedItem(name), name) ?? new FormData(form).get(name)
  return normalLines(typeof value === 'string' ? value : '')
}

/**
 * Of a field that alone has this name, as most do. `FormData` reads the whole form: with a long article in it, once for
 * each field after each key would make typing slow.
 */
function ownValue(field: Element | RadioNodeList | null, name: string): string | undefined {
  const isRead =
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !OF_SEVERAL_STATES.has(field.type)) ||
    (field instanceof HTMLSelectElement && !field.multiple && !field.selectedOptions[0]?.matches(':disabled'))
  return isRead && field.name === name && !field.matches(':disabled') ? field.value : undefined
}

const OF_SEVERAL_STATES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'image'])

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
