import { useEffect, useRef } from 'react'
import type { Lang } from '../../locales/lang.ts'
import { type SavedFile, waitingFile } from './send-file.ts'

type SavedUpload<T extends SavedFile> = {
  /** The key in the browser's storage; undefined remembers nothing. */
  key: string | undefined
  /** The call that returns a pending file by its id. */
  address: string
  lang: Lang
  attachment: T | undefined
  mayRestore: boolean
  restore: (attachment: T) => void
}

/**
 * Remembers an uploaded file with the draft of its form, and restores it while the server has it. A file that the
 * server no longer has, because its form was sent or it expired, is removed here, too.
 */
export function useSavedUpload<T extends SavedFile>({
  key,
  address,
  lang,
  attachment,
  mayRestore,
  restore,
}: SavedUpload<T>): void {
  const isRead = useRef(false)
  const was = useRef(attachment)

  useEffect(() => {
    if (!key || isRead.current) return
    isRead.current = true
    const id = localStorage.getItem(key)
    if (!id || !mayRestore) return
    void waitingFile<T>(address, id, lang).then((found) => (found ? restore(found) : localStorage.removeItem(key)))
  }, [key, address, lang, mayRestore, restore])

  useEffect(() => {
    if (!key || was.current === attachment) return
    was.current = attachment
    try {
      if (attachment) localStorage.setItem(key, attachment.id)
      else localStorage.removeItem(key)
    } catch {
      // Uploading works without the browser's storage.
    }
  }, [key, attachment])
}
