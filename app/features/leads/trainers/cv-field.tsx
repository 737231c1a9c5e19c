import { type DragEvent, useEffect, useRef, useState } from 'react'
import { formatFileSize } from '../../../locales/file-size.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldErrorText } from '../../../ui/fields/field-frame.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import files from '../../uploads/file-field.module.css'
import { UploadProgress } from '../../uploads/upload-progress.tsx'
import { useKeptFocus } from '../../uploads/use-kept-focus.ts'
import { useUpload } from '../../uploads/use-upload.ts'
import { useWaitingSubmit } from '../../uploads/use-waiting-submit.ts'
import { enquiryDraft } from '../enquiry-form.tsx'
import { keptCv } from './send-trainer.ts'
import type { WaitingCv } from './trainer-contract.ts'

const MOST = 10 * 1024 * 1024
/** Beside the draft of the form. */
const KEY = `draft:${enquiryDraft('trainer')}-cv`

type Props = { kept: WaitingCv | undefined; stamp: string; errors: string[] | undefined; hasScripts: boolean }

/** The CV: without scripts it goes with the form and is kept when the form comes back; with scripts it goes at once. */
export function CvField({ kept, stamp, errors, hasScripts }: Props) {
  const t = useTexts('trainer').cv
  const { leads } = useTexts('innerPages')
  const shared = useTexts('community').form.file
  const zone = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const address = `/api/TrainerApplications/cv?stamp=${encodeURIComponent(stamp)}`
  const { state, send, stop, remove, restore } = useUpload<WaitingCv>(kept, { address, most: MOST })
  const cv = state.step === 'done' ? state.attachment : undefined
  const isSending = state.step === 'sending'
  const waits = useWaitingSubmit(zone, isSending, state.step === 'done')
  useKeptCv(cv, kept === undefined, restore)
  useKeptFocus(zone, state.step)

  function take(chosen: FileList | null) {
    const file = chosen?.[0]
    if (file) void send(file)
    // It has gone on its own way: the form need not carry it again, and the same one can be chosen anew.
    if (input.current) input.current.value = ''
  }

  const refusals =
    state.step === 'refused'
      ? [state.refusal]
      : state.step === 'lost'
        ? [shared.lost]
        : cv || isSending
          ? undefined
          : errors
  const said = isSending ? (waits ? t.waits : '') : 'said' in state ? state.said : ''
  return (
    <fieldset
      ref={zone}
      className={files.zone}
      aria-describedby="cv-hint"
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
      <legend className={files.legend}>{leads.fields.cv}</legend>
      <p className={files.hint} id="cv-hint">
        {t.hint}
      </p>
      <input type="hidden" name="cvId" value={cv?.id ?? ''} data-name={cv?.name} />
      {cv ? <KeptCv cv={cv} /> : null}
      {isSending ? <UploadProgress name={state.name} part={state.part} onStop={stop} /> : null}
      <div className={files.ways}>
        {isSending ? null : (
          <>
            <label className={files.label} htmlFor="cv" data-button={hasScripts || undefined}>
              {cv ? t.replace : t.choose}
            </label>
            <input
              ref={input}
              id="cv"
              name="cv"
              type="file"
              accept=".pdf,.docx,application/pdf"
              className={hasScripts ? 'visually-hidden' : files.plain}
              aria-describedby={refusals?.length ? 'cv-hint cv-error' : 'cv-hint'}
              aria-invalid={refusals?.length ? true : undefined}
              onChange={({ currentTarget }) => take(currentTarget.files)}
            />
          </>
        )}
        {state.step === 'lost' ? (
          <Button variant="quiet" size="small" icon="refund" onClick={() => void send(state.file)}>
            {shared.retry}
          </Button>
        ) : null}
        {cv && hasScripts ? (
          <Button variant="plain" size="small" onClick={remove}>
            {shared.remove}
          </Button>
        ) : null}
        {hasScripts && !cv && !isSending ? <span className={files.drop}>{t.drop}</span> : null}
      </div>
      {cv && !hasScripts ? <CheckField name="removeCv" label={shared.remove} /> : null}
      <div role="alert">
        <FieldErrorText id="cv" errors={refusals} />
      </div>
      <p className={files.said} role="status">
        {said}
      </p>
    </fieldset>
  )
}

function KeptCv({ cv }: { cv: WaitingCv }) {
  const lang = useLang()
  return (
    <p className={files.kept}>
      <span className={files.mark}>
        <Icon name="document" size={28} />
      </span>
      <span className={files.facts}>
        <bdi className={files.name}>{cv.name}</bdi>
        <span className={files.about}>{formatFileSize(cv.size, lang)}</span>
      </span>
    </p>
  )
}

/** Remembers the CV beside the draft, and brings it back while the server still has it. */
function useKeptCv(cv: WaitingCv | undefined, mayRestore: boolean, restore: (cv: WaitingCv) => void) {
  const lang = useLang()
  const isRead = useRef(false)
  const was = useRef(cv)

  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const id = localStorage.getItem(KEY)
    if (!id || !mayRestore) return
    void keptCv(id, lang).then((found) => (found ? restore(found) : localStorage.removeItem(KEY)))
  }, [lang, mayRestore, restore])

  useEffect(() => {
    if (was.current === cv) return
    was.current = cv
    try {
      if (cv) localStorage.setItem(KEY, cv.id)
      else localStorage.removeItem(KEY)
    } catch {
      // A browser that lets nothing be kept still sends.
    }
  }, [cv])
}
