/** A file with a table whose columns staff name once, and the rows of such a file that could not be read. */
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { formatNumber } from '../../../locales/format.ts'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useDeskAnswer } from '../../use-desk-answer.ts'
import { Panel } from '../panel.tsx'
import styles from './unread-table.module.css'

const FIELD = 'columns.'

/** The columns that a form names, by their roles. */
export function namedColumns(form: FormData): Record<string, string> {
  const named = [...form].flatMap(([name, value]) =>
    name.startsWith(FIELD) && typeof value === 'string' ? [[name.slice(FIELD.length), value]] : [],
  )
  return Object.fromEntries(named)
}

type ColumnsFormProps = {
  /** The beginning of the file, and the columns that are known, by their roles. */
  unread: {
    header: readonly string[]
    rows: readonly (readonly string[])[]
    proposed: Readonly<Record<string, string>>
  }
  texts: { lead: string; sample: string; roles: Readonly<Record<string, string>>; noColumn: string; submit: string }
  required: readonly string[]
  /** Fields after those of the columns. */
  children?: ReactNode
}

/** The form of the intent `columns`: a column of the file for each role. */
export function ColumnsForm({ unread, texts, required, children }: ColumnsFormProps) {
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('columns')
  const typed = typedIn('columns')
  const roles = Object.entries(texts.roles).map(([role, label]) => ({ role, label, name: FIELD + role }))
  const columns = unread.header.filter(Boolean).map((name) => ({ value: name, label: name }))
  return (
    <>
      <p>{texts.lead}</p>
      <Sample unread={unread} label={texts.sample} />
      <Form method="post" className={styles.form} noValidate>
        <FormErrors failure={failure} labels={Object.fromEntries(roles.map(({ name, label }) => [name, label]))} />
        <FieldRow>
          {roles.map(({ role, label, name }) => (
            <SelectField
              key={role}
              name={name}
              label={label}
              options={[{ value: '', label: texts.noColumn }, ...columns]}
              defaultValue={typed[name] ?? unread.proposed[role] ?? ''}
              errors={failure?.fields[name]}
              required={required.includes(role)}
            />
          ))}
          {children}
        </FieldRow>
        <div>
          <SubmitButton name="intent" value="columns">
            {texts.submit}
          </SubmitButton>
        </div>
      </Form>
    </>
  )
}

function Sample({ unread: { header, rows }, label }: { unread: ColumnsFormProps['unread']; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard
    <section className={styles.sample} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns can have equal names and do not move
              <th key={index} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key and do not move
            <tr key={row}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key and do not move
                <td key={index}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowErrorsProps<Name extends string> = {
  errors: readonly { place: number; problem: Name; text: string }[]
  /** How many there are: the first of them are shown. */
  count: number
  texts: {
    errors: string
    errorsLead: string
    errorsShown: (shown: string, all: string) => string
    row: (place: string) => string
    problems: Readonly<Record<Name, string>>
  }
}

/** The rows that could not be read, and why. */
export function RowErrors<Name extends string>({ errors, count, texts }: RowErrorsProps<Name>) {
  if (errors.length === 0) return null
  return (
    <Panel title={texts.errors}>
      <p>{texts.errorsLead}</p>
      {count > errors.length ? <p>{texts.errorsShown(formatNumber(errors.length), formatNumber(count))}</p> : null}
      <ul className={styles.errors}>
        {errors.map(({ place, problem, text }) => (
          <li key={`${place} ${problem}`}>
            {texts.row(formatNumber(place))}: {texts.problems[problem]}
            <small className={styles.row}>
              <bdi>{text}</bdi>
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
