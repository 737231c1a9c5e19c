/** What the fields of the settings are called, where they are named away from the form. */
import { useDeskTexts } from '../../../desk/texts.tsx'

type Texts = ReturnType<typeof useDeskTexts<'settings'>>

/** @returns what a field of the form is called, with the language of its text */
export function useSettingLabel(): (name: string) => string {
  const t = useDeskTexts('settings')
  const frame = useDeskTexts('frame').edit
  return (name) => {
    const lang = /\.(ar|en)$/.exec(name)?.[1]
    const label = labelOf(t, name.replace(/\.(ar|en)$/, ''))
    return lang ? `${label} (${lang === 'ar' ? frame.arabic : frame.english})` : label
  }
}

export const textOf = (texts: object, key: string) => (texts as Record<string, string>)[key] ?? key

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
