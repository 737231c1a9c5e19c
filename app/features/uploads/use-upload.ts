import { useEffect, useReducer, useRef } from 'react'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import type { Attachment } from './contract.ts'
import { MAX_UPLOAD_BYTES } from './limits.ts'
import { type SavedFile, type Sending, sendFile } from './send-file.ts'

/** The state of an upload; `part` is the fraction that was sent, up to 1. */
export type UploadState<T extends SavedFile = Attachment> =
  | { step: 'none'; message?: string | undefined }
  | { step: 'sending'; name: string; part: number }
  | { step: 'lost'; file: File }
  | { step: 'refused'; refusal: string; isSignedOut?: boolean }
  | { step: 'done'; attachment: T; message?: string | undefined }

export type Upload<T extends SavedFile = Attachment> = {
  state: UploadState<T>
  send: (file: File) => Promise<void>
  stop: () => void
  remove: () => void
  restore: (attachment: T) => void
}

type Target = {
  /** The call that takes the file. */
  address: string
  maxBytes: number
}

/** Uploads one file at a time; a new one cancels the previous. @param target by default that of post attachments */
export function useUpload<T extends SavedFile = Attachment>(saved: T | undefined, target?: Target): Upload<T> {
  const lang = useLang()
  const t = useTexts('uploads').file
  const [state, turn] = useReducer(
    (_: UploadState<T>, next: UploadState<T>) => next,
    saved ? { step: 'done', attachment: saved } : { step: 'none' },
  )
  const sending = useRef<Sending<T>>(undefined)

  useEffect(() => () => sending.current?.stop(), [])

  async function send(file: File) {
    sending.current?.stop()
    const refusal = refusalOf(file, t, target?.maxBytes)
    if (refusal) return turn({ step: 'refused', refusal })
    turn({ step: 'sending', name: file.name, part: 0 })
    const onProgress = (part: number) => {
      if (sending.current === own) turn({ step: 'sending', name: file.name, part })
    }
    const own = sendFile<T>(file, lang, onProgress, target?.address)
    sending.current = own
    const result = await own.result
    // Another file was chosen in the meantime.
    if (sending.current !== own) return
    sending.current = undefined
    if (result === 'stopped') turn({ step: 'none', message: t.cancelled })
    else if (result === 'lost') turn({ step: 'lost', file })
    else if ('refusal' in result) turn({ step: 'refused', ...result })
    else turn({ step: 'done', attachment: result.attachment, message: t.done })
  }

  return {
    state,
    send,
    stop: () => sending.current?.stop(),
    remove: () => turn({ step: 'none', message: t.removed }),
    restore: (attachment: T) => turn({ step: 'done', attachment }),
  }
}

/** Checks the server's limits before hundreds of megabytes are sent. */
function refusalOf(
  file: File,
  t: { empty: string; tooLarge: (megabytes: number) => string },
  mostOfAny?: number,
): string | undefined {
  if (file.size === 0) return t.empty
  const kind = /^(image|video)\//.exec(file.type)?.[1] as 'image' | 'video' | undefined
  const most = mostOfAny ?? MAX_UPLOAD_BYTES[kind ?? 'file']
  return file.size > most ? t.tooLarge(most / MEGABYTE) : undefined
}
