import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { Conflict } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { TranslatedKind, TranslatedText } from '../contract.ts'
import { keyOf } from './open-text.tsx'
import { SAVING } from './saving.ts'
import styles from './translations.module.css'

/** What somebody typed for a text that has left the list meanwhile: it was translated by another, or taken out. */
export function UnsavedText({ open }: { open: readonly TranslatedText[] }) {
  const t = useDeskTexts('translations')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const { key, kind, id, en: typed } = typedIn('save')
  if (!failure || open.some((text) => keyOf(text) === key)) return null
  const page = SAVING[kind as TranslatedKind]?.page(String(id))
  const conflicts = Object.values(failure.conflicts ?? {})
  return (
    <section className={styles.unsaved}>
      <FormErrors failure={{ ...failure, message: t.leftMeanwhile }} labels={{}} />
      {conflicts.map(({ yours, theirs }) => (
        <Conflict key={String(yours)} yours={String(yours)} theirs={String(theirs ?? '')} body={t.copyIt} />
      ))}
      {conflicts.length === 0 ? (
        <>
          <p>{t.copyIt}</p>
          <blockquote lang="en" dir="ltr">
            {String(typed)}
          </blockquote>
        </>
      ) : null}
      {page ? <Link to={deskLink(lang, page)}>{t.openRecord}</Link> : null}
    </section>
  )
}
