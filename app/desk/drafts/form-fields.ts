/** The fields of a form that a person fills, and what is in them. */
import { RESTORED, type Typed } from './draft-store.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Passwords and codes are never stored, and files cannot be; a hidden field is not typed. */
const SKIPPED = new Set(['hidden', 'password', 'file', 'submit', 'button', 'reset', 'image'])

/** Several fields may have one name: a box is found by its value, another field by its order. */
function fieldsIn(form: HTMLFormElement): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const field of form.elements) {
    if (!isField(field) || !field.name || SKIPPED.has(field.type) || field.autocomplete === 'one-time-code') continue
    if (isBox(field)) fields.set(`${field.name}=${field.value}`, field)
    else {
      let order = 0
      while (fields.has(`${field.name}#${order}`)) order++
      fields.set(`${field.name}#${order}`, field)
    }
  }
  return fields
}

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

const currentValue = (field: Field) => (isBox(field) ? String(field.checked) : field.value)

function valueAtFirst(field: Field): string {
  if (isBox(field)) return String(field.defaultChecked)
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  return [...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? field.options[0]?.value ?? ''
}

const mapped = (form: HTMLFormElement, value: (field: Field) => string): Typed =>
  Object.fromEntries([...fieldsIn(form)].map(([place, field]) => [place, value(field)]))

export const valuesIn = (form: HTMLFormElement): Typed => mapped(form, currentValue)

/** The values with which the page came. */
export const valuesAtFirst = (form: HTMLFormElement): Typed => mapped(form, valueAtFirst)

/** @returns whether a field had another value */
export function fillIn(form: HTMLFormElement, typed: Typed): boolean {
  let hasChanged = false
  for (const [place, field] of fieldsIn(form)) {
    const value = typed[place]
    if (value === undefined || value === currentValue(field)) continue
    if (isBox(field)) field.checked = value === 'true'
    else if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
      continue
    else field.value = value
    // A field that a component fills, such as a list, shows what was restored.
    field.dispatchEvent(new Event(RESTORED))
    hasChanged = true
  }
  return hasChanged
}
