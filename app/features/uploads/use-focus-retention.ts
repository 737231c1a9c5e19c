import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus within a part of the page: when the focused control disappears, the part's first control gets it.
 * @param turn what the part shows now; a change may have removed the control
 */
export function useFocusRetention(part: RefObject<HTMLElement | null>, turn: string): void {
  const isHere = useRef(false)

  useEffect(() => {
    // A removed control fires no event, or a blur without a new target.
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
