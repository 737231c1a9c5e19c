import { type FormEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { wasChangedEarly } from '../../ui/use-early-change.ts'
import { DRAFT_FIELD, draftText, FINISHING_FIELD, readDraft, removeDraft, storeDraft } from '../drafts/draft-store.ts'
import { useDraftKey } from '../drafts/use-draft-key.ts'
import { normalLines, ORIGINAL_FIELD, VERSION_FIELD } from '../edit-changes.ts'
import { useDeskTexts } from '../texts.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import styles from './edit-form.module.css'
import { setField, valueIn } from './field-values.ts'
import { type Overtaken, OvertakenTexts } from './overtaken-texts.tsx'

/** The button that keeps the fields as a draft of the record. */
const DRAFT_INTENT = 'draft'

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
  children: ReactNode
}) {
  const t = useDeskTexts('frame').edit
  const form = useRef<HTMLFormElement>(null)
  const [changed, setChanged] = useState(0)
  const [isRestored, setRestored] = useState(false)
  /** Said where the button was pressed: the page's own message may be far above. */
  const [isSaved, setSaved] = useState(false)
  const key = useDraftKey(record, 'edit')
  const isSent = useRef(false)
  /** The entry of the history that the page shows, and the one at which this form was sent: its answer makes another. */
  const shownEntry = useRef('')
  const sentFrom = useRef('')
  /** The value of the button that sent the form last. */
  const sentBy = useRef(intent)
  /** What the last send had of each changed field: what is typed afterwards is not saved by it. */
  const sent = useRef<Record<string, string>>({})
  /** What this browser kept when the fields were sent to be a draft of the record. */
  const handedOver = useRef<{ key: string; text: string | null }>(null)
  /** What the fields had last that is not saved. */
  const typed = useRef<Record<string, string>>({})
  /** What these came with when they were changed. */
  const bases = useRef<Record<string, string>>({})
  const [overtaken, setOvertaken] = useState<Overtaken[]>([])
  const focused = useRef<HTMLElement>(null)
  const waiting = useRef<{ button: string }>(null)
  const { state } = useNavigation()
  const { key: entry } = useLocation()
  const { wasRefused } = useDeskAnswer()
  const originals = JSON.stringify(shown)
  /** By what the fields were made. */
  const made = `${version}:${draftVersion ?? ''}`
  const opened = useRef({ made, originals, key, record })

  // Before the effects that ask for it.
  useLayoutEffect(() => {
    shownEntry.current = entry
  }, [entry])

  const look = useCallback(() => {
    if (!form.current || isReadOnly) return
    const came: Record<string, string> = JSON.parse(originals)
    const edits = editsIn(form.current, came)
    typed.current = edits
    bases.current = Object.fromEntries(
      Object.keys(edits).map((name) => [name, bases.current[name] ?? came[name] ?? '']),
    )
    const count = Object.keys(edits).length
    setChanged(count)
    setOvertaken((former) =>
      former.every(({ name }) => name in edits) ? former : former.filter((one) => one.name in edits),
    )
    if (count === 0) setRestored(false)
    else setSaved(false)
    storeDraft(key, { typedAt: Date.now(), search: '', typed: edits, from: bases.current })
  }, [key, originals, isReadOnly])

  // In the same task as the fields are made anew, so that no key falls between.
  useLayoutEffect(() => {
    if (!form.current || isReadOnly) return
    const before = opened.current
    opened.current = { made, originals, key, record }
    const kept = readDraft(key)
    const edits = kept?.typed ?? {}
    bases.current = kept?.from ?? {}
    const isAnswered = isSent.current && shownEntry.current !== sentFrom.current
    // Saved, the record goes on with its draft, or without it: what was typed while it was sent goes with it.
    if (before.key !== key && isAnswered && !wasRefused && isSameRecord(before.record, record)) {
      for (const [name, value] of Object.entries(readDraft(before.key)?.typed ?? {}))
        if (value !== sent.current[name]) edits[name] = value
      removeDraft(before.key)
    }
    // The fields were made anew: what this form saved is in them, what else was typed is not.
    if (before.made !== made && isAnswered) {
      for (const { name, former } of changedBetween(before.originals, originals)) {
        if (edits[name] === sent.current[name]) delete edits[name]
        // Put back meanwhile, it was no edit until its change was saved.
        else if (name in sent.current && !(name in typed.current)) edits[name] = former
      }
      if (!wasRefused && sentBy.current === intent)
        for (const name of acceptedAsIs(sent.current, edits)) delete edits[name]
      for (const name of Object.keys(sent.current)) delete bases.current[name]
    }
    // A refusal shows both texts itself.
    if (wasRefused) for (const { name } of changedBetween(before.originals, originals)) delete bases.current[name]
    setOvertaken(overtakenIn(form.current, edits, bases.current, JSON.parse(originals)))
    const applied = Object.entries(edits).filter(([name, value]) => setField(form.current!, name, value))
    if (applied.length > 0) setRestored(true)
    if (before.made !== made && focused.current) focusSameField(focused.current, form.current)
    look()
    // A draft of the record differs from it as it comes: nobody typed that here.
    const isAsItCame = before.made === made && before.originals === originals
    if (!kept && isAsItCame && ![...form.current.elements].some(wasChangedEarly)) removeDraft(key)
  }, [key, record, made, originals, look, isReadOnly, wasRefused, intent])

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (!form.current || form.current !== formToSave()) return
      event.preventDefault()
      form.current.requestSubmit(buttonOf(form.current, intent))
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [intent])

  useEffect(() => {
    if (state !== 'idle') return
    // The answer to another form, which the router had and React shows only now.
    if (isSent.current && shownEntry.current === sentFrom.current) return
    if (isSent.current && !wasRefused) {
      setSaved(true)
      if (sentBy.current === intent && form.current) showAccepted(form.current, sent.current, JSON.parse(originals))
    }
    const kept = handedOver.current
    handedOver.current = null
    // What the institute keeps as a draft is not unsaved; the page may show the record as it was.
    if (kept && !wasRefused && draftText(kept.key) === kept.text) {
      removeDraft(kept.key)
      if (kept.key === opened.current.key) setRestored(false)
    } else if (isSent.current) look()
    isSent.current = false
    const next = waiting.current
    waiting.current = null
    // What was refused is to be read first; this form stays as it is typed.
    if (next && !wasRefused) form.current?.requestSubmit(buttonOf(form.current, next.button))
  }, [state, look, wasRefused, intent, originals])

  function send(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    // The router would drop the form that is being sent.
    if (state === 'submitting') {
      event.preventDefault()
      if (!isSent.current) waiting.current = { button: (submitter as HTMLButtonElement | null)?.value ?? intent }
      return
    }
    isSent.current = true
    sentFrom.current = currentEntry()
    const button = (submitter as HTMLButtonElement | null)?.value ?? intent
    sentBy.current = button
    handedOver.current = button === DRAFT_INTENT ? { key, text: draftText(key) } : null
    sent.current = editsIn(event.currentTarget, JSON.parse(originals))
  }

  function discard() {
    removeDraft(key)
    form.current?.reset()
    typed.current = {}
    bases.current = {}
    setOvertaken([])
    setRestored(false)
    setChanged(0)
  }

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
      onSubmit={send}
      onFocus={({ target }) => {
        focused.current = target
      }}
      onBlur={() => {
        focused.current = null
      }}
      onInput={look}
      onChange={look}
    >
      <input type="hidden" name={DRAFT_FIELD} value={key} />
      <input type="hidden" name={FINISHING_FIELD} value={intent} />
      <input type="hidden" name={VERSION_FIELD} value={version} />
      <input type="hidden" name={ORIGINAL_FIELD} value={JSON.stringify(original)} />
      {isRestored ? (
        <Alert kind="info">
          {t.kept}{' '}
          <Button variant="plain" size="small" onClick={discard}>
            {t.discard}
          </Button>
        </Alert>
      ) : null}
      <OvertakenTexts texts={overtaken} />
      <fieldset disabled={isReadOnly} className={styles.all}>
        {children}
      </fieldset>
      {isReadOnly ? null : (
        <div
          className={styles.bar}
          data-changed={changed > 0 || undefined}
          data-saved={(changed === 0 && isSaved) || undefined}
        >
          <p role="status">{changed > 0 ? t.changed(changed) : isSaved ? t.allSaved : null}</p>
          {changed > 0 ? (
            <Button variant="plain" onClick={discard}>
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

/** The key of the history's entry, as React Router stores it: the router may be ahead of what is rendered. */
const currentEntry = (): string => window.history.state?.key ?? 'default'

const buttonOf = (form: HTMLFormElement, value: string) =>
  form.querySelector<HTMLButtonElement>(`button[value="${value}"]`)

/** Which of the forms of a page Ctrl+S saves: two sent at once would drop one of them. */
const formToSave = () =>
  document.activeElement?.closest('form[data-edit]') ??
  document.querySelector('form[data-edit]:has([data-changed])') ??
  document.querySelector('form[data-edit]')

/** The fields were made anew under the hands of somebody who types on: the caret stays where it was. */
function focusSameField(before: HTMLElement, form: HTMLFormElement): void {
  if (!isText(before) || isText(document.activeElement)) return
  // By its name: the form of a draft has one field more than that of the record.
  const field = form.elements.namedItem(before.name)
  if (!isText(field)) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(before.selectionStart, before.selectionEnd)
}

const isText = (field: unknown): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')

function changedBetween(before: string, after: string): { name: string; former: string }[] {
  const [one, other]: Record<string, string>[] = [JSON.parse(before), JSON.parse(after)]
  return Object.keys(other!)
    .filter((name) => one![name] !== other![name])
    .map((name) => ({ name, former: one![name] ?? '' }))
}

function editsIn(form: HTMLFormElement, original: Record<string, string>): Record<string, string> {
  const edits: Record<string, string> = {}
  for (const [name, from] of Object.entries(original)) {
    const value = valueIn(form, name)
    if (value !== normalLines(from)) edits[name] = value
  }
  return edits
}

/** Whether both are one record, with or without its draft: `article:12` and `article:12:draft`. */
const isSameRecord = (one: string, other: string) => baseOf(one) === baseOf(other)
const baseOf = (record: string) => record.split(':').slice(0, 2).join(':')

/** What a field is called; a list, whose field is hidden, by the group around it. */
function labelIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLElement)) return name
  const label = isText(field) ? field.labels?.[0] : field.closest('fieldset')?.querySelector(':scope > legend')
  return label?.textContent?.trim() || name
}

/** The edits of fields that by now came with something else than they were made of: saved, they would replace it unseen. */
function overtakenIn(
  form: HTMLFormElement,
  edits: Record<string, string>,
  bases: Record<string, string>,
  came: Record<string, string>,
): Overtaken[] {
  return Object.entries(edits).flatMap(([name, yours]) => {
    const [base, theirs] = [bases[name], normalLines(came[name] ?? '')]
    // A field that is no longer there, such as one of a section that was removed, takes no text.
    if (base === undefined || !(name in came)) return []
    if (normalLines(base) === theirs || yours === theirs) return []
    return [{ name, label: labelIn(form, name), yours, theirs }]
  })
}

/** Edits that were accepted although the record's value stayed: an IBAN that was only written with spaces. */
const acceptedAsIs = (sent: Record<string, string>, edits: Record<string, string>) =>
  Object.keys(sent).filter((name) => edits[name] === sent[name])

/** Fields in which nothing was typed since they were sent show what the record has now. */
function showAccepted(form: HTMLFormElement, sent: Record<string, string>, original: Record<string, string>): void {
  for (const name of acceptedAsIs(sent, editsIn(form, original))) setField(form, name, original[name] ?? '')
}
