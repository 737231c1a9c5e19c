import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { LANGS } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { NOTE_KINDS } from '../../mail-notes/mail-notes.ts'
import styles from './settings.module.css'
import type { Flat } from './settings-form.ts'

/** The subject of each mail in both languages, by kind and language. */
export type Subjects = { kind: string; language: string; subject: string }[]

/**
 * Leads to each mail as it goes out.
 * @param typed the notes that are previewed before they are saved; undefined: as stored
 */
export function MailPreviews({
  subjects,
  typed,
  mayChange,
}: {
  subjects: Subjects
  typed: Flat | undefined
  mayChange: boolean
}) {
  const { mails: t } = useDeskTexts('settings')
  const lang = useLang()
  return (
    <div className={styles.mails} id="mails">
      {mayChange ? (
        <Button type="submit" name="intent" value="preview" variant="quiet" size="small">
          {t.preview}
        </Button>
      ) : null}
      {typed ? (
        <Alert kind="info" about={typed}>
          {t.asTyped}
        </Alert>
      ) : (
        <p>{t.asStored}</p>
      )}
      <ul>
        {NOTE_KINDS.flatMap((kind) =>
          LANGS.map((language) => (
            <li key={`${kind} ${language}`}>
              <a
                href={deskLink(lang, 'settings/mail', {
                  ...{ kind, language },
                  ...(typed ? { note: typed[`mailNotes.${kind}.${language}`] ?? '' } : {}),
                })}
                target="_blank"
                rel="noopener"
                hrefLang={language}
              >
                {t.open(t.kinds[kind], t.languages[language])}
              </a>{' '}
              <bdi lang={language}>
                {subjects.find((one) => one.kind === kind && one.language === language)?.subject}
              </bdi>
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
