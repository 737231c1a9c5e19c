import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang } from '../../locales/texts.tsx'
import { type CourseFilters, readFilters } from './course-filters.ts'

const TYPING_PAUSE_MS = 450

export type InstantFilters = {
  /** For boxes to choose from: applies at once. */
  chosen: () => void
  /** For boxes to type in: applies when the typing pauses. */
  typed: () => void
  submit: (event: FormEvent) => void
}

/**
 * Applies the filters' form while it is being filled in, without sending it: the focus and the scroll stay where they
 * are. Without scripts the form is sent by its button, and nothing of this is missed.
 */
export function useInstantFilters(formId: string, filters: CourseFilters): InstantFilters {
  const navigate = useNavigate()
  const links = linksFor(useLang())
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    showIn(formOf(formId), filters)
  }, [formId, filters])
  useEffect(() => () => clearTimeout(pause.current), [])

  function apply(replace: boolean) {
    clearTimeout(pause.current)
    const form = formOf(formId)
    if (!form) return
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) query.set(name, String(value))
    const wanted = readFilters(query)
    if (wanted.specialization !== filters.specialization) delete wanted.sub
    const address = links.courses(wanted)
    if (address !== links.courses({ ...filters, page: undefined }))
      void navigate(address, { replace, preventScrollReset: true })
  }

  return {
    chosen: () => apply(false),
    typed: () => {
      clearTimeout(pause.current)
      pause.current = setTimeout(() => apply(true), TYPING_PAUSE_MS)
    },
    submit: (event) => {
      event.preventDefault()
      apply(false)
    },
  }
}

const formOf = (id: string) => document.getElementById(id) as HTMLFormElement | null

/** After a link took a filter away, or the browser went back, the form must say what the list shows. */
function showIn(form: HTMLFormElement | null, filters: CourseFilters) {
  for (const field of form?.elements ?? []) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
    if (!isField || field.name === '') continue
    const value = String(filters[field.name as keyof CourseFilters] ?? '')
    if (field.type === 'radio') (field as HTMLInputElement).checked = field.value === value
    else if (field instanceof HTMLSelectElement) field.value = value
    else if (field !== document.activeElement && readsAs(field.name, field.value) !== readsAs(field.name, value))
      field.value = value
  }
}

/** `١٬٥٠٠` and `1500` are the same amount: what was typed is left as it was typed. */
function readsAs(name: string, value: string) {
  return readFilters(new URLSearchParams({ [name]: value }))[name as keyof CourseFilters]
}
