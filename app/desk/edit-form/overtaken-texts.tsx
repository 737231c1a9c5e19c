import { useLang } from '../../locales/texts.tsx'
import { conflictWords } from '../record/conflict-words.ts'
import { useDeskTexts } from '../texts.tsx'
import { Conflict } from './two-languages.tsx'

/** A field that holds what was typed here, and of which something else was saved since. */
export type Overtaken = { name: string; label: string; yours: string; theirs: string }

/** Above the fields of a form, each with both texts. */
export function OvertakenTexts({ texts }: { texts: readonly Overtaken[] }) {
  const { empty } = useDeskTexts('frame').edit
  const lang = useLang()
  const words = (text: string) => conflictWords(listIn(text) ?? text, { empty, lang })
  return texts.map(({ name, label, yours, theirs }) => (
    <Conflict
      key={name}
      label={label}
      yours={words(yours)}
      theirs={words(theirs)}
      {...(listIn(theirs) ? {} : { saved: { field: name, value: theirs } })}
    />
  ))
}

/** A field of rows holds them as JSON. */
function listIn(text: string): unknown {
  if (!text.startsWith('[') && !text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
