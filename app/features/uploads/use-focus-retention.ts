import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the keyboard in a part of the page: when the control that had it goes away, the first one there gets it.
 * @param turn what the part shows now; a new one may have taken the control away
 */
export function useFocusRetention(part: RefObject<HTMLElement | null>, turn: string): void {
  const isHere = useRef(false)

  useEffect(() => {
    // A control that goes away tells nothing, or that the keyboard is nowhere.
    const follow = ({ type, target, relatedTarget }: FocusEvent) => {
      const now = type === 'focusin' ? target : relatedTarget
      if (now) isHere.current = part.current?.contains(now as Node) ?? false
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', follow)
    }
  }, [part])

  useEffect(() => {
    if (!turn || !isHere.current || document.activeElement !== document.body) return
    part.current?.querySelector<HTMLElement>('button, input:not([type=hidden])')?.focus({ preventScroll: true })
  }, [part, turn])
}
