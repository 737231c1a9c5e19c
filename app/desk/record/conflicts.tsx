import type { ComponentProps } from 'react'
import type { FormFailure } from '../../request-context.ts'
import { Conflict, type TranslationState, TwoLanguages } from '../ui/two-languages.tsx'
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
        state={english.find(({ path }) => path === name)?.state ?? 'done'}
      />
      {(['ar', 'en'] as const).map((lang) => (
        <FieldConflict key={lang} name={`${name}.${lang}`} failure={failure} />
      ))}
    </>
  )
}

export function FieldConflict({ name, failure }: { name: string; failure: FormFailure | undefined }) {
  const conflict = failure?.conflicts?.[name]
  if (!conflict) return null
  return <Conflict yours={readable(conflict.yours)} theirs={readable(conflict.theirs)} />
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

/** A value as people read it: of a list, its texts, one a line. */
function readable(value: unknown): string {
  if (Array.isArray(value)) return value.map(readable).join('\n')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(readable).join(' · ')
  return String(value ?? '—')
}
