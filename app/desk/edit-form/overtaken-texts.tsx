import { useLang } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { conflictWords } from '../record/conflict-words.ts'
import { useDeskTexts } from '../texts.tsx'
import styles from './edit-form.module.css'
import { Conflict } from './two-languages.tsx'

/** A field that holds what was typed here, and of which something else was saved since. */
export type Overtaken = { name: string; label: string; yours: string; theirs: string }

/** What was typed into a field that is no longer in the form. */
export type Gone = { name: string; label: string; yours: string }

/** A value in words; undefined where it is read as it is. */
export type InWords = (name: string, text: string) => string | undefined

/**
 * Above the fields of a form, each with both texts.
 * @param inWords of fields that hold codes
 */
export function OvertakenTexts({
  texts,
  inWords = () => undefined,
}: {
  texts: readonly Overtaken[]
  inWords?: InWords
}) {
  const { empty } = useDeskTexts('frame').edit
  const lang = useLang()
  const words = (name: string, text: string) =>
    inWords(name, text) ?? conflictWords(listIn(text) ?? text, { empty, lang })
  return texts.map(({ name, label, yours, theirs }) => (
    <Conflict
      key={name}
      label={label}
      yours={words(name, yours)}
      theirs={words(name, theirs)}
      saved={{ field: name, value: theirs }}
    />
  ))
}

/** Above the fields of a form, to be copied until it is discarded. */
export function GoneTexts({ texts, discard }: { texts: readonly Gone[]; discard: (name: string) => void }) {
  const t = useDeskTexts('frame').edit
  const lang = useLang()
  const hasScripts = useScripts()
  return texts.map(({ name, label, yours }) => (
    <Alert key={name} kind="error">
      <strong>{t.goneOf(label)}</strong>
      <br />
      {t.goneBody}
      <blockquote dir="auto" className={styles.gone}>
        {conflictWords(listIn(yours) ?? yours, { empty: t.empty, lang })}
      </blockquote>
      {hasScripts ? (
        <Button variant="plain" size="small" onClick={() => discard(name)}>
          {t.discard}
        </Button>
      ) : null}
    </Alert>
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
