import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { UNSENT } from '../sessions/unsent.ts'

const KEY = 'unsent'

/** What a form of a page sent; `form` tells it from the others of the page. */
type Sent = { path: string; form: string; typed: Record<string, string> }

/**
 * A form that was sent after the session had ended is filled in again once its learner has signed in, which leads back to
 * the page with `UNSENT`. Kept in this tab until the form was answered; never passwords or files.
 */
export function useUnsent(): void {
  const { pathname, hash } = useLocation()
  const { state } = useNavigation()
  const isSent = useRef(false)
  useEffect(() => {
    if (hash === `#${UNSENT}`) fillIn(pathname)
    const keep = ({ target }: SubmitEvent) => target instanceof HTMLFormElement && store(pathname, target)
    document.addEventListener('submit', keep, true)
    return () => document.removeEventListener('submit', keep, true)
  }, [pathname, hash])
  useEffect(() => {
    // The page is still here: the form was answered, and shows itself what was typed if it was refused.
    if (state === 'idle' && isSent.current) sessionStorage.removeItem(KEY)
    isSent.current = state !== 'idle'
  }, [state])
}

function store(path: string, form: HTMLFormElement): void {
  const typed = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, form: nameOf(form), typed } satisfies Sent))
  } catch {
    // Without storage the form still works.
  }
}

function fillIn(path: string): void {
  const sent = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Sent | null
  sessionStorage.removeItem(KEY)
  const form = sent?.path === path && [...document.forms].find((one) => nameOf(one) === sent.form)
  if (!sent || !form) return
  for (const field of fieldsOf(form)) {
    field.value = sent.typed[field.name] ?? field.value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (let fold = form.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
  fieldsOf(form)[0]?.focus()
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldsOf = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>('textarea, select, input:is([type=text], [type=email], [type=tel], :not([type]))'),
]

/** What it does, and with which record. */
const nameOf = (form: HTMLFormElement): string =>
  [
    ...form.querySelectorAll<HTMLInputElement>(
      '[name=intent], input[type=hidden][name$=Id], input[type=hidden][name=id]',
    ),
  ]
    .map(({ name, value }) => `${name}=${value}`)
    .join()
