import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { wasChangedEarly } from '../use-early-change.ts'

const PREFIX = 'draft:'

/**
 * Stores the entries of a form in this browser until it was accepted, against a lost connection, a closed tab or an
 * expired session. Fields that already have a value keep it, unless they have `data-preset`: what most people choose.
 * @param name of the draft; undefined stores nothing
 * @param failed whether the last response refused the form
 * @param leadsTo the path to which an accepted form leads; undefined where it stays here, or the page there forgets the draft
 */
export function useDraft(name: string | undefined, failed: boolean, leadsTo?: RegExp) {
  const form = useRef<HTMLFormElement>(null)
  const { state, formAction, location } = useNavigation()
  const isSent = useRef(false)
  const key = name && PREFIX + name

  useEffect(() => {
    if (!key || !form.current) return
    const draft = read(key)
    for (const field of fieldsOf(form.current)) if (isOpen(field) && draft[field.name]) field.value = draft[field.name]!
    for (const choice of choicesOf(form.current))
      if (draft[choice.name] === choice.value && !isChosen(form.current, choice.name)) choice.checked = true
    const fields = [...fieldsOf(form.current), ...choicesOf(form.current)]
    if (fields.some(wasChangedEarly)) store(key, form.current)
  }, [key])

  useEffect(() => {
    if (state === 'submitting' && formAction) isSent.current = true
    // The form is gone as soon as the next page is there.
    if (key && isSent.current && state === 'loading' && leadsTo?.test(location.pathname)) localStorage.removeItem(key)
    if (state !== 'idle' || !isSent.current) return
    isSent.current = false
    if (failed || !key) return
    localStorage.removeItem(key)
    form.current?.reset()
  }, [state, formAction, location, failed, key, leadsTo])

  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (key) store(key, currentTarget)
  }
  return { ref: form, onInput, 'data-draft': key }
}

function store(key: string, form: HTMLFormElement): void {
  const filled = [...fieldsOf(form), ...choicesOf(form).filter(({ checked }) => checked)]
  const typed = Object.fromEntries(filled.map(({ name, value }) => [name, value]))
  try {
    localStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // Without storage the form still works.
  }
}

type Field = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement

/** The fields to store: not the honeypot, which has no tab stop, nor a password, also while it is shown as text. */
function fieldsOf(form: HTMLFormElement): Field[] {
  const typed = ['text', 'email', 'tel', 'number', 'date', 'search'].map(
    (type) => `input[type=${type}]:not([tabindex], [autocomplete$=password])`,
  )
  return [...form.querySelectorAll<Field>(['textarea', 'select', ...typed].join())]
}

const isOpen = (field: Field) => !field.value || (field.dataset.preset !== undefined && !wasChangedEarly(field))

/** A radio button. */
function choicesOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[type=radio]')]
}

const isChosen = (form: HTMLFormElement, name: string) => new FormData(form).has(name)

export function clearDraft(name: string): void {
  localStorage.removeItem(PREFIX + name)
}

/** The stored entries of a form, by field name. */
export function draftOf(name: string): Record<string, string> {
  return read(PREFIX + name)
}

function read(key: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}
