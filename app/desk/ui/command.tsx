import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PLACE_FIELD } from '../../features/proof/place-field.ts'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { KeptForm } from '../drafts/kept-form.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import styles from './command.module.css'

export function Commands({ children }: { children: ReactNode }) {
  return <div className={styles.commands}>{children}</div>
}

/**
 * A command on a record: opened by its name, it says what will happen before the button.
 * @param happens what the command does, to whom and for how much
 * @param labels of its fields by name, for the summary of errors
 * @param hidden further values that are sent
 * @param takesFile whether one of its fields is a file
 * @param id where the page has several commands of one intent
 */
export function Command({
  intent,
  title,
  happens,
  submit,
  labels = {},
  hidden = {},
  id = intent,
  isOpen = false,
  takesFile = false,
  children,
}: {
  intent: string
  title: ReactNode
  happens: ReactNode
  submit: string
  labels?: Record<string, string>
  hidden?: Record<string, string>
  id?: string
  isOpen?: boolean
  takesFile?: boolean
  children?: ReactNode
}) {
  const answer = useDeskAnswer()
  const [isRestored, setRestored] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  const place = `${id}-command`
  const failure = answer.typedIn(intent)[PLACE_FIELD] === place ? answer.failureOf(intent) : undefined
  const { search } = useLocation()
  const ids = Object.fromEntries(Object.keys(labels).map((name) => [name, `${id}-${name}`]))

  function close() {
    setRestored(false)
    if (details.current) details.current.open = isOpen
  }

  return (
    <details
      ref={details}
      id={answer.confirm ? undefined : place}
      className={styles.command}
      open={isOpen || isRestored || failure !== undefined}
    >
      <summary>
        {title}
        <Icon name="chevron-down" size={18} />
      </summary>
      <KeptForm
        name={id}
        // A refusal is here, far below the head of the page: a browser without scripts is led to it.
        action={`${withoutOutcome(search)}#${place}`}
        onRestored={() => setRestored(true)}
        onAccepted={close}
        encType={takesFile ? 'multipart/form-data' : undefined}
        className={styles.form}
        preventScrollReset
      >
        <FormErrors failure={failure} labels={labels} ids={ids} />
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name={PLACE_FIELD} value={place} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.happens}>{happens}</div>
        {children}
        <div>
          <SubmitButton size="small">{submit}</SubmitButton>
        </div>
      </KeptForm>
    </details>
  )
}

/** The query without what an earlier form has done: that is no longer the latest. */
function withoutOutcome(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('done')
  query.delete('said')
  return `?${query}`
}

/** The errors and the typed value of a command's field, by its name; its id is the command's with the name. */
export function useCommandField(intent: string, id = intent) {
  const answer = useDeskAnswer()
  return (name: string) => ({
    name,
    id: `${id}-${name}`,
    errors: answer.failureOf(intent)?.fields[name],
    defaultValue: answer.typedIn(intent)[name],
  })
}
