import { type ReactNode, useRef, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { DONE_ID, SAVED } from '../done-place.ts'
import { DRAFT_FIELD, FINISHING_FIELD } from '../drafts/draft-store.ts'
import { ORIGINAL_FIELD, VERSION_FIELD } from '../edit-changes.ts'
import { useDeskTexts } from '../texts.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import styles from './edit-form.module.css'
import { GoneTexts, type InWords, OvertakenTexts } from './overtaken-texts.tsx'
import { useOpenPanels } from './use-open-panels.ts'
import { type Sent, useSends } from './use-sends.ts'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

/**
 * The form of a record. Only changed fields are saved (`changesIn`). What was typed is kept in this browser until it is
 * saved: it survives a lost connection, a closed tab and an ended session. Ctrl+S saves, by the physical key.
 * @param record names the record in this browser, such as `course:12`
 * @param original the values of the record, by name; `version` is the record's
 * @param shown what the fields came with where that is a draft of the record: only what differs from it is unsaved
 * @param draftVersion of that draft: the fields take its values anew when it is another one
 */
export function EditForm({
  record,
  version,
  original,
  shown = original,
  draftVersion,
  intent = 'save',
  id = 'edit',
  actions,
  saveLabel,
  isReadOnly = false,
  removed,
  nameOf = () => undefined,
  inWords,
  children,
}: {
  record: string
  version: number
  original: Record<string, string>
  shown?: Record<string, string>
  draftVersion?: number | undefined
  intent?: string
  id?: string
  /** Buttons with an `intent` of their own, which send the same fields. */
  actions?: ReactNode
  /** On the button that sends the form, where it does not save. */
  saveLabel?: string
  /** Shows the fields to somebody who may not change them. */
  isReadOnly?: boolean
  /** Texts of a refused form, or of the draft that is shown, whose fields are no longer in the form. */
  removed?: Record<string, string> | undefined
  /** What a field that is no longer in the form was called. */
  nameOf?: (name: string) => string | undefined
  inWords?: InWords
  children: ReactNode
}) {
  const t = useDeskTexts('frame').edit
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<Sent>(null)
  /** By what the fields were made. */
  const made = `${version}:${draftVersion ?? ''}`
  useOpenPanels(form, `${record}:${made}`)
  const [discarded, setDiscarded] = useState<readonly string[]>([])
  const textsGone = Object.fromEntries(Object.entries(removed ?? {}).filter(([name]) => !discarded.includes(name)))
  const unsaved = useUnsavedEdits(form, sent, { record, shown, made, intent, isReadOnly, removed: textsGone })
  const { changed } = unsaved
  const { wasRefused } = useDeskAnswer()
  const [query] = useSearchParams()
  const wasSaved = query.get(SAVED) === intent && !wasRefused
  const isSaved = changed === 0 && (unsaved.isSaved || wasSaved)
  const gone = Object.entries({ ...textsGone, ...unsaved.gone }).map(([name, yours]) => ({
    ...{ name, yours },
    label: nameOf(name) ?? t.goneField,
  }))
  const discardGone = (name: string) => {
    unsaved.discardGone(name)
    setDiscarded([...discarded, name])
  }
  const typing = () => {
    if (sent.current && form.current) form.current.dataset.typing = 'true'
    unsaved.look()
  }
  const onSubmit = useSends(form, sent, { intent, take: unsaved.send, answer: unsaved.answer })

  return (
    <Form
      // Fields take the values of another version anew.
      key={`${record}:${made}`}
      ref={form}
      id={id}
      method="post"
      noValidate
      preventScrollReset
      className={styles.form}
      data-edit
      onSubmit={onSubmit}
      onFocus={({ target }) => {
        unsaved.focused.current = target
      }}
      onBlur={() => {
        unsaved.focused.current = null
      }}
      onInput={typing}
      onChange={typing}
    >
      <input type="hidden" name={DRAFT_FIELD} value={unsaved.key} />
      <input type="hidden" name={FINISHING_FIELD} value={intent} />
      <input type="hidden" name={VERSION_FIELD} value={version} />
      <input type="hidden" name={ORIGINAL_FIELD} value={JSON.stringify(original)} />
      {unsaved.isRestored ? (
        <Alert kind="info">
          {t.kept}{' '}
          <Button variant="plain" size="small" onClick={unsaved.discard}>
            {t.discard}
          </Button>
        </Alert>
      ) : null}
      <GoneTexts texts={gone} discard={discardGone} />
      <OvertakenTexts texts={unsaved.overtaken} inWords={inWords} />
      <fieldset disabled={isReadOnly} className={styles.all}>
        {children}
      </fieldset>
      {isReadOnly ? null : (
        <div className={styles.bar} data-changed={changed > 0 || undefined} data-saved={isSaved || undefined}>
          <p role="status" id={wasSaved ? DONE_ID : undefined}>
            {changed > 0 ? t.changed(changed) : isSaved ? t.allSaved : null}
          </p>
          {changed > 0 ? (
            <Button variant="plain" onClick={unsaved.discard}>
              {t.cancel}
            </Button>
          ) : null}
          {actions}
          {/* Of two buttons the pressed one is sent; the first in the form's order answers to the Enter key. */}
          <SubmitButton name="intent" value={intent}>
            {saveLabel ?? t.save}
          </SubmitButton>
        </div>
      )}
    </Form>
  )
}
