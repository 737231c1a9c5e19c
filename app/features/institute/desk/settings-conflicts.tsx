/** Settings that somebody else changed meanwhile: each field of the form that differs, in words. */

import { Conflict } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { textOf, useSettingLabel } from './setting-labels.ts'
import { conflictsByField } from './settings-form.ts'

type Texts = ReturnType<typeof useDeskTexts<'settings'>>

export function SettingsConflicts({ conflicts = {} }: { conflicts: FormFailure['conflicts'] | undefined }) {
  const t = useDeskTexts('settings')
  const { empty } = useDeskTexts('frame').edit
  const labelOf = useSettingLabel()
  return conflictsByField(conflicts).map(({ name, yours, theirs }) => {
    const words = (value: string) => wordsOf(t, name, value) || empty
    return (
      <Conflict
        key={name}
        label={labelOf(name)}
        yours={words(yours)}
        theirs={words(theirs)}
        {...(name === 'workingDays' ? {} : { saved: { field: name, value: theirs } })}
      />
    )
  })
}

function wordsOf(t: Texts, name: string, value: string): string {
  if (name === 'vat.registered') return textOf(t.registeredChoices, value)
  if (name === 'vat.treatment') return textOf(t.treatments, value)
  if (name !== 'workingDays') return value
  return value
    .split(' ')
    .map((day) => textOf(t.days, day))
    .join('\n')
}
