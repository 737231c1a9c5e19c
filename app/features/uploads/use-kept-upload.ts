import { useEffect, useRef } from 'react'
import type { Lang } from '../../locales/lang.ts'
import type { Attachment } from './contract.ts'
import { waitingUpload } from './send-file.ts'

/**
 * Remembers an upload beside the draft of its post, and brings it back while the server still has it: it is asked for
 * once a post took it, and then forgotten here as well.
 */
export function useKeptUpload(
  draft: string | undefined,
  lang: Lang,
  attachment: Attachment | undefined,
  mayRestore: boolean,
  restore: (attachment: Attachment) => void,
) {
  const key = draft && `draft:${draft}-file`
  const isRead = useRef(false)
  const was = useRef(attachment)

  useEffect(() => {
    if (!key || isRead.current) return
    isRead.current = true
    const id = localStorage.getItem(key)
    if (!id || !mayRestore) return
    void waitingUpload(id, lang).then((found) => (found ? restore(found) : localStorage.removeItem(key)))
  }, [key, lang, mayRestore, restore])

  useEffect(() => {
    if (!key || was.current === attachment) return
    was.current = attachment
    try {
      if (attachment) localStorage.setItem(key, attachment.id)
      else localStorage.removeItem(key)
    } catch {
      // A browser that lets nothing be kept still sends.
    }
  }, [key, attachment])
}
