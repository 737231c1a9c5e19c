import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { RESTORED } from '../drafts/draft-store.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './record.module.css'
import { useRowDrag } from './use-row-drag.ts'

/**
 * A list whose rows are moved by buttons and by dragging. The form has it as one hidden field in JSON, so that it is
 * saved, kept and restored as other fields are.
 */
export function ListField<Row>({
  name,
  label,
  value,
  errors,
  addLabel,
  rowLabel,
  newRow,
  mayRemove,
  children,
}: {
  name: string
  label: string
  /** JSON. */
  value: string
  errors?: string[] | undefined
  addLabel: string
  rowLabel: (number: string) => string
  newRow: (rows: Row[]) => Row
  /** Of every row by default. */
  mayRemove?: (row: Row) => boolean
  /** The fields of a row. */
  children: (row: Row, change: (row: Row) => void, path: string) => ReactNode
}) {
  const t = useDeskTexts('frame').rows
  const hidden = useRef<HTMLInputElement>(null)
  const [json, setJson] = useState(value)

  // Before the form restores, as it does once its fields are there.
  useLayoutEffect(() => {
    const field = hidden.current
    const form = field?.form
    if (!field || !form) return
    const restore = () => setJson(field.value)
    const reset = () => setJson(value)
    field.addEventListener(RESTORED, restore)
    form.addEventListener('reset', reset)
    return () => {
      field.removeEventListener(RESTORED, restore)
      form.removeEventListener('reset', reset)
    }
  }, [value])

  // The form looks for changes when it hears of one, after the field has its new value.
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells of every new value
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else hidden.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [json])

  return (
    <fieldset className={styles.part}>
      <legend>{label}</legend>
      <input type="hidden" id={name} name={name} value={json} ref={hidden} readOnly />
      <noscript>{t.needsScripts}</noscript>
      <Rows
        rows={JSON.parse(json) as Row[]}
        path={name}
        setRows={(rows) => setJson(JSON.stringify(rows))}
        {...{ addLabel, rowLabel, newRow, children }}
        {...(mayRemove && { mayRemove })}
      />
      <FieldErrorText id={name} errors={errors} />
    </fieldset>
  )
}

/** The rows of a list, and of lists within its rows. */
export function Rows<Row>({
  rows,
  setRows,
  path,
  addLabel,
  rowLabel,
  newRow,
  mayRemove = () => true,
  children,
}: {
  rows: Row[]
  setRows: (rows: Row[]) => void
  path: string
  addLabel: string
  rowLabel: (number: string) => string
  newRow: (rows: Row[]) => Row
  mayRemove?: (row: Row) => boolean
  children: (row: Row, change: (row: Row) => void, path: string) => ReactNode
}) {
  const t = useDeskTexts('frame').rows
  const [last, setLast] = useState<{ move: number; from: number; to: number }>()
  const move = (from: number, to: number) => {
    const moved = rows.filter((_, place) => place !== from)
    moved.splice(to, 0, rows[from]!)
    setRows(moved)
    setLast({ move: (last?.move ?? 0) + 1, from, to })
  }
  const { handle, shown } = useRowDrag(move)
  const step = (from: number, to: number) => (button: HTMLButtonElement) => {
    move(from, to)
    focusInRow(button, to)
  }
  return (
    <>
      <ol className={styles.list}>
        {rows.map((row, place) => {
          const named = rowLabel(formatNumber(place + 1))
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and every field is controlled
              key={place}
              className={styles.item}
              {...shown(place)}
            >
              <div className={styles.itemHead}>
                <span className={styles.handle} title={t.drag} {...handle(place)}>
                  {named}
                </span>
                <Move label={`${t.up}: ${named}`} off={place === 0} act={step(place, place - 1)}>
                  ↑
                </Move>
                <Move label={`${t.down}: ${named}`} off={place === rows.length - 1} act={step(place, place + 1)}>
                  ↓
                </Move>
                {mayRemove(row) ? (
                  <Move label={`${t.remove}: ${named}`} act={() => setRows(rows.filter((_, other) => other !== place))}>
                    ×
                  </Move>
                ) : null}
              </div>
              {children(row, (changed) => setRows(rows.with(place, changed)), `${path}.${place}`)}
            </li>
          )
        })}
      </ol>
      {/* Screen readers hear where the row went; with its key, also when the words are those of the move before. */}
      <p role="status" className="visually-hidden">
        {last ? (
          <span key={last.move}>
            {t.moved(rowLabel(formatNumber(last.from + 1)), formatNumber(last.to + 1), formatNumber(rows.length))}
          </span>
        ) : null}
      </p>
      <div className={styles.add}>
        <Button variant="quiet" size="small" icon="plus" onClick={() => setRows([...rows, newRow(rows)])}>
          {addLabel}
        </Button>
      </div>
    </>
  )
}

/** The same button of the row at another place, so that one row is moved on by pressing again. */
function focusInRow(button: HTMLButtonElement, place: number): void {
  const row = button.closest('li')
  const index = Array.from(row?.querySelectorAll('button') ?? []).indexOf(button)
  row?.parentElement?.children[place]?.querySelectorAll('button')[index]?.focus()
}

function Move({
  label,
  off = false,
  act,
  children,
}: {
  label: string
  off?: boolean
  act: (button: HTMLButtonElement) => void
  children: string
}) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : ({ currentTarget }) => act(currentTarget)}
    >
      {children}
    </Button>
  )
}

export type Written = { ar: string; en?: string }

/** The texts of the stored rows whose English is older than the Arabic. */
export const StaleTexts = createContext<readonly Written[]>([])

/**
 * One text of a row, in both languages. It keeps its state while its row moves, and loses it when somebody writes.
 * @param isNamed where the row has more than one text
 */
export function BothFields({
  label,
  value,
  change,
  path,
  isNamed = false,
}: {
  label: string
  value: Written
  change: (value: Written) => void
  path: string
  isNamed?: boolean
}) {
  const t = useDeskTexts('frame').edit
  const isStale = useContext(StaleTexts).some(({ ar, en }) => ar === value.ar && en === value.en)
  const isMissing = value.ar !== '' && !value.en
  return (
    <div className={styles.both}>
      {isNamed || isStale ? (
        <p className={styles.caption}>
          {isNamed ? label : null}
          {isStale ? <Badge tone="clay">{`${t.english}: ${t.stale}`}</Badge> : null}
        </p>
      ) : null}
      <div className={styles.pair}>
        {(['ar', 'en'] as const).map((lang) => (
          <div key={lang} className={styles.side} data-side={lang}>
            <textarea
              id={`${path}.${lang}`}
              rows={1}
              lang={lang}
              dir={lang === 'ar' ? 'rtl' : 'ltr'}
              aria-label={`${label} (${lang === 'ar' ? t.arabic : t.english})`}
              placeholder={lang === 'ar' ? t.arabic : isMissing ? `${t.english}: ${t.missing}` : t.english}
              value={value[lang] ?? ''}
              onChange={({ target }) => change({ ...value, [lang]: target.value })}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
