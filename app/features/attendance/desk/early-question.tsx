import type { FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './attendance.module.css'

/** How a call is refused that is about a session still to come, unless it says that this is meant. */
export const NOT_BEGUN = 'sessionNotBegun'

/**
 * Asks whether a session is meant that is still to come, with the button that says so. A form where there are no scripts.
 * @param fields of the call that was refused
 */
export function EarlyQuestion({
  message,
  fields,
  action,
  submit,
  onAgree,
}: {
  message: string
  fields: Record<string, string>
  action: string
  submit: string
  onAgree: () => void
}) {
  function agree(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onAgree()
  }
  return (
    <form method="post" action={action} onSubmit={agree} className={styles.question}>
      {Object.entries({ ...fields, early: 'true' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p role="alert">{message}</p>
      <Button type="submit" size="small" variant="quiet">
        {submit}
      </Button>
    </form>
  )
}
