/** Settings that somebody else changed meanwhile: each field of the form that differs, in words. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Conflict } from '../../../desk/ui/two-languages.tsx'
import type { FormFailure } from '../../../request-context.ts'
import { conflictsByField } from './settings-form.ts'

type Texts = ReturnType<typeof useDeskTexts<'settings'>>

export function SettingsConflicts({ conflicts = {} }: { conflicts: FormFailure['conflicts'] | undefined }) {
  const t = useDeskTexts('settings')
  const frame = useDeskTexts('frame').edit
  return conflictsByField(conflicts).map(({ name, yours, theirs }) => {
    const lang = /\.(ar|en)$/.exec(name)?.[1]
    const label = labelOf(t, name.replace(/\.(ar|en)$/, ''))
    const inLanguage = lang ? `${label} (${lang === 'ar' ? frame.arabic : frame.english})` : label
    const words = (value: string) => wordsOf(t, name, value) || frame.empty
    return <Conflict key={name} label={inLanguage} yours={words(yours)} theirs={words(theirs)} />
  })
}

const textOf = (texts: object, key: string) => (texts as Record<string, string>)[key] ?? key

/** Fields whose labels have other names than the settings. */
const OTHER_NAMES: Record<string, string> = {
  ...{ 'bank.name': 'bankName', 'vat.reasons.zero': 'reasonZero', 'vat.reasons.exempt': 'reasonExempt' },
}

/** @param name of a field of the form, without its language */
function labelOf(t: Texts, name: string): string {
  const [setting = '', part] = name.split('.')
  if (part === undefined) return textOf(t.fields, setting)
  if (setting === 'mailNotes') return textOf(t.mails.kinds, part)
  if (setting === 'social') return textOf(t.networks, part)
  if (setting === 'mailboxes') return `${t.mailboxesTitle}: ${textOf(t.kinds, part)}`
  if (setting === 'answerDays') return `${t.answerTitle}: ${textOf(t.kinds, part)}`
  return textOf(t.fields, OTHER_NAMES[name] ?? part)
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
