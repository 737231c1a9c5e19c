import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { linksFor } from '../../../links.ts'
import { useLang } from '../../../locales/texts.tsx'
import { leaveSheet } from '../../../ui/navigation/sheet-history.ts'
import { wasChangedEarly } from '../../../ui/use-early-change.ts'
import { type CourseFilters, readFilters, SEVERAL, type SeveralName } from './course-filters.ts'

const TYPING_PAUSE_MS = 450

export type InstantFilters = {
  /** For fields with choices: applies immediately. */
  chosen: () => void
  /** For text fields: applies when the visitor stops typing. */
  typed: (event: ChangeEvent) => void
  submit: (event: FormEvent) => void
}

/**
 * Applies the filter form while it is being filled in, without submitting it: focus and scroll position are kept.
 * Without scripts the form is submitted by its button.
 */
export function useInstantFilters(formId: string, filters: CourseFilters): InstantFilters {
  const navigate = useNavigate()
  const links = linksFor(useLang())
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The fields whose text is not applied yet. The answer to an earlier text may come meanwhile: it must not replace them. */
  const unapplied = useRef(new Set<Element>())

  /** The entry of the history that typing into this field made: more of the same text replaces it. */
  const typedEntry = useRef<{ field: Element; address: string }>(undefined)

  const isMounted = useRef(false)
  const showFilters = useEffectEvent((shown: CourseFilters) => {
    const form = formOf(formId)
    // What was chosen before the scripts ran is applied, not replaced by the address.
    const isChosenEarly = !isMounted.current && Array.from(form?.elements ?? []).some(wasChangedEarly)
    isMounted.current = true
    if (isChosenEarly) apply()
    else showIn(form, shown, unapplied.current)
  })

  useEffect(() => showFilters(filters), [filters])
  useEffect(() => () => clearTimeout(pause.current), [])

  /** @param typed the field whose text it was */
  function apply(typed?: Element) {
    clearTimeout(pause.current)
    unapplied.current.clear()
    const form = formOf(formId)
    if (!form) return
    const requested = readFilters(queryOf(form))
    const address = links.courses(requested)
    if (address === links.courses({ ...filters, page: undefined })) return
    const last = typedEntry.current
    const replace =
      last !== undefined && last.field === typed && new URL(last.address, location.href).href === location.href
    typedEntry.current = typed && { field: typed, address }
    leaveSheet(() => void navigate(address, { replace, preventScrollReset: true }))
  }

  return {
    chosen: () => apply(),
    typed: ({ target }) => {
      clearTimeout(pause.current)
      unapplied.current.add(target)
      pause.current = setTimeout(() => apply(target), TYPING_PAUSE_MS)
    },
    submit: (event) => {
      event.preventDefault()
      apply()
    },
  }
}

const formOf = (id: string) => document.getElementById(id) as HTMLFormElement | null

/** What the form says, without the parts of a specialization that is not chosen any more. */
function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (name !== 'sub') query.append(name, String(value))
  const chosen = new Set(query.getAll('specialization'))
  for (const { value, dataset } of form.querySelectorAll<HTMLInputElement>('input[name="sub"]:checked'))
    if (chosen.has(dataset.of ?? '')) query.append('sub', value)
  return query
}

const isSeveral = (name: string): name is SeveralName => (SEVERAL as readonly string[]).includes(name)

/** Updates the form after a link removed a filter or the browser went back. */
function showIn(form: HTMLFormElement | null, filters: CourseFilters, unapplied: ReadonlySet<Element>) {
  for (const field of form?.elements ?? []) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
    if (!isField || field.name === '' || unapplied.has(field)) continue
    if (isSeveral(field.name)) {
      if ('checked' in field) field.checked = filters[field.name]?.includes(Number(field.value)) ?? false
      continue
    }
    const value = String(filters[field.name as keyof CourseFilters] ?? '')
    if (field instanceof HTMLSelectElement) field.value = value
    else if (readsAs(field.name, field.value) !== readsAs(field.name, value)) field.value = value
  }
}

/** `١٬٥٠٠` and `1500` are the same amount: a typed text is replaced only when its meaning differs. */
function readsAs(name: string, value: string) {
  return readFilters(new URLSearchParams({ [name]: value }))[name as keyof CourseFilters]
}
