import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FieldErrorText } from '../../ui/fields/field-frame.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import styles from './file-drop-field.module.css'
import type { SavedFile } from './send-file.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useDeferredSubmit } from './use-deferred-submit.ts'
import { useFocusRetention } from './use-focus-retention.ts'
import type { Upload } from './use-upload.ts'

type Props<T extends SavedFile> = {
  /** Of the file input; `id` is its name unless said. */
  name: string
  id?: string
  /** The file types that a browser offers, as the attribute of the input. */
  accept: string
  required?: boolean
  upload: Upload<T>
  /** Errors that came with the page. */
  errors: string[] | undefined
  texts: {
    choose: string
    drop: string
    hint: string
    /** Said when several files were dropped at once. */
    onlyOne?: string
    /** Said when the form was sent before its file has arrived. */
    waits?: string
  }
  /** What is said of the last step; that of the upload unless given. */
  said?: string
  legend?: ReactNode
  /** The id of a heading that names the field, where it has no legend. */
  labelledBy?: string
  /** A file that can be taken away: with scripts by a button, without them by a box of this name. */
  removeName?: string | undefined
  /** A pasted file is taken anywhere in the form. */
  acceptsPaste?: boolean
  /** Sends a form that holds nothing else; with scripts the file is sent as soon as it is chosen. */
  submit?: ReactNode
  /** The file that is there, and the hidden fields that carry it. */
  children?: ReactNode
}

/**
 * A field for one file. Without scripts it is an input that goes with its form. With scripts the file is sent at once,
 * whether it was chosen, dropped or pasted; the form waits for it.
 */
export function FileDropField<T extends SavedFile>({
  name,
  id = name,
  accept,
  required,
  upload,
  errors,
  texts,
  said,
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
    // The form need not carry it again, and the same file can be chosen anew.
    if (input.current) input.current.value = ''
  }

  const refusals =
    state.step === 'refused'
      ? [state.refusal]
      : state.step === 'lost'
        ? [t.lost]
        : hasScripts && state.step !== 'none'
          ? undefined
          : errors
  const lastStep = said ?? ('said' in state ? state.said : '')
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
      <p className={styles.said} role="status">
        {[isSending ? (isWaiting ? texts.waits : '') : lastStep, note].filter(Boolean).join(' ')}
      </p>
    </fieldset>
  )
}

/** Sends a file from the clipboard, wherever in the form it is pasted. */
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
