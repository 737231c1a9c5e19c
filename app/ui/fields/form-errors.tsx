import { type MouseEvent, useEffect, useRef } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './form-errors.module.css'

/**
 * The reasons why a form was refused, with links to the fields, also to those that somebody else changed meanwhile; the
 * focus moves to the first invalid one, unless somebody types on.
 * @param labels the fields' labels by name, in the order of the form; a field without a label gets no link
 * @param title in place of the number of fields
 * @param ids the fields' ids by name, where they differ from the names
 */
export function FormErrors({
  failure,
  labels,
  title,
  ids = {},
}: {
  failure: { message: string; fields: Record<string, string[]>; conflicts?: object | undefined } | null | undefined
  labels: Record<string, string>
  title?: string
  ids?: Record<string, string>
}) {
  const t = useTexts('ui')
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever types on while a form is sent goes on in that field; the summary is announced.
    if (!failure || !summary.current || document.activeElement?.closest('form[data-typing]')) return
    const form = summary.current.closest('form') ?? document
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong ?? summary.current).focus()
  }, [failure])

  if (!failure) return null
  const order = Object.keys(labels)
  const fields = Object.entries(failure.fields).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  const changed = Object.keys(failure.conflicts ?? {}).filter((name) => labels[name])
  const linked = fields.length > 0 ? fields : changed.map((name): [string, string[]] => [name, []])
  return (
    // Before scripts run, the browser itself brings a reader here who pressed a button far down the page.
    // biome-ignore lint/a11y/noAutofocus: the answer to what was just sent, where it would otherwise not be seen
    <div className={styles.summary} role="alert" tabIndex={-1} ref={summary} autoFocus>
      <Icon name="error" size={22} />
      <div>
        <p className={styles.title}>{fields.length > 0 ? (title ?? t.formErrors(fields.length)) : failure.message}</p>
        {linked.length > 0 ? (
          <ul className={styles.list}>
            {linked.map(([name, errors]) => (
              <li key={name}>
                {labels[name] ? (
                  <a href={`#${ids[name] ?? name}`} onClick={goToField}>
                    {errors.length > 0 ? `${leadOf(labels[name])} ${errors.join('\n')}` : labels[name]}
                  </a>
                ) : (
                  errors.join('\n')
                )}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}

/** Without another address: with it the router would forget what was refused, and with that the words beside the fields. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.scrollIntoView({ block: 'center' })
  field.focus()
}

/** A label may be a sentence or a question, which ends with a sign of its own. */
const leadOf = (label: string) => (/[?؟]$/.test(label) ? label : `${label.replace(/\.$/, '')}:`)
