const KEY = 'unsent'

/** What a form of a page sent, by the names of its fields; `form` tells it from the others of the page. */
type Sent = { path: string; form: string; typed: Record<string, string[]> }

/** Keeps what each form of the page sends in this tab, never passwords or files. */
export function keepSent(path: string, signal: AbortSignal): void {
  const keep = ({ target }: SubmitEvent) => target instanceof HTMLFormElement && store(path, target)
  if (!signal.aborted) document.addEventListener('submit', keep, { capture: true, signal })
}

export function forgetSent(): void {
  sessionStorage.removeItem(KEY)
}

/** Fills the form in again that was sent from this page. */
export function fillIn(path: string): void {
  const sent = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Sent | null
  forgetSent()
  const form = sent?.path === path && [...document.forms].find((one) => nameOf(one) === sent.form)
  if (!sent || !form) return
  for (const field of fieldsOf(form)) fill(field, sent.typed[field.name])
  for (let fold = form.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
  fieldsOf(form)[0]?.focus()
}

function fill(field: Field, typed: readonly string[] = []): void {
  if (isChoice(field)) {
    if (field.checked !== typed.includes(field.value)) field.click()
    return
  }
  field.value = typed[0] ?? field.value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function store(path: string, form: HTMLFormElement): void {
  const filled = fieldsOf(form).filter((field) => !isChoice(field) || field.checked)
  const typed = Object.fromEntries(
    [...Map.groupBy(filled, ({ name }) => name)].map(([name, fields]) => [name, fields.map(({ value }) => value)]),
  )
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, form: nameOf(form), typed } satisfies Sent))
  } catch {
    // Without storage the form still works.
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const NOT_KEPT = ['hidden', 'password', 'file', 'submit', 'button', 'image', 'reset']

/** Without what a person does not fill in, and a password that is shown as text. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.querySelectorAll<Field>('input, textarea, select')].filter(
    (field) =>
      field.name !== '' &&
      !NOT_KEPT.includes(field.type) &&
      !field.autocomplete.endsWith('password') &&
      !(field.tabIndex < 0 && !isChoice(field)),
  )

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'radio' || field.type === 'checkbox'

/** What it does, and with which record. */
const nameOf = (form: HTMLFormElement): string =>
  [
    ...form.querySelectorAll<HTMLInputElement>(
      '[name=intent], input[type=hidden][name$=Id], input[type=hidden][name=id]',
    ),
  ]
    .map(({ name, value }) => `${name}=${value}`)
    .join()
