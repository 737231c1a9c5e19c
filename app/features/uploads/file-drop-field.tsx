import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { useEarlyChange } from '../../ui/use-early-change.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import styles from './file-drop-field.module.css'
import type { SavedFile } from './send-file.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useDeferredSubmit } from './use-deferred-submit.ts'
import { useFocusRetention } from './use-focus-retention.ts'
import type { Upload } from './use-upload.ts'

type Props<T extends SavedFile> = {
  /** The name of the file input; also its id unless `id` is set. */
  name: string
  id?: string
  /** The `accept` attribute of the input. */
  accept: string
  required?: boolean
  upload: Upload<T>
  /** Errors of the response to the form. */
  errors: string[] | undefined
  texts: {
    choose: string
    drop: string
    hint: string
    /** Shown when several files were dropped together. */
    onlyOne?: string
    /** Shown when the form was submitted before its file was uploaded. */
    waits?: string
  }
  /** The text of the final step; by default that of an upload. */
  message?: string
  legend?: ReactNode
  /** The id of the heading that labels the field when it has no legend. */
  labelledBy?: string
  /** The name of the checkbox that removes the file without scripts; with scripts there is a button. */
  removeName?: string | undefined
  /** Whether a file can be pasted anywhere in the form. */
  acceptsPaste?: boolean
  /** The submit button of a form with this field only; with scripts the file is uploaded as soon as it is chosen. */
  submit?: ReactNode
  /** The current file and the hidden fields that refer to it. */
  children?: ReactNode
}

/**
 * A field for one file. Without scripts it is an input of its form. With scripts the file is uploaded immediately,
 * whether it was chosen, dropped or pasted; submitting the form waits for the upload.
 */
export function FileDropField<T extends SavedFile>({
  name,
  id = name,
  accept,
  required,
  upload,
  errors,
  texts,
  message,
  legend,
  labelledBy,
  removeName,
  acceptsPaste,
  submit,
  children,
}: Props<T>) {
  const t = useTexts('uploads').file
  const hasScripts = useScripts()
  const zone = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [note, setNote] = useState('')
  const { state, send, stop, remove } = upload
  const isSending = state.step === 'sending'
  const isWaiting = useDeferredSubmit(zone, isSending, state.step === 'done')
  useFocusRetention(zone, state.step)
  usePaste(zone, send, acceptsPaste)

  function take(files: FileList | null) {
    const file = files?.[0]
    if (!file) return
    setNote(files.length > 1 ? (texts.onlyOne ?? '') : '')
    void send(file)
    // The form need not send it again, and the same file can be chosen again.
    if (input.current) input.current.value = ''
  }

  useEarlyChange(input, ({ files }) => take(files))

  const refusals =
    state.step === 'refused'
      ? [state.refusal]
      : state.step === 'lost'
        ? [t.lost]
        : hasScripts && state.step !== 'none'
          ? undefined
          : errors
  const lastStep = message ?? ('message' in state ? state.message : '')
  return (
    <fieldset
      ref={zone}
      className={styles.zone}
      aria-labelledby={labelledBy}
      aria-describedby={`${id}-hint`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      {legend ? <legend className={styles.legend}>{legend}</legend> : null}
      <p className={styles.hint} id={`${id}-hint`}>
        {texts.hint}
      </p>
      {children}
      {isSending ? <UploadProgress name={state.name} part={state.part} onStop={stop} /> : null}
      <div className={styles.actions}>
        {isSending ? null : (
          <>
            <label className={styles.label} htmlFor={id} data-button={hasScripts || undefined}>
              {texts.choose}
            </label>
            <input
              ref={input}
              id={id}
              name={name}
              type="file"
              required={required}
              accept={accept}
              className={hasScripts ? 'visually-hidden' : styles.plain}
              aria-describedby={refusals?.length ? `${id}-hint ${id}-error` : `${id}-hint`}
              aria-invalid={refusals?.length ? true : undefined}
              onChange={({ currentTarget }) => take(currentTarget.files)}
            />
          </>
        )}
        {state.step === 'lost' ? (
          <Button variant="quiet" size="small" icon="refund" onClick={() => void send(state.file)}>
            {t.retry}
          </Button>
        ) : null}
        {removeName && hasScripts ? (
          <Button variant="plain" size="small" onClick={remove}>
            {t.remove}
          </Button>
        ) : null}
        {hasScripts && !removeName && !isSending ? <span className={styles.drop}>{texts.drop}</span> : null}
        {hasScripts ? null : submit}
      </div>
      {removeName && !hasScripts ? <CheckField name={removeName} label={t.remove} /> : null}
      <div role="alert">
        <FieldErrorText id={id} errors={refusals} />
      </div>
      <p className={styles.status} role="status">
        {[isSending ? (isWaiting ? texts.waits : '') : lastStep, note].filter(Boolean).join(' ')}
      </p>
    </fieldset>
  )
}

/** Uploads a file that is pasted anywhere in the form. */
function usePaste(
  zone: { current: HTMLFieldSetElement | null },
  send: (file: File) => Promise<void>,
  isWanted: boolean | undefined,
) {
  useEffect(() => {
    const form = zone.current?.form
    if (!form || !isWanted) return
    const paste = (event: Event) => {
      const file = (event as unknown as ClipboardEvent).clipboardData?.files[0]
      if (!file) return
      event.preventDefault()
      void send(file)
    }
    form.addEventListener('paste', paste)
    return () => form.removeEventListener('paste', paste)
  })
}
