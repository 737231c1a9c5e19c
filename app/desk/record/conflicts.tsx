import type { ComponentProps } from 'react'
import { formatMoney } from '../../locales/format.ts'
import { useLang } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Conflict, stateOf, type TranslationState, TwoLanguages } from '../edit-form/two-languages.tsx'
import { useDeskTexts } from '../texts.tsx'
import { conflictWords } from './conflict-words.ts'
import { DRAFT_BEHIND } from './draft-conflicts.ts'
import { labelOf } from './field-labels.ts'

type Props = {
  name: string
  label: string
  /** What the fields show, by name. */
  texts: Record<string, string>
  english: readonly { path: string; state: TranslationState }[]
  errors: Record<string, string[]>
  failure: FormFailure | undefined
  lines?: number
  hint?: string
  required?: boolean
  longField?: NonNullable<ComponentProps<typeof TwoLanguages>['longField']>
}

/** A text in both languages, with what somebody else made of it meanwhile. */
export function BothLanguages({ name, texts, english, failure, ...shown }: Props) {
  return (
    <>
      <TwoLanguages
        {...shown}
        name={name}
        values={{ ar: texts[`${name}.ar`] ?? '', en: texts[`${name}.en`] ?? '' }}
        state={stateOf(english, name)}
      />
      {(['ar', 'en'] as const).map((lang) => (
        <FieldConflict key={lang} name={`${name}.${lang}`} failure={failure} />
      ))}
    </>
  )
}

/** @param inWords a value that holds codes */
export function FieldConflict({
  name,
  failure,
  inWords,
}: {
  name: string
  failure: FormFailure | undefined
  inWords?: (value: unknown) => string
}) {
  const { empty } = useDeskTexts('frame').edit
  const lang = useLang()
  const conflict = failure?.conflicts?.[name]
  if (!conflict) return null
  const words = inWords ?? ((value: unknown) => conflictWords(value, { empty, lang }))
  const { theirs } = conflict
  return (
    <Conflict
      yours={words(conflict.yours)}
      theirs={words(theirs)}
      isDraft={failure?.code === DRAFT_BEHIND}
      // A choice by a number is read in words, which no field takes; the field of a list holds it as JSON.
      {...(typeof theirs === 'string' ? { saved: { field: name, value: theirs } } : {})}
      {...(Array.isArray(theirs) ? { saved: { field: name, value: JSON.stringify(theirs) } } : {})}
    />
  )
}

/**
 * All fields of a form that somebody else changed meanwhile, each with its label and both values in words.
 * @param labels by the names of the call
 * @param inWords values that are no text, such as somebody's id; undefined leaves them as they are
 */
export function LabelledConflicts({
  failure,
  labels,
  inWords = () => undefined,
}: {
  failure: FormFailure | undefined
  labels: object
  inWords?: (name: string, value: unknown) => string | undefined
}) {
  const { empty } = useDeskTexts('frame').edit
  const lang = useLang()
  const labelFor = (name: string) => {
    const own = Object.entries(labels).find(([of]) => of === name || of === `${name}.ar`)?.[1]
    return typeof own === 'string' ? own : labelOf(labels, name)
  }
  const words = (name: string, value: unknown) =>
    inWords(name, value) ??
    (typeof value === 'number' && name.endsWith('Halalas')
      ? formatMoney(value, lang)
      : conflictWords(value, { empty, lang }))
  return Object.entries(failure?.conflicts ?? {}).map(([name, { yours, theirs }]) => (
    <Conflict key={name} label={labelFor(name)} yours={words(name, yours)} theirs={words(name, theirs)} />
  ))
}

/** Of the fields that are no text in two languages. */
export function OtherConflicts({ texts, failure }: { texts: object; failure: FormFailure | undefined }) {
  const names = Object.keys(failure?.conflicts ?? {}).filter((name) => !name.includes('.'))
  return names.map((name) => (
    <div key={name}>
      <p>{labelOf(texts, name)}</p>
      <FieldConflict name={name} failure={failure} />
    </div>
  ))
}
