import { type RefObject, useEffect, useRef, useState } from 'react'
import { fieldsOfForm, rowField } from '../../../api/form-rows.ts'
import { draftOf } from '../../../ui/fields/use-draft.ts'
import { type Row, typedRows } from './send-trainer.ts'
import type { ListName } from './trainer-steps.ts'

export type KeyedRow = { key: number; values: Row }

const WITHOUT_SCRIPTS = 3
let lastKey = 0
const keyed = (values: Row): KeyedRow => ({ key: ++lastKey, values })
const isFilled = (row: Row) => Object.values(row).some((value) => value.trim() !== '')

/**
 * The rows of a list in a form. Without scripts some empty ones are shown; with scripts those that are filled in, also
 * by a restored draft, and those that were added.
 */
export function useRows(
  list: ListName,
  initialRows: Row[] | undefined,
  draft: string,
  place: RefObject<HTMLElement | null>,
) {
  const [rows, setRows] = useState<KeyedRow[]>(() =>
    (initialRows ?? Array.from({ length: WITHOUT_SCRIPTS }, () => ({}))).map((values, index) => ({
      key: -index - 1,
      values,
    })),
  )
  const focus = useRef<number | 'add'>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts take over
  useEffect(() => {
    const form = place.current?.closest('form')
    // As typed before hydration, or those of the response.
    const filledRows = (form ? typedRows(form, list) : []).filter(isFilled)
    setRows((filledRows.length > 0 ? filledRows : draftRows(list, draft)).map(keyed))
  }, [])

  useEffect(() => {
    if (focus.current === undefined || !place.current) return
    const row = focus.current === 'add' ? undefined : place.current.querySelectorAll('[data-row]')[focus.current]
    const target = row?.querySelector<HTMLElement>('input') ?? place.current.querySelector<HTMLElement>('[data-add]')
    focus.current = undefined
    target?.focus()
    // Added and removed rows are saved in the draft like typed text.
    place.current.dispatchEvent(new Event('input', { bubbles: true }))
  })

  return {
    rows,
    add() {
      focus.current = rows.length
      setRows([...rows, keyed({})])
    },
    remove(index: number) {
      focus.current = rows.length === 1 ? 'add' : Math.min(index, rows.length - 2)
      setRows(rows.filter((_, at) => at !== index))
    },
    nameOf: (index: number, part: string) => rowField(list, index, part),
  }
}

function draftRows(list: ListName, draft: string): Row[] {
  const form = new FormData()
  for (const [name, value] of Object.entries(draftOf(draft))) form.set(name, value)
  const rows = fieldsOfForm(form)[list]
  return Array.isArray(rows) ? rows.filter(isFilled) : []
}
