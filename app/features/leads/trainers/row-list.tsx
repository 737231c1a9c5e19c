import { useRef, useState } from 'react'
import { useTexts } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldErrorText } from '../../../ui/fields/field-frame.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { enquiryDraft } from '../forms/enquiry-form.tsx'
import type { Row } from './send-trainer.ts'
import styles from './trainer-form.module.css'
import { type ListName, ROW_FIELDS } from './trainer-steps.ts'
import { useRows } from './use-rows.ts'

/** The accepted form of a publication date. */
const DATE = '2021-05'

type Props = {
  list: ListName
  initialRows: Row[] | undefined
  errors: Record<string, string[]>
  most: number
  hasScripts: boolean
}

/** The id of a field in a row. */
export const rowFieldId = (list: string, place: number | string, part: string) => `${list}-${place}-${part}`

/** Rows that can be added and removed; without scripts a submit button adds more of them. */
export function RowList({ list, initialRows, errors, most, hasScripts }: Props) {
  const t = useTexts('trainer').lists[list]
  const ui = useTexts('trainer').rows
  const place = useRef<HTMLFieldSetElement>(null)
  const { rows, add, remove, nameOf } = useRows(list, initialRows, enquiryDraft('trainer'), place)
  const [announcement, setAnnouncement] = useState('')
  const columns: Record<string, { label: string; isDate?: boolean }> = t.columns
  return (
    <fieldset className={styles.list} ref={place} aria-describedby={`${list}-hint`}>
      <legend id={list}>{t.title}</legend>
      <p className={styles.hint} id={`${list}-hint`}>
        {t.hint}
      </p>
      {rows.map(({ key, values }, index) => (
        <fieldset key={key} className={styles.row} data-row>
          <legend>{t.row(index + 1)}</legend>
          <FieldRow isFilled>
            {ROW_FIELDS[list].map((part) => {
              const { label = part, isDate } = columns[part] ?? {}
              return (
                <TextField
                  key={part}
                  id={rowFieldId(list, index, part)}
                  name={nameOf(index, part)}
                  label={label}
                  errors={errors[`${list}.${index}.${part}`]}
                  defaultValue={values[part]}
                  required
                  maxLength={isDate ? 10 : 300}
                  {...(isDate ? { dir: 'ltr' as const, placeholder: DATE } : { dir: 'auto' as const })}
                />
              )
            })}
          </FieldRow>
          {hasScripts ? (
            <Button
              variant="plain"
              size="small"
              icon="close"
              aria-label={t.remove(index + 1)}
              onClick={() => {
                remove(index)
                setAnnouncement(t.removed(index + 1))
              }}
            >
              {ui.remove}
            </Button>
          ) : null}
        </fieldset>
      ))}
      <FieldErrorText id={list} errors={errors[list]} />
      {rows.length < most ? (
        <div>
          {hasScripts ? (
            <Button
              variant="quiet"
              size="small"
              icon="plus"
              data-add
              onClick={() => {
                add()
                setAnnouncement(t.added(rows.length + 1))
              }}
            >
              {t.add}
            </Button>
          ) : (
            <Button type="submit" name="intent" value={`add-${list}`} variant="quiet" size="small" icon="plus">
              {ui.more}
            </Button>
          )}
        </div>
      ) : null}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </fieldset>
  )
}
