import { type ReactNode, useEffect, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type { FormFailure } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { useDeskTexts } from '../../texts.tsx'
import { useDeskAnswer } from '../../use-desk-answer.ts'
import styles from './bulk.module.css'

/** The form of the rows chosen in a list: `RecordList` names it in `selectable`. */
export const BULK_FORM = 'bulk'

type List = { items: readonly unknown[]; totalCount: number; totalIsCapped?: boolean | undefined }

/** The commands on the chosen rows of a list, or on all that match its filters, as many as are shown. */
export function BulkCommands({ list, children }: { list?: List; children: ReactNode }) {
  const t = useDeskTexts('frame').list
  const { key } = useLocation()
  const count = useChosenCount()
  if (list?.items.length === 0) return null
  return (
    <Form method="post" id={BULK_FORM} className={styles.commands}>
      {children}
      {list && list.totalCount > list.items.length && !list.totalIsCapped ? (
        // Of the number that is shown now: after a command, and for other filters, it is ticked anew.
        <div className={styles.all}>
          <CheckField key={key} name="all" value={list.totalCount} label={t.chooseAll(list.totalCount)} />
        </div>
      ) : null}
      <span role="status">{count > 0 ? t.chosenCount(count) : null}</span>
    </Form>
  )
}

/** How many rows of the page are chosen; 0 without scripts. */
export function useChosenCount(): number {
  const { key } = useLocation()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const read = () => setCount(document.querySelectorAll(`input[name=chosen][form=${BULK_FORM}]:checked`).length)
    const readOf = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === 'chosen') read()
    }
    // Another page of the list, or an answer, is shown at a place of its own.
    if (key) read()
    document.addEventListener('change', readOf)
    return () => document.removeEventListener('change', readOf)
  }, [key])
  return count
}

/**
 * The rows of a command on many.
 * @param filters of the address, as the call names them
 */
export function chosenIn<Filters>(form: FormData, filters: Filters) {
  const count = form.get('all')
  return count ? { matching: { ...filters, count } } : { chosen: form.getAll('chosen').map(String) }
}

/** The names that calls give the chosen rows: no field of a form is one. */
const ROWS = ['ids', 'references']

/** A refusal for want of rows in words of its own: it is about no field. */
export function aboutRows(failure: FormFailure | undefined): FormFailure | undefined {
  const said = failure && ROWS.flatMap((name) => failure.fields[name] ?? [])
  return failure && said && said.length > 0 ? { ...failure, message: said.join('\n'), fields: {} } : failure
}

/** For a command that leads elsewhere with the chosen rows: its intent answers with the result null where there are none. */
export function NothingChosen({ intent }: { intent: string }) {
  const t = useDeskTexts('frame').list
  return useDeskAnswer().resultOf(intent) === null ? <Alert kind="error">{t.chooseRows}</Alert> : null
}

export type BulkRow = {
  key: string | number
  name: string | null
  isDone: boolean
  canUndo: boolean
  reason: string | null
}

/** Of more rows only those that failed are listed. */
const MAX_LISTED = 25

/** How a command on many rows went: of each that failed its name, and why; what was done is undone as one. */
export function BulkAnswer({ rows }: { rows: readonly BulkRow[] }) {
  const t = useDeskTexts('frame').list
  const done = rows.filter(({ isDone }) => isDone).length
  const undoable = rows.filter(({ canUndo }) => canUndo)
  const listed = rows.length > MAX_LISTED ? rows.filter(({ isDone }) => !isDone) : rows
  return (
    <div className={styles.answer}>
      <Alert kind={done === rows.length ? 'success' : 'warning'} title={t.bulkDone(done, rows.length)}>
        <ul>
          {listed.map(({ key, name, isDone, reason }) => (
            <li key={key}>
              <bdi>{name ?? t.unknown}</bdi>: {isDone ? t.done : reason}
            </li>
          ))}
        </ul>
        {undoable.length > 0 ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="undo" />
            {undoable.map(({ key }) => (
              <input key={key} type="hidden" name="chosen" value={key} />
            ))}
            <Button type="submit" variant="quiet" size="small">
              {t.undo(undoable.length)}
            </Button>
          </Form>
        ) : null}
      </Alert>
    </div>
  )
}
