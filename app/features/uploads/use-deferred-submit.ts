import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Holds the form back while its file is still on the way, and sends it by the same button as soon as the file is there.
 * @returns whether the form waits
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
    // Before the router hears of it.
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
