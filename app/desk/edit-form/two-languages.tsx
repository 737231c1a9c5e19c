import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { markedDifferences } from '../../features/revisions/marked-differences.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { useDeskTexts } from '../texts.tsx'
import { MarkedText } from '../ui/marked-text.tsx'
import styles from './edit-form.module.css'
import { setField } from './field-values.ts'

/** Of the English text: `missing`, or `stale` when the Arabic has changed since it was written. */
export type TranslationState = 'missing' | 'stale' | 'done'

type States = readonly { path: string; state: TranslationState }[]

/** The state of one text of a record. */
export const stateOf = (english: States, path: string): TranslationState =>
  english.find((one) => one.path === path)?.state ?? 'done'

/**
 * One text in both languages, side by side; below each other on a phone. The fields are named `name.ar` and `name.en`.
 * @param lines a text area of about so many lines; one line by default
 */
export function TwoLanguages({
  name,
  label,
  hint,
  values,
  state = 'done',
  errors = {},
  lines,
  required = false,
  longField = ({ label: _, ...area }) => <textarea {...area} />,
}: {
  name: string
  label: string
  hint?: string
  values: { ar: string; en: string }
  state?: TranslationState
  errors?: Record<string, string[]>
  lines?: number
  /** Of the Arabic; the English may follow later. */
  required?: boolean
  /** Draws a text area otherwise. */
  longField?: (area: ComponentProps<'textarea'> & { label: string }) => ReactNode
}) {
  const t = useDeskTexts('frame').edit
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      {(['ar', 'en'] as const).map((lang) => {
        const id = `${name}.${lang}`
        const common = {
          id,
          name: id,
          lang,
          dir: lang === 'ar' ? 'rtl' : 'ltr',
          className: styles.control,
          defaultValue: values[lang],
          required: required && lang === 'ar',
          'aria-invalid': errors[id]?.length ? true : undefined,
          'aria-describedby':
            [hint && `${name}-hint`, errors[id]?.length && `${id}-error`].filter(Boolean).join(' ') || undefined,
        } as const
        return (
          <div key={lang} className={styles.side} data-side={lang}>
            <label htmlFor={id}>
              <span className="visually-hidden">{label}: </span>
              {lang === 'ar' ? t.arabic : t.english}
              {lang === 'en' && state !== 'done' ? <Badge tone="clay">{t[state]}</Badge> : null}
            </label>
            {lines ? (
              longField({ ...common, rows: lines, label: `${label}: ${lang === 'ar' ? t.arabic : t.english}` })
            ) : (
              <input {...common} type="text" />
            )}
            <FieldErrorText id={id} errors={errors[id]} />
          </div>
        )
      })}
      {hint ? <small id={`${name}-hint`}>{hint}</small> : null}
    </fieldset>
  )
}

/**
 * A field that somebody else changed meanwhile, with both texts; what was typed stays in the field above.
 * @param saved the name of the form's field, which can take the saved text, and that text
 * @param body what to do, where there is no field above
 */
export function Conflict({
  label,
  yours,
  theirs,
  saved,
  body,
  isDraft = false,
}: {
  label?: string
  yours: string
  theirs: string
  saved?: { field: string; value: string }
  body?: string
  /** Whether `yours` is the text of a draft. */
  isDraft?: boolean
}) {
  const t = useDeskTexts('frame').edit
  const title = isDraft ? t.draftConflict : t.conflictTitle
  const marked = markedDifferences(theirs, yours)
  return (
    <div className={styles.conflict} role="alert">
      <p>
        <strong>{label ? t.conflictOf(label) : title}</strong>
        <br />
        {body ?? (isDraft ? t.draftConflictBody : t.conflictBody)}
      </p>
      <p>{t.theirs}</p>
      <blockquote dir="auto">
        <MarkedText parts={marked.before} />
      </blockquote>
      <p>{isDraft ? t.inDraft : t.yours}</p>
      <blockquote dir="auto">
        <MarkedText parts={marked.after} />
      </blockquote>
      {saved ? <TakeSaved {...saved} /> : null}
    </div>
  )
}

function TakeSaved({ field, value }: { field: string; value: string }) {
  const t = useDeskTexts('frame').edit
  if (!useScripts()) return null
  const take = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form || !setField(form, field, value)) return
    const changed = form.elements.namedItem(field)
    if (!(changed instanceof HTMLElement)) return
    changed.dispatchEvent(new Event('input', { bubbles: true }))
    changed.focus()
  }
  return (
    <div>
      <Button variant="quiet" size="small" onClick={take}>
        {t.takeTheirs}
      </Button>
    </div>
  )
}
