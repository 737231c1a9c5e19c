import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Attachment } from './contract.ts'
import styles from './file-field.module.css'
import { KeptFile } from './kept-file.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useKeptUpload } from './use-kept-upload.ts'
import { useUpload } from './use-upload.ts'
import { useWaitingSubmit } from './use-waiting-submit.ts'

const TAKEN = 'image/jpeg,image/png,image/webp,image/gif,video/mp4,video/webm,.pdf,.docx,.xlsx,.pptx,.zip'
const LONGEST_ALT = 300

type Props = {
  /** What the form begins with: the post's own file, or one that came with the last answer. */
  kept: Attachment | undefined
  alt: string
  errors: string[] | undefined
  altErrors: string[] | undefined
  /** Under which the browser remembers an upload, beside the draft; undefined remembers none. */
  draft: string | undefined
}

/**
 * One file at a post. Without scripts it goes with the form, and an upload that was kept comes back as a hidden field.
 * With scripts it goes at once, wherever it came from: the button, the clipboard, or dropped.
 */
export function FileField({ kept, alt, errors, altErrors, draft }: Props) {
  const t = useTexts('community').form.file
  const ui = useTexts('ui')
  const lang = useLang()
  const hasScripts = useScripts()
  const id = useId()
  const zone = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [note, setNote] = useState('')
  const { state, send, stop, remove, restore } = useUpload(kept)
  const attachment = state.step === 'done' ? state.attachment : undefined
  const isSending = state.step === 'sending'
  const waits = useWaitingSubmit(zone, isSending, state.step === 'done')
  useKeptUpload(draft, lang, attachment, kept === undefined, restore)
  useKeptFocus(zone, state.step)

  // An image from the clipboard may be pasted anywhere in the form.
  useEffect(() => {
    const form = zone.current?.form
    const paste = (event: Event) => {
      const file = (event as unknown as ClipboardEvent).clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      void send(file)
    }
    form?.addEventListener('paste', paste)
    return () => form?.removeEventListener('paste', paste)
  })

  function take(files: FileList | null | undefined) {
    const file = files?.[0]
    if (!file) return
    setNote(files.length > 1 ? t.onlyOne : '')
    void send(file)
    // It has gone on its own way: the form need not carry it again, and the same one can be chosen anew.
    if (input.current) input.current.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  const refusals =
    state.step === 'refused'
      ? [state.refusal]
      : state.step === 'lost'
        ? [t.lost]
        : hasScripts && state.step !== 'none'
          ? undefined
          : errors
  const said = isSending
    ? waits
      ? t.waits
      : ''
    : state.step === 'none' || state.step === 'done'
      ? (state.said ?? '')
      : ''
  const hasImage = attachment?.kind === 'image'
  return (
    <div className={styles.field}>
      <fieldset
        ref={zone}
        className={styles.zone}
        aria-describedby={`${id}-hint`}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <legend className={styles.legend}>
          {t.label} <span>({ui.optional})</span>
        </legend>
        <p className={styles.hint} id={`${id}-hint`}>
          {t.hint}
        </p>
        <input type="hidden" name="upload" value={attachment?.id ?? ''} />
        {/* The post had one, and it was taken away here: without scripts, the box below says so. */}
        {hasScripts && kept && !attachment ? <input type="hidden" name="removeFile" value="on" /> : null}
        {attachment ? <KeptFile attachment={attachment} /> : null}
        {isSending ? <UploadProgress name={state.name} part={state.part} onStop={stop} /> : null}
        <div className={styles.ways}>
          {isSending ? null : (
            <>
              <label className={styles.label} htmlFor="file" data-button={hasScripts || undefined}>
                {attachment ? t.replace : t.choose}
              </label>
              <input
                ref={input}
                id="file"
                name="file"
                type="file"
                accept={TAKEN}
                className={hasScripts ? 'visually-hidden' : styles.plain}
                aria-describedby={refusals ? `${id}-hint file-error` : `${id}-hint`}
                aria-invalid={refusals ? true : undefined}
                onChange={({ currentTarget }) => take(currentTarget.files)}
              />
            </>
          )}
          {state.step === 'lost' ? (
            <Button variant="quiet" size="small" icon="refund" onClick={() => void send(state.file)}>
              {t.retry}
            </Button>
          ) : null}
          {attachment && hasScripts ? (
            <Button variant="plain" size="small" onClick={remove}>
              {t.remove}
            </Button>
          ) : null}
          {hasScripts && !attachment && !isSending ? <span className={styles.drop}>{t.drop}</span> : null}
        </div>
        {attachment && !hasScripts ? <CheckField name="removeFile" label={t.remove} /> : null}
        <div role="alert">
          <FieldErrorText id="file" errors={refusals} />
        </div>
        <p className={styles.said} role="status">
          {[said, note].filter(Boolean).join(' ')}
        </p>
      </fieldset>
      {hasImage || !hasScripts ? (
        <TextField
          name="fileAlt"
          label={t.alt}
          hint={t.altHint}
          errors={altErrors}
          defaultValue={alt}
          maxLength={LONGEST_ALT}
          dir="auto"
        />
      ) : null}
    </div>
  )
}
