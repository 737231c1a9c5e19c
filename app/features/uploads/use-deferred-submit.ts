import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Defers the submission of a form until its file is uploaded, then submits it with the same button.
 * @returns whether the submission is deferred
 */
export function useDeferredSubmit(
  zone: RefObject<HTMLFieldSetElement | null>,
  isSending: boolean,
  isThere: boolean,
): boolean {
  const [waits, setWaits] = useState(false)
  const button = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const form = zone.current?.form
    if (!form || !isSending) return
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      button.current = event.submitter
      setWaits(true)
    }
    // In the capture phase, before the router handles the event.
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  }, [zone, isSending])

  useEffect(() => {
    if (!waits || isSending) return
    setWaits(false)
    if (isThere) zone.current?.form?.requestSubmit(button.current)
  }, [zone, waits, isSending, isThere])

  return waits
}
